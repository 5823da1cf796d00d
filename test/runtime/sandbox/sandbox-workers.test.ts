import { buildSync } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { SandboxJob } from '../../../lib/runtime/sandbox/jobs';
import { SandboxWorkers } from '../../../lib/runtime/sandbox/sandbox-workers';
import type { LogEntry } from '../../../lib/runtime/ports';

const root = path.resolve(__dirname, '../../..');
// beside the packages that the program needs
const directory = mkdtempSync(path.join(root, 'node_modules', '.cache', 'sandbox-'));
const file = path.join(directory, 'sandbox.js');
const log: LogEntry[] = [];
let workers: SandboxWorkers;

beforeAll(() => {
  buildSync({ entryPoints: [path.join(root, 'lib/runtime/hosting/sandbox-worker/main.ts')], outfile: file, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' });
});
beforeEach(() => {
  log.length = 0;
  workers = new SandboxWorkers({ file, log: (entry) => log.push(entry), deadlineMs: 200 });
});
afterEach(() => workers.close());
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const json = (text: string): SandboxJob => ({ type: 'json', bytes: Buffer.from(text) });
const whole = (pattern: string) => ({ pattern, extent: 'whole' }) as const;
const endless: SandboxJob = { type: 'match', patterns: [whole('(a+)+\\1$')], text: `${'a'.repeat(60)}!` };
const models = { key: 'k', apiId: 'api', models: { Pet: { schema: { type: 'object', required: ['name'] }, contentType: 'application/json' } } };
const scope = { context: { type: 'map', marks: { isSilent: true }, members: [] }, parameters: { path: {}, querystring: {}, header: {} }, stageVariables: { a: 'b' } } as const;

test('runs every kind of job', async () => {
  expect(await workers.run(json('{"a":1}'))).toEqual({ type: 'passed' });
  expect(await workers.run(json('a=1'))).toMatchObject({ type: 'refused', reason: expect.stringContaining('Unrecognized token') });
  expect(await workers.run({ type: 'body', models, model: 'Pet', bytes: Buffer.from('{"name":1}') })).toEqual({ type: 'passed' });
  expect(await workers.run({ type: 'body', models, model: 'Pet', bytes: Buffer.from('{}') })).toMatchObject({ type: 'refused' });
  expect(await workers.run({ type: 'match', patterns: [whole('a'), whole('bc')], text: 'bc' })).toEqual({ type: 'matched', index: 1 });
  expect(await workers.run({ type: 'match', patterns: [whole('a')], text: 'bc' })).toEqual({ type: 'matched', index: -1 });
  expect(await workers.run({ type: 'read', direction: 'request', paths: ['.a', '.b'], bytes: Buffer.from('{"a":[1]}') })).toEqual({ type: 'read', texts: [['[1]'], []] });
  expect(await workers.run({ type: 'read', direction: 'request', paths: ['.a'], bytes: Buffer.from('{"a"') })).toMatchObject({ type: 'refused' });
  expect(await workers.run({ type: 'status', text: '{"statusCode": 204}' })).toEqual({ type: 'status', status: 204 });
  const template = "#set($context.seen = 'yes')$stageVariables.a $input.path('$.n')";
  expect(await workers.run({ type: 'render', template, payload: '{"n":7}', scope })).toMatchObject({
    type: 'rendered', text: 'b 7', context: { members: [['seen', { type: 'scalar', value: 'yes' }]] },
  });
  expect(await workers.run({ type: 'render', template: '#foreach($i in [1..2000])x#end', payload: '', scope })).toMatchObject({
    type: 'refused', reason: expect.stringContaining('2000'),
  });
});

test('a job that takes too long is aborted and logged; the next one gets a new worker, other workers continue', async () => {
  workers = new SandboxWorkers({ file, log: (entry) => log.push(entry), deadlineMs: 2_000 });
  await Promise.all([workers.run(json('1')), workers.run(json('2'))]); // both have started
  const order: string[] = [];
  await Promise.all([
    workers.run(endless).then((outcome) => {
      expect(outcome).toEqual({ type: 'expired', reason: 'it took longer than 2000 ms' });
      order.push('endless');
    }),
    workers.run(json('1')).then(() => order.push('short')),
  ]);
  expect(order).toEqual(['short', 'endless']);
  expect(log).toEqual([{ level: 'warn', code: 'SANDBOX_TIMEOUT', message: expect.stringContaining('matching a pattern') }]);
  expect(await workers.run(json('1'))).toEqual({ type: 'passed' });
});

test('a job that takes too many steps is aborted and logged, and the worker continues', async () => {
  workers = new SandboxWorkers({ file, log: (entry) => log.push(entry), deadlineMs: 60_000 });
  const loop = '#foreach($i in [1..1000])';
  const template = `${loop}${loop}${loop}x#end#end#end`;
  expect(await workers.run({ type: 'render', template, payload: '', scope })).toEqual({ type: 'expired', reason: 'it takes too many steps' });
  expect(log).toEqual([{ level: 'warn', code: 'SANDBOX_TIMEOUT', message: expect.stringContaining('rendering a template') }]);
  expect(await workers.run(json('1'))).toEqual({ type: 'passed' });
});

test('what takes too much memory is given up', async () => {
  workers = new SandboxWorkers({ file, log: (entry) => log.push(entry), deadlineMs: 60_000, heapMiB: 32 });
  expect(await workers.run(json(`[${'{},'.repeat(2_000_000)}0]`)))
    .toEqual({ type: 'expired', reason: 'it took more than 32 MiB of memory' });
  expect(await workers.run(json('1'))).toEqual({ type: 'passed' });
});

test('a job waits for a place; above 64 that wait, jobs are refused at once', async () => {
  const outcomes = await Promise.all(Array.from({ length: 70 }, () => workers.run(json('1'))));
  const count = (type: string) => outcomes.filter((one) => one.type === type).length;
  expect([count('passed'), count('busy')]).toEqual([66, 4]);
});

test('after the end there is no answer, and nothing is left', async () => {
  const running = workers.run(endless);
  await workers.close();
  expect(await running).toEqual({ type: 'busy' });
  expect(await workers.run(json('1'))).toEqual({ type: 'busy' });
  expect(process.getActiveResourcesInfo().filter((name) => name === 'MessagePort' || name === 'Worker')).toEqual([]);
});

test('a missing worker program is reported', async () => {
  workers = new SandboxWorkers({ file: path.join(directory, 'nowhere.js'), log: (entry) => log.push(entry), deadlineMs: 200 });
  expect(await workers.run(json('1'))).toMatchObject({ type: 'expired', reason: expect.stringContaining('nowhere.js') });
});
