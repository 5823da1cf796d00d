import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { encodeFrame, FRAME, FrameReader } from '../frames';

const CHANNEL_FD = 3;
/** Events may be as large as the gateway lets requests be; the gateway is trusted not to send more. */
const MAX_INCOMING_BYTES = 64 * 1024 * 1024;

export interface Channel {
  readonly send: (kind: number, nonce: string, body: string | Uint8Array) => void;
  /** Sends before it returns, for a process that exits; nothing when earlier frames are still on their way. */
  readonly sendNow: (kind: number, nonce: string, body: string) => void;
  /** Ends the process as soon as everything sent has left it. */
  readonly leave: () => void;
  /** While not held, the channel alone does not keep the process running. */
  readonly hold: () => void;
  readonly release: () => void;
}

export interface ChannelOptions {
  /** The first thing that is heard: which function this process is. */
  readonly onBecome: (body: string) => void;
  readonly onCall: (nonce: string, body: string) => void;
  /** What the gateway says of a running stream. */
  readonly onStream: (kind: number, nonce: string, body: string) => void;
  /** Frames of one turn of the event loop leave together; pays only when several calls run at the same time. */
  readonly isBatched: () => boolean;
}

/** The instance's end of the channel. When the gateway goes, so does the instance. */
export function openChannel(options: ChannelOptions): Channel {
  const socket = new Socket({ fd: CHANNEL_FD, readable: true, writable: true });
  const reader = new FrameReader({
    frame: (kind, nonce, body) => {
      if (kind === FRAME.call) options.onCall(nonce, body);
      else if (kind === FRAME.become) options.onBecome(body);
      else options.onStream(kind, nonce, body);
    },
    broken: () => process.exit(1),
  }, MAX_INCOMING_BYTES);
  socket.on('data', (bytes: Buffer) => reader.push(bytes));
  socket.on('error', () => process.exit(1));
  socket.on('close', () => process.exit(1));
  let waiting: Buffer[] = [];
  const flush = () => {
    const frames = waiting;
    waiting = [];
    if (frames.length > 0) socket.write(frames.length === 1 ? frames[0] ?? '' : Buffer.concat(frames));
  };
  const sendLater = (frame: Buffer) => {
    if (waiting.length === 0) setImmediate(flush);
    waiting.push(frame);
  };
  return {
    send: (kind, nonce, body) => {
      const frame = encodeFrame(kind, nonce, body);
      if (options.isBatched()) sendLater(frame);
      else socket.write(frame);
    },
    sendNow: (kind, nonce, body) => {
      // what is in the socket's own queue must not be overtaken
      if (socket.writableLength === 0) writeAll(Buffer.concat([...waiting, encodeFrame(kind, nonce, body)]));
      waiting = [];
    },
    leave: () => {
      setImmediate(() => socket.end(() => process.exit(1)));
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
