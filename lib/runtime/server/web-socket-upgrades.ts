import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { GatewayError } from '../../errors';
import { LIMITS } from '../../spec';
import type { BodyBudget } from './body-budget';
import type { ConnectionListeners } from './connection-listeners';
import { FrameSizes } from './frame-sizes';
import type { SocketConnection, SocketEvents, UpgradeDecision } from './upgrade-handler';

/** Maximum bytes that wait for a client to read them. */
const MAX_BUFFERED_BYTES = 1_048_576;
/** Bytes that a message takes besides its text while it is worked on. */
const MESSAGE_BYTES = 256;
/** How long a client may take to answer a close. */
const CLOSE_TIMEOUT_MS = 5_000;
/** A client that floods pings without reading gets no answers to more of them. */
const MAX_BUFFERED_PONGS = 65_536;

const CLOSE = { unsupportedData: 1003, tooBig: 1009, tryAgainLater: 1013 } as const;

/** RFC 6455 §7.1.5: what a close without a code counts as. */
const NO_STATUS = 1005;
const NO_STATUS_REASON = 'Client-side close frame status not set';

/** Accepts handshakes and speaks WebSocket on their connections: text only, without compression. */
export class WebSocketUpgrades {
  readonly #open = new Set<WebSocket>();
  readonly #subprotocols = new WeakMap<IncomingMessage, string>();
  readonly #server: WebSocketServer;

  public constructor(private readonly listeners: ConnectionListeners, private readonly budgets: MessageBudgets) {
    this.#server = new WebSocketServer({
      noServer: true, clientTracking: false, perMessageDeflate: false, autoPong: false,
      ...{ closeTimeout: CLOSE_TIMEOUT_MS }, // its types do not include it
      maxPayload: LIMITS.webSocketMessageBytes.max,
      handleProtocols: (_, request) => this.#subprotocols.get(request) ?? false,
    });
  }

  public accept(message: IncomingMessage, { socket, head }: UpgradedSocket, { subprotocol, open, lost }: Accepted): void {
    if (subprotocol !== undefined) this.#subprotocols.set(message, subprotocol);
    let isOpen = false;
    const sizes = new FrameSizes(LIMITS.webSocketFrameBytes.max);
    this.#server.handleUpgrade(message, socket, head, (webSocket) => {
      isOpen = true;
      const wire = this.#wire(webSocket, open);
      // before the library reads them; it has put the head back, so the head comes with them
      const held = this.budgets.received.begin(() => {
        wire.close(CLOSE.tryAgainLater);
        webSocket.terminate(); // what it holds is given up at once
      });
      this.listeners.addFirst(socket, 'data', (chunk: Buffer) => {
        const before = sizes.unfinishedBytes;
        if (sizes.exceeds(chunk)) wire.close(CLOSE.tooBig);
        held.add(sizes.unfinishedBytes - before);
      });
      this.listeners.add(socket, 'close', () => held.end());
    });
    if (!isOpen) lost();
  }

  public destroy(): void {
    for (const webSocket of this.#open) webSocket.terminate();
  }

  #wire(webSocket: WebSocket, open: (connection: SocketConnection) => SocketEvents): SocketConnection {
    let isClosing = false;
    const unread = this.budgets.unread.begin(() => webSocket.terminate());
    const connection: SocketConnection = {
      send: (text) => {
        if (isClosing || webSocket.readyState !== webSocket.OPEN) return 'closed';
        if (webSocket.bufferedAmount + text.length > MAX_BUFFERED_BYTES) return 'slow';
        webSocket.send(text, { binary: false }, () => unread.add(-text.length));
        unread.add(text.length);
        return 'sent';
      },
      close: (code, reason) => {
        isClosing = true;
        webSocket.resume(); // the answer of the client is read
        webSocket.close(code, reason);
      },
      pause: () => webSocket.pause(),
      resume: () => webSocket.resume(),
    };
    const events = open(connection);
    this.#open.add(webSocket);
    const on = <Values extends readonly unknown[]>(event: string, listener: (...values: Values) => void): void =>
      this.listeners.addTo({ emitter: webSocket, event, ends: () => ({ destroy: () => webSocket.terminate() }) }, listener);
    on('message', (data: Buffer, isBinary: boolean) => {
      if (isClosing) return;
      if (isBinary) {
        connection.close(CLOSE.unsupportedData);
        return;
      }
      const bytes = data.length + MESSAGE_BYTES;
      if (this.budgets.received.takeComplete(bytes)) events.message(data, () => this.budgets.received.giveBack(bytes));
      else connection.close(CLOSE.tryAgainLater);
    });
    on('ping', (data: Buffer) => {
      events.active();
      if (webSocket.bufferedAmount < MAX_BUFFERED_PONGS) webSocket.pong(data);
    });
    on('pong', () => events.active());
    on('error', () => undefined); // a broken frame: the library closes the connection with its code
    on('close', (code: number, reason: Buffer) => {
      this.#open.delete(webSocket);
      unread.end();
      events.closed({ code, reason: reason.length === 0 && code === NO_STATUS ? NO_STATUS_REASON : reason.toString('utf8') });
    });
    return connection;
  }
}

export interface MessageBudgets {
  /** Messages until they are answered, beside the bodies of requests. */
  readonly received: BodyBudget;
  /** Messages that clients have not read yet. */
  readonly unread: BodyBudget;
}

type Accepted = Extract<UpgradeDecision, { readonly type: 'accepted' }>;

/** The connection of a handshake, and what came after it. */
export interface UpgradedSocket {
  readonly socket: Socket;
  readonly head: Buffer;
}

const KEY = /^[+/0-9A-Za-z]{22}==$/;
const VERSIONS = new Set(['8', '13']);
/** Tokens with commas between them. */
const SUBPROTOCOLS = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+(?:[\t ]*,[\t ]*[!#$%&'*+\-.^_`|~0-9A-Za-z]+)*$/;

/** Why a handshake is none; undefined if it is one. @see RFC 6455 §4.2.1 */
export function handshakeRefusal({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): GatewayError | undefined {
  const invalid = (reason: string) => new GatewayError('WEBSOCKET_HANDSHAKE_INVALID', { reason });
  if (method !== 'GET') return invalid(`its method is ${method ?? ''}, not GET`);
  if (headers.upgrade?.toLowerCase() !== 'websocket') return invalid(`it asks for ${headers.upgrade ?? 'nothing'}, not websocket`);
  if (!KEY.test(headers['sec-websocket-key'] ?? '')) return invalid('Sec-WebSocket-Key is missing or not 16 bytes in base64');
  if (!VERSIONS.has(headers['sec-websocket-version'] ?? '')) return invalid('Sec-WebSocket-Version is not 13');
  const offered = headers['sec-websocket-protocol'];
  if (offered !== undefined && !areSubprotocols(offered)) return invalid('Sec-WebSocket-Protocol is no list of different names');
  return undefined;
}

function areSubprotocols(offered: string): boolean {
  const names = offered.split(',').map((name) => name.trim());
  return SUBPROTOCOLS.test(offered) && new Set(names).size === names.length;
}
