import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { readCurl } from '../../../../../lib/cli/explain/read-curl';
import type { RequestRecord } from '../../../../../lib/runtime/inspection/protocol';
import type { GatewaySpecInput } from '../../../../../lib/spec';
import { dashboardGateway, type DashboardGateway } from '../../../../support/dashboard';
import { newDirectory } from '../../../../support/temporary-directory';

/* A request is copied as a command; the command is run, and sends the same request. */

const SPEC: GatewaySpecInput = {
  format: 'synthgate/1',
  api: { id: 'echo', name: 'Echo', binaryMediaTypes: ['application/octet-stream'] },
  functions: { Echo: { code: 'echo', handler: 'index.handler' } },
  resources: {
    '/': { id: 'root', methods: {} },
    '/{path+}': { id: 'path', methods: { ANY: { integration: { type: 'proxy', function: 'Echo' } } } },
  },
  stages: { prod: {} },
};
const TOKEN = 'abcdefgh-ijklmnop-qrstuvwx';

let gateway: DashboardGateway;
beforeAll(async () => { gateway = await dashboardGateway(SPEC, () => '{"statusCode":200,"body":"ok"}'); });
afterAll(async () => {
  await gateway.close();
});

const record = async (id: string): Promise<RequestRecord> => (await gateway.api<RequestRecord>(`/api/requests/${id}?secrets=1`)).json;
const idOf = async (target: string, init?: RequestInit): Promise<string> => (await fetch(`${gateway.url}${target}`, init)).headers.get('x-amzn-requestid') ?? '';
const copy = async (id: string, query: string): Promise<string> => (await gateway.api(`/api/requests/${id}/as?${query}`)).text;

/** Runs a copied command; the record of the request that it sent. */
async function run(command: string, env: Readonly<Record<string, string>> = {}): Promise<RequestRecord> {
  const file = path.join(newDirectory(), 'pasted.sh');
  writeFileSync(file, command);
  const { stdout } = await promisify(execFile)('sh', [file], { env: { ...process.env, ...env }, maxBuffer: 1e7, timeout: 120_000 });
  return record(/^x-amzn-requestid: (\S+)/im.exec(stdout)?.[1] ?? '');
}

/** Returns the parts of a request that the client decided. */
function sent({ method, request: { url, body, isBase64, headers } }: RequestRecord) {
  const shown = headers.filter(({ name }) => /^(?:content-type|x-|authorization$)/i.test(name)).map(({ name, value }) => `${name.toLowerCase()}: ${value}`);
  return { method, url, body, isBase64, headers: shown.sort() };
}

const OCTETS = { 'Content-Type': 'application/octet-stream' };
test.each<readonly [string, string, RequestInit]>([
  ['a query with brackets and braces', '/prod/pets?filter%5Ba%5D=1&range=[1-3]&set={a,b}&it=it\'s', {}],
  ['HEAD', '/prod/pets', { method: 'HEAD' }],
  ['a body with quotes and no type', '/prod/pets', { method: 'POST', body: new TextEncoder().encode('it\'s "$HOME"\n@x') }],
  ['a form', '/prod/pets', { method: 'PUT', body: new URLSearchParams({ a: '1 2' }) }],
  ['an empty header', '/prod/pets', { method: 'DELETE', headers: { 'x-empty': '', 'x-note': 'a: b' } }],
  ['bytes', '/prod/pets', { method: 'POST', headers: OCTETS, body: Buffer.from([0, 255, 10, 39]) }],
  ['a text with a zero byte', '/prod/pets', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'a\0b' }],
  ['more than a parameter can be', '/prod/pets', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'é\'x'.repeat(50_000) }],
])('the copied curl command of %s sends the same request', async (_, target, init) => {
  const id = await idOf(target, init);
  expect(sent(await run(await copy(id, 'format=curl&secrets=1')))).toEqual(sent(await record(id)));
});

test('hidden secrets of headers and query come from the environment', async () => {
  const id = await idOf(`/prod/pets?a=1&access_token=${TOKEN}&b`, { headers: { Authorization: `Bearer ${TOKEN}` } });
  const command = await copy(id, 'format=curl');
  expect(command).not.toContain('abcdefgh');
  expect(sent(await run(command, { ACCESS_TOKEN: TOKEN, AUTHORIZATION: `Bearer ${TOKEN}` }))).toEqual(sent(await record(id)));
  expect(await copy(id, 'format=fetch')).toContain('/prod/pets?a=1&access_token=${encodeURIComponent(process.env.ACCESS_TOKEN ?? \'\')}&b`');
  expect(await copy(id, 'format=http')).toContain('/prod/pets?a=1&access_token={{ACCESS_TOKEN}}&b\n');
  // a test sends others of the same form: its stubs take any
  expect(await copy(id, 'format=test')).toContain('fetch("/prod/pets?a=1&access_token=aaaaaaaa-aaaaaaaa-aaaaaaaa&b"');
});

test('explain reads the copied command', async () => {
  const command = await copy(await idOf('/prod/pets?x[]=1', { method: 'HEAD' }), 'format=curl&secrets=1');
  expect(readCurl(command.trim(), { apis: [{ name: 'Echo', url: gateway.url, stages: [{ name: 'prod' }] }], read: (text) => text })).toMatchObject({ method: 'HEAD', stage: 'prod', path: '/pets?x[]=1' });
});

test.each([['bytes', Buffer.from([0, 255]), OCTETS], ['a separator of requests', 'a\n### b', {}], ['a variable', '{"a": "{{b}}"}', {}]])(
  'an .http file has %s from a file, and says how to write it', async (_, body, headers) => {
    const text = await copy(await idOf('/prod/pets', { method: 'POST', headers, body }), 'format=http');
    expect(text).toMatch(/^# .*\nPOST http[^]*\n\n< \.\/body\.bin\n$/);
    const directory = newDirectory();
    writeFileSync(path.join(directory, 'write.sh'), /write it first: (.*)/.exec(text)?.[1] ?? '');
    await promisify(execFile)('sh', ['write.sh'], { cwd: directory });
    expect(readFileSync(path.join(directory, 'body.bin'))).toEqual(Buffer.from(body));
  },
);

test('REQUEST_NOT_REPEATABLE: a request that is kept in part is not copied, nor HEAD with a body for curl', async () => {
  const large = await idOf('/prod/pets', { method: 'POST', body: 'x'.repeat(300_000) });
  expect(await gateway.api(`/api/requests/${large}/as?format=fetch`)).toMatchObject({ status: 409, json: { code: 'REQUEST_NOT_REPEATABLE', help: expect.any(String) } });
  expect(await gateway.api(`/api/requests/${large}/replay`, { method: 'POST' })).toMatchObject({ status: 409, json: { code: 'REQUEST_NOT_REPEATABLE' } });
  const play = { api: 'Echo', stage: 'prod', method: 'HEAD', path: '/pets', body: 'x' };
  const { json } = await gateway.api<RequestRecord>('/api/requests', { method: 'POST', body: play });
  expect(await gateway.api(`/api/requests/${json.id}/as?format=curl`)).toMatchObject({ status: 409, json: { message: expect.stringContaining('curl sends no body with HEAD') } });
});
