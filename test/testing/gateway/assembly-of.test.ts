import { App, NestedStack, Stack, Stage } from 'aws-cdk-lib';
import { Code, Function as LambdaFunction, Runtime, RuntimeFamily } from 'aws-cdk-lib/aws-lambda';
import { CorsHttpMethod, HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { AttributeType, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Api, Cors, LambdaIntegration, LambdaRestApi, ProxyFunction, RestApi } from '../../../lib/cdk';
import { createTestGateway, formatGateway, wrap, type TestGateway, type TestGatewayOptions } from '../../../lib/testing';
import { petsSpec } from '../../support/assembly';
import { newDirectory } from '../../support/temporary-directory';

const opened: TestGateway[] = [];
afterEach(async () => { await Promise.all(opened.splice(0).map((gateway) => gateway.close())); });

async function served(...parameters: Parameters<typeof createTestGateway>): Promise<TestGateway> {
  const gateway = await createTestGateway(...parameters);
  opened.push(gateway);
  return gateway;
}

function newApp(): App {
  return new App({ outdir: path.join(newDirectory(), 'cdk.out'), analyticsReporting: false });
}

function answering(scope: Construct, text: string): LambdaFunction {
  const code = Code.fromInline(`exports.handler = async (event) => ({ statusCode: 200, body: '${text} ' + event.path });`);
  return new LambdaFunction(scope, text, { runtime: Runtime.NODEJS_22_X, handler: 'index.handler', code });
}

test('an API of the CDK is served with its functions, preflights and resources', async () => {
  const stack = new Stack(newApp(), 'Shop');
  const api = new RestApi(stack, 'Shop', { defaultCorsPreflightOptions: { allowOrigins: Cors.ALL_ORIGINS }, deployOptions: { stageName: 'v1' } });
  api.root.addResource('items').addMethod('GET', new LambdaIntegration(answering(stack, 'Items')));
  const gateway = await served(stack);
  expect(await (await gateway.fetch('/v1/items')).text()).toBe('Items /items');
  const preflight = await gateway.fetch('items', { method: 'OPTIONS' });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
});

test('an HTTP API of the CDK is served as well, and is a definition', async () => {
  const stack = new Stack(newApp(), 'Shop');
  const api = new HttpApi(stack, 'Shop', { corsPreflight: { allowOrigins: ['https://a.test'], allowMethods: [CorsHttpMethod.GET] } });
  const code = Code.fromInline('exports.handler = async ({ routeKey, requestContext: { authorizer } }) => ({ routeKey, authorizer });');
  const handler = new LambdaFunction(stack, 'Items', { runtime: Runtime.NODEJS_22_X, handler: 'index.handler', code });
  const authorizer = new HttpJwtAuthorizer('Login', 'https://login.example.com/', { jwtAudience: ['shop'] });
  const integration = new HttpLambdaIntegration('Items', handler);
  api.addRoutes({ path: '/items/{id}', methods: [HttpMethod.GET], integration });
  api.addRoutes({ path: '/items', methods: [HttpMethod.POST], integration, authorizer, authorizationScopes: ['items/write'] });
  const gateway = await served(stack);
  expect(await (await gateway.fetch('/items/7')).json()).toEqual({ routeKey: 'GET /items/{id}' });
  expect((await gateway.fetch('items/7')).status).toBe(200);
  expect((await gateway.fetch('/items', { method: 'POST' })).status).toBe(401);
  const token = await gateway.token({ scopes: ['items/write'], claims: { sub: 'me' } });
  const response = await gateway.fetch('/items', { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  expect(await response.json()).toMatchObject({ routeKey: 'POST /items', authorizer: { jwt: { claims: { sub: 'me' }, scopes: ['items/write'] } } });
  const preflight = await gateway.fetch('/items', { method: 'OPTIONS', headers: { 'origin': 'https://a.test', 'access-control-request-method': 'POST' } });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, 'https://a.test']);
  expect(gateway.invocations('Items')).toHaveLength(3);
  expect(formatGateway(wrap(api))).toContain('POST  /items       → proxy');
});

test('a stub replaces a function by its logical id', async () => {
  const stack = new Stack(newApp(), 'Shop');
  const handler = answering(stack, 'Shop');
  new LambdaRestApi(stack, 'Whole', { handler });
  const gateway = await served(stack, { functions: { [stack.getLogicalId(handler.node.defaultChild as never)]: { statusCode: 418, body: '' } } });
  expect((await gateway.fetch('/prod/anything')).status).toBe(418);
});

test('APIs of the CDK and of this library are served side by side', async () => {
  const app = newApp();
  const stack = new Stack(app, 'Shop');
  const handler = answering(stack, 'Both');
  new RestApi(stack, 'Old').root.addMethod('GET', new LambdaIntegration(handler));
  new Api(stack, 'New').root.addMethod('GET', ProxyFunction.fromFunction(stack, 'Fn', handler));
  const gateway = await served(app);
  expect(gateway.apis.map(({ name }) => name).sort()).toEqual(['New', 'Old']);
  for (const { url } of gateway.apis) expect(await (await fetch(`${url}/prod/`)).text()).toBe('Both /');
});

test('the cloud assembly of both is served by its directory, too', async () => {
  const app = newApp();
  const stack = new Stack(app, 'Shop');
  const handler = answering(stack, 'Both');
  new RestApi(stack, 'Old').root.addMethod('GET', new LambdaIntegration(handler));
  new Api(stack, 'New').root.addMethod('GET', ProxyFunction.fromFunction(stack, 'Fn', handler));
  const gateway = await served(app.synth().directory);
  expect(gateway.apis.map(({ name }) => name).sort()).toEqual(['New', 'Old']);
});

test('of an app only the APIs below the given construct are served', async () => {
  const app = newApp();
  for (const id of ['First', 'Second']) {
    const stack = new Stack(app, id);
    new RestApi(stack, `${id}Api`).root.addMethod('GET', new LambdaIntegration(answering(stack, id)));
  }
  const gateway = await served(app.node.findChild('Second'));
  expect(gateway.apis.map(({ name }) => name)).toEqual(['SecondApi']);
});

test('an API of a nested stack in a stage is served', async () => {
  const stage = new Stage(newApp(), 'Beta');
  const nested = new NestedStack(new Stack(stage, 'Shop'), 'Inner');
  new RestApi(nested, 'InnerApi').root.addMethod('GET', new LambdaIntegration(answering(nested, 'Inner')));
  const gateway = await served(stage);
  expect(await (await gateway.fetch('/prod/')).text()).toBe('Inner /');
});

const SHOWS = 'exports.handler = async () => ({ statusCode: 200, body: `${process.env.TABLE} ${process.env.ARN}` });';

/** A stack with one API, whose function answers with the name and the ARN of a table that has no literal name. */
function withNamelessTable(isOurs: boolean): Stack {
  const stack = new Stack(newApp(), 'Shop');
  const table = new Table(stack, 'Table', { partitionKey: { name: 'id', type: AttributeType.STRING } });
  const environment = { TABLE: table.tableName, ARN: table.tableArn };
  if (isOurs) {
    const code = newDirectory();
    writeFileSync(path.join(code, 'index.js'), SHOWS);
    new Api(stack, 'Api').root.addMethod('GET', new ProxyFunction(stack, 'Fn', { code, handler: 'index.handler', environment }));
  } else {
    const props = { runtime: Runtime.NODEJS_22_X, handler: 'index.handler', code: Code.fromInline(SHOWS), environment };
    new RestApi(stack, 'Api').root.addMethod('GET', new LambdaIntegration(new LambdaFunction(stack, 'Fn', props)));
  }
  return stack;
}

test.each([true, false])('a table without a name has a local one, which can be replaced (an Api of this library: %s)', async (isOurs) => {
  const answer = async (options: TestGatewayOptions) => (await served(withNamelessTable(isOurs), options)).fetch('/prod/').then((response) => response.text());
  expect(await answer({ region: 'eu-west-1' })).toMatch(/^(Table[0-9A-F]{8}) arn:aws:dynamodb:eu-west-1:123456789012:table\/\1$/);
  const token = isOurs ? 'Shop/Table.Ref' : 'TableCD117FA1';
  expect(await answer({ tokenValues: { [token]: 'pets' } })).toBe('pets arn:aws:dynamodb:us-east-1:123456789012:table/pets');
});

test('the same in a cloud assembly that is served by its directory', async () => {
  const stack = withNamelessTable(true);
  const gateway = await served((stack.node.root as App).synth().directory);
  expect(await (await gateway.fetch('/prod/')).text()).toMatch(/^(Table[0-9A-F]{8}) arn:.*\/\1$/);
});

test('two APIs of one name are refused (DEFINITION_INVALID)', async () => {
  const app = newApp();
  const stack = new Stack(app, 'Shop');
  new RestApi(stack, 'Old', { restApiName: 'Same' }).root.addMethod('GET', new LambdaIntegration(answering(stack, 'Both')));
  new Api(stack, 'Same').root.addMethod('GET', ProxyFunction.fromFunction(stack, 'Fn', answering(stack, 'Other')));
  await expect(createTestGateway(app)).rejects.toMatchObject({ code: 'DEFINITION_INVALID' });
});

describe('functions that do not run here', () => {
  /** The CDK takes no inline code of Go. */
  const RETIRED = new Runtime('go1.x', RuntimeFamily.GO, { supportsInlineCode: true });
  const retired = (scope: Construct): LambdaFunction => new LambdaFunction(scope, 'Report', { runtime: RETIRED, handler: 'main', code: Code.fromInline('package main') });

  test('answer 501, and as their stub does, which goes by the end of a construct path', async () => {
    const stack = new Stack(newApp(), 'Shop');
    const api = new RestApi(stack, 'Api');
    api.root.addResource('report').addMethod('GET', new LambdaIntegration(retired(stack)));
    api.root.addResource('items').addMethod('GET', new LambdaIntegration(answering(stack, 'Items')));
    const without = await served(stack);
    expect((await without.fetch('report')).status).toBe(501);
    const gateway = await served(stack, { functions: { 'Shop/Report': { statusCode: 200, body: 'stub' } } });
    expect(await (await gateway.fetch('report')).text()).toBe('stub');
    expect(gateway.invocations('Report')).toMatchObject([{ isStubbed: true, functionName: expect.stringMatching(/^Report[0-9A-F]{8}$/) }]);
    gateway.stub('Report', { statusCode: 200, body: 'another' });
    expect(await (await gateway.fetch('report')).text()).toBe('another');
    expect(await (await gateway.fetch('items')).text()).toBe('Items /items');
  });

  test('of a template have stubs, too; the assembly of a user is not touched', async () => {
    const directory = newDirectory();
    const template = path.join(directory, 'template.yaml');
    writeFileSync(template, `Transform: AWS::Serverless-2016-10-31
Resources:
  Report:
    Type: AWS::Serverless::Function
    Properties: { Runtime: go1.x, Handler: main, CodeUri: src, Events: { Get: { Type: Api, Properties: { Path: /report, Method: get } } } }
`);
    const gateway = await served(template, { functions: { Report: () => ({ statusCode: 200, body: 'stub' }) } });
    expect(await (await gateway.fetch('/Prod/report')).text()).toBe('stub');
    expect(readdirSync(directory)).toEqual(['template.yaml']);
  });

  test('of a single spec have stubs without a copy of what is beside it', async () => {
    const directory = newDirectory();
    const spec = path.join(directory, 'pets.gateway.json');
    const functions = { Pets: { external: 'Shop/Pets', handler: 'index.handler' } };
    writeFileSync(spec, JSON.stringify(petsSpec({ functions })));
    mkdirSync(path.join(directory, 'node_modules'));
    symlinkSync('nowhere', path.join(directory, 'node_modules', 'broken'));
    const temporary = () => new Set(readdirSync(tmpdir()).filter((name) => name.startsWith('synthgate-served-')));
    const before = temporary();
    const gateway = await served(spec, { functions: { Pets: { statusCode: 200, body: 'stub' } } });
    expect(await (await gateway.fetch('pets')).text()).toBe('stub');
    const copies = [...temporary()].filter((name) => !before.has(name)).map((name) => path.join(tmpdir(), name, 'stubbed.out'));
    expect(copies.filter((copy) => existsSync(copy)).map((copy) => readdirSync(copy).sort())).toContainEqual(['assets', 'code.json', 'pets.gateway.json']);
  });

  test('of another language answer for themselves, and as a stub says', async () => {
    const stack = new Stack(newApp(), 'Shop');
    const code = Code.fromInline('def handler(event, context):\n    return {"statusCode": 200, "body": "Python " + event["path"]}\n');
    const report = new LambdaFunction(stack, 'Report', { runtime: Runtime.PYTHON_3_13, handler: 'index.handler', code });
    new RestApi(stack, 'Api').root.addResource('report').addMethod('GET', new LambdaIntegration(report));
    expect(await (await (await served(stack)).fetch('report')).text()).toBe('Python /report');
    const gateway = await served(stack, { functions: { 'Shop/Report': { statusCode: 200, body: 'stub' } } });
    expect(await (await gateway.fetch('report')).text()).toBe('stub');
  });

  test('two names of one function are refused', async () => {
    const stack = new Stack(newApp(), 'Shop');
    new RestApi(stack, 'Api').root.addMethod('GET', new LambdaIntegration(retired(stack)));
    const stub = { statusCode: 200 };
    await expect(served(stack, { functions: { 'Shop/Report': stub, 'Report': stub } })).rejects.toThrow('OPTION_INVALID');
  });

  test('a name that no function has is refused', async () => {
    const stack = new Stack(newApp(), 'Shop');
    new RestApi(stack, 'Api').root.addMethod('GET', new LambdaIntegration(retired(stack)));
    await expect(served(stack, { functions: { 'Shop/Reprt': { statusCode: 200 } } })).rejects.toThrow('[TEST_FUNCTION_UNKNOWN] there is no function "Shop/Reprt" to stub');
  });
});
