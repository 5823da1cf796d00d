import { App, Aspects, Duration as CdkDuration, Stack } from 'aws-cdk-lib';
import { AttributeType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct, RootConstruct } from 'constructs';
import { Api, Duration, HttpProxyIntegration, MappedIntegration, ProxyFunction } from '../../lib/constructs';
import { canonicalText, readSpecText } from '../../lib/spec';
import { declare, specOf, thrownBy } from '../support/declaration';

test('can be told apart', () => {
  const { api, fn } = declare();
  expect(Api.isApi(api)).toBe(true);
  expect([Api.isApi(fn), Api.isApi(undefined), Api.isApi({})]).toEqual([false, false, false]);
});

test('has an id that depends on its place only', () => {
  expect(declare().api.apiId).toBe(declare().api.apiId);
  expect(declare().api.apiId).toMatch(/^[a-z0-9]{10}$/);
  expect(new Api(new Construct(new RootConstruct(), 'Shop'), 'Pets').apiId).not.toBe(declare().api.apiId);
});

test('refuses an id of other characters', () => {
  expect(thrownBy(() => declare({ apiId: 'Not An Id' }).api.toJson())).toMatchObject({ code: 'DEFINITION_INVALID' });
});

test('writes the same text for the same definition, whatever the order', () => {
  const texts = [['a', 'b'], ['b', 'a']].map((parts) => {
    const { api, fn } = declare();
    for (const part of parts) api.root.addResource(part).addMethod('GET', fn);
    return api.toJson();
  });
  expect(texts[0]).toBe(texts[1]);
});

test('writes a table of routes', () => {
  const { api, fn } = declare({ defaultCorsPreflightOptions: { allowOrigins: ['https://a.test'] } });
  api.root.resourceForPath('/pets/{id}').addMethod('GET', fn, { apiKeyRequired: true });
  api.root.addResource('status').addMethod('GET', new HttpProxyIntegration('https://status.test'));
  expect(api.routeTable()).toMatchInlineSnapshot(`
"GET      /pets/{id}  → proxy Handler                    api key
OPTIONS  /pets/{id}  → cors preflight (https://a.test)
GET      /status     → http-proxy https://status.test
OPTIONS  /status     → cors preflight (https://a.test)"
`);
});

test('writes the canonical text of its spec', () => {
  const { api, fn } = declare({ defaultCorsPreflightOptions: {} });
  api.root.addResource('pets').addMethod('GET', new MappedIntegration(fn, {
    integrationResponses: [{ statusCode: '200', responseParameters: { 'method.response.header.Cache-Control': "'no-store'" } }],
  }));
  expect(api.toJson()).toBe(canonicalText(specOf(api)));
  expect(readSpecText(api.toJson(), 'Pets').spec).toEqual(specOf(api));
});

describe('in a CDK stack', () => {
  const declareInStack = () => {
    const app = new App({ analyticsReporting: false });
    const stack = new Stack(app, 'Shop');
    const table = new Table(stack, 'Table', { partitionKey: { name: 'id', type: AttributeType.STRING } });
    const fn = new ProxyFunction(stack, 'Pets', { entry: 'src/pets.ts', timeout: CdkDuration.seconds(7), environment: { TABLE: table.tableName } });
    const api = new Api(stack, 'Api', { deployOptions: { variables: { region: stack.region } } });
    return { app, stack, table, fn, api };
  };

  test('works as under an app of its own, and values of the stack stay symbolic', () => {
    const { api, fn, table } = declareInStack();
    api.root.addMethod('GET', new MappedIntegration(fn, { timeout: CdkDuration.seconds(3) }));
    api.root.addMethod('PUT', new HttpProxyIntegration(`https://${table.tableName}.test`));
    api.root.addMethod('POST', new HttpProxyIntegration(table.tableName));
    api.root.addCorsPreflight({ allowOrigins: [`https://${table.tableName}`], maxAge: CdkDuration.minutes(1) });
    api.addApiKey('Key', { value: table.tableArn });
    const spec = specOf(api);
    expect(spec.functions).toMatchObject({ 'Shop-Pets': { timeoutMs: 7_000, environment: { TABLE: '${token:Shop/Table.Ref}' } } });
    expect(spec.stages).toMatchObject({ prod: { variables: { region: '${token:AWS::Region}' } } });
    expect(spec.resources['/']?.methods.PUT).toMatchObject({ integration: { uri: 'https://${token:Shop/Table.Ref}.test' } });
    expect(spec.resources['/']?.methods.POST).toMatchObject({ integration: { uri: '${token:Shop/Table.Ref}' } });
    expect(spec.resources['/']?.cors).toMatchObject({ allowOrigins: ['https://${token:Shop/Table.Ref}'], maxAgeSeconds: 60 });
    expect(spec.apiKeys).toMatchObject({ 'Shop-Api-Key': { value: '${token:Shop/Table.Arn}' } });
  });

  test('cdk synth refuses what is wrong, all at once', () => {
    const { app, api } = declareInStack();
    api.root.addMethod('GET');
    api.root.addResource('a/b');
    expect(() => app.synth()).toThrow(/Shop\/Api\/Default\/GET: method GET has no integration[^]*path part "a\/b" is not allowed/);
  });

  test('cdk synth shows warnings, once', () => {
    const { app, api, fn } = declareInStack();
    api.root.addMethod('GET', fn, { cors: {} });
    const assembly = app.synth();
    api.node.validate();
    const messages = assembly.getStackByName('Shop').messages.map(({ level, id, entry }) => [level, id, /[\w/]+: CORS adds/.exec(String(entry.data))?.[0]]);
    expect(messages).toEqual([['warning', '/Shop/Api', 'Shop/Api/Default/GET: CORS adds']]);
  });

  test('aspects see every construct', () => {
    const { app, api, fn } = declareInStack();
    api.root.addResource('pets').addMethod('GET', fn);
    const seen: string[] = [];
    Aspects.of(api).add({ visit: (node) => seen.push(node.node.path) });
    app.synth();
    expect(seen).toContain('Shop/Api/Default/pets/GET');
  });
});

test('an API without CDK never loads it', () => {
  const { api, fn } = declare({ deployOptions: { variables: { a: 'b' } } });
  api.root.addMethod('GET', fn, {});
  fn.addEnvironment('A', 'plain').addEnvironment('B', Duration.seconds(1).toMilliseconds().toString());
  jest.isolateModules(() => {
    jest.doMock('aws-cdk-lib', () => {
      throw new Error('loaded');
    });
    expect(() => api.toJson()).not.toThrow();
  });
});
