import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { CALL_SOCKET_FD, frameHead, FrameReader, type FrameListener } from '../frames';
import { FrameWriter } from '../frame-writer';
import { openAnswerLog } from './answer-log';
import { openCallReader } from './call-reader';
import { lockSocketFiles } from './lock-files';

const CHANNEL_FD = 3;
/** Events may be as large as the gateway lets requests be; the gateway is trusted not to send more. */
const MAX_INCOMING_BYTES = 64 * 1024 * 1024;

// Taken before user code runs, which may replace them.
const { byteLength } = Buffer;
const atEndOfTurn = setImmediate;

export interface Channel {
  readonly send: (kind: number, nonce: string, body: string) => void;
  readonly sendBytes: (kind: number, nonce: string, body: Uint8Array) => void;
  /** Sends before it returns, for a process that exits; nothing when earlier frames are still on their way. */
  readonly sendNow: (kind: number, nonce: string, body: string) => void;
  /**
   * Keeps what was sent and has not left yet where the gateway finds it, whatever becomes of this process.
   * @returns whether that is done; else `resume` is called when it is
   */
  readonly keep: (resume: () => void) => boolean;
  /** Takes a call of so many bytes out of the call socket and hands on its frames. @returns false when not all of it is there yet */
  readonly takeCall: (bytes: number) => boolean;
  /** Ends the process as soon as everything sent has left it. */
  readonly leave: () => void;
  /** While not held, the channel alone does not keep the process running. */
  readonly hold: () => void;
  readonly release: () => void;
}

export interface ChannelOptions {
  /** A frame that came over the channel. */
  readonly onFrame: FrameListener['frame'];
  /** A frame of a call that was taken out of the call socket: the call begins. */
  readonly onCallFrame: FrameListener['frame'];
}

/** The instance's end of the channel. When the gateway goes, so does the instance. */
export function openChannel(options: ChannelOptions): Channel {
  const socket = new Socket({ fd: CHANNEL_FD, readable: true, writable: true });
  lockSocketFiles(socket);
  const reader = new FrameReader({ frame: options.onFrame, broken: () => process.exit(1) }, MAX_INCOMING_BYTES);
  socket.on('data', (bytes: Buffer) => reader.push(bytes));
  socket.on('error', () => process.exit(1));
  socket.on('close', () => process.exit(1));
  const answerLog = openAnswerLog();
  let onSent: (() => void) | undefined;
  const sent = () => {
    if (onSent === undefined || socket.writableLength > 0) return;
    const resume = onSent;
    onSent = undefined;
    resume();
  };
  const writer = new FrameWriter((data, encoding) => {
    answerLog.rewind();
    if (typeof data === 'string') socket.write(data, encoding, sent);
    else socket.write(data, sent);
  });
  return {
    send: (kind, nonce, body) => writer.add(kind, nonce, body),
    sendBytes: (kind, nonce, body) => writer.addBytes(kind, nonce, body),
    sendNow: (kind, nonce, body) => {
      const last = writer.take() + frameHead(kind, nonce, byteLength(body)) + body;
      answerLog.append(last);
      // what is in the socket's own queue must not be overtaken
      if (socket.writableLength === 0) writeAll(Buffer.from(last, 'utf8'));
    },
    keep: (resume) => {
      const text = writer.takeFresh();
      if (text !== '' && !answerLog.append(text)) writer.flush();
      // an answer that is too long for the log must have left before another call can end this process
      const isKept = socket.writableLength === 0;
      if (!isKept) onSent = resume;
      return isKept;
    },
    takeCall: openCallReader(CALL_SOCKET_FD, options.onCallFrame),
    leave: () => {
      // a gateway that writes to the other end meanwhile gets an error, and reads no more of this one
      answerLog.append(writer.takeFresh());
      writer.flush();
      atEndOfTurn(() => socket.end(() => process.exit(1)));
    },
    hold: () => socket.ref(),
    release: () => socket.unref(),
  };
}

function writeAll(bytes: Buffer): void {
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(CHANNEL_FD, bytes, at);
  } catch {
    // the gateway is gone or does not read; it sees the exit instead
  }
}
