import { GatewayError } from '../../../lib/errors';
import { apiMeter } from '../../../lib/runtime/metrics/request-meters';
import { createRouteLabels } from '../../../lib/runtime/metrics/route-labels';
import { SeriesStore } from '../../../lib/runtime/metrics/series';

function open() {
  const store = new SeriesStore();
  let grouped = 0;
  const labels = createRouteLabels(() => { grouped += 1; });
  const api = apiMeter(store, labels, 'Shop');
  const rows = () => store.snapshot().map(({ labels: texts }) => texts.slice(1).join(' '));
  return { store, api, rows, groupedTimes: () => grouped };
}

test('the same route is the same series after a reload', () => {
  const { store, api } = open();
  for (const stage of [api.stage('prod'), api.stage('prod')]) stage.route('/pets').finished('GET', 200, 0.003);
  const [{ numbers }] = store.snapshot();
  expect([numbers[0], store.snapshot().length]).toEqual([2, 1]);
});

test('more than 16 statuses of a route are counted by class', () => {
  const { api, rows } = open();
  const route = api.stage('prod').route('/any');
  for (let status = 200; status < 300; status += 1) route.finished('GET', status, 0);
  expect(rows()).toHaveLength(17);
  expect(rows().at(-1)).toBe('prod /prod/any GET 2xx');
});

test('methods that no standard has are one', () => {
  const { api, rows } = open();
  for (const method of ['FIRST', 'SECOND', 'get']) api.stage('prod').route('/any').finished(method, 200, 0);
  expect(rows()).toEqual(['prod /prod/any _OTHER 200']);
});

test('routes after the first 1,000 are grouped by segment, later by stage, and that is said once', () => {
  const { api, rows, groupedTimes } = open();
  const finish = (path: string) => api.stage('prod').route(path).finished('GET', 200, 0);
  for (let index = 0; index < 1_000; index += 1) finish(`/first/${index}`);
  expect([rows().length, groupedTimes()]).toEqual([1_000, 0]);
  for (let index = 0; index < 1_000; index += 1) finish(`/second/${index}`);
  expect(rows().slice(1_000)).toEqual(['prod /prod/second/* GET 200']);
  finish('/first/7');
  for (let index = 0; index < 2_000; index += 1) finish(`/segment${index}/pets`);
  expect([rows().length, rows().at(-1), groupedTimes()]).toEqual([2_001, 'prod /prod/* GET 200', 1]);
});

test.each([
  [new GatewayError('RATE_EXCEEDED', { limit: 'the account', owner: 'account', rate: 1, burst: 1 }), 'throttle account'],
  [new GatewayError('POLICY_DENIED', { resource: 'secret' }), 'policy '],
  [new GatewayError('STAGE_UNKNOWN', { stage: 'secret', stages: '' }), 'route '],
  [new GatewayError('INTEGRATION_TIMEOUT', { name: 'f', timeoutMs: 1 }), 'timeout '],
  [new GatewayError('INTERNAL', { reason: 'secret' }), 'internal '],
])('%s', (error, reason) => {
  const { api, rows } = open();
  api.stage('prod').rejected(error);
  expect(rows()).toEqual([`prod ${reason}`]);
});
