import { examineSpec } from '../../../lib/spec';
import { findingsIn, MOCK, specInput, type MethodInput } from '../../support/spec';

const findings = (cors: object, methods: Record<string, MethodInput> = { GET: MOCK }) => findingsIn(specInput({
  functions: { Fn: { entry: 'a.ts', handler: 'index.handler' } },
  resources: { '/a': { id: 'a', methods, cors: { methods: ['GET' as const], allowHeaders: [], allowMethods: ['GET'], ...cors } } },
}));

test('is right', () => {
  expect(findings({})).toEqual([]);
  expect(findings({ allowOrigins: ['https://a.test', 'null', 'http://localhost:3000', 'https://${token:Shop/Site.Domain}'], allowCredentials: true })).toEqual([]);
});

test('answers OPTIONS itself', () => {
  expect(findings({}, { GET: MOCK, OPTIONS: MOCK })).toEqual(['CORS_OPTIONS_CONFLICT Pets/a']);
});

test('gives credentials to named origins only, and * is alone', () => {
  expect(findings({ allowCredentials: true })).toEqual(['CORS_CREDENTIALS_WITH_ANY_ORIGIN Pets/a']);
  expect(findings({ allowOrigins: ['*', 'https://a.test'] })).toEqual(['CORS_ORIGINS_AMBIGUOUS Pets/a']);
});

test('warns where the gateway cannot add its header', () => {
  for (const integration of [{ type: 'proxy', function: 'Fn' }, { type: 'http-proxy', uri: 'https://b.test' }] as const) {
    expect(findings({}, { GET: { integration } })).toEqual(['warning CORS_WITHOUT_EFFECT Pets/a GET']);
  }
});

test('warns once of settings that several methods and resources share, and says how many', () => {
  const proxy = { integration: { type: 'proxy', function: 'Fn' } } as const;
  const shared = { methods: ['GET' as const, 'PUT' as const], allowOrigins: ['https://a.test'], allowHeaders: [], allowMethods: ['GET' as const] };
  const warnings = (ofLast: object) => examineSpec(specInput({
    functions: { Fn: { entry: 'a.ts', handler: 'index.handler' } },
    resources: {
      '/a': { id: 'a', methods: { GET: proxy, PUT: MOCK }, cors: shared },
      '/b': { id: 'b', methods: { GET: proxy, PUT: proxy }, cors: { ...shared, allowMethods: ['PUT' as const] } },
      '/c': { id: 'c', methods: { GET: proxy }, cors: { ...shared, methods: ['GET' as const], ...ofLast } },
    },
  }), 'spec').issues.map(({ code, location, message }) => [code, location, message.slice(message.indexOf('integration'))]);
  expect(warnings({})).toEqual([['CORS_WITHOUT_EFFECT', 'Pets/a GET', 'integration; 3 more methods have the same settings']]);
  expect(warnings({ allowOrigins: ['https://b.test'] })).toEqual([
    ['CORS_WITHOUT_EFFECT', 'Pets/a GET', 'integration; 2 more methods have the same settings'],
    ['CORS_WITHOUT_EFFECT', 'Pets/c GET', 'integration'],
  ]);
});

test.each(['a.test', 'https://a.test/', 'https://a.test/path', 'https://', ''])('"%s" is not an origin', (origin) => {
  expect(findings({ allowOrigins: [origin] })).toEqual(['SPEC_INVALID spec#/resources/~1a/cors/allowOrigins/0']);
});
