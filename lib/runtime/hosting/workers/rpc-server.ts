import type { LocalFunctionEngine } from '../../functions';
import type { FunctionStream, InvocationOutcome, SystemPorts } from '../../ports';
import { admit } from '../../throttling/admission';
import { AWAY, type EntryStore } from '../../shared-results/entry-store';
import type { ConnectionDirectory } from './connection-directory';
import type { Lease } from './leased-bucket';
import type { OwnThrottling } from '../../throttling/throttling';
import type { RpcRequest, RemoteOutcome, RemotePart } from './messages';

export interface RpcServerParts {
  readonly throttling: OwnThrottling;
  readonly engine: LocalFunctionEngine;
  readonly ports: SystemPorts;
  readonly connections: ConnectionDirectory;
  readonly entries: EntryStore | undefined;
}

export type RpcServer = ReturnType<typeof createRpcServer>;

export function createRpcServer({ throttling, engine, ports, connections, entries }: RpcServerParts) {
  const held = new Map<number, number>();
  const streams = new Map<number, { readonly worker: number; readonly stream: FunctionStream }>();
  let lastStream = 0;
  const lease = (worker: number, { used, returned, wanted }: Lease): number => {
    const bucket = throttling.account?.bucket;
    if (bucket === undefined) return 0;
    const now = ports.monotonicNow();
    bucket.settle({ used, returned }, now);
    const tokens = bucket.lend(wanted, now);
    held.set(worker, (held.get(worker) ?? 0) - used - returned + tokens);
    return tokens;
  };
  const keepStream = (worker: number, outcome: InvocationOutcome): RemoteOutcome => {
    if (outcome.type !== 'stream') return outcome;
    const stream = ++lastStream;
    streams.set(stream, { worker, stream: outcome.stream });
    return { type: 'remote-stream', stream };
  };
  const next = async (worker: number, stream: number): Promise<RemotePart> => {
    const open = streams.get(stream);
    if (open?.worker !== worker) return { type: 'end' };
    const part = await open.stream.next();
    if (part.type !== 'chunk') streams.delete(stream);
    return part;
  };
  const cancel = (worker: number, stream: number): void => {
    const open = streams.get(stream);
    if (open?.worker !== worker) return;
    streams.delete(stream);
    open.stream.cancel();
  };
  return {
    /** The answer, now or later. @throws the error for the worker */
    respond: (worker: number, request: RpcRequest): unknown => {
      switch (request.type) {
        case 'admit': return throttling.admitRemotely === undefined ? admit(request.claim, throttling, ports) : throttling.admitRemotely(request.claim);
        case 'entry': return entries?.(request.call) ?? AWAY;
        case 'lease': return lease(worker, request);
        case 'keep': return engine.invokeAsync(request.version, request.call);
        case 'invoke': return engine.invoke(request.version, request.call).then((outcome) => keepStream(worker, outcome));
        case 'manage-connection': return connections.manage(worker, request.place, request.command);
        case 'next': return next(worker, request.stream);
      }
    },
    cancel,
    /** The worker is gone: its leased tokens count as used, its streams are cancelled. */
    lost: (worker: number): void => {
      throttling.account?.bucket.settle({ used: held.get(worker) ?? 0, returned: 0 }, ports.monotonicNow());
      held.delete(worker);
      connections.lost(worker);
      for (const [id, open] of streams) if (open.worker === worker) cancel(worker, id);
    },
  };
}
