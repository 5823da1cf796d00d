import type { Socket } from 'node:net';
import { viewerOf, type Viewer } from '../edge/viewer';
import { BODILESS } from '../http/framing';
import { isText, type GatewayReply, type Reply } from '../http/reply';
import { abandon, type ReplyStream } from '../http/reply-stream';
import { chunkedSink } from './chunked-sink';
import { lingerAtEnd } from './linger';
import { peerOf } from './read-request';
import type { RequestHandler, SharedParts } from './request-handler';
import type { Sending } from './slow-reader-guard';
import { serializeReply, serializeStreamHead, serializeText } from './serialize-reply';
import { readSimpleHead, type SimpleHead } from './simple-head';
import { SimpleRequest } from './simple-request';
import { PIECE_BYTES, writePieces } from './write-reply';
import { writeStream } from './write-stream';

/** Maximum size of a body; bodies that have not arrived with their head are left to Node's parser, too. */
const SIMPLE_BODY_BYTES = 65_536;
/** Maximum length of a remembered head. */
const REMEMBERED_CHARACTERS = 4_096;

export interface SimpleOptions extends Omit<SharedParts, 'handler'> {
  /** URLs longer than its maximum are refused by the parser's side. */
  readonly handler: Pick<RequestHandler, 'handle' | 'urlLength'>;
  /** Whether connections end with their next answer. */
  readonly isEnding: () => boolean;
  /** Whether no connections are accepted any more. */
  readonly isClosing: () => boolean;
  /** For the Keep-Alive header. */
  readonly idleTimeoutMs: number;
  /** Hands a connection to Node's server, which gets all its unanswered bytes. */
  readonly toParser: (socket: Socket) => void;
}

interface ReadHead {
  readonly head: SimpleHead;
  readonly text: string;
}

/** One connection of a client that has sent nothing but simple heads so far. */
export class SimpleConnection {
  /** Since when the connection is idle; undefined while a request is being answered. */
  public idleSince: number | undefined = performance.now();
  public wasUsed = false;
  /** The connection is closed, or is the parser's. */
  readonly #leave: () => void;
  readonly #peer: Viewer;
  readonly #isTrusted: boolean;
  /** Takes the listeners for bytes and their end off the socket. */
  readonly #stopReading: () => void;
  #last: ReadHead | undefined;
  /** Bytes of the body that is being answered. */
  #heldBytes = 0;
  /** Data that followed a request that is being answered. The socket is paused until they are read, so its end comes after them. */
  #waiting = '';
  /** Watches an answer for which the client must read first. */
  #sending: Sending | undefined;
  #isStreaming = false;
  #hasEnded = false;
  #closes = false;

  public constructor(private readonly socket: Socket, private readonly options: SimpleOptions, leave: () => void) {
    this.#peer = peerOf(socket);
    this.#isTrusted = options.isTrusted(this.#peer.sourceIp);
    const { listeners } = options;
    const reading = [listeners.add(socket, 'data', this.#onData), listeners.add(socket, 'end', this.#onEnd)];
    this.#stopReading = () => reading.forEach((remove) => remove());
    const stay = listeners.add(socket, 'close', leave);
    this.#leave = () => {
      stay();
      leave();
    };
  }

  public releaseMemory(): void {
    this.#last = undefined;
  }

  public readonly destroy = (): void => {
    this.socket.destroy();
  };

  /** Hot path: nearly always one request in one piece. */
  readonly #onData = (bytes: Buffer): void => {
    const text = bytes.toString('latin1');
    if (this.idleSince !== undefined) {
      this.#readSafely(text);
      return;
    }
    this.#waiting = text;
    this.socket.pause();
  };

  /** A client that ends still gets its answer. In the middle of a stream it has left, which a silent stream would not notice. */
  readonly #onEnd = (): void => {
    this.#hasEnded = true;
    if (this.#isStreaming) this.destroy();
    else if (this.idleSince !== undefined) this.#finish();
  };

  #readSafely(text: string): void {
    try {
      this.#read(text);
    } catch (error) {
      this.#fail(error);
    }
  }

  #read(text: string): void {
    const read = this.#readHead(text);
    const end = read === undefined ? 0 : read.head.end + read.head.contentLength;
    const isOurs = read !== undefined && read.head.contentLength <= SIMPLE_BODY_BYTES && text.length >= end
      && read.head.target.length <= this.options.handler.urlLength();
    if (!isOurs || !this.#holds(end - read.head.end)) {
      this.#handOver(text);
      return;
    }
    const { head } = read;
    this.#keepWaiting(end === text.length ? '' : text.slice(end));
    this.#closes = head.closes;
    this.idleSince = undefined;
    this.wasUsed = true;
    const raw = { head: read.text, body: end === head.end ? '' : text.slice(head.end, end) };
    const arrival = { viewer: this.#viewerOf(head), peerIp: this.#peer.sourceIp, receivedAt: this.options.now() };
    this.options.handler.handle(new SimpleRequest(head, raw, arrival), this.#respond);
  }

  /** Whether the budget has capacity for a body. If not, the parser's side refuses the request. */
  #holds(bytes: number): boolean {
    if (bytes === 0) return true;
    const isHeld = this.options.budget.takeComplete(bytes);
    if (isHeld) this.#heldBytes = bytes;
    return isHeld;
  }

  #giveBack(): void {
    this.options.budget.giveBack(this.#heldBytes);
    this.#heldBytes = 0;
  }

  /** Clients often repeat a head, which is not parsed again; one before a body is not kept, because the body would be, too. */
  #readHead(text: string): ReadHead | undefined {
    const last = this.#last;
    if (last !== undefined && text.startsWith(last.text)) return last;
    const head = readSimpleHead(text, 0);
    if (head === undefined) return undefined;
    const isAll = head.end === text.length;
    const read = { head, text: isAll ? text : text.slice(0, head.end) };
    this.#last = isAll && head.end <= REMEMBERED_CHARACTERS ? read : undefined;
    return read;
  }

  #viewerOf(head: SimpleHead): Viewer {
    return this.#isTrusted ? viewerOf(this.#peer, head.headers, this.options.isTrusted) : this.#peer;
  }

  readonly #respond = (reply: GatewayReply): void => {
    try {
      this.#send(reply);
    } catch (error) {
      this.#fail(error);
    }
  };

  #send(reply: GatewayReply): void {
    const socket = this.socket;
    if (this.#heldBytes > 0) this.#giveBack();
    if (socket.destroyed) {
      if (!isText(reply) && reply.stream !== undefined) abandon(reply.stream);
      return;
    }
    this.#closes ||= (this.#hasEnded && this.#waiting === '') || this.options.isEnding();
    const keepAliveSeconds = this.#closes ? undefined : Math.floor(this.options.idleTimeoutMs / 1_000);
    if (!isText(reply) && reply.stream !== undefined) {
      this.#sendStream(reply, reply.stream, keepAliveSeconds);
    } else if (isText(reply) && reply.text.length <= PIECE_BYTES) {
      this.#sendText(serializeText(reply, keepAliveSeconds));
    } else {
      this.#sendPieces(isText(reply) ? Buffer.from(serializeText(reply, keepAliveSeconds), 'latin1') : serializeReply(reply, keepAliveSeconds));
    }
  }

  /** Hot path: the kernel nearly always takes the whole answer at once; otherwise the client is watched. */
  #sendText(text: string): void {
    const socket = this.socket;
    socket.write(text, 'latin1', this.#written);
    if (socket.writableLength > 0) this.#sending = this.options.watch.begin(socket, text.length);
    else if (!socket.destroyed) this.#next();
  }

  /** Called for every answer in turn; a watched answer is the last. */
  readonly #written = (): void => {
    const sending = this.#sending;
    if (sending === undefined || (this.socket.writableLength > 0 && !this.socket.destroyed)) return;
    this.#sending = undefined;
    sending.end();
    if (!this.socket.destroyed) this.#nextSafely();
  };

  #sendPieces(bytes: Buffer): void {
    const socket = this.socket;
    const sending = this.options.watch.begin(socket, bytes.length);
    const stay = this.options.listeners.addOnce(socket, 'close', sending.end);
    const done = (): void => {
      stay();
      sending.end();
      this.#nextSafely();
    };
    writePieces(socket, bytes, { progress: sending.progress, done });
  }

  #sendStream(reply: Reply, stream: ReplyStream, keepAliveSeconds: number | undefined): void {
    if (BODILESS.has(reply.status)) {
      abandon(stream);
      this.#sendPieces(serializeReply(reply, keepAliveSeconds));
      return;
    }
    this.#isStreaming = true;
    const head = serializeStreamHead(reply, keepAliveSeconds);
    const { listeners, watch } = this.options;
    const sink = chunkedSink(this.socket, { head, listeners, end: (bytes) => this.#endStream(bytes) });
    writeStream(sink, stream, watch).catch((error: unknown) => listeners.fail(error, this.socket));
  }

  /** The client is watched until it has taken the rest. */
  #endStream(bytes: string): void {
    this.#isStreaming = false;
    // The server may have begun to close while it lasted. One that drains has not: the head said that the connection stays, so the
    // next request may be on its way.
    this.#closes ||= this.options.isClosing();
    const socket = this.socket;
    const sending = this.options.watch.begin(socket, socket.writableLength + bytes.length);
    socket.write(bytes, 'latin1', () => {
      sending.end();
      if (!socket.destroyed) this.#nextSafely();
    });
  }

  /** Node calls what waits for a write. */
  #nextSafely(): void {
    try {
      this.#next();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** A body that was not answered no longer counts. */
  #fail(error: unknown): void {
    if (this.#heldBytes > 0) this.#giveBack();
    this.options.listeners.fail(error, this.socket);
  }

  #next(): void {
    if (this.#closes) {
      this.#finish();
      return;
    }
    this.idleSince = performance.now();
    if (this.#waiting === '') {
      if (this.#hasEnded) this.#finish();
      return;
    }
    this.#read(this.#waiting);
  }

  /** Keeps what came behind a request; the socket is paused as long as there is some. */
  #keepWaiting(text: string): void {
    if (this.#waiting !== '' && text === '') this.socket.resume();
    else if (this.#waiting === '' && text !== '') this.socket.pause();
    this.#waiting = text;
  }

  /** All is answered. A client that has not ended may be about to send more: a close would make the answer's way unsafe. */
  #finish(): void {
    const socket = this.socket;
    this.idleSince = undefined;
    this.#waiting = '';
    this.#stopReading();
    if (this.#hasEnded) {
      socket.end();
      return;
    }
    lingerAtEnd(socket, this.options.listeners);
    socket.destroySoon();
  }

  #handOver(text: string): void {
    const socket = this.socket;
    this.#leave();
    socket.pause();
    this.#stopReading();
    socket.unshift(Buffer.from(text, 'latin1'));
    this.options.toParser(socket);
    socket.resume();
  }
}
