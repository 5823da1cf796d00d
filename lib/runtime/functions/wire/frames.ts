/**
 * The frames between the gateway and a function's process: length (8 hexadecimal digits, bytes of what follows), kind (1 character), nonce
 * (16 ASCII characters), body (UTF-8 text; bytes in a chunk, a raw call and a text result). Everything but the body is ASCII, so that the
 * gateway joins the frames of one turn of the event loop as text and converts them to bytes together; the instance joins their bytes.
 * Either way one system call serves many frames. Both sides use this file; it imports nothing of the gateway.
 */

// Taken before user code runs, which may replace them in the instance.
const { parse, stringify } = JSON;
const { fromCharCode } = String;

/** The file descriptor of a process's end of the call socket. */
export const CALL_SOCKET_FD = 5;

export const FRAME = {
  /** To the instance: a call. The body is the call's head as JSON, a line feed, and the event's JSON text. */
  call: 1,
  /** From the instance: the handler is loaded. */
  ready: 2,
  /** From the instance: the handler could not be loaded; the body is an error document. */
  initError: 3,
  /** From the instance: the returned value as JSON text. */
  result: 4,
  /** From the instance: the handler threw or rejected; the body is an error document. */
  functionError: 5,
  /** From the instance: the returned value was too large; the body is its size in bytes. */
  resultTooLarge: 6,
  /** From the instance: it takes no more calls and ends; the body is an exit notice. */
  exitNotice: 7,
  /** From the instance: bytes of a response stream, as many as the instance has credit for. */
  chunk: 8,
  /** From the instance: the response stream is complete. */
  streamEnd: 9,
  /** To the instance: credit for more bytes of a stream, as a decimal number. */
  credit: 10,
  /** To the instance: nobody reads the stream any more. */
  cancel: 11,
  /** To an unassigned process, once and first: its function; the body is its settings as JSON. */
  assign: 12,
  /** To the instance: what the raw calls of one method have in common, as JSON. */
  route: 13,
  /** To the instance: a call whose event the instance builds from the request's bytes. */
  rawCall: 14,
  /** From the instance: a result as text, if the call allows it. */
  textResult: 17,
  /** From the instance: how many calls may wait in its pipeline, given how short they are; a decimal number. */
  pipelineDepth: 15,
  /** To the instance: calls wait in the call socket; the body is how many bytes each has there, as decimal numbers with commas. */
  calls: 18,
  /** From the instance: a fact about the handler that belongs in the gateway's log; the body is the notice. */
  notice: 19,
  /** From an instance that a debugger can attach to, before it loads the handler: port and path of its inspector on 127.0.0.1. */
  inspector: 20,
  /** From such an instance, in its place: no debugger can attach; the body is the reason. */
  noDebugger: 21,
} as const;

/** A notice of an instance about its handler. */
export type Notice = 'result-ignored' | 'not-async';

/** The head of a call frame, which precedes the event. */
export interface CallHead {
  /** The handler's `context.awsRequestId`. */
  readonly invocationId: string;
  readonly remainingMs: number;
  readonly traceId?: string;
  /** The gateway takes the response as a stream. */
  readonly isStreamed?: boolean;
  /** The gateway takes the result as text. */
  readonly takesText?: boolean;
  /** The value of the handler's `context.clientContext`, from the caller. */
  readonly clientContext?: unknown;
}

/** The error of a handler, as Lambda reports it. */
export interface ErrorDocument {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace: readonly string[];
}

/** Bytes of one stream that an instance may send before the gateway has passed them on: the memory cost of a slow client. */
export const STREAM_WINDOW_BYTES = 256 * 1024;

/** Maximum size of a chunk in bytes. */
export const MAX_CHUNK_BYTES = 64 * 1024;

/** The nonce of frames that belong to no call. */
export const NO_NONCE = '0'.repeat(16);

/** Begins the line that an instance writes to its output at the end of a call, followed by the call's nonce. */
export const OUTPUT_MARK = '\u0000end of call ';

const LENGTH_BYTES = 8;
const NONCE_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES;

/** Bytes of a frame before its body. */
export const FRAME_HEAD_BYTES = LENGTH_BYTES + HEAD_BYTES;

/** The encoded lengths of most frames. */
const lengths: string[] = [];
const SHORT_BYTES = 4_096;

function lengthText(bytes: number): string {
  if (bytes >= SHORT_BYTES) return bytes.toString(16).padStart(LENGTH_BYTES, '0');
  return lengths[bytes] ??= bytes.toString(16).padStart(LENGTH_BYTES, '0');
}

/** The part of a frame before its body. */
export function frameHead(kind: number, nonce: string, bodyBytes: number): string {
  return lengthText(HEAD_BYTES + bodyBytes) + fromCharCode(kind) + nonce;
}

const DIGITS = Buffer.from('0123456789abcdef');

/** Writes the same where the body's bytes are behind it already. */
export function writeFrameHead(bytes: Uint8Array, at: number, frame: Readonly<{ kind: number; nonce: string; bodyBytes: number }>): void {
  const { kind, nonce, bodyBytes } = frame;
  let rest = HEAD_BYTES + bodyBytes;
  for (let index = at + LENGTH_BYTES - 1; index >= at; index--) {
    bytes[index] = DIGITS[rest & 15] ?? 0;
    rest >>>= 4;
  }
  bytes[at + LENGTH_BYTES] = kind;
  for (let index = 0; index < NONCE_BYTES; index++) bytes[at + LENGTH_BYTES + 1 + index] = nonce.charCodeAt(index);
}

/** The body of a call frame. The event's text is passed on unchanged. */
export function encodeCall(head: CallHead, event: string): string {
  return `${stringify(head)}\n${event}`;
}

/** The head and the event's JSON text of a call frame's body. */
export function decodeCall(body: string): { readonly head: CallHead; readonly event: string } {
  const end = body.indexOf('\n');
  // written by encodeCall
  return { head: parse(body.slice(0, end)) as CallHead, event: body.slice(end + 1) };
}

export interface FrameListener {
  /** The bodies of raw calls and text results have one character per byte. */
  readonly frame: (kind: number, nonce: string, body: string) => void;
  /** A chunk; the receiver may keep its bytes. */
  readonly chunk?: (nonce: string, bytes: Buffer) => void;
  /** The bytes are not frames, or a frame is too large; nothing more is read. */
  readonly broken: (reason: string) => void;
}

/** Splits a stream of bytes into frames of at most `maxFrameBytes`. */
export class FrameReader {
  #pieces: Buffer[] = [];
  #heldBytes = 0;
  #neededBytes = 0;
  #isBroken = false;

  public constructor(private readonly listener: FrameListener, private readonly maxFrameBytes: number) {}

  /** Hot path: one call per read; a frame that arrived in one piece is not copied before it is decoded. */
  public push(piece: Buffer): void {
    if (this.#heldBytes === 0) {
      this.#cut(piece, piece.length);
      return;
    }
    this.#pieces.push(piece);
    this.#heldBytes += piece.length;
    if (this.#heldBytes < this.#neededBytes) return;
    const whole = Buffer.concat(this.#pieces, this.#heldBytes);
    this.#pieces = [];
    this.#heldBytes = 0;
    this.#cut(whole, whole.length);
  }

  /** Whole frames at the beginning of a buffer that is used again. */
  public pushWhole(bytes: Buffer, end: number): void {
    this.#cut(bytes, end);
  }

  #cut(bytes: Buffer, end: number): void {
    let at = 0;
    let neededBytes = LENGTH_BYTES;
    while (!this.#isBroken && end - at >= LENGTH_BYTES) {
      const length = readLength(bytes, at);
      if (!(length >= HEAD_BYTES && length <= this.maxFrameBytes)) {
        this.#isBroken = true;
        this.listener.broken(Number.isNaN(length) ? 'bytes that are not a valid frame' : `a frame of ${length} bytes`);
        return;
      }
      neededBytes = LENGTH_BYTES + length;
      if (end - at < neededBytes) break;
      this.#deliver(bytes, at + LENGTH_BYTES, at + neededBytes);
      at += neededBytes;
      neededBytes = LENGTH_BYTES;
    }
    if (!this.#isBroken && at < end) this.#hold(bytes.subarray(at, end), neededBytes);
  }

  #deliver(bytes: Buffer, start: number, end: number): void {
    const kind = bytes[start] ?? 0;
    if (kind === FRAME.textResult) {
      // hot path: one conversion for both; the nonce of a call is kept while it runs, and must not keep its body
      const text = bytes.toString('latin1', start + 1, end);
      this.listener.frame(kind, text.slice(0, NONCE_BYTES), text.slice(NONCE_BYTES));
      return;
    }
    const nonce = bytes.toString('latin1', start + 1, start + HEAD_BYTES);
    if (kind === FRAME.chunk) this.listener.chunk?.(nonce, bytes.subarray(start + HEAD_BYTES, end));
    else this.listener.frame(kind, nonce, bytes.toString(kind === FRAME.rawCall ? 'latin1' : 'utf8', start + HEAD_BYTES, end));
  }

  #hold(rest: Buffer, neededBytes: number): void {
    this.#pieces = [rest];
    this.#heldBytes = rest.length;
    this.#neededBytes = neededBytes;
  }
}

/** The value of eight hexadecimal digits; NaN if they are not digits. */
function readLength(bytes: Buffer, at: number): number {
  let length = 0;
  for (let index = at; index < at + LENGTH_BYTES; index++) {
    const code = bytes[index] ?? 0;
    const digit = code >= 48 && code <= 57 ? code - 48 : code >= 97 && code <= 102 ? code - 87 : NaN;
    length = length * 16 + digit;
  }
  return length;
}
