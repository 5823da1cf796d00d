import { App, type Stack } from 'aws-cdk-lib';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import recommended from 'aws-cdk-lib/recommended-feature-flags.json';
import { createTestGateway, type TestGateway } from '../../lib/testing';
import { newDirectory } from '../support/temporary-directory';

const FOLDER = path.join(__dirname, 'apps');

/** An API of an app, a request, and the status with what the body contains or headers that the response has. */
type Request = readonly [api: string, request: string, status: number, expected?: string | Headers, headers?: Headers];
type Headers = Readonly<Record<string, string>>;

const REQUESTS: Readonly<Record<string, readonly Request[]>> = {
  gallery: [
    ['GalleryApi', 'GET /prod/pictures', 200, '"path":"/pictures"'],
    ['GalleryApi', 'OPTIONS /prod/pictures', 204, { 'access-control-allow-origin': 'https://admin.gallery.example' }, { Origin: 'https://admin.gallery.example' }],
    ['GalleryApi', 'DELETE /prod/pictures/7', 200, '"method":"DELETE"'],
    ['GalleryApi', 'GET /prod/open', 200, '"open": true'],
    ['GalleryApi', 'GET /prod/nothing', 403],
  ],
  greedy: [
    ['Api', 'GET /prod/a/b', 200, '"path":"/a/b"'],
    ['Api', 'PUT /prod/', 200, '"method":"PUT"'],
    ['Api', 'GET /prod/inner/c', 200, '"path":"/inner/c"'],
  ],
  members: [
    ['MembersApi', 'GET /v1/health', 200, '"path":"/health"'],
    ['MembersApi', 'GET /v1/members', 401],
    ['MembersApi', 'OPTIONS /v1/members', 204, { 'access-control-allow-origin': '*' }],
  ],
  notes: [['Items Service', 'OPTIONS /prod/items', 200, { 'access-control-allow-methods': 'OPTIONS,GET,PUT,POST,DELETE' }]],
  orders: [
    ['OrdersApi', 'GET /prod/orders', 401],
    ['OrdersApi', 'GET /prod/orders', 404, undefined, { Authorization: 'Bearer deny' }],
    ['OrdersApi', 'GET /prod/reports/2024/7?q=1', 200, '"path":"/reports/2024/7"', { 'x-tenant': 'allow' }],
    ['OrdersApi', 'GET /prod/reports/2024/7', 401, undefined, { 'x-tenant': 'allow' }],
  ],
  partners: [['PartnersApi', 'GET /live/rates', 403], ['PartnersApi', 'GET /live/ping', 200, '"path":"/ping"']],
  stages: [['Api', 'GET /dev/things', 200, '"path":"/things"'], ['Api', 'GET /prod/things', 200, '"path":"/things"']],
  everything: [
    ['shop', 'GET /v1/items', 200, '"color":"blue"'],
    ['shop', 'POST /v1/items', 403],
    ['shop', 'DELETE /v1/', 204],
    ['shop', 'PUT /v1/mapped/7', 200, '{"ok": true}', { 'Content-Type': 'application/json' }],
  ],
  workers: [['WorkersApi', 'GET /prod/', 200, '"path":"/"']],
  services: [
    ['Services', 'POST /prod/messages', 501, undefined, { 'Content-Type': 'application/json' }],
    ['Services', 'GET /prod/items/7', 501],
    ['Document', 'GET /doc/pets', 200],
    ['whole', 'GET /prod/a', 200],
  ],
};

test('every app is served', () => {
  const apps = readdirSync(FOLDER).filter((name) => existsSync(path.join(FOLDER, name, 'migrated.ts')));
  expect(Object.keys(REQUESTS).sort()).toEqual(apps.sort());
});

describe.each(Object.entries(REQUESTS))('%s, imported from synthgate/aws', (name, requests) => {
  let gateway: TestGateway;
  beforeAll(async () => { gateway = await createTestGateway(declared(name)); });
  afterAll(() => gateway.close());

  const rows = requests.map(([api, request, status, expected, headers = {}]) => ({ api, request, status, expected, headers }));

  test.each(rows)('$api: $request is answered $status', async ({ api, request, status, expected, headers }) => {
    const [method, target] = request.split(' ');
    const url = gateway.apis.find((one) => one.name === api)?.url;
    const response = await fetch(`${url ?? api}${target}`, { method, headers, ...(method === 'PUT' ? { body: '{}' } : {}) });
    const body = await response.text();
    expect([response.status, body]).toEqual([status, expect.stringContaining(typeof expected === 'string' ? expected : '')]);
    expect(Object.fromEntries(response.headers)).toMatchObject(typeof expected === 'object' ? expected : {});
  });
});

function declared(name: string): App {
  const app = new App({ outdir: path.join(newDirectory(), 'cdk.out'), analyticsReporting: false, context: recommended });
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const [Declared] = Object.values(require(path.join(FOLDER, name, 'migrated')) as Record<string, new (scope: App, id: string) => Stack>);
  new Declared(app, 'Shop');
  return app;
}
