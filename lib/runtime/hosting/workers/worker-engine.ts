import { GatewayError } from '../../../errors';
import type { LocalFunctionEngine } from '../../functions';
import type { FunctionEngine, FunctionStream, FunctionVersion, Invocation, InvocationOutcome } from '../../ports';
import type { RemoteOutcome, RemotePart, FromWorker } from './messages';
import type { RpcClient } from './rpc-client';

/** Time allowed for the round trip to the primary, on top of a call's own limit. */
const RPC_MARGIN_MS = 1_000;
/** Time allowed for storing an event durably on a busy disk. */
const STORE_MS = 30_000;

export interface WorkerEngineParts {
  readonly local: LocalFunctionEngine;
  readonly rpc: RpcClient;
  readonly post: (message: FromWorker) => void;
  readonly count: number;
}

/**
 * The engine of a worker: calls functions in instances of its own, or in the primary's. A function with fewer instances
 * than there are processes runs in the primary only; otherwise a process without an instance could not answer. Asynchronous
 * events go to the primary, which owns their queue.
 */
export function workerEngine({ local, rpc, post, count }: WorkerEngineParts): FunctionEngine {
  const runsHere = (version: FunctionVersion): boolean => hasInstanceForEach(version, count);
  const streamOf = (stream: number): FunctionStream => ({
    next: async () => {
      // answered by the primary with a part
      const part = await rpc.request({ type: 'next', stream }, Infinity) as RemotePart;
      return part.type === 'chunk' ? { type: 'chunk', bytes: Buffer.from(part.bytes) } : part;
    },
    cancel: () => post({ type: 'cancel', stream }),
  });
  /** Nobody reads a stream that begins after the deadline of its call. */
  const releaseLate = (late: unknown): void => {
    const outcome = late as RemoteOutcome; // the same answer, only later
    if (outcome.type === 'remote-stream') post({ type: 'cancel', stream: outcome.stream });
  };
  const invokeElsewhere = async (version: FunctionVersion, call: Invocation): Promise<InvocationOutcome> => {
    try {
      // answered by the primary with an outcome
      const outcome = await rpc.request({ type: 'invoke', version, call }, call.timeoutMs + RPC_MARGIN_MS, releaseLate) as RemoteOutcome;
      return outcome.type === 'remote-stream' ? { type: 'stream', stream: streamOf(outcome.stream) } : outcome;
    } catch (error) {
      const isLate = GatewayError.isGatewayError(error) && error.code === 'PRIMARY_UNREACHABLE';
      if (isLate) return { type: 'timeout', timeoutMs: call.timeoutMs, limit: 'caller' };
      return { type: 'failed', code: 'FUNCTION_CRASHED', reason: error instanceof Error ? error.message : String(error) };
    }
  };
  return {
    invoke: (version, call) => (runsHere(version) ? local.invoke(version, call) : invokeElsewhere(version, call)),
    call: (version, call, settle) => {
      if (local.call !== undefined && runsHere(version)) {
        local.call(version, call, settle);
        return;
      }
      const { requestId, invocationId, timeoutMs, traceId, isStreamed, payload } = call;
      const optional = { ...(traceId === undefined ? {} : { traceId }), ...(isStreamed === undefined ? {} : { isStreamed }) };
      void invokeElsewhere(version, { requestId, invocationId, timeoutMs, ...optional, payload: payload.json() }).then(settle);
    },
    invokeAsync: async (version, call) => {
      await rpc.request({ type: 'keep', version, call }, STORE_MS);
    },
    retain: local.retain,
    close: local.close,
  };
}

/** Whether each worker and the primary can have an instance at the same time. */
function hasInstanceForEach({ maxInstances }: Pick<FunctionVersion, 'maxInstances'>, count: number): boolean {
  return maxInstances > count;
}
