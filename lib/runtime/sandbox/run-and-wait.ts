import { MessageChannel, receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import { startLimitedThread } from '../limited-thread';
import { HEAP_MIB } from './sandbox-workers';
import type { SandboxJob, SandboxMessage, SandboxOutcome } from './jobs';

/** A job whose caller waits for it without an event loop; the data of its worker. */
export interface AwaitedJob {
  readonly job: SandboxJob;
  readonly answers: MessagePort;
  /** The number of messages that were sent. */
  readonly sent: Int32Array;
}

/** Time to start the worker, in ms. */
const START_MS = 10_000;

/** Runs one job in a worker of its own while this thread waits. The worker is terminated after its answer or at its deadline. */
export function runAndWait(job: SandboxJob, { file, deadlineMs }: { readonly file: string; readonly deadlineMs: number }): SandboxOutcome {
  const { port1, port2 } = new MessageChannel();
  const sent = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: AwaitedJob = { job, answers: port2, sent };
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MIB };
  const worker = startLimitedThread(file, { env: {}, workerData, transferList: [port2], resourceLimits });
  worker.unref();
  worker.on('error', () => undefined); // comes when this thread no longer waits: it has been answered as expired
  try {
    Atomics.wait(sent, 0, 0, START_MS);
    Atomics.wait(sent, 0, 1, deadlineMs);
    for (let received = next(port1); received !== undefined; received = next(port1)) if (received.type === 'answer') return received.answer;
    return { type: 'expired', reason: `it took longer than ${deadlineMs} ms` };
  } finally {
    void worker.terminate();
    port1.close();
  }
}

function next(port: MessagePort): SandboxMessage | undefined {
  return (receiveMessageOnPort(port) as { readonly message: SandboxMessage } | undefined)?.message; // the worker sends nothing else
}
