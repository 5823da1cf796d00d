import type { ConnectionClose } from '../http/connection-close';
import type { GatewayReply } from '../http/reply';
import type { Received } from '../http/request';

export interface SocketConnection {
  readonly send: (text: Buffer) => Sent;
  /** Begins the closing handshake; a client that does not answer is cut off. */
  readonly close: (code: number, reason?: string) => void;
  readonly pause: () => void;
  readonly resume: () => void;
}

/** Nothing is sent to a client that reads too slowly, or whose connection has ended or is ending. */
export type Sent = 'sent' | 'slow' | 'closed';

export interface SocketEvents {
  /** A text arrived, valid UTF-8 within the limits. @param answered - to be called once, when its bytes are not needed any more */
  readonly message: (text: Buffer, answered: () => void) => void;
  /** The client sent anything, if only a ping. */
  readonly active: () => void;
  /** Nothing follows. */
  readonly closed: (close: ConnectionClose) => void;
}

export type UpgradeDecision =
  | { readonly type: 'refused'; readonly reply: GatewayReply }
  | {
    readonly type: 'accepted';
    readonly subprotocol: string | undefined;
    /** Called if the handshake could be answered. */
    readonly open: (connection: SocketConnection) => SocketEvents;
    /** Called if the client was gone by then. */
    readonly lost: () => void;
  };

/** Decides about handshakes, once each. */
export type UpgradeHandler = (received: Received, decide: (decision: UpgradeDecision) => void) => void;
