import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { FRAME, frameHead, FrameReader, type FrameListener } from '../frames';
import { FrameWriter } from '../frame-writer';
import { openJournal } from './journal';
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
  /** Keeps what was sent and has not left yet where the gateway finds it, whatever becomes of this process. */
  readonly keep: () => void;
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
  readonly onPlainCall: (nonce: string, body: string) => void;
  readonly onRoute: (body: string) => void;
  readonly onScene: (body: string) => void;
  /** What the gateway says of a running stream. */
  readonly onStream: (kind: number, nonce: string, body: string) => void;
}

/** Hands each frame to who wants it. */
export function incomingFrames({ onBecome, onCall, onPlainCall, onRoute, onScene, onStream }: ChannelOptions): FrameListener['frame'] {
  return (kind, nonce, body) => {
    if (kind === FRAME.plainCall) onPlainCall(nonce, body);
    else if (kind === FRAME.call) onCall(nonce, body);
    else if (kind === FRAME.scene) onScene(body);
    else if (kind === FRAME.route) onRoute(body);
    else if (kind === FRAME.become) onBecome(body);
    else onStream(kind, nonce, body);
  };
}

/** The instance's end of the channel. When the gateway goes, so does the instance. */
export function openChannel(options: ChannelOptions): Channel {
  const socket = new Socket({ fd: CHANNEL_FD, readable: true, writable: true });
  lockSocketFiles(socket);
  const reader = new FrameReader({
    frame: incomingFrames(options),
    broken: () => process.exit(1),
  }, MAX_INCOMING_BYTES);
  socket.on('data', (bytes: Buffer) => reader.push(bytes));
  socket.on('error', () => process.exit(1));
  socket.on('close', () => process.exit(1));
  const journal = openJournal();
  const writer = new FrameWriter((data, encoding) => {
    journal.rewind();
    if (typeof data === 'string') socket.write(data, encoding);
    else socket.write(data);
  });
  return {
    send: (kind, nonce, body) => writer.add(kind, nonce, body),
    sendBytes: (kind, nonce, body) => writer.addBytes(kind, nonce, body),
    sendNow: (kind, nonce, body) => {
      const last = writer.take() + frameHead(kind, nonce, byteLength(body)) + body;
      journal.append(last);
      // what is in the socket's own queue must not be overtaken
      if (socket.writableLength === 0) writeAll(Buffer.from(last, 'utf8'));
    },
    keep: () => {
      const text = writer.takeFresh();
      if (text === '' || journal.append(text)) return;
      writer.flush();
    },
    leave: () => {
      // a gateway that writes to the other end meanwhile gets an error, and reads no more of this one
      journal.append(writer.takeFresh());
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
