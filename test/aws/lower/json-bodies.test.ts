import { examineSpec, type GatewaySpecInput } from '../../../lib/spec';
import { lowerForApiGateway } from '../../../lib/aws/lower';
import { complete, specInput, type MethodInput } from '../../support/spec';
import { wholeGateway } from '../../support/whole-gateway';

const PROXY = { integration: { type: 'proxy' as const, function: 'Fn' } };
const PET = { Pet: { schema: { type: 'object', required: ['name'] } } };
const VALIDATORS = { body: { validateRequestBody: true }, parameters: { validateRequestParameters: true } };

function specWith(methods: Record<string, MethodInput>, more: Partial<GatewaySpecInput> = {}): GatewaySpecInput {
  return specInput({
    functions: { Fn: { code: 'fn', handler: 'index.handler' } }, models: PET, requestValidators: VALIDATORS,
    resources: { '/x': { id: 'x', methods } }, stages: { prod: {} }, ...more,
  });
}

const loweredOf = (input: GatewaySpecInput) => lowerForApiGateway(complete(input));
const functions = () => Promise.resolve({ type: 'result' as const, payload: '{"statusCode":200,"body":"called"}' });

/** Status and body of a POST with a body that calls itself JSON. */
async function posted(input: GatewaySpecInput, body: string, method = 'POST') {
  const { status, json, text } = await wholeGateway(input, { functions: functions as never }).send('/prod/x', {
    method, headers: { 'Content-Type': 'application/json' }, body,
  });
  return status === 200 ? text : `${status} ${json<{ message: string }>().message}`;
}

test('a POST to a function gets a validator and a model that every JSON text fits', async () => {
  const { spec, losses } = loweredOf(specWith({ POST: PROXY }));
  const post = spec.resources['/x'].methods.POST;
  expect(spec.models[post?.requestModels['application/json'] ?? ''].schema).toEqual({
    $schema: 'http://json-schema.org/draft-04/schema#', title: 'Any JSON text',
  });
  expect(spec.requestValidators[post?.requestValidator ?? '']).toEqual({ validateRequestBody: true, validateRequestParameters: false });
  expect(losses).toEqual([]);
  expect(examineSpec(spec, 'lowered').issues).toEqual([]);
  for (const json of ['{"a":1}', '[1]', '"text"', '7', 'null', '']) expect([json, await posted(spec, json)]).toEqual([json, 'called']);
  expect(await posted(spec, 'a=1&b=2')).toBe('400 Invalid request body');
});

test('an API that leaves JSON bodies to AWS stays as it is', async () => {
  const input = specWith({ POST: PROXY, ANY: PROXY });
  const aws = { ...input, api: { ...input.api, jsonBodyValidation: 'aws' as const } };
  expect(loweredOf(aws)).toEqual({ spec: complete(aws), losses: [], shipped: [] });
  expect(await posted(aws, 'a=1&b=2')).toBe('called');
});

test('ANY gets a POST beside it, and the other methods take any text', async () => {
  const { spec, losses } = loweredOf(specWith({ ANY: PROXY }));
  expect(Object.keys(spec.resources['/x'].methods)).toEqual(['ANY', 'POST']);
  expect(losses).toEqual([]);
  expect(await posted(spec, 'no json')).toBe('400 Invalid request body');
  expect(await posted(spec, 'no json', 'PUT')).toBe('called');
});

test('a POST beside ANY is checked, and ANY stays alone', () => {
  const { spec } = loweredOf(specWith({ ANY: PROXY, POST: PROXY }));
  expect(spec.resources['/x'].methods.ANY?.requestValidator).toBeUndefined();
  expect(spec.resources['/x'].methods.POST?.requestValidator).toBe('synthgate-json-body');
});

test('a validator of bodies stays, with its models', async () => {
  const method = { ...PROXY, requestValidator: 'body', requestModels: { 'application/json': 'Pet' } };
  const { spec, losses } = loweredOf(specWith({ POST: method }));
  expect(spec.resources['/x'].methods.POST).toEqual(complete(specWith({ POST: method })).resources['/x'].methods.POST);
  expect(spec.models).not.toHaveProperty('SynthgateAnyJson');
  expect(losses).toEqual([]);
  expect(await posted(spec, '{}')).toBe('400 Invalid request body');
});

test('a validator of bodies without a model of JSON gets one that every JSON text fits', () => {
  const { spec } = loweredOf(specWith({ POST: { ...PROXY, requestValidator: 'body', requestModels: { 'text/xml': 'Pet' } } }));
  expect(spec.resources['/x'].methods.POST).toMatchObject({
    requestValidator: 'body', requestModels: { 'text/xml': 'Pet', 'application/json': 'SynthgateAnyJson' },
  });
});

test('a validator of parameters goes on checking them', () => {
  const { spec } = loweredOf(specWith({ POST: { ...PROXY, requestValidator: 'parameters' } }));
  expect(spec.resources['/x'].methods.POST?.requestValidator).toBe('synthgate-json-body-and-parameters');
  expect(spec.requestValidators['synthgate-json-body-and-parameters']).toEqual({ validateRequestBody: true, validateRequestParameters: true });
});

test('a model that was for documents only is not enforced but left out (AWS_MODEL_NOT_DOCUMENTED)', async () => {
  const { spec, losses } = loweredOf(specWith({ POST: { ...PROXY, requestModels: { 'application/json': 'Pet' } } }));
  expect(losses.map(({ code, location }) => [code, location])).toEqual([['AWS_MODEL_NOT_DOCUMENTED', 'Pets/x POST']]);
  expect(await posted(spec, '{}')).toBe('called');
});

test.each<[string, MethodInput]>([
  ['a mapped function without a template, whose body Lambda checks', { integration: { type: 'mapped', function: 'Fn', responses: [{ statusCode: '200' }] }, methodResponses: { 200: {} } }],
  ['a mock', { integration: { type: 'mock', responses: [{ statusCode: '200' }] }, methodResponses: { 200: {} } }],
  ['an HTTP backend', { integration: { type: 'http-proxy', uri: 'https://backend' } }],
])('%s needs nothing', (_, method) => {
  const input = complete(specWith({ POST: method }));
  expect(lowerForApiGateway(input)).toEqual({ spec: input, losses: [], shipped: [] });
});

test('a mapped function with a template is checked, because Lambda does not see the body', async () => {
  const integration = {
    type: 'mapped' as const, function: 'Fn', requestTemplates: { 'application/json': '{"fixed":true}' }, responses: [{ statusCode: '200' }],
  };
  const { spec } = loweredOf(specWith({ POST: { integration, methodResponses: { 200: {} } } }));
  expect(await posted(spec, 'no json')).toBe('400 Invalid request body');
});

test('settings of ANY hold for the POST beside it, and a limit of a plan is counted apart (AWS_ANY_LIMIT_SPLIT)', () => {
  const limit = { rateLimit: 1, burstLimit: 2 };
  const { spec, losses } = loweredOf(specWith({ ANY: PROXY }, {
    stages: { prod: { methodSettings: { '/x/ANY': { loggingLevel: 'INFO' }, '/x/*': { metricsEnabled: true } } } },
    apiKeys: { Key: { value: 'a-key-of-twenty-characters' } },
    usagePlans: { Plan: { keys: ['Key'], stages: { prod: { methods: { '/x/ANY': limit } } } } },
  }));
  expect(Object.keys(spec.stages.prod.methodSettings)).toEqual(['/x/ANY', '/x/POST', '/x/*']);
  expect(spec.usagePlans.Plan.stages.prod.methods).toEqual({ '/x/ANY': limit, '/x/POST': limit });
  expect(losses.map(({ code, location }) => [code, location])).toEqual([['AWS_ANY_LIMIT_SPLIT', 'Pets/usage plan Plan']]);
});
