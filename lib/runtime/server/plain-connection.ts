import type { Socket } from 'node:net';
import type { Reply } from '../exchange';
import { viewerOf, type IsTrusted, type Viewer } from '../front/viewer';
import { readPlainHead, type PlainHead } from '../plain/plain-head';
import type { PlainReply } from '../plain/plain-reply';
import type { PlainAsk, PlainRequest, Respond } from '../plain/serve-plain';
import { plainText, replyBytes } from './plain-text';
import { peerOf } from './read-request';
import type { SendWatch } from './send-watch';
import { PIECE_BYTES, writePieces } from './write-reply';

/** Bodies of plain requests have this many bytes at the most; what has not arrived with its head is not plain either. */
const PLAIN_BODY_BYTES = 65_536;
/** Bytes that may wait behind a request that is being answered. */
const WAITING_BYTES = 65_536;
/** What a connection remembers of its last request is no longer than this, with the body. */
const REMEMBERED_CHARACTERS = 4_096;

export interface PlainOptions {
  /** Serves a plain request by the short way; false when it has to go the long one, and nothing has happened. */
  readonly servePlain: (request: PlainRequest, respond: Respond) => boolean;
  readonly now: () => number;
  readonly isTrusted: IsTrusted;
  readonly watch: SendWatch;
  readonly isClosing: () => boolean;
  /** For the Keep-Alive header. */
  readonly idleTimeoutMs: number;
  /** Gives a connection to Node's server, which sees all its bytes that were not answered. */
  readonly toParser: (socket: Socket) => void;
}

/** One connection of a client that has sent nothing but plain requests so far. */
export class PlainConnection {
  /** Since when the client is waited for; nothing while a request is answered. */
  public idleSince: number | undefined = performance.now();
  public wasUsed = false;
  readonly #socket: Socket;
  readonly #options: PlainOptions;
  readonly #leave: () => void;
  readonly #peer: Viewer;
  readonly #isTrusted: boolean;
  #lastAsk: PlainAsk | undefined;
  #waiting = '';
  #hasEnded = false;
  #closes = false;

  public constructor(socket: Socket, options: PlainOptions, leave: () => void) {
    this.#socket = socket;
    this.#options = options;
    this.#leave = leave;
    this.#peer = peerOf(socket);
    this.#isTrusted = options.isTrusted(this.#peer.sourceIp);
    socket.on('data', this.#onData);
    socket.on('end', this.#onEnd);
    socket.on('error', this.destroy);
    socket.on('close', leave);
  }

  /** Holds no more than it must while the client asks nothing. */
  public forget(): void {
    this.#lastAsk = undefined;
  }

  public readonly destroy = (): void => {
    this.#socket.destroy();
  };

  /** Hot path: nearly always one request in one piece. */
  readonly #onData = (chunk: Buffer): void => {
    const text = chunk.toString('latin1');
    if (this.idleSince !== undefined) {
      this.#read(text);
      return;
    }
    this.#waiting += text;
    if (this.#waiting.length > WAITING_BYTES) this.#socket.pause();
  };

  /** A client that closes its side still gets its answer. */
  readonly #onEnd = (): void => {
    this.#hasEnded = true;
    if (this.idleSince !== undefined) this.#socket.end();
  };

  #read(text: string): void {
    const ask = this.#askOf(text);
    const end = ask === undefined ? 0 : ask.head.end + ask.head.contentLength;
    if (ask === undefined || ask.head.contentLength > PLAIN_BODY_BYTES || text.length < end) {
      this.#handOver(text);
      return;
    }
    this.#waiting = end === text.length ? '' : text.slice(end);
    this.#closes = ask.head.closes;
    this.idleSince = undefined;
    this.wasUsed = true;
    const body = end === ask.head.end ? '' : text.slice(ask.head.end, end);
    if (!this.#options.servePlain({ ask, body, receivedAt: this.#options.now() }, this.#respond)) this.#handOver(text);
  }

  /** Most clients send the same head again; it is not read twice. */
  #askOf(text: string): PlainAsk | undefined {
    const last = this.#lastAsk;
    if (last !== undefined && (text === last.text || text.startsWith(last.text))) return last;
    const head = readPlainHead(text, 0);
    if (head === undefined) return undefined;
    const sent = head.end === text.length ? text : text.slice(0, head.end);
    const ask = { head, text: sent, peerIp: this.#peer.sourceIp, ...this.#viewerOf(head) };
    this.#lastAsk = text.length <= REMEMBERED_CHARACTERS ? ask : undefined;
    return ask;
  }

  #viewerOf({ headers }: PlainHead): Viewer {
    return this.#isTrusted ? viewerOf(this.#peer, headers, this.#options.isTrusted) : this.#peer;
  }

  readonly #respond = (reply: PlainReply | Reply): void => {
    const socket = this.#socket;
    if (socket.destroyed) return;
    this.#closes ||= this.#hasEnded || this.#options.isClosing();
    const keepAliveSeconds = this.#closes ? undefined : Math.floor(this.#options.idleTimeoutMs / 1_000);
    if ('head' in reply && reply.body.length <= PIECE_BYTES) {
      socket.write(plainText(reply, keepAliveSeconds), 'latin1');
      this.#whenTaken();
    } else {
      const bytes = 'head' in reply ? Buffer.from(plainText(reply, keepAliveSeconds), 'latin1') : replyBytes(reply, keepAliveSeconds);
      const sending = this.#options.watch.begin(socket, bytes.length);
      socket.once('close', sending.end);
      const done = (): void => {
        socket.off('close', sending.end);
        sending.end();
        this.#next();
      };
      writePieces(socket, bytes, { progress: sending.progress, done });
    }
  };

  /** Most answers are in the kernel's hands by now; a client that does not read is watched. */
  #whenTaken(): void {
    const socket = this.#socket;
    if (socket.writableLength === 0) {
      this.#next();
      return;
    }
    const sending = this.#options.watch.begin(socket, socket.writableLength);
    const done = (): void => {
      sending.end();
      socket.off('drain', done).off('close', done);
      if (!socket.destroyed) this.#next();
    };
    socket.on('drain', done).on('close', done);
  }

  #next(): void {
    if (this.#closes) {
      this.#socket.end();
      return;
    }
    this.idleSince = performance.now();
    if (this.#waiting === '') {
      if (this.#hasEnded) this.#socket.end();
      return;
    }
    const text = this.#waiting;
    this.#waiting = '';
    this.#socket.resume();
    this.#read(text);
  }

  #handOver(text: string): void {
    const socket = this.#socket;
    socket.off('data', this.#onData).off('end', this.#onEnd).off('error', this.destroy).off('close', this.#leave);
    this.#leave();
    socket.pause();
    socket.unshift(Buffer.from(text, 'latin1'));
    this.#options.toParser(socket);
    socket.resume();
  }
}
