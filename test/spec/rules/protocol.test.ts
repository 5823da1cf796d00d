import { canonicalText, examineSpec, fingerprint, deployedSpec, readSpec } from '../../../lib/spec';

const PROXY = { type: 'proxy', function: 'Fn' } as const;

function spec(given: object = {}, method: object = {}): unknown {
  return {
    format: 'synthgate/1', protocol: 'http', api: { id: 'shop', name: 'Shop' }, functions: { Fn: { code: 'fn', handler: 'index.handler' } },
    resources: { '/pets': { id: 'r1', methods: { GET: { integration: PROXY, ...method } } } }, ...given,
  };
}

const codesOf = (value: unknown) => examineSpec(value, 'spec').issues.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code} ${message}`);

test('an HTTP API gets its own defaults, also those that it shares with REST APIs', () => {
  const { spec: read } = readSpec(spec({ authorizers: { Jwt: { type: 'jwt', issuer: 'https://a.test', audience: ['a'] } } }), 'spec');
  expect(read.api.endpointType).toBe('REGIONAL');
  expect(read.resources['/pets']?.methods.GET?.integration).toMatchObject({ timeoutMs: 30_000, payloadFormatVersion: '2.0' });
  expect(read.authorizers.Jwt).toMatchObject({ identitySource: '$request.header.Authorization' });
});

test('rest written out is the same definition as nothing written', () => {
  const [written, absent] = [{ protocol: 'rest' }, {}].map((more) => readSpec({ format: 'synthgate/1', api: { id: 'shop', name: 'Shop' }, ...more }, 'spec').spec);
  expect(written && canonicalText(written)).toBe(absent && canonicalText(absent));
  expect(written && fingerprint(deployedSpec(written))).toBe(absent && fingerprint(deployedSpec(absent)));
});

// each is valid in a REST API
test.each<[string, unknown]>([
  ['models', spec({ models: { Pet: { schema: {} } } })],
  ['apiKeys', spec({ apiKeys: { Key: {} } })],
  ['endpointType', spec({ api: { id: 'shop', name: 'Shop', endpointType: 'EDGE' } })],
  ['binaryMediaTypes', spec({ api: { id: 'shop', name: 'Shop', binaryMediaTypes: ['a/b'] } })],
  ['apiKeyRequired', spec({}, { apiKeyRequired: true })],
  ['integration mock', spec({}, { integration: { type: 'mock', responses: [] } })],
  ['responseTransferMode', spec({}, { integration: { ...PROXY, responseTransferMode: 'STREAM' } })],
  ['cacheClusterEnabled', spec({ stages: { prod: { cacheClusterEnabled: true } } })],
  ['loggingLevel', spec({ stages: { prod: { methodSettings: { '*/*': { loggingLevel: 'INFO' } } } } })],
  ['authorizer token', spec({ authorizers: { Token: { type: 'token', function: 'Fn', identitySource: '$request.header.a' } } })],
  ['authorization COGNITO_USER_POOLS', spec({ authorizers: { Jwt: { type: 'jwt', issuer: 'https://a.test', audience: ['a'] } } }, { authorization: { type: 'COGNITO_USER_POOLS', authorizer: 'Jwt' } })],
])('PROTOCOL_UNSUPPORTED: %s', (member, value) => {
  expect(codesOf(value)).toEqual([`PROTOCOL_UNSUPPORTED ${member} does not belong to HTTP APIs`]);
});

// each is valid in an HTTP API
test.each<[string, unknown]>([
  ['cors', spec({ protocol: 'rest', api: { id: 'shop', name: 'Shop', cors: { allowOrigins: ['*'] } } })],
  ['payloadFormatVersion', spec({ protocol: 'rest' }, { integration: { ...PROXY, payloadFormatVersion: '2.0' } })],
  ['stage $default', spec({ protocol: 'rest', stages: { $default: {} } })],
  ['enableSimpleResponses', spec({ protocol: 'rest', authorizers: { A: { type: 'request', function: 'Fn', identitySources: ['context.path'], enableSimpleResponses: true } } })],
])('PROTOCOL_UNSUPPORTED in a REST API: %s', (member, value) => {
  expect(codesOf(value)).toEqual([`PROTOCOL_UNSUPPORTED ${member} does not belong to REST APIs`]);
});

test('IDENTITY_SOURCE_FORM: a source is written as its kind of API has it', () => {
  const jwt = (identitySource: string) => ({ authorizers: { Jwt: { type: 'jwt', issuer: 'https://a.test', audience: ['a'], identitySource } } });
  expect(codesOf(spec(jwt('method.request.header.A')))).toEqual([expect.stringContaining('IDENTITY_SOURCE_FORM the identity source "method.request.header.A"')]);
  expect(codesOf(spec({ ...jwt('$request.header.A'), protocol: 'rest' }))).toEqual([expect.stringContaining('IDENTITY_SOURCE_FORM')]);
});

test('ROUTE_REPEATED: routes differ in more than the names of their parameters', () => {
  const at = (path: string, method = 'GET') => ({ [path]: { id: path.replace(/\W/g, ''), methods: { [method]: { integration: PROXY } } } });
  expect(codesOf(spec({ resources: { ...at('/pets/{id}'), ...at('/pets/{name}') } }))).toEqual([
    'ROUTE_REPEATED the routes GET /pets/{name} and GET /pets/{id} match the same requests',
  ]);
  expect(codesOf(spec({ resources: { ...at('/pets/{id}'), ...at('/pets/{name}', 'POST'), ...at('/pets/{other}/toys'), ...at('/pets/{rest+}') } }))).toEqual([]);
});

test('CORS_CREDENTIALS_WITH_ANY_ORIGIN: not in HTTP APIs either', () => {
  const cors = { allowOrigins: ['*'], allowCredentials: true };
  expect(codesOf(spec({ api: { id: 'shop', name: 'Shop', cors } }))).toEqual([expect.stringContaining('CORS_CREDENTIALS_WITH_ANY_ORIGIN')]);
});

test('calls take 30 s at most', () => {
  expect(codesOf(spec({}, { integration: { ...PROXY, timeoutMs: 30_001 } }))).toEqual([expect.stringContaining('INTEGRATION_TIMEOUT_INVALID')]);
});

test('DEFAULT_ROUTE_METHOD: the default route takes every method', () => {
  const methods = { GET: { integration: PROXY } };
  expect(codesOf(spec({ resources: { '/$default': { id: 'r1', methods } } }))).toEqual([
    'DEFAULT_ROUTE_METHOD the $default route has the method GET; it takes every method',
  ]);
});

test.each(['overwrite:header.Authorization', 'append:header.transfer-encoding', 'remove:header.apigw-requestid', 'overwrite:header.access-control-allow-origin'])(
  'a mapping does not touch what belongs to the service: %s', (target) => {
    const of = (members: object) => codesOf(spec({}, { integration: { ...PROXY, ...members } }));
    expect(of({ requestMappings: { [target]: 'x' } })[0]).toMatch(/^SPEC_INVALID .*no header of the service or the connection/);
    expect(of({ responseMappings: { 200: { [target]: 'x' } } })[0]).toMatch(/^SPEC_INVALID .*no header of the service/);
  });

test('the quota counts routes', () => {
  const path = (index: number) => [`/a/b/c${index}`, { id: `r${index}`, methods: { GET: { integration: PROXY }, POST: { integration: PROXY } } }] as const;
  const paths = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => path(index)));
  expect(codesOf(spec({ resources: paths(150) }))).toEqual([]);
  expect(codesOf(spec({ resources: paths(151) }))).toEqual([expect.stringContaining('TOO_MANY_RESOURCES')]);
});
