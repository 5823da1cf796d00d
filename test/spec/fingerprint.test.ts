import { deployedSpec, fingerprint, type GatewaySpecInput } from '../../lib/spec';
import { complete, MOCK, specInput, specWithMethod } from '../support/spec';

const FUNCTIONS = { Fn: { entry: 'a.ts', handler: 'index.handler' } };
const fingerprintOf = (input: GatewaySpecInput) => fingerprint(deployedSpec(complete(input)));

test('is 64 hexadecimal digits over everything that decides an answer', () => {
  const base = fingerprintOf(specWithMethod(MOCK, { functions: FUNCTIONS }));
  expect(base).toMatch(/^[0-9a-f]{64}$/);
  const changed = [
    specWithMethod({ ...MOCK, apiKeyRequired: true }, { functions: FUNCTIONS }),
    specWithMethod(MOCK, { functions: { Fn: { ...FUNCTIONS.Fn, memoryMiB: 256 } } }),
    specWithMethod(MOCK, { functions: FUNCTIONS, api: { id: 'pets', name: 'Pets', binaryMediaTypes: ['*/*'] } }),
    specInput({ functions: FUNCTIONS }),
  ].map(fingerprintOf);
  expect(new Set([base, ...changed]).size).toBe(5);
});

test('does not depend on stages, keys and plans, on descriptions, or on defaults that are written', () => {
  const base = fingerprintOf(specInput({ functions: FUNCTIONS }));
  const staged = { functions: FUNCTIONS, stages: { prod: {} }, apiKeys: { Key: {} }, usagePlans: { Plan: {} } };
  expect(fingerprintOf(specInput(staged))).toBe(base);
  const described = { functions: { Fn: { ...FUNCTIONS.Fn, description: 'x' } }, api: { id: 'pets', name: 'Pets', description: 'y' } };
  expect(fingerprintOf(specInput(described))).toBe(base);
  expect(fingerprintOf(complete(specInput({ functions: FUNCTIONS })))).toBe(base);
});
