import { mendSpec, readSpec, SPEC_FORMAT, type GatewaySpecInput, type MendedSpec, type SpecPart, type SpecProblem } from '../../lib/spec';

type Method = NonNullable<NonNullable<NonNullable<GatewaySpecInput['resources']>[string]['methods']>['GET']>;

const MOCK: Method = { integration: { type: 'mock', responses: [] } };
const pets = (methods: object): GatewaySpecInput['resources'] => ({ '/pets': { id: 'pets', methods } });
const specWith = (parts: object): GatewaySpecInput => ({ format: SPEC_FORMAT, api: { id: 'pets', name: 'Pets' }, resources: pets({ GET: MOCK }), ...parts });

interface Mended extends MendedSpec {
  readonly problems: readonly SpecProblem[];
}

/** Mends a spec as simply as can be: methods and parts that have problems go, and all methods if something else has. */
function mended(parts: object, options: Partial<Parameters<typeof mendSpec>[1]> = {}): Mended {
  const all: SpecProblem[] = [];
  const result = mendSpec(specWith(parts), {
    lost: [],
    repair: (mender, problems) => {
      all.push(...problems);
      for (const { target, reason } of problems) {
        if (target?.type === 'part') mender.leaveOut(target, reason);
        else mender.close(({ httpMethod }) => (target === undefined || target.httpMethod === httpMethod ? reason : undefined));
      }
    },
    close: (_, reason) => ({ integration: { type: 'unavailable', awsType: 'MOCK', reason } }),
    closeAround: ({ format, api: { id, name }, resources }) => ({ format, api: { id, name }, resources }),
    hopeless: 'no repair helps',
    ...options,
  });
  return { ...result, problems: all };
}

const partsOf = ({ changes }: MendedSpec): SpecPart[] => changes.flatMap((change) => (change.type === 'part' ? [change] : []));
const reasonOf = ({ spec }: MendedSpec): string | undefined => {
  const integration = spec.resources?.['/pets']?.methods?.GET?.integration;
  return integration?.type === 'unavailable' ? integration.reason : undefined;
};

test.each<[string, object]>([
  ['model Pet', { models: { Pet: { schema: { type: 'nothing' } } } }],
  ['model Pet', { models: { Pet: { schema: 1 } } }],
  ['authorizer a', { functions: { F: { entry: 'f', handler: 'f.h' } }, authorizers: { a: { type: 'token', function: 'F', identitySource: 'method.request.header.A', identityValidationExpression: '(' } } }],
  ['authorizer a', { authorizers: { a: { type: 'none' } } }],
  ['gateway response DEFAULT_4XX', { gatewayResponses: { DEFAULT_4XX: { statusCode: 'x' } } }],
  ['request validator a/~b', { requestValidators: { 'a/~b': { validateRequestBody: 1 } } }],
  ['function F', { functions: { F: { entry: 'f', code: 'code', handler: 'f.h' } } }],
  ['stage prod', { stages: { prod: { accessLog: { format: '$context.status' } } } }],
  ['API key k', { apiKeys: { k: { value: 'short' } } }],
  ['usage plan p', { usagePlans: { p: { stages: { gone: {} } } } }],
  ['description', { api: { id: 'pets', name: 'Pets', description: 1 } }],
])('an invalid part is found by its location: %s', (label, parts) => {
  const result = mended(parts);
  expect(partsOf(result)).toMatchObject([{ label }]);
  expect([reasonOf(result), readSpec(result.spec, 'Pets').warnings]).toEqual([undefined, []]);
});

test('a member of a stage is named', () => {
  expect(partsOf(mended({ stages: { prod: { description: 1 } } }))).toMatchObject([{ name: 'prod', member: 'description' }]);
});

test.each<[string, object]>([
  ['by a pointer', { integration: { type: 'http', uri: 'ftp://x', responses: [] } }],
  ['by its name', { integration: { type: 'mapped', function: 'Gone', responses: [] } }],
])('an invalid method is found %s', (_, method) => {
  const { problems, spec } = mended({ resources: pets({ GET: method, POST: MOCK }) });
  expect(problems).toMatchObject([{ target: { type: 'method', path: '/pets', httpMethod: 'GET' } }]);
  expect(spec.resources?.['/pets']?.methods?.POST).toEqual(MOCK);
});

test.each<[string, object]>([
  ['a resource policy', { api: { id: 'pets', name: 'Pets', policy: {} } }],
  ['an id that is not there', { api: { name: 'Pets' } }],
  ['a resource', { resources: { '/pets': { id: '?', methods: { GET: MOCK } } } }],
])('%s is no part that can be left out', (_, parts) => {
  const result = mended(parts);
  expect(result.problems[0]?.target).toBeUndefined();
  expect(reasonOf(result)).toBeDefined();
});

test('a function that is added later is not missing', () => {
  const resources = pets({ GET: { integration: { type: 'mapped', function: 'Later', responses: [] } } });
  expect(mended({ resources }, { known: new Set(['Later']) }).changes).toEqual([]);
  expect(reasonOf(mended({ resources }))).toBe('there is no function "Later"');
});

describe('a model that is left out', () => {
  const models = { Pet: { schema: { type: 'nothing' } }, Dog: { schema: {} } };
  const json = (name: string) => ({ 'application/json': name });

  test('goes from responses, which are not validated', () => {
    const { spec } = mended({ models, resources: pets({ GET: { ...MOCK, methodResponses: { 200: { responseModels: json('Pet') }, 201: { responseModels: json('Dog') } } } }) });
    expect(spec.resources?.['/pets']?.methods?.GET).toMatchObject({ ...MOCK, methodResponses: { 200: { responseModels: {} }, 201: { responseModels: json('Dog') } } });
  });

  test('closes the methods whose bodies it validates: all that name it, unless the importer knows better', () => {
    const resources = pets({ GET: { ...MOCK, requestModels: json('Pet') } });
    expect(reasonOf(mended({ models, resources }))).toBe('there is no model "Pet"');
    expect(mended({ models, resources }, { validates: () => false }).spec.resources?.['/pets']?.methods?.GET).toMatchObject({ ...MOCK, requestModels: {} });
  });
});

test('an API that is closed is closed before all repairs', () => {
  const { changes, closedAll } = mended({ models: { Pet: { schema: 1 } } }, { closed: 'it is private' });
  expect([changes, closedAll]).toEqual([[{ type: 'method', path: '/pets', httpMethod: 'GET', wasUnavailable: false, reason: 'it is private' }], 'it is private']);
});

test('a spec that no repair helps is closed', () => {
  const result = mended({ models: { Pet: { schema: 1 } } }, { repair: () => undefined });
  expect([reasonOf(result), result.closedAll, readSpec(result.spec, 'Pets').warnings]).toEqual(['no repair helps', 'no repair helps', []]);
});

test('quotas are raised to what is there', () => {
  const many = (count: number, node: object) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, node]));
  const token = { type: 'token', function: 'F', identitySource: 'method.request.header.A' };
  const { spec } = mended({ stages: many(11, {}), authorizers: many(12, token), functions: { F: { entry: 'f', handler: 'f.h' } } });
  expect(spec.api.quotas).toEqual({ stages: 11, authorizers: 12 });
});

test('methods that could answer for a lost route are closed with its reason', () => {
  const lost = [{ path: '/pets', extent: 'at' as const, method: 'POST' as const, reason: 'POST is lost' }];
  const { spec, unreachable } = mended({ resources: pets({ GET: MOCK, ANY: MOCK }) }, { lost });
  expect(unreachable).toEqual(lost);
  expect(spec.resources?.['/pets']?.methods).toMatchObject({ GET: MOCK, ANY: { integration: { reason: 'POST is lost' } } });
});
