import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Match as CdkMatch } from 'aws-cdk-lib/assertions';
import { Api, App, Duration, IdentitySource, MockIntegration, Period, ProxyFunction, RequestAuthorizer, ResponseType } from 'synthgate';
import { GatewayAssertions, Match } from 'synthgate/testing';

const assertions = GatewayAssertions.fromApi(declare());

/** Returns the message of an assertion that fails, or `passed`. */
function failure(action: (given: GatewayAssertions) => unknown): string {
  try {
    action(assertions);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'passed';
}

test('statements that are true can be chained', () => {
  expect(assertions
    .hasMethod('get', '/pets/{petId}', { integration: { type: 'proxy', function: 'Pets' }, authorization: { type: 'CUSTOM', authorizer: Match.anyValue() } })
    .hasMethod('POST', '/pets', Match.objectLike({ apiKeyRequired: true, requestValidator: Match.absent() }))
    .hasMethod('GET', '/health', { integration: CdkMatch.objectLike({ type: 'mock' }) })
    .hasNoMethod('DELETE', '/pets')
    .methodCount(3)
    .methodCount(1, { integration: { type: 'mock' } })
    .everyMethod(({ integration }) => !('timeoutMs' in integration) || integration.timeoutMs <= 29_000)
    .everyMethod({ integration: { type: 'proxy' } }, { except: ['GET /health'] })
    .someMethod({ apiKeyRequired: true })
    .hasNoPublicMethods({ except: ['* /health'], apiKeysCount: true })
    .hasResource('/pets', { cors: { allowOrigins: ['https://app.example.com'] } })
    .hasResource('/pets/{petId}')
    .hasNoResource('/orders')
    .resourceCount(3)
    .hasSettings({ name: 'PetsApi', endpointType: 'EDGE', minimumCompressionSize: Match.absent() })
    .hasFunction('Pets', { timeoutMs: 10_000, memoryMiB: 128, environment: { COLOR: 'red' } })
    .hasNoFunction('Cats')
    .functionCount(2)
    .hasStage('prod', { variables: { table: Match.stringLikeRegexp('^pets') } })
    .hasNoStage('gamma')
    .stageCount(2)
    .hasAuthorizer('Gatekeeper', { type: 'request', resultsCacheTtlSeconds: 60 })
    .hasNoAuthorizer('Other')
    .authorizerCount(1)
    .hasModel('Pet', { schema: Match.objectLike({ type: 'object' }) })
    .hasNoModel('Cat')
    .modelCount(1)
    .hasRequestValidator('PetsApi-Strict', { validateRequestBody: true })
    .hasGatewayResponse('RESOURCE_NOT_FOUND', { statusCode: '404' })
    .hasNoGatewayResponse('THROTTLED')
    .hasUsagePlan('PetsApi-Free', { quota: { limit: 5, period: 'DAY' } })
    .hasNoUsagePlan('Paid')
    .hasApiKey('PetsApi-Dev')
    .apiKeyCount(1)).toBe(assertions);
});

describe('what is not there is answered with what is nearest', () => {
  test.each<[string, (given: GatewayAssertions) => unknown, string]>([
    ['a method', (given) => given.hasMethod('GET', '/pet/{petId}'), `[GATEWAY_ASSERTION_FAILED] PetsApi has no GET /pet/{petId}
  nearest:
    GET /pets/{petId} → proxy Pets
    GET /health → mock
    POST /pets → proxy Pets`],
    ['a resource', (given) => given.hasResource('/pet'), '[GATEWAY_ASSERTION_FAILED] PetsApi has no resource "/pet"; known: "/pets", "/health", "/pets/{petId}"'],
    ['a function', (given) => given.hasFunction('pets2'), '[GATEWAY_ASSERTION_FAILED] PetsApi has no function "pets2"; known: "Pets", "Gate"'],
    ['an authorizer', (given) => given.hasAuthorizer('Gatekeper'), '[GATEWAY_ASSERTION_FAILED] PetsApi has no authorizer "Gatekeper"; known: "Gatekeeper"'],
    ['a gateway response', (given) => given.hasGatewayResponse('THROTTLED'), '[GATEWAY_ASSERTION_FAILED] PetsApi has no gateway response "THROTTLED"; known: "RESOURCE_NOT_FOUND"'],
    ['an option', (given) => given.hasNoPublicMethods(Object.assign({ except: [] }, { expect: ['GET /health'] })), '[OPTION_UNKNOWN] "expect" is not a known option; known: "except", "apiKeysCount"'],
    ['an option of its own', (given) => given.everyMethod({}, Object.assign({ except: [] }, { apiKeysCount: true })), '[OPTION_UNKNOWN] "apiKeysCount" is not a known option; known: "except"'],
    ['an exception', (given) => given.hasNoPublicMethods({ except: ['GET /helth'] }), '[GATEWAY_ASSERTION_FAILED] the exception "GET /helth" names no method; known: "GET /health", "POST /pets", "GET /pets/{petId}"'],
  ])('%s', (_, action, text) => expect(failure(action)).toBe(text));

  test('the absence of all is reported as well', () => {
    const empty = GatewayAssertions.fromApi(new Api(new App(), 'Empty'));
    expect(() => empty.hasMethod('GET', '/')).toThrow('Empty has no GET /\n  it has no methods');
    expect(() => empty.hasModel('Pet')).toThrow('Empty has no model "Pet"; there are none');
  });
});

describe('what differs is shown with its place', () => {
  test('in a method, with the whole of it', () => {
    const text = failure((given) => given.hasMethod('GET', '/pets/{petId}', { apiKeyRequired: true, integration: { function: 'Cats' }, requestValidator: 'Strict' }));
    expect(text).toMatch(/^\[GATEWAY_ASSERTION_FAILED\] GET \/pets\/\{petId\} of PetsApi is not as expected\n/);
    expect(text).toContain(`
  apiKeyRequired: expected true, is false
  integration.function: expected "Cats", is "Pets"
  requestValidator: is missing, expected "Strict"
  it is:
    {
`);
    expect(text).toContain('      "path": "/pets/{petId}"');
  });

  test.each<[string, (given: GatewayAssertions) => unknown, string]>([
    ['hasNoMethod', (given) => given.hasNoMethod('GET', '/health'), 'PetsApi has GET /health → mock'],
    ['methodCount', (given) => given.methodCount(2), 'PetsApi has 3 such methods, expected 2\n  GET /health → mock\n  POST /pets → proxy Pets\n  GET /pets/{petId} → proxy Pets'],
    ['everyMethod with a pattern', (given) => given.everyMethod({ integration: { type: 'proxy' } }), 'not every method of PetsApi is as expected\n  GET /health → mock\n    integration.type: expected "proxy", is "mock"'],
    ['everyMethod with a check', (given) => given.everyMethod(({ apiKeyRequired }) => apiKeyRequired), 'GET /pets/{petId} → proxy Pets\n    the check returned false'],
    ['everyMethod with expect', (given) => given.everyMethod(({ path: at }) => { if (at === '/health') throw new Error('no health'); }), 'not every method of PetsApi is as expected\n  GET /health → mock\n    no health'],
    ['everyMethod with an async check', (given) => given.everyMethod((async () => { await Promise.reject(new Error('late')); }) as never), // as JavaScript has it
      'GET /pets/{petId} → proxy Pets\n    the check is async, so its outcome is not known here: make it synchronous'],
    ['someMethod', (given) => given.someMethod({ apiKeyRequired: true, httpMethod: 'GET' }), 'no method of PetsApi is as expected; nearest are\n  GET /health → mock\n    apiKeyRequired: expected true, is false\n  POST /pets'],
    ['hasNoPublicMethods', (given) => given.hasNoPublicMethods(), 'PetsApi has public methods\n  GET /health → mock\n  POST /pets → proxy Pets (asks for an API key only; see apiKeysCount)'],
    ['hasNoResource', (given) => given.hasNoResource('/pets'), 'PetsApi has a resource "/pets"'],
    ['resourceCount', (given) => given.resourceCount(9), 'PetsApi has 3 resources, expected 9\n  /health\n  /pets\n  /pets/{petId}'],
    ['hasSettings', (given) => given.hasSettings({ endpointType: 'REGIONAL' }), 'the API of PetsApi is not as expected\n  endpointType: expected "REGIONAL", is "EDGE"'],
    ['hasFunction', (given) => given.hasFunction('Pets', { memoryMiB: 256 }), 'function Pets of PetsApi is not as expected\n  memoryMiB: expected 256, is 128'],
    ['hasNoFunction', (given) => given.hasNoFunction('Pets'), 'PetsApi has a function "Pets"'],
    ['stageCount', (given) => given.stageCount(1), 'PetsApi has 2 stages, expected 1\n  beta\n  prod'],
  ])('%s', (_, action, text) => expect(failure(action)).toContain(text));
});

test('methods can be found, and the spec be had as an object of its own and as text', () => {
  expect(Object.keys(assertions.findMethods({ integration: { function: 'Pets' } }))).toEqual(['POST /pets', 'GET /pets/{petId}']);
  const spec = assertions.toJSON();
  expect(JSON.parse(declare().toJson())).toEqual(spec);
  Object.assign(spec.functions, { Other: {} });
  assertions.hasNoFunction('Other');
  expect(assertions.toText()).toMatch(/^PetsApi\n/);
});

describe('definitions come from', () => {
  test('the text of a spec, or the spec itself with what is left out', () => {
    GatewayAssertions.fromSpec(declare().toJson()).methodCount(3);
    GatewayAssertions.fromSpec({ format: 'synthgate/1', api: { id: 'a', name: 'Small' } }).methodCount(0).hasSettings({ endpointType: 'EDGE' });
    expect(() => GatewayAssertions.fromSpec('{')).toThrow('SPEC_NOT_JSON');
  });

  test('an assembly', () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-assertions-'));
    const app = new App({ outdir: path.join(directory, 'gateway.out') });
    for (const name of ['One', 'Two']) new Api(app, name).root.addMethod('GET', new MockIntegration());
    const { directory: assembly } = app.synth();
    GatewayAssertions.fromAssembly(assembly, 'One').methodCount(1).hasSettings({ name: 'One' });
    expect(() => GatewayAssertions.fromAssembly(assembly)).toThrow('API_UNKNOWN');
    expect(() => GatewayAssertions.fromAssembly(assembly, 'Three')).toThrow('expected One, Two');
    rmSync(directory, { recursive: true });
  });

  test('nothing else', () => {
    expect(() => GatewayAssertions.fromApi(new App())).toThrow('TEST_SUBJECT_INVALID');
    // @ts-expect-error neither a definition nor a construct
    expect(() => GatewayAssertions.fromApi({})).toThrow('TEST_SUBJECT_INVALID');
  });
});

test('patterns are typed by the nodes they are for', () => {
  const types = (given: GatewayAssertions) => {
    given.hasMethod('GET', '/', { integration: { type: 'mock' }, requestParameters: { 'method.request.header.X': Match.anyValue() } });
    given.hasStage('prod', { methodSettings: { '*/*': { throttlingRateLimit: 5 } } });
    // @ts-expect-error there is no such kind
    given.hasMethod('GET', '/', { integration: { type: 'teapot' } });
    // @ts-expect-error a number is expected
    given.hasFunction('Pets', { memoryMiB: '128' });
    // @ts-expect-error there is no such member
    given.hasStage('prod', { color: 'red' });
  };
  expect(types).toHaveLength(1);
});

function declare(): Api {
  const app = new App();
  const [pets, gate] = ['Pets', 'Gate'].map((id) => new ProxyFunction(app, id, { code: 'test', handler: 'x.handler', timeout: Duration.seconds(10), environment: { COLOR: 'red' } }));
  const api = new Api(app, 'PetsApi', { deployOptions: { variables: { table: 'pets-prod' } } });
  api.addStage('beta');
  const authorizer = new RequestAuthorizer(app, 'Gatekeeper', { handler: gate, identitySources: [IdentitySource.header('Authorization')], resultsCacheTtl: Duration.minutes(1) });
  const resource = api.root.addResource('pets', { defaultCorsPreflightOptions: { allowOrigins: ['https://app.example.com'] } });
  resource.addMethod('POST', pets, { apiKeyRequired: true });
  resource.addResource('{petId}').addMethod('GET', pets, { authorizer });
  api.root.addResource('health').addMethod('GET', new MockIntegration());
  api.addModel('Pet', { modelName: 'Pet', schema: { type: 'object' } });
  api.addRequestValidator('Strict', { validateRequestBody: true });
  api.addGatewayResponse('NotFound', { type: ResponseType.RESOURCE_NOT_FOUND, statusCode: '404' });
  const plan = api.addUsagePlan('Free', { quota: { limit: 5, period: Period.DAY }, apiStages: [{ stage: api.deploymentStage }] });
  plan.addApiKey(api.addApiKey('Dev', { value: 'dev-key-0123456789abcdef' }));
  return api;
}
