import { findingsIn, MOCK, specInput, specWithMethod } from '../../support/spec';

const FN = { entry: 'a.ts', handler: 'index.handler' };

test('a function that is named exists, or depends on the stage', () => {
  const proxy = (name: string) => specWithMethod({ integration: { type: 'proxy', function: name } }, { functions: { Fn: FN } });
  expect(findingsIn(proxy('Fn'))).toEqual([]);
  expect(findingsIn(proxy('${stageVariables.fn}'))).toEqual([]);
  expect(findingsIn(proxy('Other'))).toEqual(['REFERENCE_UNRESOLVED Pets GET']);
  expect(findingsIn(proxy('toString'))).toEqual(['REFERENCE_UNRESOLVED Pets GET']);
});

test('keys of a usage plan exist', () => {
  const plan = (key: string) => specInput({ apiKeys: { Key: {} }, usagePlans: { Free: { keys: [key] } } });
  expect(findingsIn(plan('Key'))).toEqual([]);
  expect(findingsIn(plan('Other'))).toEqual(['REFERENCE_UNRESOLVED Pets/usage plan Free']);
});

test('methods that CORS protects exist', () => {
  const cors = { methods: ['GET' as const], allowHeaders: [], allowMethods: ['GET'] };
  expect(findingsIn(specInput({ resources: { '/a': { id: 'a', cors, methods: { GET: MOCK } } } }))).toEqual([]);
  expect(findingsIn(specInput({ resources: { '/a': { id: 'a', cors } } }))).toEqual(['REFERENCE_UNRESOLVED Pets/a']);
});
