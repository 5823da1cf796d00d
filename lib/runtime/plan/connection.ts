import type { ConnectionClose } from '../http/connection-close';
import type { AcceptedKey, Principal } from './principal';

/** The facts of a WebSocket connection that all its events share. */
export interface ConnectionFacts {
  /** 15 characters and `=`: `PJqB0fHsqRcCHlw=`. */
  readonly connectionId: string;
  /** Wall clock, ms since 1970. */
  readonly connectedAt: number;
  /** The host that the client named when it connected. */
  readonly host: string;
  readonly userAgent: string | undefined;
  /** The caller as it was determined when the client connected; undefined until then. */
  readonly principal?: Principal;
  /** The API key that the client connected with, if `$connect` requires one. */
  readonly apiKey?: AcceptedKey | undefined;
}

export type ConnectionEventType = 'CONNECT' | 'MESSAGE' | 'DISCONNECT';

/** An event of a WebSocket connection, for which a route is called. */
export interface ConnectionEvent {
  readonly type: ConnectionEventType;
  readonly connection: ConnectionFacts;
  /** Only messages have one. */
  readonly messageId?: string;
  /** Only a disconnect has one. */
  readonly close?: ConnectionClose;
}
