import { compileModels } from '../../lib/spec/compile-models';
import { draft4Keywords } from '../../lib/spec/draft-4';

type Case = readonly [name: string, given: object, expected: object, taken: unknown, refused: unknown];

/** Schemas of later drafts, the same in draft 4, and a value that each takes and one that it refuses. */
const CASES: readonly Case[] = [
  ['no required member', { type: 'object', required: [] }, { type: 'object' }, {}, []],
  ['members of every kind', { type: 'object', properties: { x: true, y: false } }, { type: 'object', properties: { x: {}, y: { not: {} } } }, { x: 1 }, { y: 1 }],
  ['a tuple', { type: 'array', prefixItems: [{ type: 'string' }] }, { type: 'array', items: [{ type: 'string' }] }, ['a', 1], [1]],
  ['a tuple that ends', { prefixItems: [{ type: 'string' }, true], items: false }, { items: [{ type: 'string' }, {}], additionalItems: false }, ['a', 1], ['a', 1, 2]],
  ['a tuple with more of a kind', { prefixItems: [{ type: 'string' }], items: { type: 'number' } }, { items: [{ type: 'string' }], additionalItems: { type: 'number' } }, ['a', 1], ['a', 'b']],
  ['lists without items', { prefixItems: [], items: false }, { items: { not: {} } }, [], [1]],
  ['choices of everything and nothing', { anyOf: [false, { type: 'string' }], not: { allOf: [true, { enum: ['a'] }] } }, { anyOf: [{ not: {} }, { type: 'string' }], not: { allOf: [{}, { enum: ['a'] }] } }, 'b', 'a'],
  ['a bound below the one that is excluded', { minimum: 3, exclusiveMinimum: 3, maximum: 9, exclusiveMaximum: 7 }, { minimum: 3, exclusiveMinimum: true, maximum: 7, exclusiveMaximum: true }, 4, 3],
  ['a bound above the one that is excluded', { exclusiveMinimum: 3, minimum: 5, exclusiveMaximum: 9, maximum: 7 }, { minimum: 5, maximum: 7 }, 5, 4],
  ['bounds of both drafts', { exclusiveMinimum: 3, maximum: 5, exclusiveMaximum: true }, { minimum: 3, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: true }, 4, 5],
];

test.each(CASES)('%s: the same values in draft 4', (_name, given, expected, taken, refused) => {
  const lost = new Set<string>();
  const schema = draft4Keywords(given, lost);
  expect([schema, ...lost]).toEqual([expected]);
  const model = compileModels('api', { M: { contentType: 'application/json', schema: schema as Record<string, unknown> } }).get('M');
  if (model === undefined || 'problem' in model) throw new Error(model?.problem);
  expect([model.validate(taken), model.validate(refused)]).toEqual([true, false]);
});

test('values that only look like schemas stay as they are', () => {
  const values = { enum: [{ required: [] }, true], default: { prefixItems: [true] }, example: { items: true } };
  expect(draft4Keywords(values, new Set())).toEqual(values);
});
