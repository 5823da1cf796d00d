import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Api, App, Duration, MockIntegration, ProxyFunction, ResponseType } from 'synthgate';
import { formatGateway } from 'synthgate/testing';

let project: string;

beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'synthgate-text-'));
  mkdirSync(path.join(project, 'src'));
  writeFileSync(path.join(project, 'package.json'), '{"name":"shop"}');
  writeHandler('one');
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

describe('a snapshot of a definition', () => {
  test('is text that people can read: the route table, then every setting', () => {
    const text = formatGateway(declare().api);
    expect(text).toMatch(/^PetsApi\n {2}apiKeySource: HEADER\n/);
    expect(text).toContain('\n  GET  /health        → mock\n  GET  /pets/{petId}  → proxy Pets\n');
    expect(chapter(text, 'GET /pets/{petId}')).toEqual(expect.arrayContaining(['authorization.type: NONE', 'integration.function: Pets']));
    expect(chapter(text, 'GET /health')).toEqual(expect.arrayContaining(['integration.type: mock', 'methodResponses.200: {}']));
    expect(chapter(text, 'function Pets')).toEqual(expect.arrayContaining(['entry: src/pets.ts', 'memoryMiB: 128', 'timeoutMs: 10000']));
    expect(chapter(text, 'stage prod')).toContain('deployment: latest');
  });

  test('stays when only code changed, and the code has another digest', () => {
    const before = synthesize();
    writeHandler('two');
    const after = synthesize();
    expect(after.text).toBe(before.text);
    expect(after.json).toBe(before.json);
    expect(after.digest).not.toBe(before.digest);
  });

  test.each<[string, (declared: ReturnType<typeof declare>) => void]>([
    ['a route', ({ api, pets }) => api.root.addResource('orders').addMethod('GET', pets)],
    ['a method', ({ api, pets }) => api.root.resourceForPath('/pets/{petId}').addMethod('PUT', pets)],
    ['a stage', ({ api }) => api.addStage('beta')],
    ['an environment variable', ({ pets }) => pets.addEnvironment('COLOR', 'red')],
    ['a key', ({ api }) => api.addApiKey('Dev')],
    ['a stage variable', ({ api }) => api.deploymentStage.addVariable('color', 'red')],
    ['a model', ({ api }) => api.addModel('Pet', { modelName: 'Pet', schema: { type: 'object' } })],
    ['a gateway response', ({ api }) => api.addGatewayResponse('NotFound', { type: ResponseType.RESOURCE_NOT_FOUND, statusCode: '410' })],
    ['a usage plan', ({ api }) => api.addUsagePlan('Free', { apiStages: [{ stage: api.deploymentStage }] })],
  ])('changes with %s', (_, change) => {
    const declared = declare();
    change(declared);
    expect(formatGateway(declared.api)).not.toBe(formatGateway(declare().api));
    expect(declared.api.toJson()).not.toBe(declare().api.toJson());
  });

  test('changes when a route is removed', () => {
    expect(formatGateway(declare({ withoutHealth: true }).api)).not.toBe(formatGateway(declare().api));
  });

  test('shows templates line by line, and no value of a key', () => {
    const { api } = declare();
    api.root.addResource('time').addMethod('GET', new MockIntegration({ requestTemplates: { 'application/json': '{\n"statusCode": 200\n}' } }));
    api.addApiKey('Dev', { value: 'dev-key-0123456789abcdef' });
    const text = formatGateway(api);
    expect(text).toContain('  integration.requestTemplates.application/json:\n    {\n    "statusCode": 200\n    }\n');
    expect(text).toContain('value: (given)');
    expect(text).not.toContain('dev-key');
  });
});

function declare({ withoutHealth = false } = {}) {
  const app = new App({ outdir: path.join(project, 'gateway.out') });
  const pets = new ProxyFunction(app, 'Pets', { entry: path.join(project, 'src', 'pets.ts'), timeout: Duration.seconds(10) });
  const api = new Api(app, 'PetsApi');
  api.root.addResource('pets').addResource('{petId}').addMethod('GET', pets);
  if (!withoutHealth) api.root.addResource('health').addMethod('GET', new MockIntegration());
  return { app, api, pets };
}

function synthesize() {
  const { app, api } = declare();
  const { directory } = app.synth();
  const code = JSON.parse(readFileSync(path.join(directory, 'code.json'), 'utf8')) as { functions: { Pets: { digest: string } } };
  return { text: formatGateway(api), json: api.toJson(), digest: code.functions.Pets.digest };
}

function writeHandler(body: string): void {
  writeFileSync(path.join(project, 'src', 'pets.ts'), `export const handler = async () => ({ statusCode: 200, body: '${body}' });\n`);
}

/** The settings in a chapter, without their indent. */
function chapter(text: string, title: string): string[] {
  const section = text.split('\n\n').find((one) => one.startsWith(`${title}\n`));
  return (section ?? '').trimEnd().split('\n').slice(1).map((line) => line.trimStart());
}
