import { GatewayError } from '../../../errors';
import type { FromWorker, RpcRequest, RpcResponse } from './messages';
import { deserializeError } from './serialized-error';

/** How long the primary may take to answer from memory. */
export const RESPONSE_MS = 5_000;

interface Waiting {
  readonly settle: { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void };
  readonly request: RpcRequest;
  readonly deadlineAt: number;
  readonly onLate: OnLate | undefined;
}

/** Receives the value of an answer after its deadline, to release what it stands for. */
type OnLate = (value: unknown) => void;

export type RpcClient = ReturnType<typeof openRpcClient>;

/** Opens a worker's client. One timer handles all deadlines: an answer takes less than a millisecond. */
export function openRpcClient(post: (message: FromWorker) => void) {
  const waiting = new Map<number, Waiting>();
  const late = new Map<number, OnLate>();
  let last = 0;
  const expire = (): void => {
    const now = performance.now();
    for (const [id, { settle, request, deadlineAt, onLate }] of waiting) {
      if (deadlineAt > now) continue;
      waiting.delete(id);
      if (onLate !== undefined) late.set(id, onLate);
      settle.reject(new GatewayError('PRIMARY_UNREACHABLE', { request: request.type }));
    }
  };
  const timer = setInterval(expire, 100).unref();
  return {
    /** @param timeoutMs - default 5,000 @throws PRIMARY_UNREACHABLE if there is no answer by then, or the error in the answer */
    request: (request: RpcRequest, timeoutMs: number = RESPONSE_MS, onLate?: OnLate): Promise<unknown> => new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { settle: { resolve, reject }, request, deadlineAt: performance.now() + timeoutMs, onLate });
      post({ type: 'request', id, request });
    }),
    onResponse: (response: RpcResponse): void => {
      const settle = waiting.get(response.id)?.settle;
      waiting.delete(response.id);
      if ('error' in response) settle?.reject(deserializeError(response.error));
      else (settle?.resolve ?? late.get(response.id))?.(response.value);
      late.delete(response.id);
    },
    close: (): void => clearInterval(timer),
  };
}
