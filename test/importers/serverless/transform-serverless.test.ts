import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readDocument } from '../../../lib/importers/document/read-document';
import { importSource } from '../../../lib/importers';
import { transformServerless } from '../../../lib/importers/serverless';
import { createRouter } from '../../../lib/runtime/router/router';
import { methodsOf, readSpec } from '../../../lib/spec';
import { member } from '../../support/importers/sam';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'serverless-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

test('variables take values from files, options and the environment; programs are not run', () => {
  const write = (name: string, text: string) => writeFileSync(path.join(directory, name), text);
  write('vars.yml', 'path: users\n');
  write('program.js', 'throw new Error("this runs");');
  write('serverless.yml', `
service: shop
provider: {name: aws, runtime: nodejs20.x, stage: "\${opt:stage, 'dev'}", environment: {KEY: "\${env:KEY}", OTHER: "\${file(program.js):a}"}}
functions: {a: {handler: a.b, events: [{http: "GET \${file(vars.yml):path}"}]}}
`);
  const { document, issues, files } = transformServerless(readDocument(path.join(directory, 'serverless.yml')), {
    options: { stage: 'live' }, environment: { KEY: 'value' },
  });
  const resources = member(document.value, 'Resources');
  expect(member(resources, 'ApiGatewayResourceUsers', 'Properties', 'PathPart')).toBe('users');
  expect(member(resources, 'ApiGatewayDeployment', 'Properties', 'StageName')).toBe('live');
  expect(member(resources, 'ALambdaFunction', 'Properties', 'Environment', 'Variables')).toEqual({ KEY: 'value', OTHER: '${file(program.js):a}' });
  expect(files).toEqual([path.join(directory, 'vars.yml')]);
  expect(issues).toMatchObject([{ code: 'SERVERLESS_VARIABLE_UNKNOWN', severity: 'loss' }]);
});

test('a project is found by its directory; functions are bundled from their modules', () => {
  const write = (name: string, text: string) => writeFileSync(path.join(directory, name), text);
  write('handler.ts', 'export const hello = async () => ({ statusCode: 200 });');
  write('serverless.yml', `
service: shop
provider: {name: aws, runtime: nodejs20.x}
functions:
  hello: {handler: handler.hello, events: [{http: {path: hello, method: get, authorizer: guard}}, {httpApi: GET /v2}]}
  guard: {handler: guard.handler}
`);
  const { apis } = importSource(directory);
  const [api, httpApi] = apis;
  expect(apis.map(({ name }) => name)).toEqual(['dev-shop', 'dev-shop-HttpApi']);
  expect(api?.spec.stages).toHaveProperty('dev');
  expect(api?.code.get('HelloLambdaFunction')).toMatchObject({ type: 'entry', file: path.join(directory, 'handler.ts') });
  expect(api?.spec.functions).toMatchObject({ GuardLambdaFunction: { unavailable: expect.any(String) } });
  expect(httpApi?.spec.resources?.['/v2']?.methods?.GET?.integration).toMatchObject({ type: 'proxy', function: 'HelloLambdaFunction' });
});

test('a function in another language has the directory of the service, its own, or an archive, and its layers', () => {
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
    writeFileSync(path.join(directory, name), text);
  };
  ['src/app.py', 'reports/report.py', 'layers/shared/python/tools.py'].forEach((name) => { write(name, ''); });
  write('bin/go.zip', 'x');
  write('target/app.jar', 'x');
  write('serverless.yml', `
service: shop
provider: {name: aws, runtime: python3.12}
layers: {shared-tools: {path: layers/shared}}
functions:
  app: {handler: src/app.main, layers: [{Ref: SharedDashtoolsLambdaLayer}], events: [{http: GET app}]}
  report: {handler: report.main, module: reports, events: [{http: GET report}]}
  fast: {runtime: provided.al2023, handler: bootstrap, package: {artifact: bin/go.zip}, events: [{http: GET fast}]}
  retired: {runtime: go1.x, handler: main, package: {artifact: bin/go.zip}, events: [{http: GET retired}]}
  slow: {runtime: java21, handler: 'com.example.App::main', package: {artifact: target/app.jar}, events: [{http: GET slow}]}
`);
  const { apis: [api], issues } = importSource(directory);
  expect(Object.fromEntries(api?.code ?? [])).toEqual({
    AppLambdaFunction: {
      type: 'directory', directory, handler: 'src/app.main', family: 'python', layers: [{ name: 'SharedDashtoolsLambdaLayer', directory: path.join(directory, 'layers/shared') }],
    },
    ReportLambdaFunction: { type: 'directory', directory: path.join(directory, 'reports'), handler: 'report.main', family: 'python' },
    FastLambdaFunction: { type: 'archive', file: path.join(directory, 'bin/go.zip'), handler: 'bootstrap', family: 'provided', build: { logicalId: 'FastLambdaFunction' } },
    SlowLambdaFunction: { type: 'archive', file: path.join(directory, 'target/app.jar'), handler: 'com.example.App::main', family: 'java' },
  });
  expect(api?.spec.functions).toMatchObject({
    AppLambdaFunction: { runtime: 'python3.12' }, FastLambdaFunction: { runtime: 'provided.al2023' }, SlowLambdaFunction: { runtime: 'java21' },
    RetiredLambdaFunction: { unavailable: 'it runs on go1.x, which Lambda has retired: build it for provided.al2023' },
  });
  expect(issues.filter(({ severity }) => severity === 'loss').map(({ code }) => code)).toEqual(['IMPORT_FUNCTION_UNAVAILABLE']);
});

test.each([['aws', undefined], ['{name: aws}', undefined], ['{name: azure}', 'azure'], ['google', 'google']])('a service of the provider %s: %s', (provider, refused) => {
  const file = path.join(directory, 'serverless.yml');
  writeFileSync(file, `{service: shop, provider: ${provider}, functions: {a: {handler: a.b, events: [{http: GET a}]}}}`);
  const read = () => importSource(directory).apis.length;
  if (refused === undefined) expect(read()).toBe(1);
  else expect(read).toThrow(`its provider is ${refused}`);
});

test.each([
  ['private: "${env:NONE}"', '501'],
  ['request: {schemas: {application/json: "${file(none.json)}"}}', '501'],
  ['request: {schemas: "${file(none.json)}"}', '501'],
  ['request: {schemas: {application/json: unknownName}}', '501'],
  ['request: "${file(none.json)}"', '501'],
  ['authorizer: "${self:custom.none}"', '501'],
  ['private: "true"', 'key'],
  ['private: null, request: null, authorizer: null', 'open'],
])('a method whose event says %s is %s', (setting, expected) => {
  const file = path.join(directory, 'serverless.yml');
  const functions = `{a: {handler: a.b, events: [{http: {method: get, path: a, ${setting}}}]}}`;
  writeFileSync(file, `{service: shop, provider: {name: aws, runtime: nodejs20.x}, functions: ${functions}}`);
  const method = importSource(file).apis[0]?.spec.resources?.['/a']?.methods?.GET;
  const access = method?.apiKeyRequired === true ? 'key' : 'open';
  expect(method?.integration.type === 'unavailable' ? '501' : access).toBe(expected);
});

test.each([
  ['an unknown method', 'a: {handler: a.b, events: [{http: {path: a, method: "${env:NONE}", authorizer: aws_iam}}]}', ['unavailable', 'proxy', 'proxy', 'proxy']],
  ['no method', 'a: {handler: a.b, events: [{http: {path: a, authorizer: aws_iam}}]}', ['unavailable', 'proxy', 'proxy', 'proxy']],
  ['an unknown path', 'a: {handler: a.b, events: [{http: {path: "a/${env:NONE}", method: get, authorizer: aws_iam}}]}', ['unavailable', 'unavailable', 'unavailable', 'unavailable']],
  ['no path', 'a: {handler: a.b, events: [{http: get}]}', ['unavailable', 'unavailable', 'unavailable', 'unavailable']],
  ['unknown events', 'a: {handler: a.b, events: "${file(gone.yml)}"}', ['unavailable', 'unavailable', 'unavailable', 'unavailable']],
  ['an unknown function', 'a: "${file(gone.yml)}"', ['unavailable', 'unavailable', 'unavailable', 'unavailable']],
])('a route with %s is not answered by another one', (_, fn, expected) => {
  const file = path.join(directory, 'serverless.yml');
  const open = 'open: {handler: a.b, events: [{http: {path: "{proxy+}", method: any}}, {http: {path: "a/{id}", method: get}}]}';
  writeFileSync(file, `{service: shop, provider: {name: aws, runtime: nodejs20.x}, functions: {${open}, ${fn}}}`);
  const { spec } = readSpec(importSource(file).apis[0]?.spec, 'shop');
  const routes = methodsOf(spec).map(({ path, httpMethod, method }) => ({ path, method: httpMethod, target: method.integration.type }));
  const router = createRouter(routes);
  expect(['/a', '/a/b', '/a/b/c', '/c'].map((at) => router.match('GET', at)?.target)).toEqual(expected);
});

test('a method that is declared twice answers 501, and paths of one logical id keep both of their routes', () => {
  const file = path.join(directory, 'serverless.yml');
  const events = '[{http: {path: x, method: get, authorizer: aws_iam}}, {http: {path: a-b, method: get, authorizer: aws_iam}}]';
  const secondEvents = '[{http: {path: /x/, method: GET}}, {http: {path: aDashb, method: get}}]';
  writeFileSync(file, `{service: shop, provider: {name: aws, runtime: nodejs20.x}, functions: {a: {handler: a.b, events: ${events}}, b: {handler: a.b, events: ${secondEvents}}}}`);
  const { spec } = readSpec(importSource(file).apis[0]?.spec, 'shop');
  expect(methodsOf(spec).map(({ path: at, method: { authorization, integration } }) => `${at} ${authorization.type} ${integration.type}`)).toEqual([
    '/a-b AWS_IAM proxy', '/aDashb NONE proxy', '/x NONE unavailable',
  ]);
});

test.each(['apiGateway: {resourcePolicy: null}', 'apiGateway: "${file(gone.yml)}"', 'resourcePolicy: "${file(gone.yml)}"'])('with %s no method can be called', (setting) => {
  const file = path.join(directory, 'serverless.yml');
  writeFileSync(file, `{service: shop, provider: {name: aws, runtime: nodejs20.x, ${setting}}, functions: {a: {handler: a.b, events: [{http: GET a}]}}}`);
  expect(importSource(file).apis[0]?.spec.resources?.['/a']?.methods?.GET?.integration.type).toBe('unavailable');
});

test('issues have the line of the event, the resource or the provider that they are about', () => {
  const file = path.join(directory, 'serverless.yml');
  writeFileSync(file, `service: shop
provider:
  name: aws
  runtime: nodejs20.x
functions:
  a:
    handler: a.b
    events:
      - http: GET open
      - http: {method: get, path: closed, authorizer: nobody}
resources:
  Resources:
    Plan:
      Type: AWS::ApiGateway::UsagePlan
      Properties: {Color: red}
`);
  const { issues } = importSource(file);
  const lineOf = (text: string): string | undefined => issues.find(({ message }) => message.includes(text))?.source;
  expect([lineOf('GET /closed answers 501'), lineOf('Color')]).toEqual(['serverless.yml:10:9', 'serverless.yml:13:5']);
  expect(lineOf('there is no resource NobodyLambdaFunction')).toBe('serverless.yml:10:9');
});
