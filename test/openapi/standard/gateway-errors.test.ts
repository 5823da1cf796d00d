import { openApiDocument } from '../../../lib/openapi';
import type { GatewaySpec, GatewaySpecInput } from '../../../lib/spec';
import { exampleSpecs } from '../../support/openapi/definitions';
import { findingsOf } from '../../support/openapi/validate';
import { complete, specInput } from '../../support/spec';

interface Operation {
  readonly tags?: readonly string[];
  readonly responses: Readonly<Record<string, Response>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags?: readonly { readonly name: string }[];
}

interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>>;
}

function responsesOf(spec: GatewaySpec, path = '/orders', method = 'post'): Operation['responses'] {
  const { document } = openApiDocument(spec, { version: '3.1', hasExtensions: false, hasErrors: true });
  const { paths } = document as unknown as Document; // only known through what is asserted
  return paths[path]?.[method]?.responses ?? {};
}

/** Errors by status: the kinds with their bodies, in JSON. */
function errorsOf(spec: GatewaySpec, path?: string, method?: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(responsesOf(spec, path, method)).map(([status, { content }]) => [
    status, Object.fromEntries(Object.entries(content?.['application/json']?.examples ?? {}).map(([type, { value }]) => [type, value])),
  ]));
}

const orders = (change: Partial<GatewaySpecInput> = {}): GatewaySpec => complete(specInput({
  functions: { Orders: { code: 'orders', handler: 'index.handler' } },
  models: { Order: { schema: { type: 'object' } } },
  requestValidators: { All: { validateRequestBody: true, validateRequestParameters: true } },
  authorizers: { Tokens: { type: 'token', function: 'Orders', identitySource: 'method.request.header.Authorization' } },
  resources: { '/orders': { id: 'orders', methods: {
    POST: {
      integration: { type: 'proxy', function: 'Orders' }, apiKeyRequired: true, authorization: { type: 'CUSTOM', authorizer: 'Tokens' },
      requestValidator: 'All', requestModels: { 'application/json': 'Order' }, requestParameters: { 'method.request.querystring.shop': true },
    },
    GET: { integration: { type: 'mock', responses: [{ statusCode: '200' }] } },
    PUT: { integration: { type: 'mock', responses: [{ statusCode: '200' }] }, authorization: { type: 'AWS_IAM' }, methodResponses: { 403: {} } },
  } } },
  ...change,
}));

test('operations have the errors of authorizer, key, limits, validator and time limit, with examples', () => {
  expect(errorsOf(orders())).toEqual({
    400: {
      BAD_REQUEST_BODY: { message: 'Invalid request body' }, BAD_REQUEST_PARAMETERS: { message: 'Missing required request parameters' },
    },
    401: { UNAUTHORIZED: { message: 'Unauthorized' } },
    403: { ACCESS_DENIED: { Message: 'User is not authorized to access this resource' }, INVALID_API_KEY: { message: 'Forbidden' } },
    429: { QUOTA_EXCEEDED: { message: 'Limit Exceeded' }, THROTTLED: { message: 'Too Many Requests' } },
    504: { INTEGRATION_TIMEOUT: { message: 'Endpoint request timed out' } },
    default: {},
  });
  expect(Object.keys(errorsOf(orders(), '/orders', 'get'))).toEqual(['429', 'default']);
});

test('a declared response of the same status stays', () => {
  const { 403: declared } = responsesOf(orders(), '/orders', 'put');
  expect(declared).toEqual({ description: '403 response' });
});

test('gateway responses are as they are customized, by their type or for all of a class', () => {
  const responses = responsesOf(orders({ gatewayResponses: {
    UNAUTHORIZED: { statusCode: '418', responseTemplates: { 'text/html': '<b>no</b>' } },
    DEFAULT_4XX: { responseParameters: { 'gatewayresponse.header.Access-Control-Allow-Origin': "'*'" } },
  } }));
  expect(responses[418]).toEqual({ description: 'Unauthorized (from the gateway)', content: { 'text/html': {} } });
  expect(responses[429]?.headers).toEqual({ 'Access-Control-Allow-Origin': { schema: { type: 'string' } } });
  expect(responses).not.toHaveProperty('401');
});

test('those of HTTP APIs are the service\'s own', () => {
  const [, spec] = exampleSpecs('http')[0] ?? [];
  const errors = spec === undefined ? {} : errorsOf(spec, '/mine', 'get');
  expect(errors).toMatchObject({
    401: { UNAUTHORIZED: { message: 'Unauthorized' } }, 403: { ACCESS_DENIED: { message: 'Forbidden' } },
    429: { THROTTLED: { message: 'Too Many Requests' } }, 503: { INTEGRATION_TIMEOUT: { message: 'Service Unavailable' } },
  });
});

test('documents are complete and valid: texts, tags, security and an example of each error', () => {
  // a document cannot name $default, the only route of one API
  const specs = exampleSpecs('rest', 'http').filter(([, { resources }]) => Object.keys(resources).some((path) => path !== '/$default'));
  const documents = specs.map(([name, spec]) => (
    [name, openApiDocument(spec, { version: '3.1', hasExtensions: false, hasErrors: true }).document] as const));
  expect(findingsOf(Object.fromEntries(documents))).toEqual(Object.fromEntries(documents.map(([name]) => [name, []])));
  for (const [name, document] of documents) {
    const { paths, tags = [] } = document as unknown as Document; // the same
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    for (const { tags: used = [], responses } of operations) {
      expect([name, used.filter((tag) => !tags.some((known) => known.name === tag))]).toEqual([name, []]);
      expect(Object.keys(responses)).toContain('429');
      for (const { description } of Object.values(responses)) expect(description).not.toBe('');
    }
  }
});

test('no errors are written unless they are asked for', () => {
  const { document } = openApiDocument(orders(), { version: '3.1', hasExtensions: false });
  expect(JSON.stringify(document)).not.toContain('from the gateway');
});
