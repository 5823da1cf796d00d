import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestGateway } from 'synthgate/testing';
import { App, HttpApi, HttpJwtAuthorizer, HttpMethod, HttpUrlIntegration, OpenApiBasePath, ProxyFunction, type HttpOpenApiImportProps } from '../../../lib';
import { codeOf } from '../../support/error-code';
import { CALL, INTEGRATION } from '../../support/openapi/imported';

const directory = realpathSync(mkdtempSync(path.join(tmpdir(), 'synthgate-http-imported-')));
afterAll(() => rmSync(directory, { recursive: true }));

const FN = { [INTEGRATION]: { type: 'AWS_PROXY', httpMethod: 'POST', uri: CALL, payloadFormatVersion: '2.0' } };
const DOCUMENT = {
  'openapi': '3.0.1', 'info': { title: 'Pet shop', description: 'of pets' },
  'x-amazon-apigateway-cors': { allowOrigins: ['https://shop.test'], allowMethods: ['GET'], maxAge: 60 },
  'x-amazon-apigateway-endpoint-configuration': { disableExecuteApiEndpoint: true },
  'paths': {
    '/pets': { get: { ...FN, operationId: 'list', security: [{ login: ['read'] }] }, post: { ...FN, security: [{ guard: [] }] }, put: { ...FN, security: [{ signed: [] }] } },
    '/pets/{id}': { 'x-amazon-apigateway-any-method': { [INTEGRATION]: { $ref: '#/components/x-amazon-apigateway-integrations/old' } } },
    '/none': { get: {} },
    '/$default': { 'x-amazon-apigateway-any-method': { ...FN, isDefaultRoute: true } },
  },
  'components': {
    'securitySchemes': {
      login: { type: 'oauth2', 'x-amazon-apigateway-authorizer': { type: 'jwt', identitySource: '$request.header.Authorization', jwtConfiguration: { issuer: 'https://issuer.test', audience: ['a'] } } },
      guard: { type: 'apiKey', 'x-amazon-apigateway-authorizer': { type: 'request', authorizerUri: CALL.replace('Pets', 'Check'), authorizerPayloadFormatVersion: '2.0', enableSimpleResponses: true, identitySource: '$request.header.a' } },
      unused: { type: 'oauth2', 'x-amazon-apigateway-authorizer': { type: 'jwt', identitySource: '$request.header.b', jwtConfiguration: { issuer: 'https://issuer.test', audience: ['b'] } } },
      signed: { 'type': 'apiKey', 'x-amazon-apigateway-authtype': 'awsSigv4' },
    },
    'x-amazon-apigateway-integrations': {
      old: { type: 'HTTP_PROXY', httpMethod: 'GET', uri: 'https://old.test/{id}', payloadFormatVersion: 1.0, responseParameters: { 500: { 'overwrite:statuscode': '503' } } },
    },
  },
};

function imported(props: HttpOpenApiImportProps = { document: DOCUMENT }): HttpApi {
  return HttpApi.fromOpenApi(new App(), 'Pets', props);
}

test('a document becomes an HTTP API with its routes, authorizers and CORS', () => {
  const { protocol, api, authorizers, resources, stages } = imported()._readSpec();
  expect([protocol, api]).toMatchObject(['http', { name: 'Pet shop', description: 'of pets', cors: { allowOrigins: ['https://shop.test'], maxAgeSeconds: 60 } }]);
  expect(Object.keys(authorizers)).toEqual(['login', 'guard', 'unused']);
  expect(resources['/pets']?.methods).toMatchObject({
    GET: { operationName: 'list', authorization: { type: 'JWT', authorizer: 'login', scopes: ['read'] }, integration: { type: 'proxy', function: 'Pets', payloadFormatVersion: '2.0' } },
    POST: { authorization: { type: 'CUSTOM', authorizer: 'guard' } },
    PUT: { authorization: { type: 'AWS_IAM' } },
  });
  expect(resources['/pets/{id}']?.methods.ANY?.integration).toMatchObject({ type: 'http-proxy', responseMappings: { 500: { 'overwrite:statuscode': '503' } } });
  expect(resources['/$default']?.methods.ANY?.integration).toMatchObject({ function: 'Pets' });
  expect(Object.keys(stages)).toEqual(['$default']);
});

test('what cannot be carried is reported with the warnings, and answers 501', () => {
  const api = imported();
  expect(api._collect().issues.map(({ code, severity, location }) => [code, severity, location]))
    .toEqual([['OPENAPI_METHOD_UNAVAILABLE', 'loss', '#/paths/~1none/get']]);
  expect(api._readSpec().resources['/none']?.methods.GET?.integration).toMatchObject({ type: 'unavailable', reason: 'the route has no integration' });
  const document = { ...DOCUMENT, paths: { '/a': { trace: FN } } };
  expect(codeOf(() => imported({ document, failOnWarnings: true }).toJson())).toBe('DEFINITION_INVALID');
});

test('routes can be added, but not twice', () => {
  const api = imported();
  const integration = new HttpUrlIntegration('Url', 'https://a.test');
  api.addRoutes({ path: '/pets', methods: [HttpMethod.DELETE], integration });
  expect(api.routeTable()).toMatch(/DELETE +\/pets +/);
  api.addRoutes({ path: '/pets', methods: [HttpMethod.GET], integration });
  expect(codeOf(() => api.toJson())).toBe('DEFINITION_INVALID');
});

test('settings are those that are given, otherwise those of the document; a default authorizer closes routes without one', () => {
  const defaultAuthorizer = new HttpJwtAuthorizer('Own', 'https://own.test', { jwtAudience: ['o'] });
  const props = { document: { ...DOCUMENT, servers: [{ url: 'https://a.test/v1' }] }, apiName: 'Shop', corsPreflight: { allowOrigins: ['*'] }, basePath: OpenApiBasePath.PREPEND };
  const { api, resources } = imported({ ...props, defaultAuthorizer })._readSpec();
  expect(api).toMatchObject({ name: 'Shop', cors: { allowOrigins: ['*'], allowMethods: [] } });
  expect(resources['/v1/pets/{id}']?.methods.ANY?.authorization).toMatchObject({ type: 'JWT', authorizer: 'Own' });
  expect(resources['/v1/pets']?.methods.GET?.authorization).toMatchObject({ authorizer: 'login' });
});

test('functions are those that are given by the names of the document, and are called', async () => {
  const file = path.join(directory, 'pets.yaml');
  writeFileSync(path.join(directory, 'index.js'), 'exports.handler = async ({ routeKey }) => routeKey;');
  writeFileSync(file, JSON.stringify(DOCUMENT));
  const app = new App();
  const pets = new ProxyFunction(app, 'List', { code: directory, handler: 'index.handler' });
  const api = HttpApi.fromOpenApi(app, 'Pets', { file, functions: { Pets: pets } });
  expect(api._readSpec().functions).toMatchObject({ List: {}, Check: { unavailable: expect.stringContaining('no code') } });
  const gateway = await createTestGateway(api);
  const answers = await Promise.all(['/x', '/pets', '/none'].map(async (path) => {
    const answer = await gateway.fetch(path);
    return [answer.status, await answer.text()];
  }));
  await gateway.close();
  expect(answers).toEqual([[200, '$default'], [401, '{"message":"Unauthorized"}'], [501, expect.any(String)]]);
});

test.each([[{}], [{ document: DOCUMENT, file: 'x.json' }]])('OPENAPI_SOURCE_AMBIGUOUS: %j', (props) => {
  expect(codeOf(() => imported(props))).toBe('OPENAPI_SOURCE_AMBIGUOUS');
});

test('unknown members are refused, and those of the wrong kind', () => {
  expect(codeOf(() => imported({ definition: DOCUMENT } as never))).toBe('DEFINITION_INVALID');
  expect(codeOf(() => imported({ document: DOCUMENT, functions: { Pets: 'Pets' as never } }))).toBe('DEFINITION_INVALID');
});
