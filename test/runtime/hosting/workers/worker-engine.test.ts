import { randomUUID } from 'node:crypto';
import { openRpcClient, type RpcClient } from '../../../../lib/runtime/hosting/workers/rpc-client';
import type { FromWorker } from '../../../../lib/runtime/hosting/workers/messages';
import { ConnectionDirectory } from '../../../../lib/runtime/hosting/workers/connection-directory';
import { createRpcServer } from '../../../../lib/runtime/hosting/workers/rpc-server';
import { workerEngine } from '../../../../lib/runtime/hosting/workers/worker-engine';
import type { InvocationOutcome } from '../../../../lib/runtime/ports';
import { createThrottling } from '../../../../lib/runtime/throttling/throttling';
import { systemPorts } from '../../../../lib/runtime/system/system-ports';
import { AMPLE_MS, closeAll, fixture, startEngine, valueOf } from '../../../support/functions/engine';
import { until } from '../../../support/until';

const clients: RpcClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await closeAll();
});

const WORKER = 1;
const chatty = fixture('streams.twoParts', { maxInstances: 1 });
const call = (timeoutMs: number) => ({ requestId: randomUUID(), invocationId: randomUUID(), payload: '{}', timeoutMs, isStreamed: true });

/** The engine of a worker whose functions run in the primary, with a channel that can be held up. */
function open() {
  const { engine: primary } = startEngine();
  const usage = { read: () => new Map(), changed: () => undefined };
  const ports = systemPorts(() => undefined);
  const throttling = createThrottling(undefined, usage, ports);
  const server = createRpcServer({ throttling, engine: primary, ports, connections: new ConnectionDirectory(), entries: undefined });
  const cancelled: number[] = [];
  const held: (() => void)[] = [];
  const state = { isHeld: false };
  const post = (message: FromWorker): void => {
    if (message.type === 'cancel') {
      cancelled.push(message.stream);
      server.cancel(WORKER, message.stream);
    }
    if (message.type !== 'request') return;
    void Promise.resolve(server.respond(WORKER, message.request)).then((value) => {
      const deliver = (): void => rpc.onResponse({ id: message.id, value });
      if (state.isHeld) held.push(deliver);
      else deliver();
    });
  };
  const rpc = openRpcClient(post);
  clients.push(rpc);
  return { server, cancelled, held, state, engine: workerEngine({ local: primary, rpc, post, count: 2 }) };
}

test.each(['invoke', 'call'] as const)('the id of an invocation goes to the primary with it: %s', async (way) => {
  const { engine } = open();
  const tells = fixture('styles.tellsContext', { maxInstances: 1 });
  const invocation = { requestId: 'request-1', invocationId: 'call-1', timeoutMs: AMPLE_MS };
  const outcome = way === 'invoke'
    ? await engine.invoke(tells, { ...invocation, payload: '{}' })
    : await new Promise<InvocationOutcome>((resolve) => engine.call?.(tells, { ...invocation, payload: { json: () => '{}' }, takesText: false }, (settled) => {
      if (settled.type !== 'text-result') resolve(settled);
    }));
  expect(valueOf(outcome)).toMatchObject({ awsRequestId: 'call-1' });
});

test('a stream that begins after its caller has given up is cancelled, and the call has timed out', async () => {
  const { engine, held, state, cancelled } = open();
  const first = await engine.invoke(chatty, call(AMPLE_MS));
  if (first.type === 'stream') first.stream.cancel();
  state.isHeld = true;
  const late = engine.invoke(chatty, call(2_000));
  await until(() => (held.length === 1 ? true : undefined));
  expect(await late).toEqual({ type: 'timeout', timeoutMs: 2_000, limit: 'caller' });
  held[0]();
  expect(cancelled).toEqual([1, 2]);
});

test('a worker reads its own streams only', async () => {
  const { engine, server } = open();
  const outcome = await engine.invoke(chatty, call(AMPLE_MS));
  expect(outcome.type).toBe('stream');
  expect(await server.respond(WORKER + 1, { type: 'next', stream: 1 })).toEqual({ type: 'end' });
  expect(await server.respond(WORKER, { type: 'next', stream: 1 })).toMatchObject({ type: 'chunk' });
});
