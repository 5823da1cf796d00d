import { setFlagsFromString } from 'node:v8';
import { Worker, type ResourceLimits, type WorkerOptions } from 'node:worker_threads';

/** Flags of a process, as in NODE_OPTIONS, that V8 puts in place of the limits of each thread that starts. */
const OVERRIDING_FLAGS = ['--max-old-space-size', '--max-heap-size', '--max-semi-space-size', '--min-semi-space-size'];

/**
 * Starts a thread that has its own limits whatever the process was started with. With `--max-semi-space-size` of 32 and more, V8 would
 * end the process instead of a thread that exceeds them. The main thread keeps what it has: it reads the flags at its start.
 * @see https://nodejs.org/api/worker_threads.html#new-workerfilename-options
 */
export function startLimitedThread(file: string, options: WorkerOptions & { readonly resourceLimits: ResourceLimits }): Worker {
  for (const flag of OVERRIDING_FLAGS) setFlagsFromString(`${flag}=0`);
  return new Worker(file, { execArgv: [], ...options });
}
