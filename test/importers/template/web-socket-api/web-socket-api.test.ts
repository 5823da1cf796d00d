import { createTestGateway, type TestGateway } from 'synthgate/testing';
import { importFiles, type Imported } from '../../../support/imported';
import { newProject } from '../../../support/project';
import { connect, refused } from '../../../support/web-socket-client';

const ECHO = 'exports.handler = async (event) => ({ statusCode: 200, body: JSON.stringify({ route: event.requestContext.routeKey, authorizer: event.requestContext.authorizer }) });';
const GUARD = `exports.handler = async ({ methodArn, queryStringParameters }) => ({
  principalId: 'ann', context: { plan: 'gold' },
  policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect: queryStringParameters.token === 'yes' ? 'Allow' : 'Deny', Resource: methodArn }] },
});`;
const fn = (code = ECHO): object => ({ Type: 'AWS::Lambda::Function', Properties: { Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: code } } });
const v2 = (type: string, properties: object): object => ({ Type: `AWS::ApiGatewayV2::${type}`, Properties: { ApiId: { Ref: 'Api' }, ...properties } });
const uriOf = (name: string): object => ({ 'Fn::Sub': `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/\${${name}.Arn}/invocations` });
const to = (name: string): object => ({ 'Fn::Join': ['/', ['integrations', { Ref: name }]] });
const route = (RouteKey: string, properties: object = {}): object => v2('Route', { RouteKey, Target: to('ToEcho'), ...properties });
const GUARDED = { AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'Guard' } };
const guard = (properties: object = {}): object => v2('Authorizer', {
  AuthorizerType: 'REQUEST', Name: 'guard', AuthorizerUri: uriOf('GuardFn'), IdentitySource: ['route.request.querystring.token'], ...properties,
});

/** A template with a WebSocket API, a function and what is given. */
function template(resources: object, api: object = {}): object {
  return {
    Resources: {
      Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'Chat', ProtocolType: 'WEBSOCKET', RouteSelectionExpression: '$request.body.action', ...api } },
      Stage: v2('Stage', { StageName: 'prod', AutoDeploy: true }),
      Echo: fn(), GuardFn: fn(GUARD),
      ToEcho: v2('Integration', { IntegrationType: 'AWS_PROXY', IntegrationUri: uriOf('Echo') }),
      ...resources,
    },
  };
}

const imported = (resources: object, api: object = {}): Imported => importFiles({ 'template.json': template(resources, api) });
const reasons = (source: Imported): string[] => source.issues.filter(({ code }) => code === 'IMPORT_METHOD_UNAVAILABLE').map(({ message }) => message);
const refusals = (source: Imported): string[] => source.issues.filter(({ code }) => code === 'IMPORT_PART_REFUSED').map(({ message }) => message);
const methodAt = (source: Imported, path: string): unknown => source.specs[0]?.resources[path]?.methods.ANY;
const integrationOf = (properties: object, more: object = {}): unknown =>
  imported({ Join: route('join'), ToEcho: v2('Integration', properties), ...more }).specs[0]?.resources['/join']?.methods.ANY?.integration;

test('a template becomes a WebSocket API: its routes, models, authorizers, answers and stages', () => {
  const source = imported({
    Connect: route('$connect', { ...GUARDED, ApiKeyRequired: true, OperationName: 'open' }),
    Join: route('chat/join', { ModelSelectionExpression: '$request.body.kind', RequestModels: { $default: 'Join' } }),
    Default: route('$default', { RouteResponseSelectionExpression: '$default' }),
    Response: v2('RouteResponse', { RouteId: { Ref: 'Default' }, RouteResponseKey: '$default' }),
    Guard: guard(), Deployment: v2('Deployment', {}),
    Join1: v2('Model', { Name: 'Join', ContentType: 'application/json', Schema: { type: 'object' } }),
    Dev: v2('Stage', {
      StageName: 'dev', StageVariables: { table: 'chats' }, DefaultRouteSettings: { ThrottlingRateLimit: 5, LoggingLevel: 'INFO', DataTraceEnabled: true },
      RouteSettings: { 'chat/join': { ThrottlingBurstLimit: 1 } }, AccessLogSettings: { Format: '$context.requestId', DestinationArn: 'arn:aws:logs:a' },
    }),
  }, { ApiKeySelectionExpression: '$context.authorizer.usageIdentifierKey', Description: 'talks' });
  expect(source.issues.filter(({ code }) => source.codes.includes(code)).map(({ message }) => message)).toEqual([]);
  expect(source.specs[0]).toMatchObject({
    protocol: 'websocket',
    api: { name: 'Chat', description: 'talks', routeSelectionExpression: '$request.body.action', apiKeySource: 'AUTHORIZER', endpointType: 'REGIONAL' },
    models: { Join: { contentType: 'application/json', schema: { type: 'object' } } },
    authorizers: { guard: { type: 'request', function: 'GuardFn', identitySources: ['route.request.querystring.token'], resultsCacheTtlSeconds: 0 } },
    resources: {
      '/$connect': { methods: { ANY: { operationName: 'open', apiKeyRequired: true, authorization: { type: 'CUSTOM', authorizer: 'guard' }, integration: { type: 'proxy', function: 'Echo' } } } },
      '/chat%2Fjoin': { methods: { ANY: { modelSelectionExpression: '$request.body.kind', requestModels: { $default: 'Join' } } } },
      '/$default': { methods: { ANY: { hasRouteResponse: true } } },
    },
    stages: {
      prod: {},
      dev: {
        variables: { table: 'chats' }, accessLog: { format: '$context.requestId' },
        methodSettings: { '*/*': { throttlingRateLimit: 5, loggingLevel: 'INFO', dataTraceEnabled: true }, '/chat%2Fjoin/ANY': { throttlingBurstLimit: 1 } },
      },
    },
  });
  expect(methodAt(source, '/chat%2Fjoin')).not.toHaveProperty('hasRouteResponse');
});

describe('integrations', () => {
  const response = (IntegrationResponseKey: string, properties: object = {}): object => v2('IntegrationResponse', { IntegrationId: { Ref: 'ToEcho' }, IntegrationResponseKey, ...properties });

  test.each([
    ['of a function by templates', {
      IntegrationType: 'AWS', IntegrationUri: uriOf('Echo'), TemplateSelectionExpression: '$request.body.kind', RequestTemplates: { a: '{}' }, PassthroughBehavior: 'NEVER',
      ContentHandlingStrategy: 'CONVERT_TO_TEXT', RequestParameters: { 'integration.request.header.x': 'route.request.body.x' }, TimeoutInMillis: 500,
    }, {
      type: 'mapped', function: 'Echo', timeoutMs: 500, templateSelectionExpression: '$request.body.kind', requestTemplates: { a: '{}' }, passthroughBehavior: 'NEVER',
      contentHandling: 'CONVERT_TO_TEXT', requestParameters: { 'integration.request.header.x': 'route.request.body.x' }, responses: [],
    }],
    ['of a service', { IntegrationType: 'AWS', IntegrationMethod: 'POST', IntegrationUri: 'arn:aws:apigateway:us-east-1:dynamodb:action/PutItem', CredentialsArn: 'arn:aws:iam::1:role/r' }, {
      type: 'service', service: 'dynamodb', action: 'PutItem', httpMethod: 'POST', credentials: 'arn:aws:iam::1:role/r',
    }],
    ['of nothing', { IntegrationType: 'MOCK', RequestTemplates: { $default: '{"statusCode":200}' } }, { type: 'mock', requestTemplates: { $default: '{"statusCode":200}' } }],
    ['of a backend', { IntegrationType: 'HTTP', IntegrationMethod: 'POST', IntegrationUri: 'https://chat.test' }, { type: 'http', uri: 'https://chat.test', httpMethod: 'POST' }],
    ['of a backend that gets all', { IntegrationType: 'HTTP_PROXY', IntegrationMethod: 'POST', IntegrationUri: 'https://chat.test' }, { type: 'http-proxy', uri: 'https://chat.test' }],
    ['through a VPC link', { IntegrationType: 'HTTP_PROXY', ConnectionType: 'VPC_LINK', IntegrationUri: 'https://chat.test' }, { type: 'unavailable', reason: 'ConnectionId: the VPC link of the backend is not named' }],
    ['of HTTP APIs only', { IntegrationType: 'AWS_PROXY', IntegrationSubtype: 'SQS-SendMessage' }, { type: 'unavailable' }],
    ['with a format that does not exist', { IntegrationType: 'AWS_PROXY', IntegrationUri: uriOf('Echo'), PayloadFormatVersion: '2.0' }, { type: 'unavailable', reason: 'PayloadFormatVersion: WebSocket APIs have 1.0 only' }],
    ['with a word that does not exist', { IntegrationType: 'MOCK', ContentHandlingStrategy: 'SOME' }, { type: 'unavailable', reason: 'ContentHandlingStrategy: "SOME" is not one of CONVERT_TO_BINARY, CONVERT_TO_TEXT' }],
    ['of no kind', {}, { type: 'unavailable' }],
  ])('%s', (_, properties, expected) => {
    expect(integrationOf(properties)).toMatchObject(expected);
  });

  test('have responses by $default or an expression, of which clients get the body', () => {
    const templates = { ResponseTemplates: { $default: '{}' }, TemplateSelectionExpression: '$integration.response.statuscode', ContentHandlingStrategy: 'CONVERT_TO_TEXT' };
    const MOCK = { IntegrationType: 'MOCK' };
    expect(integrationOf(MOCK, { Default: response('$default', templates), Failed: response('/5\\d\\d/') })).toMatchObject({
      responses: [
        { statusCode: '200', responseTemplates: { $default: '{}' }, templateSelectionExpression: '$integration.response.statuscode', contentHandling: 'CONVERT_TO_TEXT' },
        { statusCode: '200', selectionPattern: '5\\d\\d' },
      ],
    });
    expect(integrationOf(MOCK, { Odd: response('500') })).toMatchObject({ type: 'unavailable', reason: 'Odd.IntegrationResponseKey: "500" is neither $default nor an expression between slashes' });
    const headers = imported({ Join: route('join'), ToEcho: v2('Integration', MOCK), R: response('$default', { ResponseParameters: { 'route.response.header.x': '\'a\'' } }) });
    expect(refusals(headers)).toEqual(['ResponseParameters is not imported: clients get the answer without headers']);
  });

  test('and their answers are reported where nothing of this source has them', () => {
    const lost = imported({
      Join: route('join'), A: v2('IntegrationResponse', { IntegrationId: 'elsewhere', IntegrationResponseKey: '$default' }), B: v2('RouteResponse', { RouteId: 'elsewhere', RouteResponseKey: '$default' }),
      C: v2('RouteResponse', { RouteId: { Ref: 'Join' }, RouteResponseKey: 'other' }),
    });
    expect(refusals(lost).sort()).toEqual([
      'IntegrationId is not imported: its integration is not part of this source', 'RouteId is not imported: its route is not part of this source',
      'the route response other is not imported: the only key of route responses is $default',
    ]);
    expect(methodAt(lost, '/join')).not.toHaveProperty('hasRouteResponse');
  });
});

describe('fails closed', () => {
  const OPEN = { Connect: route('$connect'), Join: route('join'), Default: route('$default') };

  test.each([
    ['an authorizer that is not there', { ...OPEN, Connect: route('$connect', { AuthorizationType: 'CUSTOM', AuthorizerId: 'gone' }) }, 'it refers to an authorizer that is not part of this source'],
    ['an authorizer of another kind', { ...OPEN, Connect: route('$connect', GUARDED), Guard: guard({ AuthorizerType: 'JWT' }) }, 'guard: authorizers of type JWT are not authorizers of WebSocket APIs'],
    ['an authorizer without its kind', { ...OPEN, Connect: route('$connect', { AuthorizerId: { Ref: 'Guard' } }), Guard: guard() }, 'it has an authorizer or scopes, and no AuthorizationType'],
    ['a word that does not exist', { ...OPEN, Connect: route('$connect', { AuthorizationType: 'ALL' }) }, 'ALL is not a kind of authorization'],
    ['null', { ...OPEN, Connect: route('$connect', { ApiKeyRequired: null }) }, 'ApiKeyRequired: null is not a value'],
    ['a parameter that is required', { ...OPEN, Connect: route('$connect', { RequestParameters: { 'route.request.querystring.a': { Required: true } } }) }, 'RequestParameters.route.request.querystring.a: that it is required is not checked here'],
  ])('connections are refused for %s', (_, resources, reason) => {
    const source = imported(resources);
    expect(reasons(source)).toEqual([`ANY /$connect answers 501: ${reason}`]);
    expect(methodAt(source, '/join')).toMatchObject({ integration: { type: 'proxy' } });
  });

  test.each([
    ['a guard of its own', { Join: route('join', { AuthorizationType: 'AWS_IAM', ApiKeyRequired: true }) }, 'AuthorizationType: callers are checked on $connect only; ApiKeyRequired: callers are checked on $connect only'],
    ['a model that is not there', { Join: route('join', { ModelSelectionExpression: 'a', RequestModels: { $default: 'Gone' } }) }, 'there is no model Gone'],
    ['no integration', { Join: route('join', { Target: undefined }) }, 'the route has no integration'],
    ['the key of another route', { Join: route('join'), Again: route('join') }, 'it is declared more than once'],
  ])('only the route answers 501 that has %s', (_, resources, reason) => {
    const source = imported({ ...OPEN, ...resources });
    expect(reasons(source)).toEqual([`ANY /join answers 501: ${reason}`]);
  });

  test.each([
    ['a route of an unknown key', { Lost: route('', { RouteKey: { Ref: 'Elsewhere' } }) }, {}],
    ['a route of an unknown API', { Lost: route('a', { ApiId: { 'Fn::Select': [{ Ref: 'Elsewhere' }, ['a']] } }) }, {}],
    ['an expression that is not known', {}, { RouteSelectionExpression: { Ref: 'Elsewhere' } }],
    ['no expression', {}, { RouteSelectionExpression: undefined }],
    ['a document', {}, { Body: { openapi: '3.0.1' } }],
  ])('all routes do for %s', (_, resources, api) => {
    const source = imported({ ...OPEN, ...resources }, api);
    expect(source.specs[0]?.protocol).toBe('websocket');
    expect(source.rows.map(({ routeKey, unavailable }) => [routeKey, unavailable !== null])).toEqual([['$connect', true], ['$default', true], ['join', true]]);
  });
});

test('properties of HTTP APIs and key sources that do not exist are reported', () => {
  const source = imported({ Connect: route('$connect') }, { CorsConfiguration: { AllowOrigins: ['*'] }, ApiKeySelectionExpression: '$request.querystring.key' });
  expect(refusals(source)).toEqual([
    'ApiKeySelectionExpression is not imported: $request.querystring.key is none of $request.header.x-api-key, $context.authorizer.usageIdentifierKey',
    'CorsConfiguration is not imported: WebSocket APIs do not have it',
  ]);
});

describe('served', () => {
  let gateway: TestGateway;
  let url: string;
  beforeAll(async () => {
    const resources = {
      Connect: route('$connect', GUARDED), Guard: guard(), Join: route('chat/join'), Default: route('$default'), Lost: route('lost', { Target: 'integrations/gone' }),
      Response: v2('RouteResponse', { RouteId: { Ref: 'Join' }, RouteResponseKey: '$default' }),
    };
    gateway = await createTestGateway(newProject({ 'template.json': JSON.stringify(template(resources)) }).file('template.json'));
    url = gateway.url('prod');
  });
  afterAll(() => gateway.close());

  test('the authorizer decides who connects, and a two-way route answers', async () => {
    expect(await refused(`${url}?token=no`)).toMatchObject({ status: 403 });
    const client = await connect(`${url}?token=yes`);
    client.send({ action: 'chat/join' });
    expect(JSON.parse(await client.next())).toEqual({ route: 'chat/join', authorizer: expect.objectContaining({ principalId: 'ann', plan: 'gold' }) as unknown });
    client.send({ action: 'lost' });
    expect(await client.next()).toMatch(/^\{"message": "/);
    client.socket.terminate();
  });
});
