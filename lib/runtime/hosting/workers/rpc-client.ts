import { GatewayError } from '../../../errors';
import type { FromWorker, RpcRequest, RpcResponse } from './messages';
import { deserializeError } from './serialized-error';

/** How long the primary may take to answer from memory. */
export const RESPONSE_MS = 5_000;

interface Waiting {
  readonly settle: { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void };
  readonly request: RpcRequest;
  readonly deadlineAt: number;
}

/** A worker's requests to the primary. */
export interface RpcClient {
  /** @param timeoutMs - default 5,000 @throws PRIMARY_UNREACHABLE if there is no answer by then, or the error in the answer */
  readonly request: (request: RpcRequest, timeoutMs?: number) => Promise<unknown>;
  readonly onResponse: (response: RpcResponse) => void;
  readonly close: () => void;
}

/** Opens a worker's client. One timer handles all deadlines: an answer takes less than a millisecond. */
export function openRpcClient(post: (message: FromWorker) => void): RpcClient {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  const expire = (): void => {
    const now = performance.now();
    for (const [id, { settle, request, deadlineAt }] of waiting) {
      if (deadlineAt > now) continue;
      waiting.delete(id);
      settle.reject(new GatewayError('PRIMARY_UNREACHABLE', { question: request.type }));
    }
  };
  const timer = setInterval(expire, 100).unref();
  return {
    request: (request, timeoutMs = RESPONSE_MS) => new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { settle: { resolve, reject }, request, deadlineAt: performance.now() + timeoutMs });
      post({ type: 'request', id, request });
    }),
    onResponse: (response) => {
      const settle = waiting.get(response.id)?.settle;
      waiting.delete(response.id);
      if ('error' in response) settle?.reject(deserializeError(response.error));
      else settle?.resolve(response.value);
    },
    close: () => clearInterval(timer),
  };
}
