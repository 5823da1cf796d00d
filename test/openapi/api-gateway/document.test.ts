import { HTTP_METHODS, type GatewaySpec, type GatewaySpecInput } from '../../../lib/spec';
import { apiGatewayDocument, valuesOfAccount, withCorsMethods } from '../../../lib/openapi';
import { exampleSpecs } from '../../support/openapi/definitions';
import { findingsOf, withPlainPaths } from '../../support/openapi/validate';
import { complete, MOCK, specInput, specWithMethod } from '../../support/spec';

const values = valuesOfAccount({ region: 'eu-west-1', accountId: '123456789012', partition: 'aws' });
const examples = exampleSpecs();

// The validator is a program of its own.
interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: { readonly $ref: string } }> };
  readonly responses: Record<string, { readonly headers?: object; readonly content?: object }>;
  readonly security?: readonly Record<string, readonly string[]>[];
  readonly 'x-amazon-apigateway-request-validator'?: string;
  readonly 'x-amazon-apigateway-integration': Record<string, unknown>;
}

interface Document {
  readonly info: object;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, unknown>; readonly securitySchemes: Record<string, Record<string, unknown>> };
}

function documentOf(spec: GatewaySpec, isComplete = true): Document {
  return apiGatewayDocument(spec, { values, isComplete }).document as unknown as Document; // only known through what is asserted
}

function documentOfInput(nodes: Partial<GatewaySpecInput>): Document {
  return documentOf(complete(specInput(nodes)));
}

const KEYS = { ...Object.fromEntries(HTTP_METHODS.map((method) => [method, method.toLowerCase()])), ANY: 'x-amazon-apigateway-any-method' };

describe('every example', () => {
  test('becomes a valid document', () => {
    const documents = examples.map(([name, spec]) => [name, withPlainPaths(documentOf(spec))] as const);
    expect(documents.length).toBeGreaterThan(10);
    expect(findingsOf(Object.fromEntries(documents))).toEqual(Object.fromEntries(documents.map(([name]) => [name, []])));
  });

  test.each(examples)('%s: every route, parameter, model, validator, authorizer and key requirement is there', (_, given) => {
    const { spec } = withCorsMethods(given);
    const document = documentOf(given);
    expect(Object.keys(document.paths)).toEqual(Object.keys(spec.resources).sort());
    for (const [path, { methods }] of Object.entries(spec.resources)) {
      const operations = document.paths[path] ?? {};
      expect(Object.keys(operations).sort()).toEqual(Object.keys(methods).map((method) => KEYS[method as keyof typeof KEYS]).sort());
      for (const [httpMethod, method] of Object.entries(methods)) {
        const operation = operations[KEYS[httpMethod as keyof typeof KEYS]]!;
        const parameters = new Map((operation.parameters ?? []).map((one) => [`method.request.${one.in === 'query' ? 'querystring' : one.in}.${one.name}`, one.required]));
        for (const [name, required] of Object.entries(method.requestParameters)) expect([name, parameters.get(name)]).toEqual([name, required || name.includes('.path.')]);
        const bodies = Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) => [type, schema.$ref.replace('#/components/schemas/', '')]);
        expect(Object.fromEntries(bodies)).toEqual(method.requestModels);
        const statuses = Object.keys(method.methodResponses);
        expect(Object.keys(operation.responses)).toEqual(statuses.length === 0 ? ['200'] : statuses);
        expect(operation['x-amazon-apigateway-request-validator']).toBe(method.requestValidator);
        const names = (operation.security ?? []).flatMap((one) => Object.keys(one));
        const schemes = names.map((name) => document.components.securitySchemes[name]);
        expect(schemes.filter((scheme) => scheme?.name === 'x-api-key')).toHaveLength(method.apiKeyRequired ? 1 : 0);
        expect(schemes.filter((scheme) => scheme?.name !== 'x-api-key')).toHaveLength(method.authorization.type === 'NONE' ? 0 : 1);
        const { timeoutInMillis } = operation['x-amazon-apigateway-integration'];
        expect(timeoutInMillis).toBe('timeoutMs' in method.integration ? method.integration.timeoutMs : undefined);
      }
    }
    for (const name of Object.keys(spec.models)) expect(document.components.schemas).toHaveProperty(name);
  });
});

describe('settings of the API', () => {
  test('are written at the root, each as its extension', () => {
    const spec = complete(specInput({
      api: {
        id: 'pets', name: 'Pets', description: 'All about pets', apiKeySource: 'AUTHORIZER', binaryMediaTypes: ['image/*'], minimumCompressionSize: 100,
        policy: { Statement: [{ Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: 'execute-api:/*' }] },
      },
      resources: { '/': { id: 'root', methods: { GET: { ...MOCK, requestValidator: 'All' } } } },
      requestValidators: { All: { validateRequestBody: true, validateRequestParameters: true } },
      gatewayResponses: {
        THROTTLED: { statusCode: '503', responseParameters: { 'gatewayresponse.header.Retry-After': "'1'" }, responseTemplates: { 'text/plain': 'later' } },
        DEFAULT_4XX: {},
      },
    }));
    expect(documentOf(spec)).toMatchObject({
      openapi: '3.0.1',
      info: { title: 'Pets', description: 'All about pets', version: '1.0' },
      'x-amazon-apigateway-api-key-source': 'AUTHORIZER',
      'x-amazon-apigateway-binary-media-types': ['image/*'],
      'x-amazon-apigateway-minimum-compression-size': 100,
      'x-amazon-apigateway-policy': { Version: '2012-10-17', Statement: [{ Effect: 'Allow' }] },
      'x-amazon-apigateway-request-validators': { All: { validateRequestBody: true, validateRequestParameters: true } },
      'x-amazon-apigateway-gateway-responses': {
        THROTTLED: { statusCode: '503', responseParameters: { 'gatewayresponse.header.Retry-After': "'1'" }, responseTemplates: { 'text/plain': 'later' } },
        DEFAULT_4XX: {},
      },
      paths: { '/': { get: { 'x-amazon-apigateway-request-validator': 'All' } } },
    });
  });

  test('that are not set are not written', () => {
    expect(Object.keys(documentOf(complete(specInput())))).toEqual(['openapi', 'info', 'paths', 'x-amazon-apigateway-api-key-source']);
  });
});

describe('operations', () => {
  const resources = { '/pets/{id}/{rest+}': { id: 'rest', methods: { ANY: { ...MOCK, methodResponses: { 200: {} }, requestParameters: { 'method.request.header.X-A': true } } } } };

  test('of ANY have the extension for it; a greedy parameter keeps its plus in the path alone', () => {
    const operation = documentOfInput({ resources }).paths['/pets/{id}/{rest+}']?.['x-amazon-apigateway-any-method'];
    expect(operation?.parameters?.map(({ name }) => name)).toEqual(['id', 'rest', 'X-A']);
  });

  test('say only what is declared where that is wanted', () => {
    const proxy = { ANY: { integration: { type: 'proxy', function: 'Fn' } } } as const;
    const spec = complete(specInput({ resources: { '/pets/{id}': { id: 'pet', methods: proxy } }, functions: { Fn: { code: 'fn', handler: 'index.handler' } } }));
    const of = (isComplete: boolean) => documentOf(spec, isComplete).paths['/pets/{id}']?.['x-amazon-apigateway-any-method'];
    expect(of(true)).toMatchObject({ parameters: [{ name: 'id', in: 'path', required: true }], responses: { 200: {} } });
    expect(of(false)).toMatchObject({ responses: {} });
    expect(of(false)).not.toHaveProperty('parameters');
    expect(of(false)?.responses).toEqual({});
  });

  test('OPENAPI_DUPLICATE_OPERATION_NAME: an operation name is used once', () => {
    const spec = complete(specInput({ resources: { '/a': { id: 'a', methods: { GET: { ...MOCK, operationName: 'read' } } }, '/b': { id: 'b', methods: { GET: { ...MOCK, operationName: 'read' } } } } }));
    const { losses } = apiGatewayDocument(spec, { values, isComplete: true });
    expect(losses).toMatchObject([{ code: 'OPENAPI_DUPLICATE_OPERATION_NAME', severity: 'loss', location: 'Pets/b GET' }]);
    expect(Object.values(documentOf(spec).paths).map(({ get }) => get?.operationId)).toEqual(['read', 'read2']);
  });

  test('built-in models are there when they are named', () => {
    const method = { ...MOCK, requestModels: { 'application/json': 'Empty' }, methodResponses: { 200: { responseModels: { 'application/json': 'Error' } } } };
    expect(documentOf(complete(specWithMethod(method))).components.schemas).toEqual({
      Empty: { title: 'Empty Schema', type: 'object' },
      Error: { title: 'Error Schema', type: 'object', properties: { message: { type: 'string' } } },
    });
  });
});

test('OPENAPI_KEYWORDS_LOST: an import drops null from models', () => {
  const schema = { type: 'object', properties: { name: { type: ['string', 'null'] } } };
  const { losses } = apiGatewayDocument(complete(specInput({ models: { Pet: { schema } } })), { values, isComplete: true });
  expect(losses).toMatchObject([{ code: 'OPENAPI_KEYWORDS_LOST', severity: 'loss', location: 'Pets/model Pet', message: expect.stringContaining('has no null') }]);
});

test('tokens become what is given for them, wherever they occur', () => {
  const method = { integration: { type: 'http-proxy', uri: '${token:Shop.Url}/pets' } } as const;
  const spec = complete(specWithMethod(method, { api: { id: 'pets', name: 'Pets', description: 'of ${token:Shop.Name}' } }));
  const { document } = apiGatewayDocument(spec, { values: { ...values, text: (text) => ({ 'Fn::Sub': text.replaceAll('token:', '') }) }, isComplete: true });
  expect(document).toMatchObject({
    info: { description: { 'Fn::Sub': 'of ${Shop.Name}' } },
    paths: { '/': { get: { 'x-amazon-apigateway-integration': { uri: { 'Fn::Sub': '${Shop.Url}/pets' } } } } },
  });
});
