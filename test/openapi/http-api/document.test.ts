import { openApiDocument } from '../../../lib/openapi';
import { readSpec, type GatewaySpec, type GatewaySpecInput } from '../../../lib/spec';
import { importFiles } from '../../support/imported';

const EXTENDED = { version: '3.0', hasExtensions: true, account: { region: 'us-east-1', accountId: '123456789012' } } as const;
const PLAIN = { version: '3.1', hasExtensions: false } as const;
const echo = { type: 'proxy' as const, function: 'Echo' };
const route = (more: object = {}) => ({ integration: echo, ...more });

const ALL: GatewaySpecInput = {
  format: 'synthgate/1', protocol: 'http',
  api: {
    id: 'shop', name: 'Shop', description: 'of pets',
    cors: {
      allowOrigins: ['https://shop.example.com'], allowMethods: ['GET', '*'], allowHeaders: ['x-a'], exposeHeaders: ['x-b'], maxAgeSeconds: -1, allowCredentials: true,
    },
  },
  functions: { Echo: { code: '.', handler: 'index.handler' }, Check: { code: '.', handler: 'index.handler' } },
  authorizers: {
    Login: { type: 'jwt', issuer: 'https://login.example.com', audience: ['a', 'b'], identitySource: '$request.querystring.token' },
    Guard: {
      type: 'request', function: 'Check', identitySources: ['$request.header.a', '$context.routeKey'], payloadFormatVersion: '2.0',
      enableSimpleResponses: true, resultsCacheTtlSeconds: 0,
    },
    Old: { type: 'request', function: 'Check', payloadFormatVersion: '1.0' },
  },
  resources: {
    '/': { id: 'root', methods: { ANY: route() } },
    '/pets/{id}': {
      id: 'pet',
      methods: {
        GET: route({ operationName: 'getPet', authorization: { type: 'JWT', authorizer: 'Login', scopes: ['read', 'write'] } }),
        POST: route({ authorization: { type: 'CUSTOM', authorizer: 'Guard' } }),
        PUT: route({ authorization: { type: 'CUSTOM', authorizer: 'Old' } }),
        DELETE: route({ authorization: { type: 'AWS_IAM' } }),
      },
    },
    '/files/{path+}': {
      id: 'files',
      methods: {
        ANY: {
          integration: {
            type: 'http-proxy', uri: 'https://files.example.com/{path}', httpMethod: 'GET', timeoutMs: 5_000,
            requestMappings: { 'overwrite:header.x': '$request.header.y' }, responseMappings: { 500: { 'overwrite:statuscode': '503' } },
          },
        },
      },
    },
    '/orders': {
      id: 'orders',
      methods: {
        POST: {
          integration: {
            type: 'service-proxy', subtype: 'SQS-SendMessage', credentials: 'arn:aws:iam::123456789012:role/Sender', timeoutMs: 2_000,
            parameters: { QueueUrl: 'https://sqs.us-east-1.amazonaws.com/123456789012/Orders', MessageBody: '$request.body' }, responseMappings: { 200: { 'overwrite:statuscode': '202' } },
          },
        },
      },
    },
    '/$default': { id: 'rest', methods: { ANY: { integration: { ...echo, payloadFormatVersion: '1.0', timeoutMs: 50, credentials: 'arn:aws:iam::123456789012:role/r' } } } },
  },
  stages: { $default: {}, beta: {} },
};

const { spec: all } = readSpec(ALL, 'spec');

/** The definition that a template with the document is imported as. */
function afterRoundTrip(spec: GatewaySpec): GatewaySpec | undefined {
  const body = openApiDocument(spec, EXTENDED).document;
  const fn = (name: string) => ({ Type: 'AWS::Lambda::Function', Properties: { FunctionName: name, Runtime: 'nodejs22.x', Handler: 'index.handler', Code: { ZipFile: '' } } });
  const functions = Object.fromEntries(Object.keys(spec.functions).map((name) => [name, fn(name)]));
  const imported = importFiles({ 'template.json': { Resources: { Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Body: body } }, ...functions } } });
  expect(imported.codes).toEqual([]);
  return imported.specs[0];
}

test('a document of an HTTP API is the definition again: routes, integrations, authorizers, CORS', () => {
  const again = afterRoundTrip(all);
  expect(again?.authorizers).toEqual(all.authorizers);
  const methods = (spec?: GatewaySpec) =>
    Object.fromEntries(Object.entries(spec?.resources ?? {}).map(([path, resource]) => [path, resource.methods]));
  expect(methods(again)).toEqual(methods(all));
  expect(again?.api.cors).toEqual(all.api.cors);
  expect(again?.api.description).toBe('of pets');
});

test('it is written as API Gateway imports it', () => {
  const { document, losses } = openApiDocument(all, EXTENDED);
  expect(document).toMatchObject({
    'openapi': '3.0.1',
    'paths': {
      '/pets/{id}': { get: { operationId: 'getPet', parameters: [{ name: 'id', in: 'path' }], security: [{ Login: ['read', 'write'] }] }, delete: { security: [{ sigv4: [] }] } },
      '/orders': {
        post: {
          'x-amazon-apigateway-integration': {
            type: 'AWS_PROXY', integrationSubtype: 'SQS-SendMessage', payloadFormatVersion: '1.0', connectionType: 'INTERNET', credentials: 'arn:aws:iam::123456789012:role/Sender',
            requestParameters: { QueueUrl: 'https://sqs.us-east-1.amazonaws.com/123456789012/Orders', MessageBody: '$request.body' }, responseParameters: { 200: { 'overwrite:statuscode': '202' } },
          },
        },
      },
      '/$default': { 'x-amazon-apigateway-any-method': { 'isDefaultRoute': true, 'x-amazon-apigateway-integration': { payloadFormatVersion: '1.0' } } },
    },
    'components': { securitySchemes: { Login: { type: 'oauth2', 'x-amazon-apigateway-authorizer': { type: 'jwt', jwtConfiguration: { issuer: 'https://login.example.com', audience: ['a', 'b'] } } } } },
    'x-amazon-apigateway-cors': { maxAge: -1, allowCredentials: true },
    'x-amazon-apigateway-importexport-version': '1.0',
  });
  expect(losses.map(({ code, message }) => `${code} ${message}`)).toEqual(['OPENAPI_PART_LEFT_OUT an OpenAPI document cannot express stages and their settings']);
});

test('a route that cannot be called has no integration in the document, and stays closed', () => {
  const { spec } = readSpec({ ...ALL, stages: {}, resources: { '/a': { id: 'a', methods: { GET: { integration: { type: 'unavailable', awsType: 'HTTP_PROXY', reason: 'a VPC link' } } } } } }, 'spec');
  const { document, losses } = openApiDocument(spec, EXTENDED);
  expect(document.paths).toEqual({ '/a': { get: { responses: { default: expect.anything() as unknown } } } });
  expect(losses.map(({ code }) => code)).toEqual(['OPENAPI_INTEGRATION_UNAVAILABLE']);
});

test('an address of keys, and words of a vendor, are losses', () => {
  const login = { type: 'jwt' as const, issuer: 'https://login.example.com', audience: ['a'], jwksUri: 'https://keys.example.com' };
  const { spec } = readSpec({ ...ALL, stages: {}, authorizers: { ...ALL.authorizers, Login: login }, api: { ...ALL.api, vendor: { headerPrefix: 'acme' } } }, 'spec');
  expect(openApiDocument(spec, EXTENDED).losses.map(({ message }) => message)).toEqual([
    'an OpenAPI document cannot express the address of keys (jwksUri)', 'an OpenAPI document cannot express words of another vendor',
  ]);
});

test('for people: what can be called on which addresses; the default route is no path', () => {
  const { document, losses } = openApiDocument(all, PLAIN);
  expect(Object.keys(document.paths as object)).toEqual(['/', '/files/{path}', '/orders', '/pets/{id}']);
  expect(document.servers).toEqual([{ url: '/' }, { url: '/{stage}', variables: { stage: { default: 'beta', enum: ['beta'] } } }]);
  expect(document.components).toMatchObject({ securitySchemes: { Login: { type: 'apiKey', in: 'query', name: 'token' }, Guard: { in: 'header', name: 'a' } } });
  expect(losses.map(({ message }) => message)).toContain('an OpenAPI document cannot express the route $default');
});
