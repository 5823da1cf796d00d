import { App as CdkApp, aws_lambda as lambda, Stack } from 'aws-cdk-lib';
import {
  Api, Duration, EndpointType, GatewayResponse, JwtAuthorizer, MockIntegration, Model, ProxyFunction, ProxyIntegration, Resource,
  ResponseType, Size, Stage,
} from '../../lib/constructs';
import { declare, newFunction, thrownBy } from '../support/declaration';

/** The messages of everything that is wrong with an API, as its author reads them. */
function messagesOf(api: Api): string[] {
  return api._collect().issues.map((one) => one.message);
}

/** As a caller in JavaScript writes it, whom no compiler tells. */
function untyped<Props>(props: object): Props {
  return props as Props; // what the tests are about
}

test.each([
  [{ deployOptions: { stagenme: 'x' } }, 'unknown property "stagenme" of deployOptions; did you mean "stageName"?'],
  [{ apiname: 'x' }, 'unknown property "apiname"; did you mean "apiName"?'],
  [{ restApiName: 'x' }, 'unknown property "restApiName": here it is apiName'],
  [{ deployOptions: { tracingEnabled: 'yes' } }, 'deployOptions.tracingEnabled is the string "yes"; expected true or false'],
  [{ disableExecuteApiEndpoint: true }, 'unknown property "disableExecuteApiEndpoint": only synthgate/aws has it'],
  [{ deployOptions: { stageName: 5 } }, 'deployOptions.stageName is the number 5; expected a string'],
  [{ deploy: 'no' }, 'deploy is the string "no"; expected true or false'],
  [{ endpointType: 'regional' }, 'endpointType is the string "regional"; expected EndpointType.REGIONAL'],
  [{ endpointType: 'anywhere' }, 'endpointType is the string "anywhere"; expected EndpointType.EDGE or EndpointType.REGIONAL or EndpointType.PRIVATE'],
  [{ binaryMediaTypes: 'image/png' }, 'binaryMediaTypes is the string "image/png"; expected an array of strings'],
  [{ binaryMediaTypes: ['a/b', 7] }, 'binaryMediaTypes[1] is the number 7; expected a string'],
  [{ deployOptions: { variables: { a: 1 } } }, 'deployOptions.variables["a"] is the number 1; expected a string'],
  [{ deployOptions: { methodOptions: { '/pets/GET': { cacheTtl: 60 } } } }, 'deployOptions.methodOptions["/pets/GET"].cacheTtl is the number 60; expected a Duration: Duration.seconds(60)'],
  [{ minCompressionSize: 1024 }, 'minCompressionSize is the number 1024; expected a Size: Size.bytes(1024)'],
  [{ defaultMethodOptions: { authorizer: 'Auth' } }, 'defaultMethodOptions.authorizer is the string "Auth"; expected an authorizer: new TokenAuthorizer(), new JwtAuthorizer() …'],
  [{ deployOptions: { canary: {} } }, 'deployOptions.canary.percentTraffic is missing; expected a number'],
  [{ quotas: null }, 'quotas is null; expected an object: ApiQuotas'],
  [{ deployOptions: { accessLogFormat: '$context.requestId' } }, 'deployOptions.accessLogFormat is the string "$context.requestId"; expected an AccessLogFormat: AccessLogFormat.custom() or AccessLogFormat.clf() or AccessLogFormat.jsonWithStandardFields()'],
])('an API with %j', (props, message) => {
  const { api } = declare(untyped(props));
  expect(messagesOf(api)).toEqual([message]);
});

test.each([
  [{ timeout: 5000 }, 'timeout is the number 5000; expected a Duration: Duration.seconds(5)'],
  [{ timout: Duration.seconds(5) }, 'unknown property "timout"; did you mean "timeout"?'],
  [{ bundling: { nodeModules: ['sharp'] } }, 'unknown property "nodeModules" of bundling: aws-cdk-lib has it, synthgate does not: bundle it yourself and pass the directory as code'],
  [{ environment: { TABLE: undefined, PORT: 80 } }, 'environment["PORT"] is the number 80; expected a string'],
  [{ onFailure: 'https://example.com' }, 'onFailure is the string "https://example.com"; expected a Destination: Destination.toFunction() or Destination.toUrl()'],
  [{ logGroup: {} }, 'unknown property "logGroup": only synthgate/aws has it'],
  [{ memorySize: '512' }, 'memorySize is the string "512"; expected a number'],
])('a function with %j', (props, message) => {
  const { api, root } = declare();
  api.root.addMethod('GET', new ProxyFunction(root, 'Fn', untyped({ entry: 'src/pets.ts', ...props })));
  expect(messagesOf(api)).toEqual([message]);
});

test('a function whose source is refused is not said to have none as well', () => {
  const { api, root } = declare();
  api.root.addMethod('GET', new ProxyFunction(root, 'Fn', untyped({ entry: 5 })));
  expect(messagesOf(api)).toEqual(['entry is the number 5; expected a string']);
});

test('all of a definition is reported at once, with construct paths and lines', () => {
  const { api, root } = declare(untyped({ deployOptions: { stagenme: 'x' } }));
  const fn = newFunction(root, 'Slow', { entry: 'a.ts', timeout: Duration.minutes(20) });
  api.root.addMethod('GET', fn, untyped({ apiKey: true }));
  api.root.addResource('pets');
  api.root.addResource('pets');
  expect(api._collect().issues.map(({ code, location, source }) => [code, location, source?.replace(/:\d+:\d+$/, '')])).toEqual([
    ['PROPERTY_UNKNOWN', 'Pets', 'test/support/declaration.ts'],
    ['FUNCTION_PROPERTY_INVALID', 'Slow', 'test/support/declaration.ts'],
    ['PROPERTY_UNKNOWN', 'Pets/Default/GET', 'test/props/check.test.ts'],
    ['RESOURCE_DUPLICATE', 'Pets/Default/pets#2', 'test/props/check.test.ts'],
  ]);
});

test('of two that have one name both lines are reported', () => {
  const { api } = declare();
  api.root.addResource('pets');
  api.root.addResource('pets');
  const [found] = api._collect().issues;
  const [first, second] = [found?.relatedSource, found?.source].map((place) => Number(/:(\d+):/.exec(place ?? '')?.[1]));
  expect(second).toBe(Number(first) + 1);
});

test('a construct that cannot go on throws, with what was wrong before it', () => {
  const { root } = declare(untyped({ apiname: 'x' }));
  const error = thrownBy(() => new Stage(root, 'Stage', untyped({ deployment: 'latest' })));
  expect(error).toMatchObject({ code: 'DEFINITION_INVALID' });
  expect(String(error)).toContain('Pets: unknown property "apiname"');
  expect(String(error)).toContain('Stage: deployment is the string "latest"; expected a Deployment: new Deployment()');
});

test('required properties that are missing or wrong have a stand-in, so that others are checked', () => {
  const { api } = declare();
  new GatewayResponse(api, 'Error', untyped({ type: 'THROTTLE', statuscode: '429' }));
  new JwtAuthorizer(api, 'Jwt', untyped({ audience: 'pets' }));
  new Model(api, 'Model', untyped({}));
  new Resource(api, 'Resource', untyped({ parent: api.root, pathPart: 7 }));
  expect(messagesOf(api)).toEqual([
    'type is the string "THROTTLE"; expected ResponseType.THROTTLED',
    'unknown property "statuscode"; did you mean "statusCode"?',
    'audience is the string "pets"; expected an array of strings',
    'issuer is missing; expected a string',
    'schema is missing; expected any value',
    'pathPart is the number 7; expected a string',
  ]);
});

test('PROPERTY_MISSING: what is required and not given', () => {
  const { api } = declare();
  new JwtAuthorizer(api, 'Jwt', untyped({ audience: ['pets'] }));
  expect(api._collect().issues).toEqual([expect.objectContaining({ code: 'PROPERTY_MISSING', location: 'Pets/Jwt' })]);
});

test('options of an integration are reported at the methods that have it', () => {
  const { api, fn } = declare();
  api.root.addMethod('GET', new ProxyIntegration(fn, untyped({ timeout: 5000 })));
  api.root.addMethod('PUT', new MockIntegration(untyped({ requestTemplate: {} })));
  expect(api._collect().issues).toEqual([
    expect.objectContaining({ location: 'Pets/Default/GET', message: 'timeout is the number 5000; expected a Duration: Duration.seconds(5)' }),
    expect.objectContaining({ location: 'Pets/Default/PUT', message: 'unknown property "requestTemplate"; did you mean "requestTemplates"?' }),
  ]);
});

test('a subclass may pass on props of its own', () => {
  class TeamApi extends Api {}
  const { root } = declare();
  const api = new TeamApi(root, 'Team', untyped({ team: 'a', deployOptions: { stagenme: 'x' } }));
  expect(messagesOf(api)).toEqual(['unknown property "stagenme" of deployOptions; did you mean "stageName"?']);
});

test('values of aws-cdk-lib are accepted where they mean the same, otherwise the error says what to use', () => {
  const { api, root } = declare();
  const stack = new Stack(new CdkApp(), 'Shop');
  const existing = lambda.Function.fromFunctionArn(stack, 'Fn', 'arn:aws:lambda:eu-west-1:123456789012:function:f');
  newFunction(root, 'Fn', { entry: 'a.ts', timeout: stack.node.tryGetContext('none') ?? Duration.seconds(1) });
  api.root.addMethod('GET', untyped(existing));
  expect(messagesOf(api)).toEqual([expect.stringMatching(
    /^integration is an? \w+; expected a ProxyFunction or an integration; use new ProxyIntegration\(fn\)$/)]);
});

test.each([Size.kibibytes(1), undefined])('what is right or undefined is not reported: %j', (minCompressionSize) => {
  const { api } = declare(untyped({ minCompressionSize, endpointType: EndpointType.REGIONAL, unknown: undefined }));
  new GatewayResponse(api, 'Throttled', { type: ResponseType.THROTTLED });
  expect(messagesOf(api)).toEqual([]);
});
