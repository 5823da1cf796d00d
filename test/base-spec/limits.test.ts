import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Api, Duration, MappedIntegration } from 'synthgate';
import { declareGateway, functionOf, type DeclaredGateway } from '../support/declared-gateway';
import { sendRequest, post } from '../support/http-client';
import { until } from '../support/until';

let gateway: DeclaredGateway;
beforeAll(async () => {
  gateway = await declareGateway((app) => {
    const api = new Api(app, 'Shop', { deployOptions: { stageName: 'dev' } });
    const facts = '(event, context) => ({ statusCode: 200, body: context.memoryLimitInMB })';
    api.root.addResource('small').addMethod('GET', functionOf(app, 'Small', facts));
    api.root.addResource('large').addMethod('GET', functionOf(app, 'Large', facts, { memorySize: 512 }));
    const greedy = functionOf(app, 'Greedy', `() => {
      const all = [];
      for (;;) all.push(new Array(100_000).fill(Math.random()));
    }`, { memorySize: 128, timeout: Duration.seconds(20) });
    api.root.addResource('greedy').addMethod('GET', greedy);
    const slow = functionOf(app, 'Slow', '() => new Promise(() => setInterval(() => undefined, 1000))', { timeout: Duration.millis(300) });
    api.root.addResource('slow').addMethod('GET', slow);
    api.root.addResource('also-slow').addMethod('GET', slow);
    const failing = new MappedIntegration(
      functionOf(app, 'Failing', '(event) => { throw new Error(`cannot do ${event.job}`); }', { deadLetter: { retryAttempts: 1 } }),
      { requestParameters: { 'integration.request.header.X-Amz-Invocation-Type': "'Event'" } },
    );
    api.root.addResource('event').addMethod('POST', failing);
    api.root.addResource('also-event').addMethod('POST', failing);
  }, { retryDelaysMs: [20, 20] });
});
afterAll(() => gateway.close());

test('Limits, memory size is settable per function', async () => {
  expect((await sendRequest(`${gateway.url}/dev/small`)).text).toBe('128');
  expect((await sendRequest(`${gateway.url}/dev/large`)).text).toBe('512');
});

test('Limits, memory size is enforced: a function that uses more is stopped and answered 502', async () => {
  const answer = await sendRequest(`${gateway.url}/dev/greedy`);
  expect(answer.status).toBe(502);
  expect(gateway.log.map(({ code }) => code)).toContain('FUNCTION_OUT_OF_MEMORY');
  expect((await sendRequest(`${gateway.url}/dev/small`)).status).toBe(200);
});

test('Limits, time-out is settable per function and shared by the endpoints that share it', async () => {
  for (const name of ['slow', 'also-slow']) {
    const startMs = performance.now();
    const answer = await sendRequest(`${gateway.url}/dev/${name}`);
    expect(answer).toMatchObject({ status: 502, text: '{"message": "Internal server error"}' });
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(290);
  }
});

test('Limits, dead-letter behaviour is settable per function and shared by the endpoints that share it', async () => {
  for (const name of ['event', 'also-event']) {
    expect(await post(`${gateway.url}/dev/${name}`, { job: name })).toMatchObject({ status: 200, text: '' });
  }
  const directory = path.join(path.dirname(gateway.directory), 'gateway.state', 'dead-letters');
  const names = await until(() => {
    const files = existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith('.json')) : [];
    return files.length === 2 ? files : undefined;
  });
  const deadLetters = names.map((name) => JSON.parse(readFileSync(path.join(directory, name), 'utf8')) as { event: string; attempts: number });
  expect(deadLetters.map(({ event }) => event).sort()).toEqual(['{"job":"also-event"}', '{"job":"event"}']);
  expect(deadLetters.map(({ attempts }) => attempts)).toEqual([2, 2]);
});
