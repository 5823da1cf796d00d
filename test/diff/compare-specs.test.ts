import { compareSpecs } from '../../lib/diff';
import { gatewaySchema, type GatewaySpec, type GatewaySpecInput } from '../../lib/spec';

const PETS = { entry: 'src/pets.ts', handler: 'index.handler' };

function spec(change: Partial<GatewaySpecInput> = {}): GatewaySpec {
  return gatewaySchema.parse({
    format: 'synthgate/1',
    api: { id: 'pets', name: 'Pets' },
    functions: { Pets: PETS },
    resources: { '/pets': { id: 'a', methods: { GET: { integration: { type: 'proxy', function: 'Pets' } } } } },
    stages: { prod: {} },
    ...change,
  });
}

const method = (settings: object) => spec({ resources: { '/pets': { id: 'a', methods: { GET: { integration: { type: 'proxy', function: 'Pets' }, ...settings } } } } });
const linesOf = (before: GatewaySpec, after: GatewaySpec) => compareSpecs(before, after).map(({ sign, text }) => `${sign} ${text}`);

test('the same definition has no changes', () => {
  expect(linesOf(spec(), spec())).toEqual([]);
});

test('methods that come and go name what they call', () => {
  const secondSpec = spec({ resources: { '/cats/{id}': { id: 'b', methods: { GET: { integration: { type: 'mock', responses: [] } } } } } });
  expect(linesOf(spec(), secondSpec)).toEqual(['+ GET /cats/{id} → mock', '- GET /pets → proxy Pets']);
});

test.each([
  [{ apiKeyRequired: true }, '~ GET /pets: an API key is required'],
  [{ authorization: { type: 'COGNITO_USER_POOLS', authorizer: 'Users', scopes: ['pets/read'] } }, '~ GET /pets: authorization COGNITO_USER_POOLS Users pets/read'],
  [{ requestValidator: 'body' }, '~ GET /pets: request validator body'],
  [{ integration: { type: 'mock', responses: [] } }, '~ GET /pets → mock'],
  [{ integration: { type: 'proxy', function: 'Pets', timeoutMs: 5000 } }, '~ GET /pets: integration'],
  [{ operationName: 'list' }, '~ GET /pets: operation name'],
  [{ requestParameters: { 'method.request.querystring.q': true } }, '~ GET /pets: request parameters'],
  [{ requestModels: { 'application/json': 'Pet' } }, '~ GET /pets: request models'],
  [{ methodResponses: { 200: {} } }, '~ GET /pets: method responses'],
])('a method with %j: %s', (settings, line) => {
  expect(linesOf(spec(), method(settings))).toEqual([line]);
});

test.each<[Partial<GatewaySpecInput>, string[]]>([
  [{ functions: { Pets: { ...PETS, memoryMiB: 256, timeoutMs: 5000 } } }, ['~ function Pets: memory 256 MiB', '~ function Pets: timeout 5000 ms']],
  [{ functions: { Pets: { ...PETS, environment: { TABLE: 'secret' } } } }, ['~ function Pets: environment TABLE']],
  [{ functions: { Pets: { ...PETS, unavailable: 'python3.12' } } }, ['~ function Pets: cannot run here: python3.12']],
  [{ functions: { Pets: PETS, Cats: PETS } }, ['+ function Cats']],
  [{ stages: { prod: { variables: { A: '1' } }, test: {} } }, ['~ stage prod: variables A', '+ stage test']],
  [{ stages: {} }, ['- stage prod']],
  [{ models: { Pet: { schema: { type: 'object' } } } }, ['+ model Pet']],
  [{ requestValidators: { body: { validateRequestBody: true } } }, ['+ request validator body']],
  [{ gatewayResponses: { THROTTLED: { statusCode: '503' } } }, ['+ gateway response THROTTLED']],
  [{ api: { id: 'pets', name: 'Pets', binaryMediaTypes: ['image/png'] } }, ['~ API: binaryMediaTypes']],
  [{ apiKeys: { dev: { value: 'a-secret-value-of-20-characters' } } }, ['+ API key dev']],
  [{ resources: { '/pets': { id: 'a', cors: { allowOrigins: ['*'], methods: ['GET'], allowHeaders: ['a'], allowMethods: ['GET'] }, methods: { GET: { integration: { type: 'proxy', function: 'Pets' } } } } } }, ['+ CORS of /pets']],
])('of %j: %j', (change, lines) => {
  expect(linesOf(spec(), spec(change))).toEqual(lines);
});

test('other ids of resources are one line', () => {
  const resources = (prefix: string) => ({ resources: { '/': { id: `${prefix}1` }, '/pets': { id: `${prefix}2` } } });
  expect(linesOf(spec(resources('a')), spec(resources('b')))).toEqual(['~ ids of resources (requestContext.resourceId): 2']);
});

test('values of variables and keys are not repeated', () => {
  const of = (value: string) => spec({ apiKeys: { dev: { value } }, stages: { prod: { variables: { KEY: value } } } });
  expect(linesOf(of('first-secret-of-20-chars'), of('other-secret-of-20-chars')).join()).not.toMatch(/secret/);
});

test('another kind of API is the first line', () => {
  expect(linesOf(spec(), spec({ protocol: 'http' }))[0]).toBe('~ protocol: rest → http');
});

test('every member of a spec, a method, a function and a stage makes a line when it changes', () => {
  // The compiler requires a position on each; this shows that none of them is silent.
  const members = Object.keys(gatewaySchema.shape).filter((name) => name !== 'format' && name !== 'protocol');
  const changed: Record<keyof Omit<GatewaySpec, 'format' | 'protocol'>, Partial<GatewaySpecInput>> = {
    api: { api: { id: 'pets', name: 'Pets', description: 'x' } },
    models: { models: { A: { schema: {} } } },
    requestValidators: { requestValidators: { a: {} } },
    gatewayResponses: { gatewayResponses: { THROTTLED: {} } },
    functions: { functions: {} },
    authorizers: { authorizers: { A: { type: 'token', function: 'Pets' } } },
    resources: { resources: {} },
    stages: { stages: {} },
    apiKeys: { apiKeys: { A: {} } },
    usagePlans: { usagePlans: { A: {} } },
  };
  expect(Object.keys(changed).sort()).toEqual(members.sort());
  for (const change of Object.values(changed)) expect(linesOf(spec(), spec(change))).toHaveLength(1);
});
