import type { LocalFunctionEngine } from '../functions';
import type { FunctionEngine, FunctionStream, FunctionVersion, Invocation, InvocationOutcome } from '../ports';
import type { RemoteOutcome, RemotePart, FromWorker } from './messages';
import type { RpcClient } from './rpc-client';

/** Time that the way to the primary and back may take on top of a call's own. */
const WAY_MS = 1_000;
/** A disk under load may take this long to have an event durably. */
const KEEP_MS = 30_000;

/** What a worker's engine needs of the primary. */
export interface WorkerEngineParts {
  readonly local: LocalFunctionEngine;
  readonly rpc: RpcClient;
  readonly post: (message: FromWorker) => void;
  /** Workers of the gateway. */
  readonly count: number;
}

/**
 * The functions as a worker calls them: in instances of its own, or in the primary's. A function that may have fewer instances
 * than there are processes runs in the primary only; else a process without one could not answer. Events of asynchronous
 * invocations are the primary's, which owns their queue.
 */
export function workerEngine({ local, rpc, post, count }: WorkerEngineParts): FunctionEngine {
  const runsHere = (version: FunctionVersion): boolean => hasPlaceForAll(version, count);
  const streamOf = (stream: number): FunctionStream => ({
    next: async () => {
      // answered by the primary with a part
      const part = await rpc.request({ type: 'next', stream }, Infinity) as RemotePart;
      return part.type === 'chunk' ? { type: 'chunk', bytes: Buffer.from(part.bytes) } : part;
    },
    cancel: () => post({ type: 'cancel', stream }),
  });
  const invokeElsewhere = async (version: FunctionVersion, call: Invocation): Promise<InvocationOutcome> => {
    try {
      // answered by the primary with an outcome
      const outcome = await rpc.request({ type: 'invoke', version, call }, call.timeoutMs + WAY_MS) as RemoteOutcome;
      return outcome.type === 'remote-stream' ? { type: 'stream', stream: streamOf(outcome.stream) } : outcome;
    } catch (error) {
      return { type: 'failed', code: 'FUNCTION_CRASHED', reason: error instanceof Error ? error.message : String(error) };
    }
  };
  return {
    invoke: (version, call) => (runsHere(version) ? local.invoke(version, call) : invokeElsewhere(version, call)),
    call: local.call,
    runsHere,
    invokeAsync: async (version, call) => {
      await rpc.request({ type: 'keep', version, call }, KEEP_MS);
    },
    retain: local.retain,
    close: local.close,
  };
}

/** Whether each worker and the primary can have an instance at the same time. */
export function hasPlaceForAll({ maxInstances }: Pick<FunctionVersion, 'maxInstances'>, count: number): boolean {
  return maxInstances > count;
}
