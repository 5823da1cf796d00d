import type { Http2Server, ServerHttp2Session, ServerHttp2Stream } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { TokenBucket } from '../throttling/token-bucket';
import type { Viewer } from '../edge/viewer';
import { http2, http2Exchange, type Http2Exchange } from './http2-exchange';
import { SERVER_LIMITS } from './limits';
import { peerOf } from './read-request';
import type { SharedParts } from './request-handler';
import type { ServerLimits } from './server-limits';

/** Requests of one connection at the same time, as CloudFront allows. */
const CONCURRENT_STREAMS = 128;
/** Memory of one connection, MB: its streams' windows and header fields that are not complete yet. */
const SESSION_MEGABYTES = 10;
/** Frames that cost their sender nothing: streams that it resets, pings, settings. A browser sends a few a second. */
const CHEAP_FRAMES = { rateLimit: 50, burstLimit: 200 };
/** A frame that is not allowed, or a stream above the limit: a client that goes on sending them is cut. */
const INVALID_FRAMES = 50;
const REJECTED_STREAMS = 50;

interface Session {
  readonly peer: Viewer;
  readonly exchanges: Map<Http2Exchange, { readonly since: number }>;
  readonly cheapFrames: TokenBucket;
  /** Since when no request is open, ms of the monotonic clock. */
  idleSince: number;
  wasUsed: boolean;
}

/** Connections with HTTP/2. Node reads the frames; what a client may send and for how long is decided here. */
export class Http2Connections {
  readonly #server: Http2Server;
  readonly #sessions = new Map<ServerHttp2Session, Session>();
  readonly #timer: NodeJS.Timeout;
  #isDraining = false;
  #isClosing = false;

  public constructor(private readonly context: SharedParts, private readonly limits: ServerLimits) {
    const { headersTimeoutMs, idleTimeoutMs, requestTimeoutMs } = limits;
    const intervalMs = Math.max(50, Math.min(1_000, ...[headersTimeoutMs, idleTimeoutMs, requestTimeoutMs].map((ms) => ms / 4)));
    this.#timer = setInterval(() => this.#lookAtTimes(), intervalMs).unref();
    this.#server = http2().createServer({
      settings: { maxConcurrentStreams: CONCURRENT_STREAMS, maxHeaderListSize: SERVER_LIMITS.parserBytes, enablePush: false },
      // one more than is allowed, so that the gateway answers what is too much
      maxHeaderListPairs: SERVER_LIMITS.headerCount + 10,
      maxSessionMemory: SESSION_MEGABYTES,
      maxSessionInvalidFrames: INVALID_FRAMES,
      maxSessionRejectedStreams: REJECTED_STREAMS,
    });
    const { listeners } = context;
    const server = this.#server;
    listeners.addTo({ emitter: server, event: 'session', ends: (session) => session }, (session: ServerHttp2Session) => this.#begin(session));
    // Node's types leave out the fourth value: names and values as they were sent
    listeners.addTo({ emitter: server, event: 'stream', ends: (stream) => stream }, (
      stream: ServerHttp2Stream, ...[, , lines]: readonly [fields: unknown, flags: unknown, lines: readonly string[]]
    ) => this.#take(stream, lines));
    // its connection is gone with it
    listeners.addTo({ emitter: server, event: 'sessionError' }, () => undefined);
  }

  public adopt(socket: TLSSocket): void {
    this.#server.emit('connection', socket);
  }

  public get busy(): number {
    return [...this.#sessions.values()].reduce((sum, { exchanges }) => sum + exchanges.size, 0);
  }

  /**
   * Tells clients with GOAWAY to open other connections: streams that have begun are answered, and later ones may be sent again elsewhere.
   * The connections stay, because a client whose connection is cut does not know what became of a request on its way.
   * @see RFC 9113 §6.8
   */
  public drain(): void {
    this.#isDraining = true;
    for (const session of this.#sessions.keys()) this.#goAway(session);
  }

  /** Closes idle connections now, the others after their answers. */
  public closeIdle(): void {
    this.#isClosing = true;
    for (const session of this.#sessions.keys()) session.close();
  }

  public destroy(): void {
    clearInterval(this.#timer);
    for (const session of this.#sessions.keys()) session.destroy();
  }

  #begin(session: ServerHttp2Session): void {
    if (this.#isClosing) session.close();
    const now = performance.now();
    const state: Session = {
      peer: peerOf(session.socket), exchanges: new Map(), cheapFrames: new TokenBucket(CHEAP_FRAMES, now), idleSince: now, wasUsed: false,
    };
    this.#sessions.set(session, state);
    const { listeners } = this.context;
    listeners.add(session, 'close', () => this.#sessions.delete(session));
    listeners.add(session, 'ping', () => this.#countCheapFrame(session, state));
    listeners.add(session, 'remoteSettings', () => this.#countCheapFrame(session, state));
  }

  #take(stream: ServerHttp2Stream, lines: readonly string[]): void {
    const { listeners } = this.context;
    // a client may give up at any time; `close` follows
    listeners.add(stream, 'error', () => undefined);
    const { session } = stream;
    const state = session === undefined ? undefined : this.#sessions.get(session as ServerHttp2Session); // the session of a server's stream
    if (session === undefined || state === undefined) return;
    if (this.#isDraining && !state.wasUsed) this.#sendAway(session as ServerHttp2Session); // as above
    const exchange = http2Exchange({ stream, lines, peer: state.peer }, this.context);
    state.wasUsed = true;
    state.exchanges.set(exchange, { since: performance.now() });
    listeners.addOnce(stream, 'close', () => {
      if (exchange.isAborted()) this.#countCheapFrame(session as ServerHttp2Session, state);
    });
    void exchange.done.finally(() => {
      state.exchanges.delete(exchange);
      state.idleSince = performance.now();
    });
  }

  /** Answers what a new connection sends at once, as clients send several requests in one packet, and no more. */
  #sendAway(session: ServerHttp2Session): void {
    setImmediate(() => this.#goAway(session));
  }

  /** One that has ended is known until its event comes, and has nobody to tell. */
  #goAway(session: ServerHttp2Session): void {
    this.context.listeners.guarded(() => {
      if (!session.destroyed && !session.closed) session.goaway();
    }, () => session)();
  }

  /** @see CVE-2023-44487, where a client opens and resets streams as fast as it can */
  #countCheapFrame(session: ServerHttp2Session, { cheapFrames }: Session): void {
    if (session.destroyed) return; // its streams end with it, and count as given up
    if (cheapFrames.has(performance.now())) {
      cheapFrames.take();
      return;
    }
    // without an error, Node sends no code
    session.destroy(new Error('too many frames that cost nothing'), http2().constants.NGHTTP2_ENHANCE_YOUR_CALM);
  }

  /** One check of all of them instead of a timer for each. */
  #lookAtTimes(): void {
    const now = performance.now();
    const { headersTimeoutMs, idleTimeoutMs, requestTimeoutMs } = this.limits;
    for (const [session, { exchanges, idleSince, wasUsed }] of this.#sessions) {
      this.context.listeners.guarded(() => {
        if (exchanges.size === 0 && now - idleSince > (wasUsed ? idleTimeoutMs : headersTimeoutMs)) session.destroy();
        for (const [exchange, { since }] of exchanges) if (now - since > requestTimeoutMs) exchange.timeOut();
      }, () => session)();
    }
  }
}
