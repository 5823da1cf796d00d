import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { Duplex, PassThrough } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import { startLimitedThread } from '../../limited-thread';
import { CallSocket } from '../process/call-socket';
import { FrameWire } from '../process/frame-wire';
import type { LaunchedProcess, LaunchOrder } from '../process/launch';
import type { EngineSettings } from '../options';
import { ownBytes, type ThreadData, type ThreadMessage } from './messages';

/** Extra memory for young objects in V8, as set for processes: three semi-spaces of 8 MiB. */
const YOUNG_MIB = 24;

/** Starts a thread in the gateway's own process that looks like a process to its instance. */
export async function launchThread(
  { hostFile }: EngineSettings, { directory, environment }: Pick<LaunchOrder, 'directory' | 'environment'>, memoryMiB: number,
): Promise<LaunchedProcess> {
  const callSocket = process.platform === 'win32' ? undefined : await CallSocket.open(directory);
  const worker = startLimitedThread(hostFile, {
    argv: [],
    workerData: { callSocketFd: callSocket?.fd } satisfies ThreadData,
    env: environment,
    resourceLimits: { maxOldGenerationSizeMb: Math.max(32, Math.floor(memoryMiB * 0.75)), maxYoungGenerationSizeMb: YOUNG_MIB },
    stdout: true,
    stderr: true,
  });
  // the host writes through its own messages; Node's own output belongs to no call
  worker.stdout.resume();
  worker.stderr.resume();
  const channel = channelTo(worker);
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  worker.on('message', ({ to, bytes }: ThreadMessage) => {
    const received = Buffer.from(bytes.buffer);
    if (to === 'channel') channel.push(received);
    else streams[to].write(received);
  });
  // an instance uses these of its child: the id, which a thread does not have, `once` and `kill`
  const child = new ThreadChild(worker, streams) as unknown as ChildProcess;
  child.once('close', () => callSocket?.close());
  const wire = new FrameWire({ channel, answerLog: { read: () => Buffer.alloc(0) }, callSocket, buildsEvents: true });
  return { child, ...streams, wire };
}

function channelTo(worker: Worker): Duplex {
  return new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      const bytes = ownBytes(chunk, 'utf8');
      worker.postMessage(bytes, [bytes.buffer]);
      done();
    },
  });
}

/** The events of a thread as those of a process: `exit` with a code or a signal, then `close` when all output has been read. */
class ThreadChild extends EventEmitter {
  public readonly pid = undefined;
  #isOutOfMemory = false;

  public constructor(private readonly worker: Worker, { stdout, stderr }: { readonly stdout: PassThrough; readonly stderr: PassThrough }) {
    super();
    worker.on('error', (error: Error & { readonly code?: string }) => {
      this.#isOutOfMemory ||= error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      stderr.write(`${error.message}\n`);
      // V8's message, which a process prints before it ends
      if (this.#isOutOfMemory) stderr.write('JavaScript heap out of memory\n');
    });
    worker.once('exit', (code) => {
      stdout.end();
      stderr.end();
      const isRead = Promise.allSettled([once(stdout, 'end'), once(stderr, 'end')]);
      // so that the explanation of the end has been read before
      setImmediate(() => this.emit('exit', ...(this.#isOutOfMemory ? [null, 'SIGABRT'] : [code, null])));
      void isRead.then(() => setImmediate(() => this.emit('close')));
    });
  }

  public kill(): boolean {
    void this.worker.terminate();
    return true;
  }
}
