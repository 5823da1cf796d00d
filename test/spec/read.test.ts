import { examineSpec, readSpec, readSpecText } from '../../lib/spec';
import { thrownBy } from '../support/declaration';
import { findingsIn, MOCK, specInput, specWithMethod } from '../support/spec';

test('applies defaults once, and what was read reads the same again', () => {
  const { spec } = readSpec(specWithMethod({ integration: { type: 'mock', responses: [] } }), 'spec');
  expect(spec.resources['/']?.methods.GET).toMatchObject({ apiKeyRequired: false, authorization: { type: 'NONE' }, methodResponses: {} });
  expect(readSpec(spec, 'spec').spec).toEqual(spec);
});

test.each([undefined, null, 7, 'text', [], {}, { format: 'synthgate/2' }])('refuses the format of %j', (value) => {
  expect(thrownBy(() => readSpec(value, 'file'))).toMatchObject({ code: 'SPEC_FORMAT_UNSUPPORTED', location: 'file' });
});

test('refuses text that is not valid JSON', () => {
  expect(thrownBy(() => readSpecText('{', 'file'))).toMatchObject({ code: 'SPEC_NOT_JSON', location: 'file' });
  expect(readSpecText(JSON.stringify(specInput()), 'file').spec.api.name).toBe('Pets');
});

test('refuses keys that reach prototypes, wherever they occur', () => {
  const value: unknown = JSON.parse('{"format":"synthgate/1","api":{"id":"a","name":"a"},"stages":{"__proto__":{}},"functions":{"a":{"environment":{"__proto__":"x"}}}}');
  expect(findingsIn(value)).toEqual(['SPEC_INVALID spec#/stages/__proto__', 'SPEC_INVALID spec#/functions/a/environment/__proto__']);
});

test('refuses what is nested too deeply', () => {
  let value: unknown = 1;
  for (let depth = 0; depth < 200; depth++) value = { value };
  expect(findingsIn(specInput({ stages: value as Record<string, never> }))).toHaveLength(1); // wrong on purpose
});

test('100,000 levels do not fill the stack, wherever they are', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(thrownBy(() => readSpecText(deep, 'file'))).toMatchObject({ code: 'SPEC_FORMAT_UNSUPPORTED' });
  expect(thrownBy(() => readSpecText(`{"format":${deep}}`, 'file'))).toMatchObject({ code: 'SPEC_FORMAT_UNSUPPORTED', details: { given: 'a list' } });
  expect(thrownBy(() => readSpecText(`{"format":"synthgate/1","models":${deep}}`, 'file'))).toMatchObject({ code: 'DEFINITION_INVALID' });
});

test('names places by JSON pointer, and what was given', () => {
  const { issues } = examineSpec(specInput({ stages: { 'a/b~c': {} }, functions: { F: { entry: '/abs.ts', handler: 'x'.repeat(100) } } }), 'file');
  expect(issues.map((one) => one.location)).toEqual(['file#/functions/F/entry', 'file#/functions/F/handler', 'file#/stages/a~1b~0c']);
  expect(issues[0]?.message).toContain('(given: "/abs.ts")');
  expect(issues[1]?.message).toContain(`(given: "${'x'.repeat(79)}…)`);
});

test('refuses members that it does not know', () => {
  expect(findingsIn({ ...specInput(), extra: 1 })).toEqual(['SPEC_INVALID spec#']);
});

test('checks the rules over what has the right form, and does not blame it for the rest', () => {
  const findings = findingsIn({
    ...specInput(),
    functions: { Fn: { entry: 'a.ts', handler: 'none' } },
    stages: { 'prod': { variables: { 'bad name': 'x' } }, 'bad stage': {} },
    apiKeys: { Key: { value: 'short' } },
    usagePlans: { Plan: { keys: ['Key'] } },
    resources: {
      '/': { id: 'r', methods: { GET: { integration: { type: 'proxy', function: 'Fn' } }, PUT: { integration: { type: 'nothing' } } }, cors: { methods: ['PUT'] } },
      '/a b': { id: 'a', methods: { GET: MOCK } },
    },
  });
  expect(findings).toEqual([
    'SPEC_INVALID spec#/functions/Fn/handler',
    'SPEC_INVALID spec#/resources/~1/cors/allowHeaders',
    'SPEC_INVALID spec#/resources/~1/cors/allowMethods',
    'SPEC_INVALID spec#/resources/~1/methods/PUT/integration/type',
    'SPEC_INVALID spec#/stages/prod/variables/bad name',
    'SPEC_INVALID spec#/stages/bad stage',
    'SPEC_INVALID spec#/apiKeys/Key/value',
    'PATH_PART_INVALID Pets/a b',
  ]);
});

test('says what a name may be, not what its value is', () => {
  const { issues } = examineSpec(specInput({ stages: { prod: { variables: { 'bad name': 'secret value' } } } }), 'spec');
  expect(issues.map((one) => one.message)).toEqual([expect.stringContaining('letters, digits and _ (given name: "bad name")')]);
});

test('throws all errors in one, and returns warnings', () => {
  const error = thrownBy(() => readSpec(specInput({ stages: { 'a b': {}, 'c d': {} } }), 'file'));
  expect(error).toMatchObject({ code: 'DEFINITION_INVALID', details: { subject: 'file', count: 2 } });
  const unknown = specWithMethod({ integration: { type: 'proxy', function: '${stageVariables.fn}' } }, { stages: { prod: {} } });
  expect(readSpec(unknown, 'file').warnings).toHaveLength(1);
});
