import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Api, AuthorizationType, HttpProxyIntegration, TokenAuthorizer, type App } from 'synthgate';
import type { ServeOptions } from 'synthgate/runtime';
import { attributeOf, openCollector, type SentSpan } from '../../support/collector';
import { declareGateway, functionOf } from '../../support/declared-gateway';
import { sendRequest } from '../../support/http-client';
import { until } from '../../support/until';

const ID = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const SERVER = 2;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A backend that says what it was sent. */
async function openBackend(): Promise<string> {
  const server = createServer((request, response) => response.writeHead(Number(request.headers['x-status'] ?? 200)).end(JSON.stringify(request.headers)));
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  closing.push(() => new Promise((resolve) => {
    server.closeAllConnections();
    server.close(resolve);
  }));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server that listens has one
}

async function start(options: Partial<ServeOptions> = {}, status = 200) {
  const collector = await openCollector(status);
  closing.push(collector.close);
  const backend = await openBackend();
  const gateway = await declareGateway((app: App) => {
    const api = new Api(app, 'Shop');
    const allow = "(event) => ({ principalId: 'you', policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: '*' }] } })";
    const authorizer = new TokenAuthorizer(api, 'Guard', { handler: functionOf(app, 'Decides', allow) });
    const says = '(event) => ({ statusCode: 200, body: JSON.stringify({ environment: process.env._X_AMZN_TRACE_ID, headers: event.headers }) })';
    api.root.addResource('pets').addResource('{petId}').addMethod('GET', functionOf(app, 'Says', says), { authorizer, authorizationType: AuthorizationType.CUSTOM });
    api.root.addResource('backend').addMethod('GET', new HttpProxyIntegration(backend));
    api.root.addResource('failing').addMethod('GET', functionOf(app, 'Fails', "() => { throw new Error('on purpose'); }"));
  }, { otlp: collector.url, ...options });
  closing.push(gateway.close);
  return { ...gateway, collector };
}

/** The answer of the function. */
interface Seen {
  readonly environment: string;
  readonly headers: Readonly<Record<string, string>>;
}

const traceparent = (flags: string) => ({ traceparent: `00-${ID}-${SPAN}-${flags}` });
const named = (spans: readonly SentSpan[], name: string) => spans.find((span) => span.name === name);

describe('serve --otlp', () => {
  test('the spans of a request are below those of its caller, and the function continues the trace', async () => {
    const { url, collector } = await start();
    const { text } = await sendRequest(`${url}/prod/pets/7?token=secret`, { headers: { ...traceparent('00'), tracestate: 'vendor=1', Authorization: 'Bearer one' } });
    const spans = await collector.trace(ID, 4);
    const [request, authorize, decides, says] = ['GET /prod/pets/{petId}', 'authorize', 'invoke Decides', 'invoke Says'].map((name) => named(spans, name));
    expect([request?.parentSpanId, authorize?.parentSpanId, decides?.parentSpanId, says?.parentSpanId])
      .toEqual([SPAN, request?.spanId, authorize?.spanId, request?.spanId]);
    expect([request?.kind, request?.events?.map(({ name }) => name)]).toEqual([SERVER, expect.arrayContaining(['authorize', 'integrate'])]);
    expect([attributeOf(request as SentSpan, 'http.route'), attributeOf(request as SentSpan, 'http.response.status_code')]).toEqual(['/prod/pets/{petId}', '200']);
    const root = `Root=1-${ID.slice(0, 8)}-${ID.slice(8)}`;
    const { environment, headers } = JSON.parse(text) as Seen;
    // a function's own SDK continues either
    expect(environment).toBe(`${root};Parent=${says?.spanId};Sampled=1`);
    expect([headers.traceparent, headers.tracestate, headers['X-Amzn-Trace-Id']])
      .toEqual([`00-${ID}-${request?.spanId}-01`, 'vendor=1', `${root};Parent=${request?.spanId};Sampled=1`]);
    expect(JSON.stringify(spans)).not.toContain('secret');
    expect(spans.every((span) => BigInt(span.startTimeUnixNano) <= BigInt(span.endTimeUnixNano))).toBe(true);
  });

  test('each of several processes sends what it traces, once and below the caller', async () => {
    const { url, collector, close } = await start({ processes: 2 });
    await sendRequest(`${url}/prod/pets/7`, { headers: { ...traceparent('01'), Authorization: 'Bearer one' } });
    await close(); // which sends what waits
    const spans = await collector.trace(ID, 4);
    const [request, authorize, decides, says] = ['GET /prod/pets/{petId}', 'authorize', 'invoke Decides', 'invoke Says'].map((name) => named(spans, name));
    expect([request?.parentSpanId, authorize?.parentSpanId, decides?.parentSpanId, says?.parentSpanId])
      .toEqual([SPAN, request?.spanId, authorize?.spanId, request?.spanId]);
    expect(spans).toHaveLength(4);
    // the metrics of all processes, once, though nobody has asked for them before
    expect([collector.metrics.length, collector.metrics[0]?.includes('"http.route","value":{"stringValue":"/prod/pets/{petId}"}')]).toEqual([1, true]);
    expect(attributeOf(collector.senders[0], 'process.pid')).not.toBe(String(process.pid));
  });

  test('a backend is told of the span that calls it, and the collector of the service, with the headers that it wants', async () => {
    process.env.OTEL_EXPORTER_OTLP_HEADERS = 'Authorization=Bearer%20two';
    process.env.OTEL_SERVICE_NAME = 'shop';
    process.env.OTEL_RESOURCE_ATTRIBUTES = 'host.name=pod-7';
    closing.push(() => {
      delete process.env.OTEL_EXPORTER_OTLP_HEADERS;
      delete process.env.OTEL_SERVICE_NAME;
      delete process.env.OTEL_RESOURCE_ATTRIBUTES;
    });
    const { url, collector } = await start();
    const sent = (await sendRequest(`${url}/prod/backend`)).json<Readonly<Record<string, string>>>();
    const [, traceId = '', parent] = /^00-(\w{32})-(\w{16})-01$/.exec(sent.traceparent) ?? [];
    const spans = await collector.trace(traceId, 2);
    expect(named(spans, 'GET')).toMatchObject({ spanId: parent, parentSpanId: named(spans, 'GET /prod/backend')?.spanId });
    expect(named(spans, 'GET /prod/backend')).not.toHaveProperty('parentSpanId');
    expect(sent['x-amzn-trace-id']).toContain(`Root=1-${traceId.slice(0, 8)}-${traceId.slice(8)}`);
    const [sender] = collector.senders;
    expect([sender.headers.authorization, attributeOf(sender, 'service.name'), attributeOf(sender, 'host.name')]).toEqual(['Bearer two', 'shop', 'pod-7']);
    expect(attributeOf(sender, 'service.instance.id')).toMatch(/^[0-9a-f]{32}$/);
  });

  test('what fails is an error with its code', async () => {
    const { url, collector } = await start();
    await sendRequest(`${url}/prod/failing`, { headers: traceparent('01') });
    const spans = await collector.trace(ID, 2);
    const request = named(spans, 'GET /prod/failing') as SentSpan; // the line above has waited for it
    expect([request.status, attributeOf(request, 'error.type'), named(spans, 'invoke Fails')?.status]).toEqual([{ code: 2 }, 'FUNCTION_ERROR', { code: 2 }]);
  });

  test('callers decide about their traces only where they are trusted', async () => {
    const strangers = await start({ traceSampling: 0 });
    const answer = await sendRequest(`${strangers.url}/prod/backend`, { headers: traceparent('01') });
    expect(answer.json()).toMatchObject({ ...traceparent('01'), 'x-amzn-trace-id': expect.stringContaining(`Root=1-${ID.slice(0, 8)}-${ID.slice(8)}`) });
    const trusted = await start({ traceSampling: 0, trustTrace: true });
    await sendRequest(`${trusted.url}/prod/backend`, { headers: { traceparent: 'not valid' } });
    await sendRequest(`${trusted.url}/prod/backend`, { headers: traceparent('00') });
    await sendRequest(`${trusted.url}/prod/backend`, { headers: traceparent('01') });
    await trusted.collector.trace(ID, 2);
    await Promise.all([strangers.close(), trusted.close()]); // which sends what waits
    expect([strangers.collector.spans.length, trusted.collector.spans.length]).toEqual([0, 2]);
  });

  test('a collector that refuses costs no request anything, and the loss is said and counted', async () => {
    const { url, log, serving } = await start({ healthPort: 0 }, 503);
    expect((await sendRequest(`${url}/prod/backend`)).status).toBe(200);
    const said = await until(() => log.find(({ code }) => code === 'TELEMETRY_NOT_SENT'));
    expect(said.message).toMatch(/were not sent to http:\S+: it answered 503$/);
    expect((await sendRequest(`${serving.health}/metrics`)).text).toContain('\nsynthgate_spans_dropped_total 2\n');
  });
});

describe('a client that sends any text', () => {
  let shared: Awaited<ReturnType<typeof start>>;
  let kept: typeof closing;
  beforeAll(async () => {
    shared = await start();
    kept = closing.splice(0);
  });
  afterAll(async () => {
    for (const close of kept.reverse()) await close();
  });

  test.each([
    ['Root=1-0af76519-16cd43dd8448eb211c80319c', ID, undefined],
    [`Root=1-0af76519-16cd43dd8448eb211c80319c;Parent=${SPAN}`, ID, SPAN],
    ['garbage', undefined, undefined], ['Self=1-0af76519-16cd43dd8448eb211c80319c', undefined, undefined],
    [`Root=1-00000000-${'0'.repeat(24)};Parent=${'0'.repeat(16)}`, undefined, undefined],
  ])('X-Amzn-Trace-Id: %s has the trace %s and the span %s', async (sent, traceId, parentSpanId) => {
    const { url, collector } = shared;
    const before = collector.spans.length;
    const { traceparent: seen } = (await sendRequest(`${url}/prod/backend`, { headers: { 'X-Amzn-Trace-Id': sent } })).json<Readonly<Record<string, string>>>();
    await until(() => (collector.spans.length === before + 2 ? true : undefined));
    const request = named(collector.spans.slice(before), 'GET /prod/backend');
    expect([request?.parentSpanId, seen?.slice(3, 35)]).toEqual([parentSpanId, request?.traceId]);
    expect(request?.traceId).toEqual(traceId ?? expect.not.stringMatching(`^(0{32}|${ID})$`));
  });

  test.each([
    ['with its trace', '01', ['a=1', 'b=2'], 'a=1, b=2'],
    ['without a valid traceparent', 'bad', ['a=1'], undefined],
    ['longer than 512 characters in two lines', '01', [`a=${'1'.repeat(300)}`, `b=${'2'.repeat(300)}`], undefined],
  ])('tracestate %s', async (_, flags, tracestate, passed) => {
    const headers = { ...traceparent(flags), tracestate };
    expect((await sendRequest(`${shared.url}/prod/backend`, { headers })).json<Readonly<Record<string, string>>>().tracestate).toBe(passed);
  });

  test('names no span by a method of its own', async () => {
    const { url, collector } = shared;
    const traceId = 'a'.repeat(32);
    await sendRequest(`${url}/prod/backend`, { method: 'PROPFIND', headers: { traceparent: `00-${traceId}-${SPAN}-01` } });
    const [request] = await collector.trace(traceId, 1);
    expect([request?.name, request && attributeOf(request, 'http.request.method')]).toEqual(['HTTP', '_OTHER']);
  });

  test.each([[399, undefined, undefined], [404, { code: 2 }, '404'], [502, { code: 2 }, '502']])('a backend that answers %i', async (status, ended, type) => {
    const { url, collector } = shared;
    const traceId = `${status}${'b'.repeat(29)}`;
    await sendRequest(`${url}/prod/backend`, { headers: { 'X-Status': String(status), 'traceparent': `00-${traceId}-${SPAN}-01` } });
    const call = named(await collector.trace(traceId, 2), 'GET') as SentSpan; // both have been waited for
    expect([call.status, attributeOf(call, 'error.type')]).toEqual([ended, type]);
  });
});
