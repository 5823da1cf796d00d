import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CATALOG } from '../../../lib/errors';
import { serve, type Serving } from '../../../lib/runtime';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { synthgate } from '../../support/command-line';
import { newDirectory } from '../../support/temporary-directory';

const directory = newDirectory();
const mock = { type: 'mock' as const, requestTemplates: { 'application/json': '{"statusCode": 200}' }, responses: [{ statusCode: '200' }] };
let serving: Serving;
let url: string;

beforeAll(async () => {
  const source = writeAssembly(path.join(directory, 'gateway.out'), [petsSpec({
    functions: {},
    resources: { '/pets': { id: 'pets', methods: { GET: { integration: mock, methodResponses: { 200: {} } }, POST: { apiKeyRequired: true, integration: mock, methodResponses: { 200: {} } } } } },
  })]);
  serving = await serve({ source, port: 0, managementPort: 0, watch: false, dashboard: true });
  url = serving.apis[0]?.url ?? '';
});
afterAll(async () => {
  await serving.close();
});

const explain = (subject: string, from = directory) => synthgate(from, ['explain', subject]);
const explainWords = (...words: readonly string[]) => synthgate(directory, ['explain', ...words]);

test('a code is explained without a gateway', async () => {
  const { code, out } = await explain('ROUTE_UNKNOWN', newDirectory());
  expect(code).toBe(0);
  expect(out).toContain('ROUTE_UNKNOWN');
  expect(out).toContain(CATALOG.ROUTE_UNKNOWN.help);
  expect(out).toContain('The client gets 403 {"message":"Missing Authentication Token"}');
});

test('a name that is like no code gets no guess', async () => {
  expect((await explain('NOPE')).err).toContain('code is "NOPE"; expected a code of the catalog [OPTION_INVALID]');
});

test('without a gateway, an id is answered with what is missing', async () => {
  expect((await explain('12345678', newDirectory())).err).toMatch(/there is no running gateway to ask: .*\[DASHBOARD_UNREACHABLE\]/);
});

test('the help for a wrong value is that of the command', async () => {
  expect((await explain('NOPE')).err).toContain('\n    synthgate explain --help explains each option.');
});

test('an unknown code gets the nearest one', async () => {
  expect((await explain('ROUTE_UNKNOW')).err).toMatch(/nearest: "ROUTE_UNKNOWN"/);
});

test('a request is explained by its id: where it stopped, why, and what to do', async () => {
  const response = await fetch(`${url}/prod/pets`, { method: 'POST' });
  const { out } = await explain(response.headers.get('x-amzn-requestid') ?? '');
  expect(out).toMatch(/^POST \S*\/prod\/pets {2}403 /);
  expect(out).toMatch(/✗ key/);
  expect(out).toContain('API_KEY_REFUSED: the method requires an API key and the key was missing\n  Send a key');
});

test('the id of its trace is enough, as W3C or X-Ray write it', async () => {
  const id = '0af7651916cd43dd8448eb211c80319c';
  const response = await fetch(`${url}/prod/pets`, { headers: { traceparent: `00-${id}-b7ad6b7169203331-01` } });
  for (const subject of [id, id.toUpperCase(), `1-${id.slice(0, 8)}-${id.slice(8)}`]) {
    const { out } = await explain(subject);
    expect(out).toContain(response.headers.get('x-amzn-requestid') ?? 'none');
    expect(out).toContain(`\n  trace ${id}\n`);
  }
  expect((await explain(id.replace('0', '1'))).err).toContain('[DASHBOARD_REFUSED]');
});

test('the short id in the log is enough', async () => {
  const response = await fetch(`${url}/prod/pets`, { method: 'POST' });
  const id = response.headers.get('x-amzn-requestid') ?? '';
  expect((await explain(id.slice(0, 8))).out).toContain(id);
  expect((await explain('0badc0de')).err).toContain('[DASHBOARD_REFUSED]');
});

test('a short id of an HTTP API that looks like a code is an id', async () => {
  expect((await explain('FUIRLC_T')).err).toContain('[DASHBOARD_REFUSED]');
});

test('a code may be written in lower case', async () => {
  expect((await explain('route_unknown')).out).toContain(CATALOG.ROUTE_UNKNOWN.help);
});

test('a curl command is sent and explained', async () => {
  const { out } = await explain(`curl -sX POST -H 'x-api-key: wrong key' "${url}/prod/pets"`);
  expect(out).toContain('the key was unknown');
});

test('a curl command needs no quotes around it', async () => {
  const { out } = await explainWords('curl', '-sX', 'POST', '-H', 'x-api-key: wrong key', `${url}/prod/pets`);
  expect(out).toMatch(/✗ key .*unknown/);
});

test('OPTION_INVALID: a file of the curl command that cannot be read', async () => {
  expect((await explainWords('curl', '-d', '@missing.json', `${url}/prod/pets`)).err).toContain('a file that can be read');
});

test('without a subject, the last request that failed is explained', async () => {
  await fetch(`${url}/prod/last-one`);
  await fetch(`${url}/prod/pets`);
  expect((await explainWords()).out).toContain('no GET on /last-one');
});

test.each([['Missing Authentication Token'], ['403'], ['ROUTE_UNKNOWN --nope']])('OPTION_INVALID: %s is nothing to explain', async (words) => {
  const { code, err } = await explainWords(...words.split(' '));
  expect([code, err]).toEqual([3, expect.stringContaining('an error code, the id of a request or of its trace, or a curl command')]);
});

test('a curl command to another server is refused', async () => {
  expect(await explain('curl http://127.0.0.1:1/prod/pets')).toMatchObject({ code: 3, err: expect.stringContaining(url) as string });
});

test('a request that is not known is refused', async () => {
  expect((await explain('11111111-2222-4333-8444-555555555555')).err).toContain('[DASHBOARD_REFUSED]');
});

test('without a gateway with a dashboard, the error names what to start', async () => {
  const secondDirectory = newDirectory();
  expect((await explain('11111111-2222-4333-8444-555555555555', secondDirectory)).err).toContain('[DASHBOARD_UNREACHABLE]');
});

test('a gateway that has ended is not taken for one that runs', async () => {
  const file = path.join(directory, 'gateway.state', 'management-url');
  writeFileSync(file, 'http://127.0.0.1:1\n');
  expect((await explain('11111111-2222-4333-8444-555555555555')).err).toMatch(/127\.0\.0\.1:1 does not answer.*DASHBOARD_UNREACHABLE/);
  rmSync(file);
});
