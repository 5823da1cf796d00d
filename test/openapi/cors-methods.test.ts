import { withCorsMethods } from '../../lib/openapi';
import type { GatewaySpecInput } from '../../lib/spec';
import { complete, MOCK, specInput, type MethodInput } from '../support/spec';
import { wholeGateway } from '../support/whole-gateway';

type Cors = NonNullable<NonNullable<GatewaySpecInput['resources']>[string]['cors']>;

const CORS: Cors = { methods: ['GET', 'POST'], allowHeaders: ['X-One', 'X-Two'], allowMethods: ['GET', 'POST', 'OPTIONS'] };
const TEMPLATE: MethodInput = {
  integration: {
    type: 'mock',
    requestTemplates: { 'application/json': '{"statusCode": 200}' },
    responses: [{ statusCode: '200', responseTemplates: { 'application/json': '{"pets": []}' } }],
  },
  methodResponses: { 200: {} },
};

function specWith(cors: Partial<Cors>, methods: Record<string, MethodInput> = { GET: TEMPLATE, POST: MOCK }): GatewaySpecInput {
  return specInput({ resources: { '/pets': { id: 'pets', cors: { ...CORS, ...cors }, methods } }, stages: { prod: {} } });
}

/** The integration responses and declared headers of a method after CORS was written out. */
function writtenOut(input: GatewaySpecInput, httpMethod: 'GET' | 'OPTIONS') {
  const { spec, losses } = withCorsMethods(complete(input));
  const method = spec.resources['/pets']?.methods[httpMethod];
  if (method === undefined || !('responses' in method.integration)) throw new Error(`no mapped ${httpMethod}`);
  return { spec, losses, method, responses: method.integration.responses };
}

test('the preflight is a mock that nobody needs credentials for', () => {
  const { method, responses, spec } = writtenOut(specWith({ maxAgeSeconds: 600, allowCredentials: true, allowOrigins: ['https://a.test'] }), 'OPTIONS');
  expect(method).toMatchObject({ authorization: { type: 'NONE' }, apiKeyRequired: false, integration: { type: 'mock' } });
  expect(responses).toMatchObject([{
    statusCode: '200',
    responseParameters: {
      'method.response.header.Access-Control-Allow-Origin': "'https://a.test'",
      'method.response.header.Access-Control-Allow-Headers': "'X-One,X-Two'",
      'method.response.header.Access-Control-Allow-Methods': "'GET,POST,OPTIONS'",
      'method.response.header.Access-Control-Allow-Credentials': "'true'",
      'method.response.header.Access-Control-Max-Age': "'600'",
    },
  }]);
  expect(spec.resources['/pets']).not.toHaveProperty('cors');
});

test('a header that the method maps itself stays, in whatever case', () => {
  const header = 'method.response.header.access-control-allow-origin';
  const own: MethodInput = {
    integration: { type: 'mock', responses: [{ statusCode: '200', responseParameters: { [header]: "'https://own.test'" } }] },
    methodResponses: { 200: { responseParameters: { [header]: true } } },
  };
  const { method, responses } = writtenOut(specWith({ methods: ['GET'] }, { GET: own }), 'GET');
  expect(responses[0]?.responseParameters).toEqual({ [header]: "'https://own.test'" });
  expect(method.methodResponses[200]?.responseParameters).toEqual({ [header]: true });
});

test('proxies and methods that are not protected stay as they are', () => {
  const proxy: MethodInput = { integration: { type: 'proxy', function: 'Fn' } };
  const input = { ...specWith({ methods: ['GET'] }, { GET: proxy, POST: MOCK }), functions: { Fn: { code: 'fn', handler: 'index.handler' } } };
  const before = complete(input).resources['/pets']?.methods;
  const { GET, POST } = withCorsMethods(complete(input)).spec.resources['/pets']?.methods ?? {};
  expect({ GET, POST }).toEqual(before);
});

test('a spec without CORS stays as it is', () => {
  const spec = complete(specInput({ resources: { '/pets': { id: 'pets', methods: { GET: MOCK } } } }));
  expect(withCorsMethods(spec)).toEqual({ spec, losses: [] });
});

const MAPPED: MethodInput = { integration: { type: 'mapped', function: 'Fn', responses: [{ statusCode: '200' }] }, methodResponses: { 200: {} } };

function ofSeveral(api: Partial<GatewaySpecInput['api']>) {
  const input = specWith({ allowOrigins: ['https://a.test', 'https://b.test'] }, { GET: MAPPED, POST: MOCK });
  return writtenOut({ ...input, api: { ...input.api, ...api }, functions: { Fn: { code: 'fn', handler: 'index.handler' } } }, 'GET');
}

test('of several origins a template chooses, which hands the body on', () => {
  const { losses, responses } = ofSeveral({});
  expect(losses).toEqual([]);
  expect(responses[0]?.responseTemplates).toEqual({ 'application/json': expect.stringMatching(/^#set.*\)\$input\.body$/) });
});

test('CORS_ORIGINS_LOST: an answer that may be bytes has no template and names the first of several origins to all', () => {
  const { losses, responses } = ofSeveral({ binaryMediaTypes: ['image/*'] });
  expect(losses).toMatchObject([{ code: 'CORS_ORIGINS_LOST', severity: 'loss', location: 'Pets/pets GET' }]);
  expect(responses[0]).toMatchObject({ responseTemplates: {}, responseParameters: {
    'method.response.header.Access-Control-Allow-Origin': "'https://a.test'", 'method.response.header.Vary': "'Origin'",
  } });
});

const ORIGINS = [['https://a.test'], ['https://a.test', 'https://b.test'], ['*']];
const REQUEST = ['https://a.test', 'https://b.test', 'https://c.test', undefined];

describe.each(ORIGINS)('written out and served, it answers as the policy does: %s %s', (...allowOrigins) => {
  test.each(REQUEST.flatMap((origin) => ['OPTIONS', 'GET'].map((method) => [method, origin] as const)))('%s from %s', async (method, origin) => {
    const input = specWith({ allowOrigins, allowCredentials: allowOrigins[0] !== '*', exposeHeaders: ['X-Total'], maxAgeSeconds: 5 });
    const { spec } = withCorsMethods(complete(input));
    const request = { method, ...(origin === undefined ? {} : { headers: { Origin: origin } }) };
    const [byPolicy, byMethods] = await Promise.all([input, spec as GatewaySpecInput].map((one) => wholeGateway(one).send('/prod/pets', request)));
    const headers = (response: typeof byPolicy) => Object.entries(response?.headers ?? {}).filter(([name]) => /^access-control-|^vary$/.test(name)).sort();
    expect(headers(byMethods)).toEqual(headers(byPolicy));
    expect(headers(byPolicy).length).toBeGreaterThan(0);
    expect(byMethods?.status).toBe(byPolicy?.status);
    if (method === 'GET') expect(byMethods?.text).toBe(byPolicy?.text);
  });
});
