import { bodyProblem } from '../../lib/runtime/validation/body-problem';
import { compileModels } from '../../lib/spec/compile-models';

/** Why a value does not fit a schema; undefined if it does. */
function problemOf(schema: Readonly<Record<string, unknown>>, value: string): string | undefined {
  const compiled = compileModels('api', { Model: { contentType: 'application/json', schema } }).get('Model');
  if (compiled === undefined || 'problem' in compiled) throw new Error(compiled?.problem ?? 'not compiled');
  return bodyProblem(value, compiled);
}

test.each([
  [{ properties: { constructor: { type: 'string' } } }, '{"team":"x"}'],
  [{ properties: { toString: { type: 'string' }, valueOf: { type: 'string' } } }, '{}'],
  [{ properties: { a: { properties: { hasOwnProperty: { type: 'boolean' } } } } }, '{"a":{}}'],
  [{ dependencies: { constructor: ['x'] } }, '{}'],
  [{ required: ['constructor', '__proto__'] }, '{"constructor":1,"__proto__":2}'],
])('%j: %s fits, as members that every object inherits do not count', (schema, value) => {
  expect(problemOf(schema, value)).toBeUndefined();
});

test.each([['constructor'], ['toString'], ['__proto__']])('%s is missing from an empty body', (name) => {
  expect(problemOf({ required: [name] }, '{}')).toBe(`object has missing required properties (${JSON.stringify([name])})`);
});

test('multiples are those of decimal numbers', () => {
  expect(problemOf({ type: 'number', multipleOf: 0.01 }, '19.99')).toBeUndefined();
  expect(problemOf({ multipleOf: 0.01 }, '19.999')).toBe('remainder of division is not zero (19.999 / 0.01)');
  expect(problemOf({ multipleOf: 0.01 }, '"text"')).toBeUndefined();
  expect(problemOf({ multipleOf: 2 }, '1e999')).toBe('remainder of division is not zero (Infinity / 2)');
});

test('numbers are those of JavaScript: an integer may be written with a fraction, and above 2^53 neighbors are equal', () => {
  expect(problemOf({ type: 'integer' }, '1.0')).toBeUndefined();
  expect(problemOf({ type: 'integer', maximum: 9_007_199_254_740_992 }, '9007199254740993')).toBeUndefined();
});
