import { compileModels, examineSpec, mapMethods, readTemplate, type GatewaySpec, type GatewaySpecInput } from '../../lib/spec';
import { withMocks } from '../../lib/openapi';
import { CALL, INTEGRATION, specOf } from '../support/openapi/imported';

type Method = NonNullable<NonNullable<NonNullable<GatewaySpecInput['resources']>[string]['methods']>['GET']>;
type Schema = Record<string, unknown>;

const API_ID = 'abc';
const ABSENT = { type: 'proxy', function: 'Absent' } as const;

type Schemas = Readonly<Record<string, Schema>>;

function specWith(method: Partial<Method>, schemas: Schemas = {}, more: Partial<GatewaySpecInput> = {}): GatewaySpec {
  const models = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, { schema }]));
  const { spec, issues } = examineSpec({
    format: 'synthgate/1', api: { id: API_ID, name: 'Pets' }, models, stages: { prod: {} },
    functions: { Absent: { unavailable: 'it has no code', handler: 'index.handler' }, Here: { code: 'here', handler: 'index.handler' } },
    resources: { '/': { id: 'root' }, '/pets': { id: 'pets', methods: { GET: { integration: ABSENT, ...method } } } },
    ...more,
  }, 'Pets');
  if (spec === undefined) throw new Error(JSON.stringify(issues));
  return spec;
}

/** Status, header and bodies of what a method answers; undefined if it is not mocked. */
function answerOf(spec: GatewaySpec) {
  const result = withMocks(spec);
  // the result is valid; it is an input as well, with all defaults
  expect(examineSpec(result.spec as unknown as GatewaySpecInput, 'Pets').issues).toEqual([]);
  const { integration } = result.spec.resources['/pets']?.methods.GET ?? {};
  if (integration?.type !== 'mock') return undefined;
  const [{ statusCode, responseParameters, responseTemplates } = { statusCode: '', responseParameters: {}, responseTemplates: {} }] = integration.responses;
  return { statusCode, source: responseParameters['method.response.header.x-synthgate-mock'], bodies: responseTemplates };
}

const responses = (models: Readonly<Record<string, string>>): NonNullable<Method['methodResponses']> =>
  Object.fromEntries(Object.entries(models).map(([status, model]) => [status, model === '' ? {} : { responseModels: { 'application/json': model } }]));

const PET = { type: 'object', properties: { name: { type: 'string', minLength: 8 }, age: { type: 'integer', minimum: 3, exclusiveMinimum: true } } };

test('a method of a function that is not here answers a value that fits the model of its first success', () => {
  const spec = specWith({ methodResponses: responses({ 404: 'Problem', 202: 'Pet', 201: 'Pet' }) }, { Pet: PET, Problem: {} });
  expect(answerOf(spec)).toEqual({ statusCode: '201', source: "'generated'", bodies: { 'application/json': '{"name":"stringst","age":4}' } });
  expect(withMocks(spec).mocked).toEqual([{ httpMethod: 'GET', path: '/pets', source: 'generated' }]);
  expect(answerOf(specWith({ methodResponses: responses({ 200: 'Pet' }), integration: { type: 'unavailable', awsType: 'AWS_PROXY', reason: 'it is of another account' } }, { Pet: PET }))).toBeDefined();
});

test.each<[string, Schema, string]>([
  ['example', { ...PET, example: { name: 'Rex' } }, '{"name":"Rex"}'],
  ['examples', { ...PET, examples: [{ name: '$Rex #1' }] }, '{"name":"$Rex #1"}'],
])('%s of the model is the answer, and said to be one', (_, Pet, body) => {
  const answer = answerOf(specWith({ methodResponses: responses({ 200: 'Pet' }) }, { Pet }));
  expect(answer?.source).toBe("'example'");
  expect(printed(answer?.bodies['application/json'])).toBe(body);
});

/** The text that a template without references prints. */
function printed(template = ''): string {
  readTemplate(template);
  return template.replace(/^#\[\[(.*)\]\]#$/s, '$1');
}

test('models that refer to each other and to their own parts are followed', () => {
  const Pet = { properties: { owner: { $ref: `https://apigateway.amazonaws.com/restapis/${API_ID}/models/Owner` }, tag: { $ref: '#/definitions/Tag' } }, definitions: { Tag: { enum: ['small'] } } };
  const Owner = { properties: { name: { $ref: '#/definitions/Name' } }, definitions: { Name: { type: 'string', example: 'Ann' } } };
  expect(answerOf(specWith({ methodResponses: responses({ 200: 'Pet' }) }, { Pet, Owner }))?.bodies).toEqual({ 'application/json': '{"owner":{"name":"Ann"},"tag":"small"}' });
});

test.each<Schema>([
  { type: 'string', maxLength: 2 }, { type: 'string', minLength: 20, maxLength: 20 }, { type: 'string', format: 'email' }, { type: 'string', format: 'uri' },
  { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 }, { type: 'number', maximum: -2 }, { type: 'integer', minimum: 4, multipleOf: 3 },
  { type: 'number', minimum: 0, exclusiveMinimum: true }, { type: 'number', maximum: 0, exclusiveMaximum: true }, { type: 'integer', minimum: -7, maximum: -2, multipleOf: 3 },
  { type: 'array', items: { type: 'string' }, minItems: 3 }, { type: 'array', items: { type: 'string' }, maxItems: 0 }, { enum: [null, 1] },
  { type: ['string', 'null'] }, { anyOf: [{ type: 'integer' }, { type: 'null' }] }, { type: 'object', required: ['a'], properties: { a: { type: 'boolean' } } },
])('the value of %j fits it, and is always the same', (schema) => {
  const spec = specWith({ methodResponses: responses({ 200: 'Value' }) }, { Value: schema });
  const body = printed(answerOf(spec)?.bodies['application/json']);
  const model = compileModels(API_ID, spec.models).get('Value');
  if (model === undefined || 'problem' in model) throw new Error('the schema is no model');
  expect(model.validate(JSON.parse(body))).toBe(true);
  expect(printed(answerOf(spec)?.bodies['application/json'])).toBe(body);
});

test('a status without a body needs no model', () => {
  expect(answerOf(specWith({ methodResponses: { 204: {} } }))).toEqual({ statusCode: '204', source: "'generated'", bodies: {} });
});

test.each<[string, GatewaySpec]>([
  ['a method whose function is here', specWith({ methodResponses: responses({ 200: 'Pet' }), integration: { type: 'proxy', function: 'Here' } }, { Pet: PET })],
  ['a method without a model', specWith({ methodResponses: responses({ 200: '' }) })],
  ['a method that declares nothing', specWith({})],
  ['a method of which errors alone have models', specWith({ methodResponses: responses({ 404: 'Pet' }) }, { Pet: PET })],
  ['a method whose authorization is lost', specWith({
    methodResponses: responses({ 200: 'Pet' }), integration: { type: 'unavailable', awsType: 'AWS_PROXY', reason: 'unknown', declared: { authorizationType: 'CUSTOM' } },
  }, { Pet: PET })],
  ['an API whose functions are all here', specWith({ integration: { type: 'proxy', function: 'Here' } })],
])('%s stays as it is', (_, spec) => {
  expect(withMocks(spec)).toEqual({ spec, mocked: [] });
});

test('a function that a stage variable names is absent if it is on every stage', () => {
  const method: Partial<Method> = { methodResponses: responses({ 200: 'Pet' }), integration: { type: 'proxy', function: '${stageVariables.fn}' } };
  const stagesOf = (names: readonly string[]) => Object.fromEntries(names.map((fn, index) => [`s${index}`, { variables: { fn } }]));
  const on = (...names: string[]): GatewaySpec => specWith(method, { Pet: PET }, { stages: stagesOf(names) });
  expect([on('Absent', 'Absent'), on('Absent', 'Here')].map((spec) => withMocks(spec).mocked.length)).toEqual([1, 0]);
});

test('authorization, keys, validation and the parts of the cache key stay', () => {
  const method: Partial<Method> = {
    authorization: { type: 'AWS_IAM' }, apiKeyRequired: true, requestParameters: { 'method.request.querystring.page': true },
    methodResponses: responses({ 200: 'Pet' }), integration: { ...ABSENT, cacheKeyParameters: ['method.request.querystring.page'] },
  };
  const spec = specWith(method, { Pet: PET });
  const { integration, methodResponses: _, ...kept } = withMocks(spec).spec.resources['/pets']?.methods.GET ?? {};
  expect(spec.resources['/pets']?.methods.GET).toMatchObject(kept);
  expect(integration).toMatchObject({ cacheKeyParameters: ['method.request.querystring.page'] });
});

describe('of an OpenAPI document', () => {
  const document = (response: object, node: object = { [INTEGRATION]: { type: 'aws_proxy', httpMethod: 'POST', uri: CALL } }) => ({
    paths: { '/pets': { get: { ...node, responses: { 200: response } } } },
  });
  const shown = { content: { 'application/json': { example: { name: 'Rex' }, schema: { type: 'object' } } } };

  test.each<[string, object, object]>([
    ['security that cannot be carried', { security: [{ ext: [] }] }, { components: { securitySchemes: { ext: { type: 'oauth2', flows: {} } } } }],
    ['a resource policy that cannot be read', {}, { 'x-amazon-apigateway-policy': 'none' }],
  ])('a method that is closed for %s is not mocked', (_, node, root) => {
    const model = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } };
    const { components = {} } = root as { components?: object };
    const closed = document(model, { [INTEGRATION]: { type: 'aws_proxy', httpMethod: 'POST', uri: CALL }, ...node });
    const spec = specOf({ ...closed, ...root, components: { ...components, schemas: { Pet: PET } } }, { mocks: true });
    expect(answerOf(spec)).toBeUndefined();
    expect(withMocks(spec)).toEqual({ spec, mocked: [] });
  });

  test('a method whose function has no code answers the example of the document', () => {
    const spec = specOf(document(shown), { mocks: true });
    expect(answerOf(spec)).toEqual({ statusCode: '200', source: "'example'", bodies: { 'application/json': '{"name":"Rex"}' } });
    expect(withMocks(spec).mocked).toEqual([{ httpMethod: 'GET', path: '/pets', source: 'example' }]);
  });

  test('a schema without an example gives a generated value, and a method without an integration the same', () => {
    const schema = { content: { 'application/json': { schema: { type: 'array', items: { type: 'string' } } } } };
    const answer = { statusCode: '200', source: "'generated'", bodies: { 'application/json': '["string"]' } };
    const answers = [document(schema), document(schema, {})].map((nodes) => answerOf(specOf(nodes, { mocks: true })));
    expect(answers).toEqual([answer, answer]);
  });

  test('a method that shows no answer, or whose function is here, stays as it is', () => {
    const known = { mocks: true, functionOf: () => ({ function: 'PetsFunction6A' }) };
    const types = [specOf(document({ description: 'none' }), { mocks: true }), specOf(document(shown), known), specOf(document(shown))]
      .map((spec) => spec.resources['/pets']?.methods.GET?.integration.type);
    expect(types).toEqual(['proxy', 'proxy', 'proxy']);
  });
});

test('WebSocket APIs and HTTP APIs have no mock integrations', () => {
  const spec = mapMethods({ ...specWith({ methodResponses: responses({ 200: 'Pet' }) }, { Pet: PET }), protocol: 'http' }, ({ method }) => method);
  expect(withMocks(spec).mocked).toEqual([]);
});
