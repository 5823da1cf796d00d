import type { ChildProcess } from 'node:child_process';
import cluster, { type Worker } from 'node:cluster';
import type { Readable } from 'node:stream';
import { GatewayError } from '../../../errors';
import { workerFile } from '../../system/host-file';
import { LIVENESS_FD } from './messages';

export interface Forked {
  readonly worker: Worker;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves when the process and all instances of functions that it had are gone. */
  readonly gone: Promise<void>;
}

/** Options of this process that would start something other than the worker's program, or a second debugger. */
const NOT_FOR_WORKERS = /^(-[epi]|--eval|--print|--interactive|--test|--inspect.*|--watch.*)(=|$)/;

/**
 * Starts a worker process. All workers share the listening socket, and each accepts on its own (SCHED_NONE): a free one
 * takes the next connection, and one that hangs takes none. The cluster module's settings of a surrounding program are
 * restored.
 * @throws WORKER_START_FAILED
 */
export function forkWorker(): Forked {
  const before = { ...cluster.settings };
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({
    exec: workerFile(),
    args: [],
    execArgv: process.execArgv.some((option) => /^(-[ep]|--eval|--print)/.test(option)) ? [] : process.execArgv.filter((option) => !NOT_FOR_WORKERS.test(option)),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc', 'pipe'],
    serialization: 'advanced',
  });
  const worker = cluster.fork();
  worker.on('error', () => undefined); // of its process, whose exit is what matters
  cluster.setupPrimary({
    exec: process.argv[1], args: process.argv.slice(2), execArgv: process.execArgv, stdio: undefined, serialization: 'json', ...before,
  });
  // where descriptors are lacking, Node makes no pipes, and tells later, with an event
  const { stdout, stderr, stdio }: Partial<Pick<ChildProcess, 'stdout' | 'stderr' | 'stdio'>> = worker.process;
  const alive = stdio?.[LIVENESS_FD];
  if (!stdout || !stderr || !alive) {
    worker.on('error', () => undefined);
    throw new GatewayError('WORKER_START_FAILED', { reason: 'EMFILE: too many open files, pipe' });
  }
  const gone = new Promise<void>((resolve) => {
    alive.once('close', resolve).on('error', () => undefined);
    if ('resume' in alive) alive.resume();
  });
  return { worker, stdout, stderr, gone };
}

/** A worker of a program's own cluster cannot have workers. */
export function mayHaveWorkers(): boolean {
  return cluster.isPrimary;
}
