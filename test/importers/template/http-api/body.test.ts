import { createTestGateway, type TestGateway } from 'synthgate/testing';
import { importFiles, type Imported } from '../../../support/imported';
import { newProject } from '../../../support/project';

const FN = { Type: 'AWS::Lambda::Function', Properties: { Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: 'exports.handler = async (event) => event;' } } };
const uri = { 'Fn::Sub': 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${Echo.Arn}/invocations' };
const PROXY = { type: 'aws_proxy', httpMethod: 'POST', uri, payloadFormatVersion: '2.0' };
const operation = (more: object = {}): object => ({ 'x-amazon-apigateway-integration': PROXY, ...more });
const JWT = { type: 'oauth2', 'x-amazon-apigateway-authorizer': { type: 'jwt', identitySource: '$request.header.Authorization', jwtConfiguration: { issuer: 'https://issuer.test', audience: ['shop'] } } };
const REQUEST = {
  'type': 'apiKey', 'name': 'Authorization', 'in': 'header',
  'x-amazon-apigateway-authorizer': {
    type: 'request', authorizerUri: uri, authorizerPayloadFormatVersion: '2.0', enableSimpleResponses: true, identitySource: '$request.header.a, $context.routeKey', authorizerResultTtlInSeconds: 60,
  },
};

/** A template with an HTTP API whose routes are in a document. */
function template(document: object, api: object = {}): object {
  return {
    Resources: {
      Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Body: { openapi: '3.0.1', info: { title: 'Pets', description: 'of a shop' }, ...document }, ...api } },
      Stage: { Type: 'AWS::ApiGatewayV2::Stage', Properties: { ApiId: { Ref: 'Api' }, StageName: '$default', AutoDeploy: true } },
      Echo: FN,
    },
  };
}

const imported = (document: object, api: object = {}): Imported => importFiles({ 'template.json': template(document, api) });
const methodOf = (source: Imported, path = '/pets'): unknown => source.specs[0]?.resources[path]?.methods.GET;

test('a document becomes an HTTP API: routes, integrations, authorizers, CORS', () => {
  const source = imported({
    'paths': {
      '/pets': { get: operation({ operationId: 'list', security: [{ tokens: ['read'] }] }), post: operation({ security: [{ guard: [] }] }) },
      '/pets/{id}': { 'x-amazon-apigateway-any-method': operation({ security: [{ signed: [] }] }) },
      '/shared': { get: { 'x-amazon-apigateway-integration': { $ref: '#/components/x-amazon-apigateway-integrations/shared' } } },
      '/$default': { 'x-amazon-apigateway-any-method': operation({ isDefaultRoute: true }) },
    },
    'x-amazon-apigateway-cors': { allowOrigins: ['https://shop.test'], allowMethods: ['GET'], maxAge: 60, allowCredentials: true },
    'components': {
      'securitySchemes': { tokens: JWT, guard: REQUEST, signed: { 'type': 'apiKey', 'name': 'Authorization', 'in': 'header', 'x-amazon-apigateway-authtype': 'awsSigv4' } },
      'x-amazon-apigateway-integrations': {
        shared: { type: 'HTTP_PROXY', httpMethod: 'GET', uri: 'https://pets.test', payloadFormatVersion: 1.0, requestParameters: { 'overwrite:header.a': 'b' }, responseParameters: { 500: { 'overwrite:statuscode': '503' } } },
      },
    },
  });
  expect(source.codes).toEqual([]);
  expect(source.specs[0]).toMatchObject({
    protocol: 'http',
    api: { name: 'Api', description: 'of a shop', cors: { allowOrigins: ['https://shop.test'], allowMethods: ['GET'], maxAgeSeconds: 60, allowCredentials: true } },
    authorizers: {
      tokens: { type: 'jwt', issuer: 'https://issuer.test', audience: ['shop'] },
      guard: { type: 'request', function: 'Echo', identitySources: ['$request.header.a', '$context.routeKey'], payloadFormatVersion: '2.0', enableSimpleResponses: true, resultsCacheTtlSeconds: 60 },
    },
    resources: {
      '/pets': {
        methods: {
          GET: { operationName: 'list', authorization: { type: 'JWT', authorizer: 'tokens', scopes: ['read'] }, integration: { type: 'proxy', function: 'Echo', payloadFormatVersion: '2.0' } },
          POST: { authorization: { type: 'CUSTOM', authorizer: 'guard' } },
        },
      },
      '/pets/{id}': { methods: { ANY: { authorization: { type: 'AWS_IAM' } } } },
      '/shared': {
        methods: { GET: { integration: { type: 'http-proxy', uri: 'https://pets.test', requestMappings: { 'overwrite:header.a': 'b' }, responseMappings: { 500: { 'overwrite:statuscode': '503' } } } } },
      },
      '/$default': { methods: { ANY: { integration: { type: 'proxy' } } } },
    },
  });
});

test.each([
  ['a scheme that is not there', { get: operation({ security: [{ other: [] }] }) }, 'there is no security scheme "other"'],
  ['a scheme without an authorizer', { get: operation({ security: [{ plain: [] }] }) }, 'the security scheme "plain" has no authorizer'],
  ['an authorizer of REST APIs', { get: operation({ security: [{ token: [] }] }) }, 'authorizers of type TOKEN are not authorizers of HTTP APIs'],
  ['an authorizer whose configuration is missing', { get: operation({ security: [{ empty: [] }] }) }, 'empty'],
  ['security of another form', { get: operation({ security: { tokens: [] } }) }, 'its security is not a list of schemes'],
  ['an integration that is not there', { get: { 'x-amazon-apigateway-integration': { $ref: '#/components/none' } } }, 'the route has no integration'],
  ['a service without its parameters', { get: operation({ 'x-amazon-apigateway-integration': { type: 'AWS_PROXY', integrationSubtype: 'EventBridge-PutEvents' } }) }, 'Detail is required; DetailType is required; Source is required'],
])('a route that cannot be read answers 501: %s', (_, item, reason) => {
  const schemes = {
    tokens: JWT, plain: { type: 'http', scheme: 'basic' }, token: { 'type': 'apiKey', 'x-amazon-apigateway-authorizer': { type: 'token' } }, empty: { 'type': 'oauth2', 'x-amazon-apigateway-authorizer': { type: 'jwt' } },
  };
  const source = imported({ paths: { '/pets': item }, components: { securitySchemes: schemes } });
  expect(methodOf(source)).toMatchObject({ integration: { type: 'unavailable', reason: expect.stringContaining(reason) as string } });
});

test('the integration of a service is one of the document', () => {
  const source = imported({ paths: { '/pets': { get: operation({
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy', integrationSubtype: 'SQS-SendMessage', payloadFormatVersion: '1.0', connectionType: 'INTERNET', credentials: 'arn:aws:iam::123456789012:role/Sender',
      requestParameters: { QueueUrl: 'https://q.test', MessageBody: '$request.body.MessageBody' }, responseParameters: { 200: { 'overwrite:statuscode': '202' } },
    },
  }) } } });
  expect(methodOf(source)).toMatchObject({ integration: {
    type: 'service-proxy', subtype: 'SQS-SendMessage', credentials: 'arn:aws:iam::123456789012:role/Sender', parameters: { QueueUrl: 'https://q.test', MessageBody: '$request.body.MessageBody' },
    responseMappings: { 200: { 'overwrite:statuscode': '202' } },
  } });
});

test('the security of the document holds for routes without their own', () => {
  const source = imported({ paths: { '/pets': { get: operation() } }, security: [{ tokens: [] }], components: { securitySchemes: { tokens: JWT } } });
  expect(methodOf(source)).toMatchObject({ authorization: { type: 'JWT', authorizer: 'tokens' } });
});

test.each([
  ['of OpenAPI 2.0', { Body: { swagger: '2.0', paths: { '/pets': { get: operation() } } } }, 'HTTP APIs take documents of OpenAPI 3.0 only'],
  ['of no version', { Body: { paths: { '/pets': { get: operation() } } } }, 'its document cannot be read'],
  ['that is not here', { Body: { 'Ref': 'AWS::NoValue' }, BodyS3Location: { Bucket: 'b', Key: 'gone.yaml' } }, 'BodyS3Location: its document is not here'],
])('a document %s opens nothing, also beside routes of their own', (_, api, reason) => {
  const { Resources } = template({}, api) as { Resources: object };
  const Extra = { Type: 'AWS::ApiGatewayV2::Route', Properties: { ApiId: { Ref: 'Api' }, RouteKey: 'GET /extra', Target: { 'Fn::Sub': 'integrations/${ToEcho}' } } };
  const ToEcho = { Type: 'AWS::ApiGatewayV2::Integration', Properties: { ApiId: { Ref: 'Api' }, IntegrationType: 'AWS_PROXY', IntegrationUri: uri, PayloadFormatVersion: '2.0' } };
  const source = importFiles({ 'template.json': { Resources: { ...Resources, Extra, ToEcho } } });
  expect(source.specs[0]?.protocol).toBe('http');
  expect(methodOf(source, '/extra')).toMatchObject({ integration: { type: 'unavailable', reason: expect.stringContaining(reason) as string } });
});

describe('served', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    const document = { 'openapi': '3.0.1', 'paths': { '/v1/pets/{id}': { get: operation() } }, 'x-amazon-apigateway-cors': { allowOrigins: ['*'], allowMethods: ['GET'] } };
    const { Resources } = template({}, { Body: { 'Ref': 'AWS::NoValue' }, BodyS3Location: './api.json' }) as { Resources: object };
    const project = newProject({ 'template.json': JSON.stringify({ Resources }), 'api.json': JSON.stringify(document) });
    gateway = await createTestGateway(project.file('template.json'));
  });
  afterAll(() => gateway.close());

  test('a document in a file of its own', async () => {
    expect(await (await gateway.fetch('/v1/pets/7')).json()).toMatchObject({ version: '2.0', routeKey: 'GET /v1/pets/{id}', pathParameters: { id: '7' } });
    const preflight = await gateway.fetch('/v1/pets/7', { method: 'OPTIONS', headers: { 'origin': 'https://a.test', 'access-control-request-method': 'GET' } });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  });
});
