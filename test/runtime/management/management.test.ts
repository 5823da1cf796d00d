import { createHash } from 'node:crypto';
import { GatewayError } from '../../../lib/errors';
import { managementHandler } from '../../../lib/runtime/management/management';
import { received } from '../../support/exchange';
import type { DashboardPorts, Page } from '../../../lib/runtime/management/dashboard/dashboard-ports';
import { pageOf } from '../../../lib/runtime/management/dashboard/page';
import type { Reply } from '../../../lib/runtime/http/reply';
import type { Received } from '../../../lib/runtime/http/request';

const stage = { name: 'prod', url: 'http://127.0.0.1:3000/prod', fingerprint: 'f'.repeat(64), source: 'assembly', routes: [] } as const;
let now = 0;
let serving: readonly number[] = [7];
const handler = managementHandler({
  token: 'good',
  dashboard: undefined,
  monotonicNow: () => now,
  metrics: () => Promise.resolve('synthgate_processes 2\n'),
  processes: () => ({ wanted: 2, serving }),
  apis: () => [{ name: 'Pets', apiId: 'pets', protocol: 'rest', url: 'http://127.0.0.1:3000', functions: [], stages: [stage] }],
});

const GOOD = { Host: '127.0.0.1:4000', Authorization: 'Bearer good' };
async function send(target: string, headers: Readonly<Record<string, string>> = GOOD, given: Partial<Received> = {}) {
  const fields = Object.entries(headers).map(([name, value]) => ({ name, value }));
  const reply = await new Promise<Reply>((resolve) => handler.handle(received({ target, headers: fields, port: 4000, ...given }), resolve));
  return { ...reply, text: reply.body.toString(), names: reply.headers.map(({ name }) => name.toLowerCase()) };
}

/** Every refusal says what is wrong and what to do. */
function codeOf({ status, text }: { readonly status: number; readonly text: string }): readonly unknown[] {
  const { code, ...others } = JSON.parse(text) as { readonly code: unknown };
  expect(others).toEqual({ message: expect.stringMatching(/./), help: expect.stringMatching(/./) });
  return [status, code];
}

test('reports health and deployments', async () => {
  expect((await send('/health')).text).toBe('{"status":"ok","processes":{"wanted":2,"serving":1}}');
  expect(JSON.parse((await send('/api/deployments?x=y')).text)).toEqual({
    items: [{ api: 'Pets', apiId: 'pets', url: 'http://127.0.0.1:3000/prod', stage: 'prod', fingerprint: stage.fingerprint, source: 'assembly' }],
  });
  expect((await send('/health', GOOD, { method: 'HEAD' })).status).toBe(200);
});

test('serves the metrics as Prometheus reads them', async () => {
  const { text, headers } = await send('/metrics');
  expect(text).toBe('synthgate_processes 2\n');
  expect(headers).toContainEqual({ name: 'Content-Type', value: 'text/plain; version=0.0.4; charset=utf-8' });
  expect((await send('/metrics', { Host: GOOD.Host })).status).toBe(401);
});

test('a defect is 500 without its details, which the log gets', async () => {
  const defect = new Error('details');
  const defects: unknown[] = [];
  const broken = managementHandler({
    token: 'good', dashboard: undefined, monotonicNow: () => now, metrics: () => Promise.resolve(''), processes: () => { throw defect; }, apis: () => [], onDefect: (error) => defects.push(error),
  });
  const fields = Object.entries(GOOD).map(([name, value]) => ({ name, value }));
  const { status, body } = await new Promise<Reply>((resolve) => broken.handle(received({ target: '/health', headers: fields, port: 4000 }), resolve));
  expect([status, body.toString().includes('details')]).toEqual([500, false]);
  expect(defects).toEqual([defect]);
});

test('is not well while no process serves', async () => {
  serving = [];
  const { status, text } = await send('/health');
  serving = [7];
  expect([status, text]).toEqual([503, '{"status":"unavailable","processes":{"wanted":2,"serving":0}}']);
});

test.each(['localhost:4000', '[::1]:4000', 'LOCALHOST:4000'])('%s is this port', async (Host) => {
  expect((await send('/health', { ...GOOD, Host })).status).toBe(200);
});

test.each(['attacker.test:4000', '127.0.0.1', '127.0.0.1:4001', 'localhost.attacker.test:4000', ''])('421: %s is not this port', async (Host) => {
  expect(codeOf(await send('/health', { ...GOOD, Host }))).toEqual([421, 'MANAGEMENT_HOST_WRONG']);
});

test.each([
  [{ Origin: 'https://evil.test' }], [{ Origin: 'null' }], [{ Origin: 'http://127.0.0.1:4000' }],
  [{ 'Sec-Fetch-Site': 'cross-site' }], [{ 'Sec-Fetch-Site': 'same-site' }],
])('403: pages do not get in, even with the token: %j', async (more) => {
  expect(codeOf(await send('/health', { ...GOOD, ...more }))).toEqual([403, 'MANAGEMENT_ORIGIN_REFUSED']);
});

test('429: guessing tokens is limited to one per second; the right token is not', async () => {
  now += 60_000;
  const guess = async () => (await send('/health', { Host: GOOD.Host, Authorization: 'Bearer guess' })).status;
  for (let count = 0; count < 10; count += 1) expect(await guess()).toBe(401);
  const refused = await send('/health', { Host: GOOD.Host });
  expect(codeOf(refused)).toEqual([429, 'MANAGEMENT_GUESSES_LIMITED']);
  expect(refused.headers).toContainEqual({ name: 'Retry-After', value: '1' });
  expect((await send('/health')).status).toBe(200);
  now += 1_000;
  expect([await guess(), await guess()]).toEqual([401, 429]);
  now += 60_000;
});

test.each([
  [{}], [{ Authorization: 'good' }], [{ Authorization: 'Bearer goo' }], [{ Authorization: 'Bearer good2' }], [{ Authorization: 'bearer good' }],
])('401: %j, whatever is asked for', async (authorization) => {
  const refused = await send('/nothing', { Host: GOOD.Host, ...authorization });
  expect(codeOf(refused)).toEqual([401, 'MANAGEMENT_TOKEN_WRONG']);
  expect(refused.headers).toContainEqual({ name: 'WWW-Authenticate', value: 'Bearer' });
});

test.each(['/api/keys', '/api/deployments/__proto__', '/constructor', '/'])('404: %s', async (target) => {
  const { status, text } = await send(target);
  expect([status, JSON.parse(text)]).toEqual([404, { code: 'MANAGEMENT_OPERATION_UNKNOWN', message: `the management port has no GET ${target}`, help: expect.any(String) }]);
});

test.each(['POST', 'DELETE', 'OPTIONS', 'TRACE'])('405: %s changes nothing', async (method) => {
  const { status, headers } = await send('/api/deployments', GOOD, { method });
  expect(status).toBe(405);
  expect(headers).toContainEqual({ name: 'Allow', value: 'GET, HEAD' });
});

test('no answer lets a page of another origin read it, and none is kept', async () => {
  for (const answer of [await send('/health'), await send('/health', {}), await send('/nothing')]) {
    expect(answer.names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(answer.headers).toContainEqual({ name: 'Cache-Control', value: 'no-store' });
  }
});

test.each([
  [new GatewayError('REQUEST_MALFORMED', { reason: 'x' }), 400], [new GatewayError('HEAD_TOO_LARGE', {}), 431],
  [new GatewayError('HEADERS_TOO_LARGE', {}), 413], [new GatewayError('PAYLOAD_TOO_LARGE', {}), 413], [new Error('x'), 500],
])('what the server refuses keeps its status and its code: %s', (error, status) => {
  const refused = handler.refuse(received(), error);
  expect(refused.status).toBe(status);
  expect(JSON.parse(refused.body.toString())).toMatchObject({ code: GatewayError.isGatewayError(error) ? error.code : 'INTERNAL' });
});

describe('with a dashboard', () => {
  const html = Buffer.from('<html><style>a{}</style><script>run()</script></html>');
  let page: Page | undefined = pageOf(html);
  const dashboard: Pick<DashboardPorts, 'page' | 'limits'> = { page: () => page, limits: () => ({ keys: [], buckets: [], caches: [] }) };
  const withPage = managementHandler({
    token: 'good', monotonicNow: () => now, metrics: () => Promise.resolve(''), processes: () => ({ wanted: 1, serving }), apis: () => [],
    dashboard: dashboard as DashboardPorts, // what these requests use
  });
  async function ask(target: string, headers: Readonly<Record<string, string>>, method = 'GET') {
    const fields = Object.entries({ Host: GOOD.Host, ...headers }).map(([name, value]) => ({ name, value }));
    return new Promise<Reply>((resolve) => withPage.handle(received({ target, headers: fields, port: 4000, method }), resolve));
  }

  test('the page runs only what is in it, and calls only its own port', async () => {
    const { status, headers, body } = await ask('/?token=good', {});
    expect([status, body]).toEqual([200, html]);
    const policy = headers.find(({ name }) => name === 'Content-Security-Policy')?.value;
    expect(policy).toBe([
      "default-src 'none'", `script-src 'sha256-${createHash('sha256').update('run()').digest('base64')}'`,
      `style-src 'sha256-${createHash('sha256').update('a{}').digest('base64')}'`,
      "connect-src 'self'", 'img-src data:', "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ].join('; '));
  });

  test('DASHBOARD_NOT_BUILT: an installation without the page says so', async () => {
    page = undefined;
    const { status, body } = await ask('/', {});
    expect([status, JSON.parse(body.toString())]).toEqual([503, { code: 'DASHBOARD_NOT_BUILT', message: expect.any(String) }]);
    page = pageOf(html);
  });

  /** Headers of a browser's navigation from a page of another origin, or from a file. */
  const NAVIGATION = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
  const bearer = { Authorization: 'Bearer good' };
  test.each([
    [{ ...bearer, 'Sec-Fetch-Site': 'same-origin' }, 200], [{ ...bearer, Origin: 'http://127.0.0.1:4000' }, 200],
    [{ ...bearer, Origin: 'https://evil.test' }, 403], [{ ...bearer, Origin: 'http://localhost:4000' }, 403], [{ ...bearer, Origin: 'null' }, 403],
    [{ ...bearer, 'Sec-Fetch-Site': 'same-site' }, 403], [{ ...bearer, 'Sec-Fetch-Site': 'cross-site' }, 403], [{}, 401],
  ])('its calls need the token, and no other page may make them: %j → %i', async (headers, status) => {
    expect((await ask('/api/limits', headers)).status).toBe(status);
  });

  test('other pages do not get the page either', async () => {
    expect((await ask('/', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await ask('/', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' })).status).toBe(403);
    expect((await ask('/api/limits', { ...bearer, ...NAVIGATION })).status).toBe(403);
    expect((await ask('/', { Host: 'evil.test:4000' })).status).toBe(421);
  });

  test('a browser opens the page from a file that leads to it', async () => {
    expect((await ask('/?token=good', NAVIGATION)).status).toBe(200);
    expect((await ask('/?token=good', { ...NAVIGATION, Origin: 'null' })).status).toBe(403);
  });
});
