import { GatewayError } from '../../../lib/errors';
import { RecordSender } from '../../../lib/runtime/async-events/record-sender';
import type { BackendRequest, HttpClient } from '../../../lib/runtime/ports';

const sent = { url: 'http://127.0.0.1:1/hook', id: 'id-1', record: '{"version":"1.0"}' };
const answer = (status: number) => Promise.resolve({ status, headers: [], body: Buffer.alloc(0) });

function senderTo(...outcomes: (() => ReturnType<HttpClient>)[]) {
  const requests: BackendRequest[] = [];
  const http: HttpClient = (request) => {
    requests.push(request);
    return (outcomes[Math.min(requests.length, outcomes.length) - 1] ?? (() => answer(200)))();
  };
  return { requests, sender: new RecordSender({ http, retryDelaysMs: [1, 2] }) };
}

test.each([200, 202, 204, 299])('an answer of %i takes the record', async (status) => {
  const { requests, sender } = senderTo(() => answer(status));
  expect(await sender.send(sent)).toEqual({ type: 'delivered' });
  expect(requests).toMatchObject([{ method: 'POST', url: sent.url, body: Buffer.from(sent.record) }]);
  expect(requests[0]?.headers).toEqual([{ name: 'Content-Type', value: 'application/json' }, { name: 'Idempotency-Key', value: 'id-1' }]);
});

test.each([199, 300, 302, 400, 404, 429, 500, 503])('an answer of %i does not, and it is sent three times', async (status) => {
  const { requests, sender } = senderTo(() => answer(status));
  expect(await sender.send(sent)).toEqual({ type: 'failed', reason: `it answered ${status}` });
  expect(requests).toHaveLength(3);
});

test('what fails at first is sent again, with the same key', async () => {
  const { requests, sender } = senderTo(() => Promise.reject(new GatewayError('ENDPOINT_TIMEOUT', { endpoint: 'it', timeoutMs: 1 })), () => answer(503), () => answer(200));
  expect(await sender.send(sent)).toEqual({ type: 'delivered' });
  expect(new Set(requests.map(({ headers }) => JSON.stringify(headers))).size).toBe(1);
});

test('an unreachable destination is reported', async () => {
  const { sender } = senderTo(() => Promise.reject(new GatewayError('ENDPOINT_UNREACHABLE', { endpoint: 'http://127.0.0.1:1', reason: 'ECONNREFUSED' })));
  expect(await sender.send(sent)).toEqual({ type: 'failed', reason: expect.stringContaining('ECONNREFUSED') });
});

test('ten are on their way at the same time, and a place that becomes free is taken', async () => {
  const open: (() => void)[] = [];
  const { requests, sender } = senderTo(() => new Promise((resolve) => open.push(() => void answer(200).then(resolve))));
  const all = Array.from({ length: 12 }, () => sender.send(sent));
  await new Promise(setImmediate);
  expect(requests).toHaveLength(10);
  open.splice(0).forEach((end) => end());
  await new Promise(setImmediate);
  expect(requests).toHaveLength(12);
  open.forEach((end) => end());
  expect(await Promise.all(all)).toEqual(Array(12).fill({ type: 'delivered' }));
});

test('after close nothing is sent and no caller is left waiting', async () => {
  const { requests } = senderTo();
  const sender = new RecordSender({ http: () => answer(500), retryDelaysMs: [60_000] });
  const waiting = sender.send(sent);
  await new Promise(setImmediate);
  sender.stop();
  expect(await waiting).toEqual({ type: 'stopped' });
  expect(await sender.send(sent)).toEqual({ type: 'stopped' });
  expect(requests).toEqual([]);
});
