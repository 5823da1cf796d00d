import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { synthgate } from '../../support/command-line';
import { newDirectory } from '../../support/temporary-directory';

let directory: string;
beforeEach(() => {
  directory = newDirectory();
  mkdirSync(path.join(directory, 'code'));
  writeFileSync(path.join(directory, 'code', 'index.js'), 'exports.handler = async () => ({ statusCode: 200, body: "" });');
  writeFileSync(path.join(directory, 'app.ts'), `
    import path from 'node:path';
    import { Api, App, ProxyFunction, ProxyIntegration } from 'synthgate';
    console.log('hello from the app');
    const app = new App();
    const pets = new ProxyFunction(app, 'PetsFunction', { code: path.join(__dirname, 'code') });
    new Api(app, 'Pets').root.addResource('pets').addMethod('GET', new ProxyIntegration(pets));`);
});

test('runs the app and shows what it wrote; the app\'s own output stays out of the result', async () => {
  const { code, out, err } = await synthgate(directory, ['synth', 'app.ts']);
  expect([code, err]).toEqual([0, expect.stringContaining('hello from the app\n')]);
  expect(out).toMatch(/^Pets {2}[0-9a-f]{12} {2}stages: prod\n {2}GET {2}\/pets {2}→ proxy PetsFunction\n\nwritten to gateway\.out\n$/);
  expect(readdirSync(path.join(directory, 'gateway.out'))).toContain('manifest.json');
});

test('writes the types of events, again only if they change; they are no part of a definition', async () => {
  const file = path.join(directory, 'gateway.out', 'types', 'index.d.ts');
  const first = await synthgate(directory, ['synth', 'app.ts']);
  expect(readFileSync(file, 'utf8')).toContain('export interface PetsGetEvent extends RestEvent {');
  utimesSync(file, 0, 0);
  expect((await synthgate(directory, ['synth', 'app.ts'])).out).toBe(first.out);
  expect(statSync(file).mtimeMs).toBe(0);
  const app = readFileSync(path.join(directory, 'app.ts'), 'utf8');
  writeFileSync(path.join(directory, 'app.ts'), app.replace("addResource('pets')", "addResource('pets').addResource('{petId}')"));
  await synthgate(directory, ['synth', 'app.ts']);
  expect(readFileSync(file, 'utf8')).toContain('pathParameters: { petId: string };');
  expect(readdirSync(path.dirname(file))).toEqual(['index.d.ts']);
});

test('writes those of another source', async () => {
  const paths = { '/items/{id}': { get: { responses: { 200: { description: 'one' } } } } };
  writeFileSync(path.join(directory, 'openapi.json'), JSON.stringify({ openapi: '3.0.3', info: { title: 'Items', version: '1' }, paths }));
  writeFileSync(path.join(directory, 'handler.js'), 'exports.handler = async () => ({});');
  expect((await synthgate(directory, ['synth', 'openapi.json', '--handler', 'handler.js'])).code).toBe(0);
  expect(readFileSync(path.join(directory, 'gateway.out/types/index.d.ts'), 'utf8')).toContain('export interface ItemsIdGetEvent extends RestEvent {');
});

test.each([['ls'], ['openapi'], ['invoke', 'GET /pets', '--assembly']])('%s takes the app as its source, and no other beside it', async (...words) => {
  rmSync(path.join(directory, 'gateway.out'), { recursive: true, force: true });
  expect((await synthgate(directory, [...words, 'app.ts', '--app', 'other.ts'])).err).toMatch(/--app is "other\.ts"; .*OPTION_INVALID/);
  const { code, err } = await synthgate(directory, [...words, 'app.ts']);
  expect([code, err]).toEqual([0, expect.stringContaining('hello from the app\n')]);
});

test.each(['app.ts', 'app.mts'])('mistakes of the definition are reported once each, without a stack: %s', async (name) => {
  writeFileSync(path.join(directory, name), `
    import { Api, App } from 'synthgate';
    const app = new App();
    const pets = new Api(app, 'Pets').root.addResource('pets');
    pets.addMethod('GET');
    pets.addMethod('PUT');
    app.synth();`);
  const { code, err } = await synthgate(directory, ['synth', '--app', name]);
  expect([code, err.match(/has no integration/g)?.length]).toEqual([1, 2]);
  expect(err).toMatch(/^\[DEFINITION_INVALID\] the app cannot be used: 2 errors\n {2}error: app\.m?ts:5:10: Pets/);
  expect(err).not.toMatch(/^ {4}at |details:/m);
});

test('what a construct refuses is reported with what to do and the line of the definition, without the rest of the stack', async () => {
  writeFileSync(path.join(directory, 'app.ts'), `
    import { Api, App, Deployment } from 'synthgate';
    const api = new Api(new App(), 'Pets');
    Deployment.fromFingerprint(api, 'Before', 'c7d5');`);
  const { code, err } = await synthgate(directory, ['synth', '--app', 'app.ts']);
  expect(code).toBe(1);
  expect(err).toMatch(/^\[FINGERPRINT_INVALID\] .*\n {4}\S.*\n {4}at .*app\.ts:4:\d+\)?\n$/);
});

test('another directory in the place of the assembly is refused with what to do, without a stack', async () => {
  const { code, err } = await synthgate(directory, ['synth', '--app', 'app.ts', '--output', 'code']);
  expect(code).toBe(1);
  expect(err).toMatch(/^\[OUTPUT_DIRECTORY_NOT_OURS\].*\n {4}Use another output directory/m);
  expect(err).not.toMatch(/^ +at /m);
});

test('an app without a name does not count', async () => {
  expect((await synthgate(directory, ['synth', '--app', ' '])).err).toContain('[APP_MISSING]');
});

test('takes app and output from synthgate.json', async () => {
  writeFileSync(path.join(directory, 'synthgate.json'), '{"app": "app.ts", "output": "build/gateway.out"}');
  const { out } = await synthgate(directory, ['synth', '--json']);
  expect(JSON.parse(out)).toMatchObject({ assembly: path.join(directory, 'build', 'gateway.out'), apis: [{ name: 'Pets', routes: { length: 1 } }] });
});

test('prints no table with --quiet', async () => {
  expect((await synthgate(directory, ['synth', '-q', '-a', 'app.ts', '-o', 'out'])).out).toBe('');
});

test('deploy runs a configured app again, so that it deploys the definition as it is now', async () => {
  writeFileSync(path.join(directory, 'synthgate.json'), '{"app": "app.ts"}');
  const before = JSON.parse((await synthgate(directory, ['deploy', '--json'])).out);
  const file = path.join(directory, 'app.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace("'pets'", "'cats'"));
  const after = JSON.parse((await synthgate(directory, ['deploy', '--json', '--yes'])).out); // a route is removed
  expect(after).toMatchObject({ stage: 'prod', previous: before.deployment, isChanged: true });
});

test('an app that is wrong fails with what is wrong', async () => {
  writeFileSync(path.join(directory, 'app.ts'), "import { Api, App } from 'synthgate'; const api = new Api(new App(), 'Pets'); api.root.addResource('a b');");
  const { code, err } = await synthgate(directory, ['synth', '--app', 'app.ts']);
  expect(code).toBe(1);
  expect(err).toMatch(/^\[DEFINITION_INVALID\] the app cannot be used: 1 error\n.*\[PATH_PART_INVALID\]/);
  expect(err).not.toContain('APP_FAILED');
});

test('a source that cannot be read has its code in the first line, before the line of source', async () => {
  writeFileSync(path.join(directory, 'app.ts'), 'const app = new App(;');
  const { err } = await synthgate(directory, ['synth', '--app', 'app.ts']);
  expect(err).toMatch(/^error: the app \S+app\.ts cannot be bundled: \[APP_NOT_BUNDLED\]\n[^]*Unexpected ";"[^]*\n {4}Correct the source/);
});

test('a class of the CDK that is not here leads to its counterpart', async () => {
  const text = "import { Api, App, LambdaIntegration } from 'synthgate'; const api = new Api(new App(), 'Pets'); api.root.addMethod('GET', new LambdaIntegration());";
  writeFileSync(path.join(directory, 'app.ts'), text);
  const { err } = await synthgate(directory, ['synth', '--app', 'app.ts']);
  expect(err).toMatch(/LambdaIntegration is not a constructor[^]*\n {4}LambdaIntegration belongs to aws-cdk-lib: use ProxyIntegration of synthgate, .* from synthgate\/aws\.\n/);
});

describe('--strict', () => {
  const CDK_APP = `
    import { App, Stack } from 'aws-cdk-lib';
    import { MockIntegration } from 'synthgate';
    import { Api } from 'synthgate/aws';
    const api = new Api(new Stack(new App(), 'Shop'), 'Pets', { vendor: { shortPrefix: 'acme' } });
    api.root.addMethod('GET', new MockIntegration());`;
  const DOCUMENT_APP = `
    import { Api, App, MockIntegration } from 'synthgate';
    const app = new App({ openApi: [{}] });
    const api = new Api(app, 'Pets', { policy: { Statement: [{ Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: '*' }] } });
    api.root.addResource('{all+}').addMethod('GET', new MockIntegration());`;

  test.each([['AWS', CDK_APP, 'AWS_VENDOR_NAMES'], ['a document', DOCUMENT_APP, 'OPENAPI_']])(
    'refuses what %s cannot do as declared; without it the loss is reported once', async (_, text, loss) => {
      writeFileSync(path.join(directory, 'app.ts'), text);
      symlinkSync(path.resolve('node_modules'), path.join(directory, 'node_modules'));
      const lenient = await synthgate(directory, ['synth', '--app', 'app.ts', '--quiet']);
      expect([lenient.code, lenient.err.split(loss).length]).toEqual([0, 2]);
      const strict = await synthgate(directory, ['synth', '--app', 'app.ts', '--quiet', '--strict']);
      expect([strict.code, strict.err]).toEqual([1, expect.stringContaining(loss)]);
    }, 60_000,
  );

  test('changes nothing where nothing is lost', async () => {
    expect((await synthgate(directory, ['synth', '--app', 'app.ts', '--strict'])).code).toBe(0);
  });
});

test('says what an API lacks of its document', async () => {
  writeFileSync(path.join(directory, 'app.ts'), `
    import { Api, App, HttpApi } from 'synthgate';
    const app = new App();
    const document = { openapi: '3.0.1', info: { title: 'Rest', version: '1' }, paths: { '/a': { get: {} } } };
    Api.fromOpenApi(app, 'Rest', { document: { ...document, paths: { '/a': { trace: {} } } } });
    HttpApi.fromOpenApi(app, 'Http', { document: { ...document, info: { title: 'Http', version: '1' }, 'x-amazon-apigateway-policy': {} } });`);
  const { code, err } = await synthgate(directory, ['synth', 'app.ts']);
  expect(code).toBe(0);
  expect(err.match(/\[[A-Z_]+\]/g)?.sort()).toEqual([
    '[OPENAPI_MEMBER_LEFT_OUT]', '[OPENAPI_METHOD_LEFT_OUT]', '[OPENAPI_METHOD_UNAVAILABLE]',
  ]);
});
