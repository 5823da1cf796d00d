import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ConnectionList, ConnectionRecord, ConnectResult, DashboardState, LimitsState, ReplayResult, RequestList, RequestRecord } from '../../../lib/runtime';
import type { GatewaySpecInput } from '../../../lib/spec';
import { synthgate } from '../../support/command-line';
import { dashboardGateway, type DashboardGateway } from '../../support/dashboard';
import { newDirectory } from '../../support/temporary-directory';

/* `synthgate mcp` as a process, called by the SDK's client, beside a gateway with a dashboard. */

const KEY = 'student-key-0123456789';
const SPEC: GatewaySpecInput = {
  format: 'synthgate/1',
  api: { id: 'shop', name: 'Shop' },
  functions: { Pets: { code: 'pets', handler: 'index.handler' } },
  resources: {
    '/': { id: 'root', methods: {} },
    '/pets': { id: 'pets', methods: { GET: { integration: { type: 'proxy', function: 'Pets' } }, POST: { integration: { type: 'proxy', function: 'Pets' } } } },
    '/orders': { id: 'orders', methods: { POST: { apiKeyRequired: true, integration: { type: 'proxy', function: 'Pets' } } } },
  },
  stages: { prod: {}, dev: {} },
  apiKeys: { Student: { value: KEY } },
  usagePlans: { Free: { keys: ['Student'], quota: { limit: 1, period: 'DAY' }, stages: { prod: {} } } },
};
const CHAT: GatewaySpecInput = {
  format: 'synthgate/1',
  protocol: 'websocket',
  api: { id: 'chat', name: 'Chat' },
  functions: { Chat: { code: 'chat', handler: 'index.handler' } },
  resources: {
    '/$connect': { id: 'c', methods: { ANY: { apiKeyRequired: true, integration: { type: 'proxy', function: 'Chat' } } } },
    '/$default': { id: 'd', methods: { ANY: { hasRouteResponse: true, integration: { type: 'proxy', function: 'Chat' } } } },
  },
  stages: { live: {} },
  apiKeys: { Ann: { value: KEY } },
  usagePlans: { Friends: { keys: ['Ann'], stages: { live: {} } } },
};
const LONG = 'x'.repeat(20_000);

let gateway: DashboardGateway;
let client: Client;
let project: string;
beforeAll(async () => {
  gateway = await dashboardGateway(SPEC, (name, event, { requestId }) => {
    if (name === 'Chat') return JSON.stringify({ statusCode: 200, body: `you said ${String(event.body)}` });
    gateway.dashboard.records.wrote(requestId, { at: 1, level: 'stdout', functionName: 'Pets', text: `saw ${String(event.path)}` });
    return JSON.stringify({ statusCode: 200, body: event.httpMethod === 'GET' ? LONG : String(event.body) });
  }, { others: [CHAT] });
  project = path.dirname(gateway.directory);
  client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({
    command: process.execPath, args: [path.resolve(__dirname, '../../../bin/synthgate'), 'mcp'], cwd: project, stderr: 'inherit',
  }));
});
afterAll(async () => {
  await client.close();
  await gateway.close();
});

interface Answer<Data> {
  readonly isError: boolean;
  readonly data: Data;
  readonly text: string;
}

async function call<Data = Record<string, unknown>>(name: string, given: Record<string, unknown> = {}): Promise<Answer<Data>> {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: given });
  const [{ text }] = content as [{ readonly text: string }]; // every tool answers one text
  return { isError: isError === true, data: structuredContent as Data, text };
}

test('the tools are listed with their input, and with what they change', async () => {
  const { tools } = await client.listTools();
  const readOnly = (wanted: boolean) => tools.filter(({ annotations }) => annotations?.readOnlyHint === wanted).map(({ name }) => name);
  expect(readOnly(true)).toEqual(['routes', 'requests', 'request', 'explain', 'logs', 'render_template', 'limits', 'connections']);
  expect(readOnly(false)).toEqual(['diff', 'invoke', 'replay', 'clock', 'reset_limits', 'connect', 'send', 'disconnect']);
  expect(tools.find(({ name }) => name === 'invoke')?.inputSchema).toMatchObject({
    type: 'object', required: ['path'], additionalProperties: false, properties: { method: { type: 'string', default: 'GET' } },
  });
  expect(tools.every(({ description = '' }) => description.length > 40)).toBe(true);
  expect(client.getInstructions()).toContain('npx synthgate dev');
});

test('a message that is too large is answered, and the process goes on', async () => {
  const tooLarge = { name: 'render_template', arguments: { template: 'x'.repeat(11 * 1024 * 1024) } };
  await expect(client.callTool(tooLarge)).rejects.toThrow(/DASHBOARD_CALL_INVALID.*at most 10485760 are read/);
  expect(await call('render_template', { template: '$input.body', body: '1' })).toMatchObject({ isError: false, data: { output: '1' } });
});

test('arguments that are nested too deeply are answered', async () => {
  let deep: unknown = 1;
  for (let level = 0; level < 500; level += 1) deep = [deep];
  expect(await call('render_template', { template: '', context: { deep } })).toMatchObject({ isError: true, data: { code: 'DASHBOARD_CALL_INVALID' } });
});

test.each([
  ['loops', '#foreach($a in [1..1000])#foreach($b in [1..1000])#foreach($c in [1..1000])#end#end#end'],
  ['nested blocks', `${'#if(true)'.repeat(9_000)}${'#end'.repeat(9_000)}`],
])('a template is not rendered without budget: %s', async (_, template) => {
  expect(await call('render_template', { template })).toMatchObject({ data: { error: expect.stringContaining('TEMPLATE_FAILED') as string } });
});

test('routes tells what there is to call', async () => {
  const { data } = await call<DashboardState>('routes', { filter: 'orders' });
  const stages = data.apis[0]?.stages.map(({ name, routes }) => ({ name, routes }));
  const routes = [expect.objectContaining({ method: 'POST', path: '/orders', apiKeyRequired: true })];
  expect(stages).toEqual([{ name: 'dev', routes }, { name: 'prod', routes }]);
  expect(JSON.stringify(data)).not.toContain(KEY);
});

test('a request is sent, found, explained, sent again and limited; the next day it is not', async () => {
  const { data: sent } = await call<RequestRecord>('invoke', { api: 'Shop', method: 'POST', path: '/orders?access_token=abcdefgh-ijkl', body: '{"pet":1}', key: 'Student' });
  expect([sent.status, sent.response.body, sent.query]).toEqual([200, '{"pet":1}', `access_token=${'*'.repeat(13)}`]);
  const { data: again } = await call<ReplayResult>('replay', { id: sent.id, body: '{"pet":2}' });
  expect([again.record.status, again.record.replayOf, again.differences[0]?.what]).toEqual([429, sent.id, 'status']);
  const { data: failed } = await call<RequestList>('requests', { onlyErrors: true });
  expect(failed.items[0]).toMatchObject({ status: 429, code: 'QUOTA_EXCEEDED', stoppedAt: 'quota' });
  const why = await call('explain');
  expect(why.data).toMatchObject({ id: again.record.id, why: { code: 'QUOTA_EXCEEDED' } });
  expect(why.text).toMatch(/✗ quota[^]*QUOTA_EXCEEDED: .*\n {2}Wait for the next period/);
  expect((await call<LimitsState>('limits')).data.keys[0]?.quota).toMatchObject({ limit: 1, used: 1 });
  expect((await call('clock', { advanceSeconds: 86_400 })).data).toMatchObject({ offsetMs: 86_400_000 });
  expect((await call<RequestRecord>('invoke', { api: 'Shop', method: 'POST', path: '/orders', key: 'Student' })).data.status).toBe(200);
  expect((await call<LimitsState>('reset_limits', { key: 'Student' })).data.keys[0]?.quota?.used).toBe(0);
  expect((await call('clock', { reset: true })).data).toMatchObject({ offsetMs: 0 });
  expect((await call('clock')).data).toMatchObject({ offsetMs: 0 });
  expect(JSON.stringify([sent, again, why])).not.toContain(KEY);
});

test('a WebSocket API is connected to, sent messages to, and closed', async () => {
  const chat = { api: 'Chat' };
  const { data: refused } = await call<ConnectResult>('connect', chat);
  expect(refused).toEqual({ requestId: expect.any(String) });
  expect((await call('explain', { subject: refused.requestId })).data).toMatchObject({ why: { code: 'API_KEY_REFUSED' } });
  const { data: { connection = '' } } = await call<ConnectResult>('connect', { ...chat, key: 'Ann', query: '?room=1' });
  const { data: said } = await call<ConnectionRecord>('send', { id: connection, text: 'hello' });
  expect(said.frames.map(({ from, text, route }) => [from, text, route])).toEqual([['client', 'hello', '$default'], ['gateway', 'you said hello', '$default']]);
  const { data: posted } = await call<ConnectionRecord>('send', { id: connection, text: 'news', to: 'client', waitMs: 0 });
  expect(posted.frames.map(({ from, text }) => [from, text])).toEqual([['gateway', 'news']]);
  expect((await call<ConnectionRecord>('connections', { id: connection })).data.frames).toHaveLength(3);
  expect((await call<ConnectionList>('connections', { limit: 1 })).data.items).toMatchObject([{ id: connection, isOwn: true, frameCount: 3 }]);
  expect((await call('disconnect', { id: connection })).data).toEqual({ id: connection });
  expect(await call('send', { id: 'none', text: '' })).toMatchObject({ isError: true, data: { code: 'CONNECTION_NOT_RECORDED' } });
});

test('a request to a WebSocket API is explained as one to any other', async () => {
  const { data } = await call<RequestRecord>('invoke', { api: 'Chat', path: '/@connections/none', method: 'POST' });
  expect(data).toMatchObject({ status: 403, why: { code: expect.any(String) } });
});

test('diff lists what a change of the definition does to callers; without a repository it says so', async () => {
  writeFileSync(path.join(project, 'old.gateway.json'), JSON.stringify(SPEC));
  writeFileSync(path.join(project, 'new.gateway.json'), JSON.stringify({ ...SPEC, resources: { ...SPEC.resources, '/orders': { id: 'orders', methods: {} } } }));
  const { data } = await call('diff', { base: 'old.gateway.json', head: 'new.gateway.json' });
  expect(data).toMatchObject({ semver: 'major', findings: [{ api: 'Shop', level: 'breaking', rule: 'route-removed', location: 'POST /orders' }] });
  expect(await call('diff', { base: 'mian' })).toMatchObject({ isError: true, data: { code: 'DIFF_SIDE_FAILED' }, text: expect.stringContaining('[DIFF_SIDE_UNKNOWN]') as string });
  expect(await call('diff', { base: '--accept' })).toMatchObject({ isError: true, data: { code: 'DASHBOARD_CALL_INVALID' } });
});

test('one request has everything, with long texts cut; logs have what functions wrote', async () => {
  const { data: sent } = await call<RequestRecord>('invoke', { api: 'Shop', path: '/pets', headers: { 'x-note': 'a' } });
  const { data } = await call<RequestRecord>('request', { id: sent.id, characters: 100 });
  expect(data.steps.map(({ name }) => name)).toEqual(['route', 'throttle', 'function']);
  expect(data.response.body).toBe(`${'x'.repeat(100)}… (19900 more characters)`);
  expect(data.request.headers).toContainEqual({ name: 'x-note', value: 'a' });
  const line = { requestId: sent.id, at: 1, level: 'stdout', functionName: 'Pets', text: 'saw /pets' };
  expect((await call('logs', { id: sent.id })).data).toEqual({ lines: [line] });
  expect((await call<{ lines: unknown[] }>('logs', { requests: 1 })).data.lines).toEqual([line]);
  expect((await call('logs', { function: 'Others' })).data).toEqual({ lines: [] });
});

test('a template is rendered, and a code is explained', async () => {
  expect((await call('render_template', { template: '$input.params("id")', pathParameters: { id: '7' } })).data).toEqual({ output: '7', overrides: {} });
  expect((await call('explain', { subject: 'ROUTE_UNKNOWN' })).data).toMatchObject({ code: 'ROUTE_UNKNOWN', help: expect.any(String) });
  expect((await call('explain', { subject: 'ROUTE_UNKNOW' })).text).toContain('"ROUTE_UNKNOWN"');
});

test.each<readonly [string, Record<string, unknown>, string]>([
  ['request', { id: 'none' }, 'REQUEST_NOT_RECORDED'],
  ['request', {}, 'DASHBOARD_CALL_INVALID'],
  ['invoke', { path: '/pets', api: 'Other' }, 'API_UNKNOWN'],
  ['invoke', { path: '/pets' }, 'API_NOT_CHOSEN'],
  ['invoke', { api: 'Shop', path: 'pets' }, 'DASHBOARD_CALL_INVALID'],
  ['invoke', { api: 'Shop', path: '/orders', key: 'Nobody' }, 'OPTION_INVALID'],
])('%s of %j is answered with %s and what to do', async (name, given, code) => {
  expect(await call(name, given)).toMatchObject({ isError: true, data: { code, message: expect.any(String), help: expect.any(String) }, text: expect.stringContaining(`[${code}] `) });
});

test('an unknown tool is an error of the protocol', async () => {
  await expect(client.callTool({ name: 'nothing' })).rejects.toThrow('there is no tool nothing; there are routes, requests');
});

test('before the gateway is started a call says what to start, and afterwards it is answered', async () => {
  const state = path.join(project, 'gateway.state');
  const kept = path.join(newDirectory(), 'state');
  cpSync(state, kept, { recursive: true });
  rmSync(state, { recursive: true });
  expect(await call('routes')).toMatchObject({ isError: true, data: { code: 'DASHBOARD_UNREACHABLE' }, text: expect.stringContaining('Start synthgate dev') });
  cpSync(kept, state, { recursive: true });
  expect((await call('routes')).isError).toBe(false);
});

test.each([
  [['--token', 'x'], 'no --token without --url'], [['--url', 'nothing'], 'a URL such as'], [['--url', 'http://127.0.0.1:1', '--state', 'x'], 'no --state beside --url'],
])('%j is refused', async (parameters, text) => {
  expect(await synthgate(project, ['mcp', ...parameters])).toMatchObject({ code: 3, err: expect.stringContaining(text) });
});
