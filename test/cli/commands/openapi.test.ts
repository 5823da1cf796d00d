import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { synthgate } from '../../support/command-line';
import type { GatewaySpecInput } from '../../../lib/spec';
import { complete } from '../../support/spec';
import { newDirectory } from '../../support/temporary-directory';

const shop = petsSpec({ api: { id: 'shop', name: 'Shop', description: 'in ${token:City}' }, stages: {} });
const directory = (): string => path.dirname(writeAssembly(path.join(newDirectory(), 'gateway.out'), [petsSpec(), shop]));

test('prints OpenAPI 3.1 of an API', async () => {
  const { code, out, err } = await synthgate(directory(), ['openapi', 'gateway.out', '--api', 'Pets', '--document-version', '7', '--server', 'https://a.test', '--server', 'https://b.test']);
  expect([code, err]).toEqual([0, '']);
  expect(JSON.parse(out)).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '7' },
    servers: [{ url: 'https://a.test' }, { url: 'https://b.test' }],
    paths: { '/pets': { get: { operationId: 'getPets' }, post: { security: [{ api_key: [] }] } }, '/pets/{id}': {} },
  });
  expect(out).not.toContain('x-amazon-apigateway');
});

test('writes 3.0 with the extensions of API Gateway, and says what the document lacks', async () => {
  const parameters = ['openapi', 'gateway.out/Pets.gateway.json', '--format', '3.0', '--region', 'eu-west-1', '--account', '123456789012'];
  const { code, out, err } = await synthgate(directory(), parameters);
  expect(code).toBe(0);
  expect(err).toMatch(/^loss: Pets: .*stages.*\[OPENAPI_PART_LEFT_OUT\]/m);
  const uri = 'arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/arn:aws:lambda:eu-west-1:123456789012:function:Pets/invocations';
  expect(JSON.parse(out)).toMatchObject({ openapi: '3.0.1', paths: { '/pets': { get: { 'x-amazon-apigateway-integration': { uri } } } } });
});

test('writes 3.0 without them', async () => {
  const { out } = await synthgate(directory(), ['openapi', 'gateway.out', '--api', 'Pets', '--format', '3.0', '--no-extensions']);
  expect(JSON.parse(out)).toMatchObject({ openapi: '3.0.3', servers: [{ url: '/{stage}' }] });
  expect(out).not.toContain('x-amazon-apigateway');
});

test('writes a file, as YAML where its name says so', async () => {
  const location = directory();
  const json = await synthgate(location, ['openapi', 'gateway.out', '--api', 'Pets', '--file', 'docs/pets.json']);
  await synthgate(location, ['openapi', 'gateway.out', '--api', 'Pets', '--file', 'docs/pets.yaml']);
  const printed = await synthgate(location, ['openapi', 'gateway.out', '--api', 'Pets', '--yaml']);
  expect([json.code, json.out]).toEqual([0, '']);
  const text = readFileSync(path.join(location, 'docs/pets.yaml'), 'utf8');
  expect(text).toMatch(/^openapi: 3\.1\.0\ninfo:\n/);
  expect(printed.out).toBe(text);
  expect(parse(text)).toEqual(JSON.parse(readFileSync(path.join(location, 'docs/pets.json'), 'utf8')));
});

test('OPENAPI_LOSSES: --strict writes nothing when the document lacks something', async () => {
  const location = directory();
  const parameters = ['openapi', 'gateway.out', '--api', 'Shop', '--strict', '--file', 'shop.json'];
  const { code, err } = await synthgate(location, parameters);
  expect(code).toBe(1);
  expect(err).toMatch(/OPENAPI_TOKEN_LEFT[^]*OPENAPI_LOSSES/);
  expect(existsSync(path.join(location, 'shop.json'))).toBe(false);
  expect((await synthgate(location, [...parameters, '--token-value', 'City=Bern'])).code).toBe(0);
  expect(readFileSync(path.join(location, 'shop.json'), 'utf8')).toContain('in Bern');
});

test('asks for one of several APIs', async () => {
  const { code, err } = await synthgate(directory(), ['openapi', 'gateway.out']);
  expect([code, err]).toEqual([3, expect.stringMatching(/Pets, Shop \[API_NOT_CHOSEN\]/)]);
});

test('knows two versions', async () => {
  const { code, err } = await synthgate(directory(), ['openapi', 'gateway.out', '--format', '2.0']);
  expect([code, err]).toEqual([3, expect.stringContaining('--format is "2.0"; expected one of 3.0, 3.1 [OPTION_INVALID]')]);
});

test.each([
  [['--no-extensions'], '--no-extensions is "true"'],
  [['--region', 'eu-west-1'], '--region is "eu-west-1"'],
  [['--format', '3.0', '--no-extensions', '--account', '123456789012'], '--account is "123456789012"'],
  [['--output', 'elsewhere'], '--output is "elsewhere"'],
])('OPTION_INVALID: %j would have no effect', async (parameters, given) => {
  const { code, out, err } = await synthgate(directory(), ['openapi', 'gateway.out', '--api', 'Pets', ...parameters]);
  expect([code, out, err]).toEqual([3, '', expect.stringMatching(new RegExp(`${given}.*\\[OPTION_INVALID\\]`))]);
});

test('a WebSocket API is no choice: it is reported, and the document of the other API is written', async () => {
  const chat: GatewaySpecInput = { format: 'synthgate/1', protocol: 'websocket', api: { id: 'chat', name: 'Chat', routeSelectionExpression: '$request.body.action' } };
  const location = path.dirname(writeAssembly(path.join(newDirectory(), 'gateway.out'), [petsSpec(), complete(chat)]));
  const { code, out, err } = await synthgate(location, ['openapi', 'gateway.out']);
  expect([code, (JSON.parse(out) as { readonly info: object }).info]).toEqual([0, expect.objectContaining({ title: 'Pets' })]);
  expect(err).toContain('loss: Chat: an OpenAPI document cannot express a WebSocket API [OPENAPI_PART_LEFT_OUT]\n    API Gateway has no OpenAPI documents of such APIs');
  expect((await synthgate(location, ['openapi', 'gateway.out', '--strict'])).code).not.toBe(0);
  const named = await synthgate(location, ['openapi', 'gateway.out', '--api', 'Chat']);
  expect([named.code, named.out, named.err]).toEqual([1, '', expect.stringContaining('[PROTOCOL_NOT_WRITTEN]')]);
});
