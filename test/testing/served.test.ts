import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Api, App, ProxyFunction } from 'synthgate';
import { createTestGateway } from 'synthgate/testing';

let code: string;

beforeAll(() => {
  code = mkdtempSync(path.join(tmpdir(), 'synthgate-code-'));
  writeFileSync(path.join(code, 'index.js'), `
    exports.handler = async (event) => {
      console.log('asked for ' + event.path);
      return { statusCode: 200, body: JSON.stringify({ path: event.path, account: event.requestContext.accountId, stage: event.requestContext.stage }) };
    };`);
});
afterAll(() => rmSync(code, { recursive: true, force: true }));

test('serves a construct tree on a free port, with its log', async () => {
  const gateway = await createTestGateway(declare(), { accountId: '111122223333' });
  try {
    expect(gateway.url('prod')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/prod$/);
    const response = await gateway.fetch('/prod/pets');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ path: '/pets', account: '111122223333', stage: 'prod' });
    expect((await fetch(`${gateway.url('beta')}/pets`)).status).toBe(200);
    expect((await gateway.fetch('/prod/nothing')).status).toBe(403);
    expect(gateway.logs.map(({ message }) => message)).toEqual(expect.arrayContaining(['asked for /pets', 'request']));
  } finally {
    await gateway.close();
  }
});

test('serves an assembly that is there', async () => {
  const directory = path.join(code, '..', `${path.basename(code)}.out`);
  App.synthesize(declare(), { outdir: directory });
  const gateway = await createTestGateway(directory);
  expect((await gateway.fetch('/prod/pets')).status).toBe(200);
  await gateway.close();
  expect(existsSync(path.join(directory, 'manifest.json'))).toBe(true);
  rmSync(directory, { recursive: true });
});

test('answers for the API that is named', async () => {
  const app = declare();
  new Api(app, 'OtherApi').root.addMethod('ANY', new ProxyFunction(app, 'Other', { code }));
  const gateway = await createTestGateway(app, { api: 'OtherApi' });
  expect(gateway.apis.map(({ name }) => name)).toEqual(['OtherApi']);
  expect((await gateway.fetch('/prod/')).status).toBe(200);
  await gateway.close();
});

test('leaves nothing behind, whether it served or not', () => {
  const temporary = mkdtempSync(path.join(tmpdir(), 'synthgate-tmp-'));
  // a process of its own ends by itself only when nothing is left open
  const output = execFileSync(process.execPath, ['-e', SCRIPT, code], { cwd: root, env: { ...process.env, TMPDIR: temporary }, encoding: 'utf8', timeout: 120_000 });
  expect(output).toBe('200, API_UNKNOWN\n');
  expect(readdirSync(temporary)).toEqual([]);
  rmSync(temporary, { recursive: true });
});

const root = path.resolve(__dirname, '..', '..');
const SCRIPT = `
  const { Api, App, ProxyFunction } = require('synthgate');
  const { createTestGateway } = require('synthgate/testing');
  const app = new App();
  new Api(app, 'PetsApi').root.addMethod('GET', new ProxyFunction(app, 'Pets', { code: process.argv[1] }));
  (async () => {
    const gateway = await createTestGateway(app);
    const { status } = await gateway.fetch('/prod/');
    await gateway.close();
    const refused = await createTestGateway(app, { api: 'NoSuchApi' }).catch((error) => error.code);
    console.log(status + ', ' + refused);
  })();
`;

function declare(): App {
  const app = new App();
  const api = new Api(app, 'PetsApi');
  api.root.addResource('pets').addMethod('GET', new ProxyFunction(app, 'Pets', { code }));
  api.addStage('beta');
  return app;
}
