import { Api, AuthorizationType, MockIntegration, TokenAuthorizer, type App } from 'synthgate';
import { openGatewayMetrics } from '../../../lib/runtime/hosting/gateway-metrics';
import { declareGateway, functionOf, type DeclaredGateway } from '../../support/declared-gateway';
import { sendRequest } from '../../support/http-client';
import { linesOf, metricsOf } from '../../support/metrics';
import { until } from '../../support/until';

const KEY = 'key-of-the-first-client-0001';
const DURATION = 'http_server_request_duration_seconds_count';

/** An API with a route for each way in which a request can end. */
function shop(app: App): void {
  const api = new Api(app, 'Shop', {
    defaultIntegration: new MockIntegration({ requestTemplates: { 'application/json': '{"statusCode": 200}' }, integrationResponses: [{ statusCode: '200' }] }),
  });
  api.root.addResource('pets').addResource('{petId}').addMethod('GET');
  const keyed = api.root.addResource('keyed').addMethod('GET', undefined, { apiKeyRequired: true });
  api.root.addResource('failing').addMethod('GET', functionOf(app, 'Failing', "() => { throw new Error('on purpose'); }"));
  api.root.addResource('working').addMethod('ANY', functionOf(app, 'Working', '() => ({ statusCode: 201 })'));
  const allow = "(event) => ({ principalId: 'you', policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: '*' }] } })";
  const authorizer = new TokenAuthorizer(api, 'Guard', { handler: functionOf(app, 'Decides', allow) });
  api.root.addResource('guarded').addMethod('GET', undefined, { authorizer, authorizationType: AuthorizationType.CUSTOM });
  const plan = api.addUsagePlan('Free', { apiStages: [{ stage: api.deploymentStage, throttle: [{ method: keyed, throttle: { rateLimit: 0, burstLimit: 1 } }] }] });
  plan.addApiKey(api.addApiKey('First', { value: KEY }));
}

const opened: DeclaredGateway[] = [];
afterAll(() => Promise.all(opened.map((gateway) => gateway.close())));

async function start(processes = 1): Promise<DeclaredGateway> {
  const gateway = await declareGateway(shop, { managementPort: 0, healthPort: 0, processes, watch: false });
  opened.push(gateway);
  return gateway;
}

test('scrapers that ask at the same time share one text', async () => {
  const metrics = openGatewayMetrics({ healthPort: 0 }, () => undefined);
  let asked = 0;
  const snapshots = () => { asked += 1; return Promise.resolve([]); };
  metrics.opened({ engine: { uses: () => [], waitingEvents: () => 0 }, sendMetrics: () => Promise.resolve() }, { snapshots });
  await Promise.all([metrics.page(), metrics.page(), metrics.page()]);
  expect(asked).toBe(1);
  await metrics.page();
  expect(asked).toBe(2);
  metrics.close();
});

describe('GET /metrics', () => {
  test('counts requests by route, method and status, with no text of a client', async () => {
    const { url, serving } = await start();
    for (const id of ['1', '2', 'secret']) await sendRequest(`${url}/prod/pets/${id}?token=secret`);
    await sendRequest(`${url}/prod/working`, { method: 'PROPFIND' });
    await sendRequest(`${url}/prod/nowhere/secret`);
    await sendRequest(`${url}/secret/pets`);
    const text = await metricsOf(serving);
    expect(linesOf(text, DURATION)).toEqual([
      `${DURATION}{api="Shop",http_request_method="GET",http_response_status_code="403"} 1`,
      `${DURATION}{api="Shop",stage="prod",http_request_method="GET",http_response_status_code="403"} 1`,
      `${DURATION}{api="Shop",stage="prod",http_route="/prod/pets/{petId}",http_request_method="GET",http_response_status_code="200"} 3`,
      `${DURATION}{api="Shop",stage="prod",http_request_method="_OTHER",http_response_status_code="403"} 1`,
    ].sort((left, right) => text.indexOf(left) - text.indexOf(right)));
    expect(text).not.toContain('secret');
    expect(text).not.toContain('PROPFIND');
    // a scraper needs no token at the health port
    expect(linesOf((await sendRequest(`${serving.health}/metrics`)).text, DURATION)).toEqual(linesOf(text, DURATION));
  });

  test('says why the gateway refused, and whose limit it was', async () => {
    const { url, serving } = await start();
    await sendRequest(`${url}/prod/keyed`);
    await sendRequest(`${url}/prod/keyed`, { headers: { 'X-Api-Key': KEY } });
    await sendRequest(`${url}/prod/keyed`, { headers: { 'X-Api-Key': KEY } });
    await sendRequest(`${url}/prod/guarded`);
    await sendRequest(`${url}/prod/failing`);
    const rejections = linesOf(await metricsOf(serving), 'synthgate_rejections_total');
    expect([...rejections].sort()).toEqual([
      'synthgate_rejections_total{api="Shop",stage="prod",reason="authorizer"} 1',
      'synthgate_rejections_total{api="Shop",stage="prod",reason="function"} 1',
      'synthgate_rejections_total{api="Shop",stage="prod",reason="key"} 1',
      'synthgate_rejections_total{api="Shop",stage="prod",reason="throttle",limit="key_method"} 1',
    ]);
  });

  test('counts what functions, their events and the cache of authorizers do, also over a reload', async () => {
    const { url, serving } = await start();
    const guarded = () => sendRequest(`${url}/prod/guarded`, { headers: { Authorization: 'Bearer one' } });
    await guarded();
    await serving.reload();
    await guarded();
    await guarded();
    await sendRequest(`${url}/prod/failing`);
    const text = await metricsOf(serving);
    expect(linesOf(text, 'synthgate_authorizer_cache_total').map((line) => /result="(\w+)"} (\d+)/.exec(line)?.slice(1))).toEqual([['hit', '1'], ['miss', '2']]);
    expect(linesOf(text, 'synthgate_function_invocations_total')).toEqual([
      'synthgate_function_invocations_total{function="Decides",outcome="ok"} 2',
      'synthgate_function_invocations_total{function="Failing",outcome="error"} 1',
    ]);
    expect(linesOf(text, 'synthgate_function_cold_starts_total')).toContain('synthgate_function_cold_starts_total{function="Failing"} 1');
    expect(linesOf(text, 'synthgate_function_instances')).toContain('synthgate_function_instances{function="Failing"} 1');
    expect(linesOf(text, 'synthgate_function_queue_seconds_count')).toContain('synthgate_function_queue_seconds_count{function="Failing"} 1');
    expect(linesOf(text, 'process_cpu_seconds_total')).toHaveLength(1);
  });

  test('adds up what several processes have counted, and keeps what one that ended had', async () => {
    const { url, serving } = await start(2);
    const counted = async (): Promise<number> => Number(/ (\d+)$/.exec(linesOf(await metricsOf(serving), DURATION)[0] ?? '')?.[1]);
    for (let request = 0; request < 20; request += 1) await sendRequest(`${url}/prod/pets/1`);
    expect(await counted()).toBe(20);
    expect(linesOf(await metricsOf(serving), 'synthgate_processes')).toEqual(['synthgate_processes 3']);
    const [worker = 0] = serving.processes.serving;
    process.kill(worker, 'SIGKILL');
    await until(() => (serving.processes.serving.length === 2 && !serving.processes.serving.includes(worker)) || undefined);
    await sendRequest(`${url}/prod/pets/1`);
    expect(await counted()).toBe(21);
  });
});
