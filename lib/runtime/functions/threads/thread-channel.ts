import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { FrameWriter } from '../wire/frame-writer';
import { frameHead, FrameReader } from '../wire/frames';
import { openCallReader } from '../host/call-reader';
import type { Channel, ChannelOptions } from '../host/channel';
import { ownBytes, type ThreadData, type ThreadMessage } from './messages';

/** Events may be as large as the gateway lets requests be. */
const MAX_INCOMING_BYTES = 64 * 1024 * 1024;

// Taken before user code runs, which may replace them.
const { byteLength } = Buffer;

/** The channel of an instance in a thread. Messages leave the thread when they are posted, so no log is needed. */
export function openThreadChannel(options: ChannelOptions): Channel {
  const port = gatewayPort();
  const reader = new FrameReader({ frame: options.onFrame, broken: () => process.exit(1) }, MAX_INCOMING_BYTES);
  const { callSocketFd = -1 } = workerData as ThreadData; // set by launch-thread.ts
  port.on('message', (bytes: Uint8Array) => reader.push(Buffer.from(bytes.buffer)));
  const writer = new FrameWriter((data, encoding) => post(port, 'channel', ownBytes(data, encoding)));
  return {
    socket: undefined,
    send: (kind, nonce, body) => writer.add(kind, nonce, body),
    sendBytes: (kind, nonce, body) => writer.addBytes(kind, nonce, body),
    sendNow: (kind, nonce, body) => {
      writer.flush();
      post(port, 'channel', ownBytes(frameHead(kind, nonce, byteLength(body)) + body, 'utf8'));
    },
    keep: () => {
      writer.flush();
      return true;
    },
    takeCall: openCallReader(callSocketFd, options.onCallFrame),
    rehearse: () => undefined,
    leave: () => {
      writer.flush();
      process.exit(1);
    },
    hold: () => port.ref(),
    release: () => port.unref(),
  };
}

/** Makes output leave the thread before the writing call returns, so that nothing is lost when the thread ends. */
export function openThreadOutput(): void {
  const port = gatewayPort();
  for (const to of ['stdout', 'stderr'] as const) {
    process[to]._write = (chunk: string | Uint8Array, encoding, done) => {
      post(port, to, ownBytes(chunk, encoding));
      done();
    };
  }
}

function post(port: MessagePort, to: ThreadMessage['to'], bytes: Uint8Array<ArrayBuffer>): void {
  const message: ThreadMessage = { to, bytes };
  port.postMessage(message, [bytes.buffer]);
}

function gatewayPort(): MessagePort {
  if (parentPort === null) throw new Error('this is not a thread of a gateway'); // impossible: the caller has checked
  return parentPort;
}
