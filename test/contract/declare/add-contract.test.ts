import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { App as CdkApp, Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import { MockIntegration as CdkMockIntegration, RestApi } from 'aws-cdk-lib/aws-apigateway';
import * as v from 'valibot';
import { z } from 'zod';
import { Api, App, aws, HttpApi, MockIntegration, ProxyFunction } from '../../../lib';
import { addContract, contract, jsonSchema, type Contract } from '../../../lib/contract';
import { createTestGateway } from '../../../lib/testing';
import { findingsOf } from '../../support/declaration';
import { evenNumber } from '../../support/functions/handlers/even-number';

const Pet = z.object({ id: z.string(), name: z.string().min(1) });
const createPet = contract('POST /pets/{shop}', {
  operationName: 'createPet',
  query: z.object({ dry: z.string().optional(), by: z.string() }),
  body: Pet,
  responses: { 201: { body: Pet, headers: z.object({ location: z.string() }) }, 204: null },
});
const SEVERAL = ['GET /a', 'GET /b', 'POST /a', 'POST /b'].map((route) => contract(route as 'GET /a', { ...(route.startsWith('POST') ? { body: Pet } : {}), responses: { 204: null } }));
const newApi = (id = 'Pets') => new Api(new App(), id);
const mock = () => new MockIntegration();
/** Any of these in a definition is what a test is about. */
const specOf = (api: Api) => JSON.parse(api.toJson()) as Record<string, Record<string, unknown>>;

test('a contract becomes a method with models, validator, parameters and responses', () => {
  const api = newApi();
  const method = addContract(api, createPet, { integration: mock(), apiKeyRequired: true });
  expect(method.httpMethod).toBe('POST');
  const { models, resources } = specOf(api);
  expect(models).toEqual({
    PostPetsShopBody: { contentType: 'application/json', schema: expect.objectContaining({ type: 'object', required: ['id', 'name'] }) as unknown },
    PostPetsShop201: { contentType: 'application/json', schema: expect.objectContaining({ type: 'object', required: ['id', 'name'] }) as unknown },
  });
  expect(resources['/pets/{shop}']).toMatchObject({ methods: { POST: {
    operationName: 'createPet',
    apiKeyRequired: true,
    requestModels: { 'application/json': 'PostPetsShopBody' },
    requestParameters: { 'method.request.path.shop': true, 'method.request.querystring.by': true, 'method.request.querystring.dry': false },
    methodResponses: { 201: { responseModels: { 'application/json': 'PostPetsShop201' }, responseParameters: { 'method.response.header.location': true } }, 204: {} },
  } } });
});

test('ordinary schemas of every library have a model that the gateway takes', () => {
  const api = newApi();
  const bodies = {
    optional: toStandardJsonSchema(v.object({ a: v.optional(v.string()) })),
    tuple: z.object({ t: z.tuple([z.string()], z.number()) }),
    closed: z.tuple([z.string(), z.any()]),
    anything: jsonSchema({ type: 'object', required: [], properties: { x: true } }),
  };
  for (const [name, body] of Object.entries(bodies)) addContract(api, contract(`POST /${name}` as 'POST /a', { body, responses: { 204: null } }), { integration: mock() });
  expect(findingsOf(api)).toEqual([]);
  expect(specOf(api).models).toHaveProperty(['PostTupleBody', 'schema', 'properties', 't'], { type: 'array', minItems: 1, items: [{ type: 'string' }], additionalItems: { type: 'number' } });
});

test('the RestApi of the CDK gets the same', () => {
  const stack = new Stack(new CdkApp(), 'Shop');
  const api = new RestApi(stack, 'Pets');
  const method = addContract(api, createPet, { integration: new CdkMockIntegration() });
  expect(method.httpMethod).toBe('POST');
  const template = Template.fromStack(stack);
  template.hasResourceProperties('AWS::ApiGateway::Method', {
    HttpMethod: 'POST', OperationName: 'createPet', RequestModels: { 'application/json': Match.anyValue() }, RequestValidatorId: Match.anyValue(),
    RequestParameters: { 'method.request.path.shop': true, 'method.request.querystring.by': true, 'method.request.querystring.dry': false },
  });
  template.hasResourceProperties('AWS::ApiGateway::Model', { Name: 'PostPetsShopBody', Schema: Match.objectLike({ type: 'object', required: ['id', 'name'] }) });
});

test.each([
  ['an Api', () => {
    const api = newApi();
    for (const declared of SEVERAL) addContract(api, declared, { integration: mock() });
    return specOf(api).requestValidators ?? {};
  }],
  ['a RestApi', () => {
    const stack = new Stack(new CdkApp(), 'Shop');
    const api = new RestApi(stack, 'Pets');
    for (const declared of SEVERAL) addContract(api, declared, { integration: new CdkMockIntegration() });
    return Template.fromStack(stack).findResources('AWS::ApiGateway::RequestValidator');
  }],
])('%s has a validator for all contracts with a body, and one for the others', (_name, validators) => {
  expect(Object.keys(validators())).toHaveLength(2);
});

test.each([[{}, 'nodejs24.x'], [{ functionProps: { runtime: Runtime.NODEJS_22_X } }, 'nodejs22.x']])('the function of a RestApi has a runtime that Lambda takes: %#', (options, runtime) => {
  const stack = new Stack(new CdkApp({ context: { 'aws:cdk:bundling-stacks': [] } }), 'Shop');
  addContract(new RestApi(stack, 'Pets'), createPet, { entry: 'examples/01-hello/handlers/hello.ts', ...options });
  Template.fromStack(stack).hasResourceProperties('AWS::Lambda::Function', { Runtime: runtime });
});

test('an Api in a stack renders the method of a RestApi', () => {
  const rendered = (declare: (stack: Stack) => unknown) => {
    const stack = new Stack(new CdkApp(), 'Shop');
    declare(stack);
    return Object.values(Template.fromStack(stack).findResources('AWS::ApiGateway::Model')).map(({ Properties }) => (Properties as { Schema: unknown }).Schema);
  };
  const ours = rendered((stack) => addContract(new aws.Api(stack, 'Pets'), createPet, { integration: mock() }));
  const theirs = rendered((stack) => addContract(new RestApi(stack, 'Pets'), createPet, { integration: new CdkMockIntegration() }));
  expect(ours).toEqual(theirs);
});

test('what models cannot express is reported by name', () => {
  const nullable = contract('PUT /n', { body: jsonSchema({ type: 'object', propertyNames: { pattern: '^x' } }), responses: { 204: null } });
  const stack = new Stack(new CdkApp(), 'Shop');
  addContract(new RestApi(stack, 'Pets'), nullable, { integration: new CdkMockIntegration() });
  Annotations.fromStack(stack).hasWarning('*', Match.stringLikeRegexp('models are JSON Schema draft 4 and lack propertyNames; handle\\(\\) checks'));
});

test('texts are those of the method, and documentation parts of a RestApi of the CDK', () => {
  const described = contract('GET /pets', { summary: 'Lists pets.', tags: ['pets'], deprecated: '2026-12-01', sunset: '2027-06-30T12:00:00Z', responses: { 200: { body: z.string(), description: 'All pets.', examples: ['Rex'] } } });
  const stack = new Stack(new CdkApp(), 'Shop');
  addContract(new RestApi(stack, 'Pets'), described, { integration: new CdkMockIntegration() });
  Template.fromStack(stack).hasResourceProperties('AWS::ApiGateway::DocumentationPart', {
    Location: { Type: 'METHOD', Path: '/pets', Method: 'GET' }, Properties: '{"summary":"Lists pets.","tags":["pets"],"deprecated":true,"x-sunset":"2027-06-30"}',
  });
  Template.fromStack(stack).hasResourceProperties('AWS::ApiGateway::DocumentationPart', {
    Location: { Type: 'RESPONSE', Path: '/pets', Method: 'GET', StatusCode: '200' }, Properties: '{"description":"All pets."}',
  });
  const api = newApi();
  addContract(api, described, { integration: mock() });
  expect(findingsOf(api)).toEqual([]);
  expect(specOf(api)).toHaveProperty(['resources', '/pets', 'methods', 'GET'], expect.objectContaining({
    documentation: { summary: 'Lists pets.', tags: ['pets'], deprecated: true, sunset: '2027-06-30' }, methodResponses: { 200: expect.objectContaining({ description: 'All pets.' }) as object },
  }));
  expect(specOf(api).models.GetPets200).toMatchObject({ schema: { type: 'string', example: 'Rex' } });
});

test('routes of the same words have names of their own', () => {
  const api = newApi();
  for (const route of ['GET /a-b', 'GET /a/b'] as const) addContract(api, contract(route, { responses: { 200: z.string() } }), { entry: 'examples/01-hello/handlers/hello.ts' });
  expect(Object.keys(specOf(api).models)).toEqual([expect.stringMatching(/^GetAB[0-9a-f]{8}200$/), 'GetAB200'].sort());
});

test('schemas of Valibot, once they write JSON Schema', () => {
  const api = newApi();
  addContract(api, contract('PUT /n', { body: toStandardJsonSchema(v.object({ n: v.number() })), responses: { 204: null } }), { integration: mock() });
  expect(specOf(api).models).toEqual({ PutNBody: { contentType: 'application/json', schema: expect.objectContaining({ required: ['n'], properties: { n: { type: 'number' } } }) as unknown } });
});

test('a required header is refused by handle(), as the gateway looks for it in lower case only', () => {
  const api = newApi();
  addContract(api, contract('GET /h', { headers: z.object({ 'x-req': z.string() }), responses: { 204: null } }), { integration: mock() });
  expect(specOf(api).resources['/h']).toMatchObject({ methods: { GET: { requestParameters: { 'method.request.header.x-req': false } } } });
});

test('the gateway refuses what models can refuse, handle() the rest', async () => {
  const api = newApi();
  addContract(api, evenNumber, { entry: require.resolve('../../support/functions/handlers/even-number') });
  const gateway = await createTestGateway(api);
  try {
    const headers = { 'content-type': 'application/json' };
    const post = async (n: unknown) => (await gateway.fetch('even', { method: 'POST', headers, body: JSON.stringify({ n }) })).json() as Promise<object>;
    expect(await post(2)).toEqual({ n: 2 });
    expect(await post('2')).toEqual({ message: 'Invalid request body' });
    expect(gateway.invocations()).toHaveLength(1);
    expect(await post(3)).toEqual({ message: 'Invalid request body', issues: ['body.n: must be even'] });
  } finally {
    await gateway.close();
  }
});

test.each<[string, () => unknown, string, string]>([
  ['CONTRACT_HANDLER_MISSING', () => addContract(newApi(), createPet, {}), 'CONTRACT_HANDLER_MISSING', 'got neither; expected either `entry`'],
  ['CONTRACT_HANDLER_MISSING: both', () => addContract(newApi(), createPet, { entry: 'a.ts', integration: mock() }), 'CONTRACT_HANDLER_MISSING', 'got both'],
  ['CONTRACT_API_UNKNOWN', () => addContract(new HttpApi(new App(), 'Pets') as never, createPet, { entry: 'a.ts' } as never), 'CONTRACT_API_UNKNOWN', 'got HttpApi'],
  ['CONTRACT_SCHEMA_UNUSABLE: a type without JSON Schema', () => added(contract('POST /n', { body: z.object({ at: z.date() }), responses: { 204: null } })), 'CONTRACT_SCHEMA_UNUSABLE', 'POST /n: body has no JSON Schema: '],
  ['CONTRACT_SCHEMA_UNUSABLE: a library without it', () => added(contract('GET /n', { responses: { 200: v.string() } })), 'CONTRACT_SCHEMA_UNUSABLE', 'responses.200 has no JSON Schema: the schema of valibot does not write any'],
])('%s', (_name, declare, code, message) => {
  expect(declare).toThrow(expect.objectContaining({ code, message: expect.stringContaining(message) as string }) as Error);
});

function added(declared: Contract): unknown {
  return addContract(newApi(), declared, { integration: mock() });
}

test('a function or an integration in place of the source file', () => {
  const app = new App();
  const api = new Api(app, 'Pets');
  addContract(api, createPet, { integration: new ProxyFunction(app, 'Own', { entry: 'examples/01-hello/handlers/hello.ts' }) });
  expect(Object.keys(specOf(api).functions)).toEqual(['Own']);
});
