import path from 'node:path';
import type { GatewaySpecInput } from '../../../lib/spec';
import { fingerprintOf, petsSpec, writeAssembly } from '../../support/assembly';
import { synthgate } from '../../support/command-line';
import { complete } from '../../support/spec';
import { newDirectory } from '../../support/temporary-directory';

const shop = petsSpec({ api: { id: 'shop', name: 'Shop' }, stages: {} });
const directory = (): string => path.dirname(writeAssembly(path.join(newDirectory(), 'gateway.out'), [petsSpec(), shop]));

test('prints the routes of each API', async () => {
  const { code, out, err } = await synthgate(directory(), ['ls', '--api', 'Pets']);
  expect([code, err]).toEqual([0, '']);
  expect(out).toBe(`Pets  ${fingerprintOf(petsSpec()).slice(0, 12)}  stages: prod
  GET   /pets       → proxy Pets
  POST  /pets       → proxy Pets  api key
  GET   /pets/{id}  → proxy Pets
`);
});

test('prints JSON: one row for each method of each stage, in API Gateway\'s words', async () => {
  const rows = JSON.parse((await synthgate(directory(), ['ls', 'gateway.out', '--json'])).out);
  expect(rows.map((row: { api: string; stage: string | null; method: string; path: string }) => `${row.api} ${row.stage} ${row.method} ${row.path}`)).toEqual([
    'Pets prod GET /pets', 'Pets prod POST /pets', 'Pets prod GET /pets/{id}', 'Shop null GET /pets', 'Shop null POST /pets', 'Shop null GET /pets/{id}',
  ]);
  expect(rows[1]).toEqual({
    api: 'Pets', protocol: 'rest', stage: 'prod', method: 'POST', path: '/pets', routeKey: null, authorizationType: 'NONE', authorizer: null, apiKeyRequired: true,
    integrationType: 'AWS_PROXY', integrationSubtype: null, function: 'Pets', unavailable: null,
  });
  const listing = JSON.parse((await synthgate(directory(), ['list', 'gateway.out/Shop.gateway.json', '--json'])).out);
  expect(listing.map((row: { api: string }) => row.api)).toEqual(['Shop', 'Shop', 'Shop']);
});

test('prints a preflight that the gateway answers as a row', async () => {
  const cors = { methods: ['GET' as const], allowHeaders: [], allowMethods: ['GET', 'OPTIONS'] };
  const spec = petsSpec({ resources: { '/': { id: 'root', cors, methods: { GET: { integration: { type: 'mock', responses: [] } } } } } });
  const assembly = writeAssembly(path.join(newDirectory(), 'gateway.out'), [spec]);
  const rows = JSON.parse((await synthgate(newDirectory(), ['ls', assembly, '--json'])).out);
  expect(rows).toMatchObject([{ method: 'GET', integrationType: 'MOCK' }, { method: 'OPTIONS', path: '/', integrationType: 'MOCK', authorizationType: 'NONE' }]);
});

test('names the action of a service that a route of an HTTP API calls', async () => {
  const integration = { type: 'service-proxy' as const, subtype: 'SQS-PurgeQueue' as const, parameters: { QueueUrl: 'https://q.test/Orders' } };
  const spec: GatewaySpecInput = {
    format: 'synthgate/1', protocol: 'http', api: { id: 'queue', name: 'Queue' }, stages: { $default: {} }, resources: { '/orders': { id: 'o', methods: { DELETE: { integration } } } },
  };
  const assembly = writeAssembly(path.join(newDirectory(), 'gateway.out'), [spec]);
  expect(JSON.parse((await synthgate(newDirectory(), ['ls', assembly, '--json'])).out)).toMatchObject([
    { routeKey: 'DELETE /orders', integrationType: 'AWS_PROXY', integrationSubtype: 'SQS-PurgeQueue', function: null, unavailable: null },
  ]);
  expect((await synthgate(newDirectory(), ['ls', assembly])).out).toContain('DELETE  /orders  → service-proxy SQS-PurgeQueue https://q.test/Orders');
});

test('says what there is when a name is unknown', async () => {
  expect((await synthgate(directory(), ['ls', '--api', 'Cats'])).err).toMatch(/"Cats".*Pets, Shop \[API_UNKNOWN\]/);
});

test('without assembly and app says how to name one', async () => {
  const { code, err } = await synthgate(newDirectory(), ['ls']);
  expect([code, err]).toEqual([3, expect.stringContaining('[APP_MISSING]')]);
});

test('prints the custom domains that lead to stages', async () => {
  const stages = { $default: { domainMappings: [{ domainName: 'api.example.com' }] }, dev: { domainMappings: [{ domainName: 'api.example.com', mappingKey: 'v1/shop' }] } };
  const assembly = writeAssembly(path.join(newDirectory(), 'gateway.out'), [complete({ format: 'synthgate/1', protocol: 'http', api: { id: 'web', name: 'Web' }, stages })]);
  const { out } = await synthgate(newDirectory(), ['ls', assembly]);
  expect(out).toContain('  api.example.com → stage $default\n  api.example.com/v1/shop → stage dev\n');
});
