import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { esbuildPackages, install, pack, type Consumer } from '../support/package/consumer';

/* ES modules and vitest read every name of a module they import; an app without the CDK must not notice. */

const VITEST = path.resolve(__dirname, '..', '..', 'node_modules', 'vitest', 'vitest.mjs');
const APP = `
  import { Api, App, Period, ProxyFunction, TokenAuthorizer } from 'synthgate';

  export function declare() {
    const app = new App();
    const pets = new ProxyFunction(app, 'Pets', { entry: 'src/pets.js' });
    const authorizer = new TokenAuthorizer(app, 'Auth', { handler: pets });
    const api = new Api(app, 'PetsApi');
    const model = api.addModel('Pet', { schema: { type: 'object', required: ['name'] } });
    const resource = api.root.addResource('pets', { defaultMethodOptions: { authorizer } });
    resource.addMethod('GET', pets);
    const requestValidatorOptions = { validateRequestBody: true };
    resource.addMethod('POST', pets, { apiKeyRequired: true, requestModels: { 'application/json': model }, requestValidatorOptions });
    const plan = api.addUsagePlan('Plan', { apiStages: [{ stage: api.deploymentStage }], quota: { limit: 5, period: Period.DAY } });
    plan.addApiKey(api.addApiKey('Key'));
    return api;
  }
`;
const ROUTES = 'POST  /pets  → proxy Pets  CUSTOM, api key';
let temporary: string;
let consumer: Consumer;

beforeAll(() => {
  temporary = mkdtempSync(path.join(tmpdir(), 'synthgate-without-cdk-'));
  consumer = install(pack(temporary), { copied: ['constructs', ...esbuildPackages()], linked: ['vitest'] });
  consumer.write('package.json', JSON.stringify({ name: 'shop', version: '1.0.0', private: true, type: 'module' }));
  consumer.write('src/pets.js', 'export const handler = async () => ({ statusCode: 200 });\n');
  consumer.write('app.js', APP);
  consumer.write('list.js', "import { declare } from './app.js';\nconsole.log(declare().routeTable());\n");
  consumer.write('pets.test.js', `
    import { expect, test } from 'vitest';
    import { declare } from './app.js';
    test('the API is as declared', () => {
      expect(JSON.parse(declare().toJson())).toMatchObject({ authorizers: { Auth: {} }, models: { PetsApiPet: {} }, usagePlans: { 'PetsApi-Plan': {} } });
    });
  `);
  consumer.write('vitest.config.js', 'export default { cacheDir: "./cache", test: { pool: "threads" } };\n');
});
afterAll(() => {
  consumer.remove();
  rmSync(temporary, { recursive: true });
});

describe.each<[string, () => void]>([
  ['aws-cdk-lib is not installed', () => undefined],
  ['aws-cdk-lib is installed but cannot be loaded', () => {
    consumer.write('node_modules/aws-cdk-lib/package.json', JSON.stringify({ name: 'aws-cdk-lib', version: '2.240.0' }));
    consumer.write('node_modules/aws-cdk-lib/index.js', "throw new Error('nobody has asked for aws-cdk-lib');\n");
  }],
])('where %s', (_, prepare) => {
  beforeAll(prepare);

  test('an ES module declares authorizers, keys, plans and models', () => {
    expect(consumer.run(process.execPath, 'list.js')).toContain(ROUTES);
  });

  test('a test of vitest does', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [VITEST, 'run'], { cwd: consumer.directory, encoding: 'utf8', env: { PATH: process.env.PATH, NO_COLOR: '1' } });
    expect(`${status} ${stdout}${stderr}`).toMatch(/^0 [^]*1 passed/);
  });
});
