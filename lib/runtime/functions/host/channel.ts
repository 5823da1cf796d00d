import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { ANSWER_LOG_BYTES, ANSWER_LOG_FD } from '../wire/answer-log';
import { CALL_SOCKET_FD, FrameReader, type FrameListener } from '../wire/frames';
import { openCallReader } from './call-reader';
import { FrameBuffer, frameOf } from './frame-buffer';

const CHANNEL_FD = 3;
const NOTHING = new Uint8Array(0);
/** Events may be as large as the gateway lets requests be; the gateway is trusted not to send more. */
const MAX_INCOMING_BYTES = 64 * 1024 * 1024;

// Taken before user code runs, which may replace them.
const atEndOfTurn = setImmediate;
const writeNow = writeSync;
const { concat, from: bufferOf } = Buffer;

export interface Channel {
  /** The socket that it is; undefined in a thread. */
  readonly socket: Socket | undefined;
  readonly send: (kind: number, nonce: string, body: string) => void;
  readonly sendBytes: (kind: number, nonce: string, body: Uint8Array) => void;
  /** Sends synchronously, for a process that exits; does nothing if earlier frames are still being sent. */
  readonly sendNow: (kind: number, nonce: string, body: string) => void;
  /** Saves frames that have not left yet where the gateway can read them. @returns whether that is done; if not, it calls `resume` later */
  readonly keep: (resume: () => void) => boolean;
  /** Takes a call of this many bytes out of the call socket and dispatches its frames. @returns false if it is not complete yet */
  readonly takeCall: (bytes: number) => boolean;
  /** Sends nothing, so that V8 has compiled by then what sending needs. */
  readonly rehearse: () => void;
  /** Ends the process once everything has been sent. */
  readonly leave: () => void;
  /** Unless held, the channel does not keep the process running. */
  readonly hold: () => void;
  readonly release: () => void;
}

export interface ChannelOptions {
  readonly onFrame: FrameListener['frame'];
  /** A frame of a call from the call socket: the call begins. */
  readonly onCallFrame: FrameListener['frame'];
}

/** The instance's end of the channel. The instance ends with the gateway. */
export function openChannel(options: ChannelOptions): Channel {
  const socket = new Socket({ fd: CHANNEL_FD, readable: true, writable: true });
  const reader = new FrameReader({ frame: options.onFrame, broken: () => process.exit(1) }, MAX_INCOMING_BYTES);
  socket.on('data', (bytes: Buffer) => reader.push(bytes));
  socket.on('error', () => process.exit(1));
  socket.on('close', () => process.exit(1));
  let logEnd = 0;
  /** Writes to the answer log. @returns whether the frames fit */
  const log = (bytes: Uint8Array, from: number, to: number): boolean => {
    if (logEnd + to - from > ANSWER_LOG_BYTES) return false;
    if (to > from) logEnd += writeNow(ANSWER_LOG_FD, bytes, from, to - from, logEnd);
    return true;
  };
  const takeCall = openCallReader(CALL_SOCKET_FD, options.onCallFrame);
  let onSent: (() => void) | undefined;
  const sent = () => {
    if (onSent === undefined || socket.writableLength > 0) return;
    const resume = onSent;
    onSent = undefined;
    resume();
  };
  const frames = new FrameBuffer((bytes) => {
    logEnd = 0;
    socket.write(bytes, sent);
  });
  return {
    socket,
    send: (kind, nonce, body) => frames.add(kind, nonce, body),
    sendBytes: (kind, nonce, body) => frames.addBytes(kind, nonce, body),
    sendNow: (kind, nonce, body) => {
      frames.keep(log);
      const last = frameOf(kind, nonce, bufferOf(body));
      log(last, 0, last.byteLength);
      // must not overtake what is in the socket's own queue
      if (socket.writableLength === 0) writeAll(concat([frames.take(), last]));
    },
    keep: (resume) => {
      if (!frames.keep(log)) frames.flush();
      // an answer that is too long for the log must be sent before another call can end this process
      const isKept = socket.writableLength === 0;
      if (!isKept) onSent = resume;
      return isKept;
    },
    // a call that is taken by a process which cannot answer any more would be lost
    takeCall: (bytes) => !socket.destroyed && takeCall(bytes),
    rehearse: () => {
      // not tried on Windows, where a pipe may report such a write as its end
      if (process.platform !== 'win32') socket.write(NOTHING);
    },
    leave: () => {
      // if the gateway writes to the other end meanwhile, it gets an error and stops reading from this one
      frames.keep(log);
      frames.flush();
      atEndOfTurn(() => socket.end(() => process.exit(1)));
    },
    hold: () => socket.ref(),
    release: () => socket.unref(),
  };
}

function writeAll(bytes: Uint8Array): void {
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(CHANNEL_FD, bytes, at);
  } catch {
    // the gateway is gone or is not reading; it sees the exit instead
  }
}
