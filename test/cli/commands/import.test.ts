import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { readSpecText } from '../../../lib/spec';
import { synthgate } from '../../support/command-line';
import { newProject } from '../../support/project';
import { zipOf } from '../../support/zip';

const TEMPLATE = `
Parameters: {Name: {Type: String}}
Resources:
  Api: {Type: AWS::ApiGateway::RestApi, Properties: {Name: !Ref Name, Tags: []}}
  Function: {Type: AWS::Lambda::Function, Properties: {Runtime: nodejs20.x, Handler: index.handler, Code: ./code}}
  Get:
    Type: AWS::ApiGateway::Method
    Properties:
      RestApiId: !Ref Api
      ResourceId: !GetAtt Api.RootResourceId
      HttpMethod: GET
      AuthorizationType: NONE
      Integration: {Type: AWS_PROXY, IntegrationHttpMethod: POST, Uri: !Sub "arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/\${Function.Arn}/invocations"}
`;
const method = (httpMethod: string, called: string) => ({
  [httpMethod]: {
    Type: 'AWS::ApiGateway::Method',
    Properties: {
      RestApiId: { Ref: 'Api' }, ResourceId: { Ref: 'HelloResource' }, HttpMethod: httpMethod, AuthorizationType: 'NONE',
      Integration: {
        Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST',
        Uri: { 'Fn::Sub': `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/\${${called}.Arn}/invocations` },
      },
    },
  },
});
const project = newProject({
  'template.yaml': TEMPLATE,
  'parameters.json': '[{"ParameterKey": "Name", "ParameterValue": "Pets"}]',
  'code/index.js': 'exports.handler = async () => ({ statusCode: 200, body: "from the template" });',
  'openapi.json': '{"openapi": "3.0.1", "info": {"title": "Cats", "version": "1"}, "paths": {"/cats": {"get": {"responses": {"200": {"description": "ok"}}}}}}',
  'inline.json': JSON.stringify({
    Resources: {
      Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Hello' } },
      Hello: {
        Type: 'AWS::Lambda::Function',
        Properties: {
          Runtime: 'nodejs20.x', Handler: 'index.handler', Environment: { Variables: { DB_PASSWORD: 'hunter2' } },
          Code: { ZipFile: 'exports.handler = async () => ({ statusCode: 200, body: "hello" });' },
        },
      },
      Old: { Type: 'AWS::Lambda::Function', Properties: { Runtime: 'go1.x', Handler: 'main', Code: './code' } },
      HelloResource: { Type: 'AWS::ApiGateway::Resource', Properties: { RestApiId: { Ref: 'Api' }, ParentId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, PathPart: 'hello' } },
      ...method('GET', 'Hello'), ...method('PUT', 'Old'),
    },
  }),
  'local.json': JSON.stringify({
    Resources: {
      Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Hello' } },
      Table: { Type: 'AWS::DynamoDB::Table', Properties: {} },
      Settings: { Type: 'AWS::Lambda::LayerVersion', Properties: { Content: './layer' } },
      Db: { Type: 'AWS::RDS::DBInstance', Properties: {} },
      Hello: {
        Type: 'AWS::Lambda::Function',
        Properties: {
          Layers: [{ Ref: 'Settings' }],
          Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: 'exports.handler = async () => ({ statusCode: 200, body: `${process.env.TABLE} ${process.env.ARN}` });' },
          Environment: { Variables: { TABLE: { Ref: 'Table' }, ARN: { 'Fn::GetAtt': ['Table', 'Arn'] } } },
        },
      },
      Addressed: {
        Type: 'AWS::Lambda::Function',
        Properties: {
          Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: 'exports.handler = async () => ({ statusCode: 200, body: process.env.HOST });' },
          Environment: { Variables: { HOST: { 'Fn::GetAtt': ['Db', 'Endpoint.Address'] } } },
        },
      },
      HelloResource: { Type: 'AWS::ApiGateway::Resource', Properties: { RestApiId: { Ref: 'Api' }, ParentId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, PathPart: 'hello' } },
      ...method('GET', 'Hello'), ...method('PUT', 'Addressed'),
    },
  }),
  'layer/config.json': '{}',
  'http.json': '{"Resources": {"Chat": {"Type": "AWS::ApiGateway::RestApi", "Properties": {"CloneFrom": "abc"}}}}',
});
const run = (...parameters: string[]) => synthgate(project.directory, parameters);

test('prints the spec, and on standard error what was not carried', async () => {
  const { code, out, err } = await run('import', 'template.yaml', '--parameter', 'Name=Pets');
  expect([code, err]).toEqual([0, '']);
  expect(readSpecText(out, 'out').spec.api.name).toBe('Pets');
  const without = await run('import', 'template.yaml');
  expect(without.err).toMatch(/these parameters have no value: Name \[IMPORT_PARAMETERS_MISSING\]/);
});

test('reports in Markdown and JSON; strict fails', async () => {
  const markdown = await run('import', 'template.yaml', '--parameters', 'parameters.json', '--report');
  expect(markdown.out).toContain('| Pets | 1 | 0 | 1 |');
  expect(markdown.out).toContain('| noted | template.yaml:4:3 | Api | no effect on a local gateway: Tags (IMPORT_PROPERTY_NOTED) |');
  const json = await run('import', 'http.json', '--report', 'json', '--strict');
  expect(JSON.parse(json.out).issues).toMatchObject([{ outcome: 'refused', code: 'IMPORT_PART_REFUSED' }]);
  expect([json.code, json.err]).toEqual([1, expect.stringContaining('[IMPORT_NOT_EXACT]')]);
});

test('a method whose function cannot run here is reported as answered 501, with the reason', async () => {
  expect((await run('import', 'inline.json', '--report')).out.split('\n').slice(2, 9)).toEqual([
    '| Hello | 2 | 1 | 2 |', '', '| API | method | answered 501 because |', '|---|---|---|',
    expect.stringMatching(/^\| Hello \| PUT \/hello \| function Old cannot run here: it runs on go1.x, which Lambda has retired: build it for provided.al2023/), '', '| | line | resource | what |',
  ]);
  const json = await run('import', 'inline.json', '--report', 'json');
  expect(JSON.parse(json.out).apis).toEqual([{
    name: 'Hello', methods: 2, unavailable: 1, functions: 2,
    reasons: [{ method: 'PUT', path: '/hello', reason: expect.stringMatching(/^function Old cannot run here: /) }],
  }]);
});

test('writes a program: to standard output, to a file, or to a directory with the code of functions beside it', async () => {
  const { out, err } = await run('import', 'inline.json', '--to', 'constructs');
  expect(out).toContain('// Its code is inline in the source: put it in functions/Hello/index.js.\n');
  expect(err).toContain('the environment variable DB_PASSWORD is a secret and is not in the program, which reads it from DB_PASSWORD [PROGRAM_SECRET_LEFT_OUT]');
  expect(`${out}${err}`).not.toContain('hunter2');
  expect((await run('import', 'inline.json', '--to', 'constructs', '--out', 'gateway')).out).toBe([
    'written: gateway/app.ts', 'written: gateway/functions/Hello/index.js', 'written: gateway/functions/Old/index.js', '',
  ].join('\n'));
  expect(readFileSync(project.file('gateway/app.ts'), 'utf8')).toContain("new ProxyFunction(app, 'Hello', {\n  code: 'gateway/functions/Hello',\n");
  expect((await run('import', 'inline.json', '--to', 'cdk', '-o', 'lib/stack.ts')).out).toBe('written: lib/stack.ts\n');
  expect(readFileSync(project.file('lib/stack.ts'), 'utf8')).toContain('export class HelloStack extends Stack {');
  expect((await run('import', 'openapi.json', '-o', 'cats.gateway.json')).out).toBe('written: cats.gateway.json\n');
});

test('a program that was written is an app with the routes of its source; it is not written over', async () => {
  const runWith = (...parameters: string[]) => synthgate(project.directory, parameters, { DB_PASSWORD: 'hunter2' });
  const routes = async (...source: string[]) => (JSON.parse((await runWith('ls', ...source, '--json')).out) as { unavailable: string | null }[])
    // the program has a function that throws in place of one whose code is not here
    .map(({ unavailable: _, ...row }) => row);
  await run('import', 'inline.json', '--to', 'constructs', '-o', 'again');
  const app = ['--app', 'again/app.ts', '--output', 'again.out'];
  expect((await run('ls', ...app, '--json')).err).toContain('set DB_PASSWORD: it is a secret and not in this program');
  expect(await routes(...app)).toEqual(await routes('inline.json'));
  expect((await runWith('invoke', 'GET /hello', ...app, '--json')).out).toContain('"body": "hello"');
  const { code, err } = await run('import', 'inline.json', '--to', 'constructs', '-o', 'again');
  expect([code, err]).toEqual([3, expect.stringContaining('again/app.ts already exists [PROGRAM_EXISTS]')]);
});

test('programs in an archive stay programs', async () => {
  const go = newProject({
    'serverless.yml': `service: shop
provider: {name: aws, runtime: provided.al2023}
functions: {fast: {handler: bootstrap, package: {artifact: fast.zip}, events: [{http: GET fast}]}}
`,
  });
  writeFileSync(go.file('fast.zip'), zipOf([{ name: 'bootstrap', contents: '#!/bin/sh\n', mode: 0o100755 }, { name: 'data', contents: 'x' }]));
  expect(await synthgate(go.directory, ['import', 'serverless.yml', '--to', 'constructs', '--out', 'gateway'])).toMatchObject({ code: 0 });
  expect(go.read('gateway')['app.ts']).toContain('FunctionRuntime.PROVIDED_AL2023');
  const files = ['bootstrap', 'data'].map((name) => go.file(`gateway/functions/FastLambdaFunction/${name}`));
  expect(files.map((file) => statSync(file).mode & 0o111)).toEqual([0o111 & ~process.umask(), 0]);
});

test('ls, synth and openapi take a source; a function of it is called', async () => {
  const rows = JSON.parse((await run('ls', 'template.yaml', '--json', '--parameter', 'Name=Pets')).out);
  expect(rows).toEqual([{ api: 'Pets', protocol: 'rest', stage: null, method: 'GET', path: '/', routeKey: null, authorizationType: 'NONE', authorizer: null, apiKeyRequired: false, integrationType: 'AWS_PROXY', integrationSubtype: null, function: 'Function', unavailable: null }]);
  const cats = JSON.parse((await run('ls', 'openapi.json', '--json')).out);
  expect(cats).toMatchObject([{ api: 'Cats', method: 'GET', path: '/cats' }]);
  expect((await run('synth', 'template.yaml', '--parameter', 'Name=Pets', '--output', 'built.out')).out).toContain('written to built.out');
  expect(JSON.parse((await run('openapi', 'template.yaml', '--parameter', 'Name=Pets')).out).info.title).toBe('Pets');
  expect((await run('invoke', 'GET /', '--assembly', 'built.out', '--json')).out).toContain('"body": "from the template"');
});

test('what only a deployment names has a local name, which is listed and can be replaced; an address has none', async () => {
  const { out } = await run('ls', 'local.json');
  expect(out).toContain(`(replace one: --token-value NAME=VALUE):
  Table      Table  function Hello, environment TABLE
  Table.Arn  arn:aws:dynamodb:us-east-1:123456789012:table/Table  function Hello, environment ARN
`);
  expect((await run('import', 'local.json', '--report')).out).toContain('| noted | local.json:1:87 | Table | Table is known only after deployment; its local value is Table: function Hello, environment TABLE (IMPORT_NAME_LOCAL) |');
  const invoke = (method: string, ...given: string[]) => run('invoke', `${method} /hello`, '--assembly', 'local.json', '--json', ...given);
  expect((await invoke('GET', '--token-value', 'Table=pets')).out).toContain('"body": "pets arn:aws:dynamodb:us-east-1:123456789012:table/pets"');
  expect((await invoke('PUT')).out).toContain('"status": 503');
  expect((await invoke('PUT', '--token-value', 'Db.Endpoint.Address=db.local')).out).toContain('"body": "db.local"');
  expect((await run('import', 'local.json', '--token-value', 'Table=pets')).out).toContain('"TABLE": "pets"');
});

test('files of layers that are not modules are named with function and layer', async () => {
  const { err } = await run('synth', 'local.json', '--output', 'local.out');
  expect(err).toContain('warning: function Hello: these files of the layer Settings are not there when the function runs here: /opt/config.json [FUNCTION_LAYER_FILES]');
});

test('without an app, ls takes the template of the project', async () => {
  expect((await run('ls', '--parameter', 'Name=Pets')).out).toMatch(/^Pets .*\n {2}GET {2}\/ {2}→ proxy Function\n$/);
});

test('parameters of a wrong form are refused', async () => {
  const { code, err } = await run('ls', 'template.yaml', '--parameters', 'openapi.json');
  expect([code, err]).toEqual([3, expect.stringContaining('--parameters is "openapi.json"')]);
});
