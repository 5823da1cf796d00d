/** Where a connection is. */
export interface ConnectionPlace {
  readonly api: string;
  readonly stage: string;
  readonly connectionId: string;
}

/** A text that was sent to the client of a connection. */
export interface SentMessage {
  readonly text: Buffer;
  /** The key of the route that answered; undefined for what was posted. */
  readonly routeKey: string | undefined;
  /** Ms since 1970. */
  readonly at: number;
}

/** A request about a connection. */
export type ConnectionCommand =
  /** Sends its client a text. */
  | { readonly type: 'post'; readonly data: Uint8Array }
  | { readonly type: 'get' }
  /** Closes it. */
  | { readonly type: 'delete' };

export type ConnectionAnswer =
  | { readonly type: 'done' }
  /** Times in ms since 1970. */
  | { readonly type: 'state'; readonly connectedAt: number; readonly lastActiveAt: number; readonly sourceIp: string; readonly userAgent: string }
  /** It is not open, or never was. */
  | { readonly type: 'gone' }
  /** Its client reads too slowly. */
  | { readonly type: 'slow' };

/** Runs a command where the connection is, in this process or in another one. */
export type ManageConnection = (place: ConnectionPlace, command: ConnectionCommand) => ConnectionAnswer | Promise<ConnectionAnswer>;
