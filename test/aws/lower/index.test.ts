import { examineSpec, type GatewaySpecInput } from '../../../lib/spec';
import { lowerForApiGateway } from '../../../lib/aws/lower';
import { complete, specInput } from '../../support/spec';
import { wholeGateway, type TestResponse } from '../../support/whole-gateway';

type Cors = NonNullable<NonNullable<GatewaySpecInput['resources']>[string]['cors']>;

const HEADERS = ['Content-Type', 'X-Api-Key'];
const MAPPED = {
  integration: { type: 'mapped' as const, function: 'Fn', responses: [{ statusCode: '200' }, { statusCode: '418', selectionPattern: '.*teapot.*' }] },
  methodResponses: { 200: {}, 418: {} },
};
const OWN_HEADER = {
  integration: {
    type: 'mock' as const,
    requestTemplates: { 'application/json': '{"statusCode": 200}' },
    responses: [{ statusCode: '200', responseParameters: { 'method.response.header.access-control-allow-origin': "'https://mine'" } }],
  },
  methodResponses: { 200: { responseParameters: { 'method.response.header.access-control-allow-origin': true } } },
};
const TEMPLATE = {
  integration: {
    type: 'mapped' as const, function: 'Fn',
    responses: [{ statusCode: '200', responseTemplates: { 'application/json': '{"was":$input.json("$")}', 'text/plain': 'text' } }],
  },
  methodResponses: { 200: {} },
};

const specWith = (cors: Cors): GatewaySpecInput => specInput({
  functions: { Fn: { code: 'fn', handler: 'index.handler' } },
  resources: { '/x': { id: 'x', cors, methods: { GET: MAPPED, POST: OWN_HEADER, PUT: TEMPLATE } } },
  stages: { prod: {} },
});

/** Every way of CORS that a definition can say. */
const SETTINGS: readonly (readonly [string, Cors])[] = [
  ['the defaults', { methods: ['GET', 'POST', 'PUT'], allowHeaders: HEADERS, allowMethods: ['GET', 'POST', 'PUT', 'OPTIONS'] }],
  ['one origin with credentials', { methods: ['GET', 'PUT'], allowOrigins: ['https://one'], allowHeaders: HEADERS, allowMethods: ['GET', 'OPTIONS'], allowCredentials: true }],
  ['several origins', { methods: ['GET', 'POST', 'PUT'], allowOrigins: ['https://one', 'https://two', 'https://three'], allowHeaders: HEADERS, allowMethods: ['GET', 'OPTIONS'] }],
  ['another status, an age and exposed headers', { methods: ['GET'], allowHeaders: ['*'], allowMethods: ['GET'], statusCode: 204, maxAgeSeconds: 600, exposeHeaders: ['X-Total', 'X-Page'] }],
  ['no caching', { methods: ['GET'], allowOrigins: ['https://one', 'null'], allowHeaders: HEADERS, allowMethods: ['GET'], maxAgeSeconds: -1 }],
];
const ORIGINS = [undefined, 'https://one', 'https://two', 'https://three', 'https://other', 'null'];

const functions = () => Promise.resolve({ type: 'result' as const, payload: '{"a":1}' });
const without = ({ status, headers, text }: TestResponse) => {
  // Headers that may differ between requests are left out.
  const same = Object.entries(headers).filter(([name]) => !/^(date|via|x-cache|x-amz|x-amzn)/.test(name));
  return { status, headers: Object.fromEntries(same), text };
};

describe.each(SETTINGS)('%s', (_, cors) => {
  const declared = complete(specWith(cors));
  const { spec: lowered, losses } = lowerForApiGateway(declared);
  const before = wholeGateway(specWith(cors), { functions: functions as never });
  const after = wholeGateway(lowered, { functions: functions as never });

  test('has no CORS of its own, is a right spec, and loses nothing', () => {
    expect(Object.values(lowered.resources).filter((resource) => resource.cors !== undefined)).toEqual([]);
    expect(examineSpec(lowered, 'lowered').issues).toEqual([]);
    expect(losses).toEqual([]);
  });

  test.each(['OPTIONS', 'GET', 'POST', 'PUT'].flatMap((method) => ORIGINS.map((origin) => [method, origin] as const)))(
    '%s from %s is answered by methods and mappings as it was by CORS', async (method, origin) => {
      const headers: Record<string, string> = origin === undefined ? {} : { Origin: origin };
      const request = { method, headers };
      expect(without(await after.send('/prod/x', request))).toEqual(without(await before.send('/prod/x', request)));
    },
  );
});

test('several origins where answers may be bytes: without a template of its own an answer names the first to all (CORS_ORIGINS_LOST)', () => {
  const [, , [, cors]] = SETTINGS;
  const { losses } = lowerForApiGateway(complete({ ...specWith(cors), api: { id: 'pets', name: 'Pets', binaryMediaTypes: ['image/*'] } }));
  expect(losses.map(({ code, severity, location }) => [code, severity, location])).toEqual([
    ['CORS_ORIGINS_LOST', 'loss', 'Pets/x GET'], ['CORS_ORIGINS_LOST', 'loss', 'Pets/x GET'],
  ]);
});
