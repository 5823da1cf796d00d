import { isHttpApiDocument } from '../../../lib/openapi';

const INTEGRATION = 'x-amazon-apigateway-integration';
const AUTHORIZER = 'x-amazon-apigateway-authorizer';

function withIntegrations(...integrations: readonly object[]): object {
  return { paths: Object.fromEntries(integrations.map((integration, index) => [`/${index}`, { get: { [INTEGRATION]: integration } }])) };
}

const withAuthorizer = (authorizer: object): object => ({ components: { securitySchemes: { a: { [AUTHORIZER]: authorizer } } } });

test.each<readonly [string, object]>([
  ['CORS', { 'x-amazon-apigateway-cors': {} }],
  ['integrations among the components', { components: { 'x-amazon-apigateway-integrations': {} } }],
  ['the path of the default route', { paths: { '/$default': {} } }],
  ['the same without a slash', { paths: { $default: {} } }],
  ['an operation that is the default route', { paths: { '/x': { get: { isDefaultRoute: true } } } }],
  ['an authorizer for tokens of any issuer', withAuthorizer({ type: 'jwt', jwtConfiguration: {} })],
  ['the format of an authorizer', withAuthorizer({ type: 'request', authorizerPayloadFormatVersion: '2.0' })],
  ['simple answers of an authorizer', withAuthorizer({ type: 'request', enableSimpleResponses: false })],
  ['the format of an integration', withIntegrations({ type: 'aws_proxy', payloadFormatVersion: '2.0' }, { type: 'http_proxy' })],
  ['the action of a service', withIntegrations({ type: 'aws_proxy', integrationSubtype: 'SQS-SendMessage' })],
  ['CORS, with an integration that is refused', { 'x-amazon-apigateway-cors': {}, ...withIntegrations({ type: 'aws' }) }],
])('a document with %s is of an HTTP API', (_, members) => {
  expect(isHttpApiDocument({ openapi: '3.0.1', ...members })).toBe(true);
});

test.each<readonly [string, unknown]>([
  ['without extensions', { openapi: '3.0.1', paths: { '/x': { get: {} } } }],
  ['of OpenAPI 2.0', { 'swagger': '2.0', 'x-amazon-apigateway-cors': {} }],
  ['with integrations that both kinds have', { openapi: '3.0.1', ...withIntegrations({ type: 'aws_proxy' }, { type: 'http_proxy' }) }],
  ['with a mock beside a format', { openapi: '3.0.1', ...withIntegrations({ type: 'aws_proxy', payloadFormatVersion: '1.0' }, { type: 'MOCK' }) }],
  ['with an authorizer of a REST API', { openapi: '3.0.1', ...withAuthorizer({ type: 'request', identitySource: 'method.request.header.a' }) }],
  ['with a resource policy', { 'openapi': '3.0.1', 'x-amazon-apigateway-cors': {}, 'x-amazon-apigateway-policy': {} }],
  ['that is no object', ['x-amazon-apigateway-cors']],
])('a document %s is of a REST API', (_, document) => {
  expect(isHttpApiDocument(document)).toBe(false);
});
