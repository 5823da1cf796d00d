import { importHttpOpenApi, type OpenApiImportContext } from '../../../lib/openapi';
import { examineSpec, methodsOf, type GatewaySpec } from '../../../lib/spec';
import { CALL, INTEGRATION } from '../../support/openapi/imported';

const FN = { type: 'AWS_PROXY', httpMethod: 'POST', uri: CALL, payloadFormatVersion: '2.0' };
const operation = (more: object = {}): object => ({ [INTEGRATION]: FN, ...more });
const AUTHORIZER = 'x-amazon-apigateway-authorizer';
const SCHEMES = {
  login: { type: 'oauth2', [AUTHORIZER]: { type: 'jwt', identitySource: '$request.header.Authorization', jwtConfiguration: { issuer: 'https://login.test', audience: ['a'] } } },
  guard: { type: 'apiKey', [AUTHORIZER]: { type: 'request', authorizerUri: CALL.replace('Pets', 'Check'), authorizerPayloadFormatVersion: 2.0, enableSimpleResponses: true, identitySource: '$request.header.a' } },
  signed: { 'type': 'apiKey', 'x-amazon-apigateway-authtype': 'awsSigv4' },
  key: { type: 'apiKey', name: 'x-api-key', in: 'header' },
};

function imported(members: object, context: OpenApiImportContext = {}) {
  return importHttpOpenApi({ openapi: '3.0.1', info: { title: 'Shop', description: 'of pets' }, components: { securitySchemes: SCHEMES }, ...members }, context);
}

/** The complete spec, which must be valid. */
function specOf(members: object, context: OpenApiImportContext = {}): GatewaySpec {
  const { spec: read } = imported(members, context);
  const handler = context.handler === undefined ? {} : { [context.handler]: { entry: 'a.js', handler: 'index.handler' } };
  const { spec, issues } = examineSpec({ ...read, functions: { ...handler, ...read.functions } }, 'Shop');
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  if (spec === undefined) throw new Error('there is no spec');
  return spec;
}

const findings = (members: object, context: OpenApiImportContext = {}): string[] =>
  imported(members, context).issues.map(({ severity, code, location, message }) => `${severity} ${code} ${location} ${message}`);

/** `GET /pets`, with `501` where every call is answered so. */
function routes(members: object, context: OpenApiImportContext = {}): string[] {
  return methodsOf(specOf(members, context)).map(({ path, httpMethod, method: { integration } }) =>
    `${httpMethod} ${path}${integration.type === 'unavailable' ? ' 501' : ''}`);
}

test('settings, routes, the default route and authorizers', () => {
  const { protocol, api, authorizers, resources, functions } = specOf({
    'x-amazon-apigateway-cors': { allowOrigins: ['https://a.test'], maxAge: '60' },
    'paths': {
      '/pets': { get: operation({ operationId: 'list', security: [{ login: ['read'] }] }), post: operation({ security: [{ guard: [] }] }), put: operation({ security: [{ signed: [] }] }) },
      '/own/': { get: operation({ 'x-amazon-apigateway-auth': { type: 'AWS_IAM' } }) },
      '$default': { 'x-amazon-apigateway-any-method': operation({ isDefaultRoute: true }) },
    },
  });
  expect([protocol, api]).toMatchObject(['http', { name: 'Shop', description: 'of pets', cors: { allowOrigins: ['https://a.test'], maxAgeSeconds: 60 } }]);
  expect(authorizers).toMatchObject({ login: { type: 'jwt', issuer: 'https://login.test', audience: ['a'] }, guard: { type: 'request', function: 'Check', payloadFormatVersion: '2.0', enableSimpleResponses: true } });
  expect(resources['/pets']?.methods).toMatchObject({
    GET: { operationName: 'list', authorization: { type: 'JWT', authorizer: 'login', scopes: ['read'] }, integration: { type: 'proxy', function: 'Pets', payloadFormatVersion: '2.0' } },
    POST: { authorization: { type: 'CUSTOM', authorizer: 'guard' } },
    PUT: { authorization: { type: 'AWS_IAM' } },
  });
  expect(resources['/own']?.methods.GET?.authorization).toEqual({ type: 'AWS_IAM' });
  expect(resources['/$default']?.methods.ANY?.integration).toMatchObject({ function: 'Pets' });
  expect(functions.Check?.unavailable).toContain('no code');
});

test('a function may be named by its ARN, with an alias', () => {
  const uri = 'arn:aws:lambda:eu-west-1:123456789012:function:Cats:live';
  expect(specOf({ paths: { '/a': { get: { [INTEGRATION]: { ...FN, uri } } } } }).resources['/a']?.methods.GET?.integration).toMatchObject({ function: 'Cats' });
});

test('what cannot be carried answers 501, and is reported where the document has it', () => {
  const paths = {
    '/none': { get: {} },
    '/aws': { get: { [INTEGRATION]: { type: 'aws', uri: 'arn:aws:apigateway:eu-west-1:sqs:path/1/q' } } },
    '/token': { get: operation({ security: [{ token: [] }] }) },
    '/key': { get: operation({ security: [{ key: [] }] }) },
    '/both': { get: operation({ security: [{ login: [], guard: [] }] }) },
  };
  const token = { type: 'apiKey', [AUTHORIZER]: { type: 'token', authorizerUri: CALL } };
  const members = { paths, components: { securitySchemes: { ...SCHEMES, token } } };
  expect(routes(members)).toEqual(Object.keys(paths).sort().map((path) => `GET ${path} 501`));
  expect(findings(members)).toEqual([
    expect.stringMatching(/^loss IMPORT_PART_REFUSED #\/components\/securitySchemes\/token the authorizer token is not imported: authorizers of type TOKEN/),
    expect.stringMatching(/^loss OPENAPI_METHOD_UNAVAILABLE #\/paths\/~1none\/get the method answers 501: the route has no integration$/),
    expect.stringMatching(/^loss OPENAPI_METHOD_UNAVAILABLE #\/paths\/~1aws\/get .*AWS is not a kind of integration of HTTP APIs/),
    expect.stringMatching(/^loss OPENAPI_METHOD_UNAVAILABLE #\/paths\/~1token\/get .*authorizers of type TOKEN/),
    expect.stringMatching(/^loss OPENAPI_METHOD_UNAVAILABLE #\/paths\/~1key\/get .*security scheme "key" has no authorizer/),
    expect.stringMatching(/^loss OPENAPI_METHOD_UNAVAILABLE #\/paths\/~1both\/get .*a method has one authorizer/),
  ]);
});

test('a route that is known in part closes those that could answer for it', () => {
  const paths = { '/pets/{id}.json': { get: operation() }, '/pets/{id}': { get: operation() }, '/users': { get: operation() }, '/$default': { 'x-amazon-apigateway-any-method': operation() } };
  expect(routes({ paths })).toEqual(['ANY /$default 501', 'GET /pets/-id-.json', 'GET /pets/{id} 501', 'GET /users']);
});

test('a document of OpenAPI 2.0 is closed as a whole', () => {
  const { spec, closed } = importHttpOpenApi({ swagger: '2.0', paths: { '/a': { get: operation() } } });
  expect(closed).toBe('HTTP APIs take documents of OpenAPI 3.0 only');
  expect(spec.resources?.['/a']?.methods?.GET?.integration).toMatchObject({ type: 'unavailable', reason: closed });
});

test('a resource policy closes the API, which would not have it', () => {
  const paths = { '/a': { get: operation() } };
  expect(routes({ paths, 'x-amazon-apigateway-policy': { Statement: [] } })).toEqual(['GET /a 501']);
  expect(routes({ paths, 'x-amazon-apigateway-policy': 'text' })).toEqual(['GET /a 501']);
  expect(routes({ paths, 'x-amazon-apigateway-policy': {} })).toEqual(['GET /a']);
});

test('members and extensions that HTTP APIs do not have are left out by name', () => {
  expect(findings({
    'x-amazon-apigateway-policy': {},
    'x-amazon-apigateway-importexport-version': '1.0',
    'x-amazon-apigateway-cors': { allowOrigins: [{}] },
    'paths': { '/a': { get: { 'x-amazon-apigateway-request-validator': 'all', [INTEGRATION]: { ...FN, passthroughBehavior: 'never' } } } },
  }).map((text) => text.replace('loss OPENAPI_MEMBER_LEFT_OUT ', ''))).toEqual([
    '#/paths/~1a/get/x-amazon-apigateway-integration/passthroughBehavior passthroughBehavior is left out: integrations of HTTP APIs do not have it',
    '#/x-amazon-apigateway-policy x-amazon-apigateway-policy is left out: HTTP APIs do not have it',
    '#/paths/~1a/get/x-amazon-apigateway-request-validator x-amazon-apigateway-request-validator is left out: HTTP APIs do not have it',
    expect.stringContaining('#/x-amazon-apigateway-cors x-amazon-apigateway-cors.AllowOrigins is left out: {} is not a list of strings'),
  ]);
});

test('failOnWarnings makes errors of what API Gateway warns of', () => {
  const members = { paths: { '/a': { get: operation(), trace: {} } } };
  expect(findings(members)).toEqual(['loss OPENAPI_METHOD_LEFT_OUT #/paths/~1a/trace API Gateway has no method TRACE; the operation is left out']);
  expect(findings(members, { failOnWarnings: true })).toEqual([expect.stringMatching(/^error OPENAPI_METHOD_LEFT_OUT/)]);
});

test('routes without an integration call the handler, others their own', () => {
  const { resources } = specOf({ paths: { '/a': { get: {} }, '/b': { get: operation() } } }, { handler: 'Handler' });
  expect(resources['/a']?.methods.GET?.integration).toMatchObject({ type: 'proxy', function: 'Handler', payloadFormatVersion: '2.0' });
  expect(resources['/b']?.methods.GET?.integration).toMatchObject({ function: 'Pets' });
});

test('more than 300 routes raise the quota', () => {
  const paths = Object.fromEntries(Array.from({ length: 301 }, (_, index) => [`/p${index}`, { get: operation() }]));
  expect(specOf({ paths }).api.quotas.resources).toBe(301);
});

test('the default endpoint may be disabled, at the root or in a server', () => {
  const disabled = { 'x-amazon-apigateway-endpoint-configuration': { disableExecuteApiEndpoint: true } };
  const read = [disabled, { servers: [disabled] }, {}].map((members) => imported(members).isEndpointDisabled);
  expect(read).toEqual([true, true, false]);
});
