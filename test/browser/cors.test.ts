import type { Page } from 'playwright-core';
import { Api, MappedIntegration, ProxyIntegration, ResponseTransferMode, type App } from 'synthgate';
import { startSite, type Site } from '../support/browser';
import { declareGateway, functionOf, moduleOf, type DeclaredGateway } from '../support/declared-gateway';

/** The parts of a response that a script of the page can read, or the error of its call. */
type Seen = { readonly status: number; readonly text: string; readonly header: string | null } | { readonly error: string };

const echo = '(event) => ({ received: event })';
const SILENT = '() => ({ statusCode: 200, body: "a secret" })';
const reportingHandler = (origin: string) => `() => ({
  statusCode: 200, headers: { 'Access-Control-Allow-Origin': '${origin}', 'X-Own': 'hidden' }, body: 'told',
})`;

/** Sends two events and waits, as a page expects of a stream that goes on. */
const eventsHandler = (origin: string) => `exports.handler = awslambda.streamifyResponse(async (event, stream) => {
  const headers = { 'Content-Type': 'text/event-stream', 'Access-Control-Allow-Origin': '${origin}' };
  const out = awslambda.HttpResponseStream.from(stream, { statusCode: 200, headers });
  out.write('id: 1\\ndata: first\\n\\n');
  out.write('event: price\\ndata: 7\\n\\n');
  await new Promise((resolve) => { setTimeout(resolve, 20000).unref(); });
});`;

let site: Site;
let gateway: DeclaredGateway;
let page: Page;
beforeAll(async () => {
  site = await startSite();
  gateway = await declareGateway((app) => {
    const api = new Api(app, 'Shop', { deployOptions: { stageName: 'dev' } });
    const mapped = new MappedIntegration(functionOf(app, 'Mapped', echo));
    const proxied = (name: string, handler: string) => {
      const resource = api.root.addResource(name);
      resource.addMethod('POST', functionOf(app, name, handler));
      resource.addCorsPreflight();
    };
    api.root.addResource('mapped').addMethod('POST', mapped, { cors: {} });
    api.root.addResource('this-origin').addMethod('POST', mapped, { cors: { allowOrigins: [site.origin], exposeHeaders: ['X-Cache'] } });
    api.root.addResource('other-origin').addMethod('POST', mapped, { cors: { allowOrigins: ['https://other.example'] } });
    api.root.addResource('credentials').addMethod('POST', mapped, { cors: { allowOrigins: [site.origin], allowCredentials: true } });
    api.root.addResource('no-cors').addMethod('POST', mapped);
    const events = new ProxyIntegration(moduleOf(app, 'Events', eventsHandler(site.origin)), { responseTransferMode: ResponseTransferMode.STREAM });
    api.root.addResource('events').addMethod('GET', events);
    proxied('silent', SILENT);
    proxied('telling', reportingHandler(site.origin));
  });
});
afterAll(async () => {
  await gateway.close();
  await site.close();
});

beforeEach(async () => {
  page = await site.open();
});
afterEach(() => page.context().close());

/** Lets a script of the page post; a JSON content type makes the browser ask first. */
function postFromPage(path: string, init: RequestInit = {}, other?: DeclaredGateway): Promise<Seen> {
  const url = other === undefined ? `${gateway.url}/dev/${path}` : `${other.url}/${path}`;
  const call = { headers: { 'Content-Type': 'application/json' }, body: '{"a":1}', ...init, method: 'POST' };
  return page.evaluate(async ({ target, options }) => {
    try {
      const response = await fetch(target, options);
      return { status: response.status, text: await response.text(), header: response.headers.get('x-cache') };
    } catch (error) {
      return { error: String(error) };
    }
  }, { target: url, options: call as { method: string; headers: Record<string, string>; body: string } });
}

/** Method, path and status of the requests that the gateway answered since `from`. */
function requestsSince(from: number, { log } = gateway): string[] {
  return log.slice(from).filter(({ message }) => message === 'request').map(({ fields }) => `${fields?.method} ${fields?.path} ${fields?.status}`);
}

const BLOCKED = { error: 'TypeError: Failed to fetch' };

test('a page of another origin posts JSON to a mapped method with CORS, after a preflight', async () => {
  const from = gateway.log.length;
  expect(await postFromPage('mapped')).toMatchObject({ status: 200, text: '{"received":{"a":1}}' });
  expect(requestsSince(from)).toEqual(['OPTIONS /dev/mapped 200', 'POST /dev/mapped 200']);
});

test('a page of another origin reads events as they are sent', async () => {
  expect(await page.evaluate((target) => new Promise((resolve) => {
    const source = new EventSource(target);
    let first = '';
    source.onmessage = ({ data, lastEventId }: MessageEvent) => { first = `${lastEventId} ${data}`; };
    source.addEventListener('price', (event) => {
      source.close();
      resolve([first, (event as MessageEvent).data]); // an event of the stream
    });
    source.onerror = () => resolve('error');
  }), `${gateway.url}/dev/events`)).toEqual(['1 first', '7']);
});

test('each of the six default headers may be sent', async () => {
  const headers = {
    'Content-Type': 'application/json', 'X-Amz-Date': '20250101T000000Z', 'Authorization': 'token', 'X-Api-Key': 'key',
    'Cache-Control': 'no-store', 'X-Requested-With': 'XMLHttpRequest',
  };
  expect(await postFromPage('mapped', { headers })).toMatchObject({ status: 200 });
});

test('a header that is not allowed keeps the browser from posting', async () => {
  const from = gateway.log.length;
  expect(await postFromPage('mapped', { headers: { 'Content-Type': 'application/json', 'X-Own': 'mine' } })).toEqual(BLOCKED);
  expect(requestsSince(from)).toEqual(['OPTIONS /dev/mapped 200']);
});

test('a specific origin is let in, another one is not', async () => {
  expect(await postFromPage('this-origin')).toMatchObject({ status: 200 });
  expect(await postFromPage('other-origin')).toEqual(BLOCKED);
});

test('credentials pass where they are allowed', async () => {
  expect(await postFromPage('credentials', { credentials: 'include' })).toMatchObject({ status: 200 });
  expect(await postFromPage('mapped', { credentials: 'include' })).toEqual(BLOCKED);
});

test('response headers are hidden unless they are exposed', async () => {
  expect(await postFromPage('mapped')).toMatchObject({ header: null });
  expect(await postFromPage('this-origin')).toMatchObject({ header: 'Miss from cloudfront' });
});

test('without CORS the preflight fails and nothing is posted', async () => {
  const from = gateway.log.length;
  expect(await postFromPage('no-cors')).toEqual(BLOCKED);
  expect(requestsSince(from)).toEqual(['OPTIONS /dev/no-cors 403']);
});

test('a proxy function without CORS headers is called, and the page must not read the answer', async () => {
  const from = gateway.log.length;
  expect(await postFromPage('silent')).toEqual(BLOCKED);
  expect(requestsSince(from)).toEqual(['OPTIONS /dev/silent 200', 'POST /dev/silent 200']);
});

test('a proxy function that returns the header itself is read by the page', async () => {
  expect(await postFromPage('telling')).toMatchObject({ status: 200, text: 'told' });
});

test('a body that is not valid JSON is a 400, which the page sees as a cross-origin failure', async () => {
  for (const path of ['mapped', 'telling']) {
    const from = gateway.log.length;
    const logged = page.waitForEvent('console', (message) => message.type() === 'error' && message.text().includes('CORS policy'));
    expect(await postFromPage(path, { body: 'a=1&b=2' })).toEqual(BLOCKED);
    expect((await logged).text()).toContain("No 'Access-Control-Allow-Origin' header");
    expect(requestsSince(from)).toEqual([`OPTIONS /dev/${path} 200`, `POST /dev/${path} 400`]);
  }
});

describe('errors that the gateway answers itself', () => {
  let reporting: DeclaredGateway;
  let silent: DeclaredGateway;
  const shop = (corsOnGatewayErrors: boolean) => (app: App) => {
    const api = new Api(app, 'Errors', { corsOnGatewayErrors, defaultCorsPreflightOptions: { allowOrigins: [site.origin] } });
    api.root.addResource('key').addMethod('POST', functionOf(app, 'Key', echo), { apiKeyRequired: true });
    api.root.addResource('json').addMethod('POST', functionOf(app, 'Json', echo));
    api.root.addResource('failing').addMethod('POST', functionOf(app, 'Failing', '() => { throw new Error("a secret") }'));
  };
  beforeAll(async () => {
    [reporting, silent] = await Promise.all([declareGateway(shop(true)), declareGateway(shop(false))]);
  });
  afterAll(() => Promise.all([reporting.close(), silent.close()]));

  test.each([
    ['a key that is missing', 'key', 403, '{"a":1}', '{"message":"Forbidden"}'],
    ['a body that is not valid JSON', 'json', 400, 'a=1', expect.stringContaining('Could not parse request body into json')],
    ['a function that throws', 'failing', 502, '{"a":1}', '{"message": "Internal server error"}'],
  ])('%s: the page reads the answer with corsOnGatewayErrors, and sees a cross-origin failure without', async (_, path, status, body, text) => {
    expect(await postFromPage(`prod/${path}`, { body }, reporting)).toMatchObject({ status, text });
    const from = silent.log.length;
    expect(await postFromPage(`prod/${path}`, { body }, silent)).toEqual(BLOCKED);
    expect(requestsSince(from, silent)).toEqual([`OPTIONS /prod/${path} 200`, `POST /prod/${path} ${status}`]);
  });

  test('an unknown path: the page reads the 403, where it may ask without a preflight', async () => {
    const simple = { headers: { 'Content-Type': 'text/plain' }, body: 'x' };
    expect(await postFromPage('prod/nothing', simple, reporting)).toMatchObject({ status: 403, text: '{"message":"Missing Authentication Token"}' });
    expect(await postFromPage('prod/nothing', simple, silent)).toEqual(BLOCKED);
  });
});
