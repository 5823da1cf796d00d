import { Conversations } from '../../../lib/runtime/inspection/conversations';
import { RequestRecords } from '../../../lib/runtime/inspection/request-records';
import { KEPT_BYTES } from '../../../lib/runtime/inspection/request-trace';
import { createInspection } from '../../../lib/runtime/inspection/create-inspection';
import { type compileGateway } from '../../../lib/runtime/pipeline/compile';
import { wholeGateway } from '../../support/whole-gateway';
import { specWithMethod, type MethodInput } from '../../support/spec';

const ECHO: MethodInput = { integration: { type: 'http', uri: 'http://backend.test', httpMethod: 'POST', responses: [{ statusCode: '200' }] }, methodResponses: { 200: {} } };

/** Connections have a test of their own. */
const NONE = new Conversations(() => undefined);

/** A gateway whose backend answers what it was sent, with records of these limits. */
function recording(limits?: ConstructorParameters<typeof RequestRecords>[0]) {
  const records = new RequestRecords(limits);
  let elapsed = 0;
  let count = 0;
  const { send } = wholeGateway(specWithMethod(ECHO, { stages: { prod: {} } }), {
    http: ({ body }) => Promise.resolve({ status: 200, headers: [], body: body ?? Buffer.alloc(0) }),
  }, { newId: () => `id-${++count}` }, {}, (api) => createInspection({ records, conversations: NONE, api, elapsed: () => (elapsed += 1) }));
  return { records, send: async (body = '') => send('/prod/', { body }) };
}

test('the oldest are dropped, by their number', async () => {
  const { records, send } = recording({ count: 2, bytes: 1e9 });
  for (let sent = 0; sent < 3; sent += 1) await send();
  const { items, kept, dropped } = records.list({ limit: 10 });
  expect([items.map(({ id }) => id), kept, dropped]).toEqual([['id-5', 'id-3'], 2, 1]);
  expect(records.get('id-1')).toBeUndefined();
});

test('and by their bytes', async () => {
  const { records, send } = recording({ count: 100, bytes: 100_000 });
  for (let sent = 0; sent < 10; sent += 1) await send('x'.repeat(5_000));
  expect(records.list({ limit: 100 }).items.length).toBeLessThan(10);
});

test('a large body is kept in part, wherever it occurs, with a flag', async () => {
  const { records, send } = recording();
  await send('é'.repeat(KEPT_BYTES));
  const record = records.get('id-1');
  expect(record).toMatchObject({
    request: { bodyTruncated: true, bodyBytes: 2 * KEPT_BYTES }, response: { bodyTruncated: true, bodyBytes: 2 * KEPT_BYTES },
    event: { truncated: true }, result: { truncated: true }, status: 200,
  });
  expect(JSON.stringify(record).length).toBeLessThan(6 * KEPT_BYTES);
  expect(records.list({ limit: 1 }).items[0]).toMatchObject({ id: 'id-1', route: '/', status: 200 });
});

test('of a large request nothing but its record is kept', async () => {
  const { records, send } = recording();
  await send('x'.repeat(2 * KEPT_BYTES));
  const trace = records.trace('id-1');
  expect(() => trace?.progress).toThrow('settled');
  expect(trace).toMatchObject({ outgoing: undefined, response: undefined, reply: undefined, renderings: [] });
});

test('bytes that are not text are shown as base64', async () => {
  const { records, send } = recording();
  await send('');
  expect(records.get('id-1')?.request).toMatchObject({ body: '', isBase64: false, bodyTruncated: false });
});

test('a gateway without a dashboard plans the same steps as ever', () => {
  const plan = (inspect?: Parameters<typeof compileGateway>[1]['inspect']) => compiledSteps(inspect);
  expect(plan()).toEqual(plan((api) => createInspection({ records: new RequestRecords(), conversations: NONE, api, elapsed: () => 0 })));
});

function compiledSteps(inspect: Parameters<typeof compileGateway>[1]['inspect']): readonly string[] {
  const { gateway } = wholeGateway(specWithMethod(ECHO, { stages: { prod: {} } }), {}, {}, {}, inspect);
  const target = gateway.stages.get('prod')?.router.match('GET', '/')?.target;
  return target?.type === 'method' ? target.steps.map(({ name }) => name) : [];
}
