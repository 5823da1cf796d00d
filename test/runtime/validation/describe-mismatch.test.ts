import fc from 'fast-check';
import DRAFT_04 from 'ajv-draft-04/dist/refs/json-schema-draft-04.json';
import { bodyProblem } from '../../../lib/runtime/validation/body-problem';
import { FORMAT_TEXTS, KEYWORDS } from '../../../lib/runtime/validation/keyword-texts';
import { compileModels } from '../../../lib/spec';

type Schema = Readonly<Record<string, unknown>>;

function problem(schema: Schema, body: unknown, others: Readonly<Record<string, Schema>> = {}): string | undefined {
  const specs = Object.fromEntries(Object.entries({ ...others, M: schema }).map(([name, one]) => [name, { contentType: 'application/json', schema: one }]));
  const model = compileModels('api', specs).get('M');
  if (model === undefined || 'problem' in model) throw new Error(`the schema cannot be compiled: ${model?.problem ?? ''}`);
  return bodyProblem(JSON.stringify(body), model);
}

/** One refused value for each text of the validator's messages. */
const CASES: readonly (readonly [string, Schema, unknown, string])[] = [
  ['additionalItems', { items: [{}, {}], additionalItems: false }, [1, 2, 3], 'schema only allows 2 elements in array but instance has 3 elements'],
  ['additionalProperties', { properties: { a: {} }, patternProperties: { '^x': {} }, additionalProperties: false }, { z: 1, a: 1, x1: 1, b: 1 }, 'object instance has properties which are not allowed by the schema: ["b","z"]'],
  ['allOf', { allOf: [{ type: 'string' }, { type: 'integer' }] }, 1, 'instance failed to match all required schemas (matched only 1 out of 2)'],
  ['anyOf', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 1, 'instance failed to match at least one required schema among 2'],
  ['dependencies', { dependencies: { a: ['c', 'b'] } }, { a: 1, c: 1 }, 'property "a" of object has missing property dependencies (schema requires ["b","c"]; missing: ["b"])'],
  ['dependencies on a schema', { dependencies: { a: { required: ['b'] } } }, { a: 1 }, 'object has missing required properties (["b"])'],
  ['enum', { enum: ['a', 1] }, 'x', 'instance value ("x") not found in enum (possible values: ["a",1])'],
  ['format email', { format: 'email' }, 'x', 'string "x" is not a valid email address'],
  ['format date-time', { format: 'date-time' }, 'x', 'string "x" is invalid against requested date format(s) ["yyyy-MM-dd\'T\'HH:mm:ssZ","yyyy-MM-dd\'T\'HH:mm:ss.[0-9]{1,12}Z"]'],
  ['format ipv4', { format: 'ipv4' }, 'x', 'string "x" is not a valid IPv4 address'],
  ['maxItems', { maxItems: 1 }, [1, 2], 'array is too long: must have at most 1 elements but instance has 2 elements'],
  ['maxLength', { maxLength: 1 }, 'ab', 'string "ab" is too long (length: 2, maximum allowed: 1)'],
  ['maxProperties', { maxProperties: 1 }, { a: 1, b: 1 }, 'object has too many properties (found 2 but schema requires at most 1)'],
  ['maximum', { maximum: 1 }, 2.5, 'numeric instance is greater than the required maximum (maximum: 1, found: 2.5)'],
  ['exclusiveMaximum', { maximum: 1, exclusiveMaximum: true }, 1, 'numeric instance is not strictly lower than the required maximum 1'],
  ['minItems', { minItems: 2 }, [1], 'array is too short: must have at least 2 elements but instance has 1 elements'],
  ['minLength', { minLength: 3 }, '😀', 'string "😀" is too short (length: 1, required minimum: 3)'],
  ['minProperties', { minProperties: 2 }, { a: 1 }, 'object has too few properties (found 1 but schema requires at least 2)'],
  ['minimum', { minimum: 1 }, 0, 'numeric instance is lower than the required minimum (minimum: 1, found: 0)'],
  ['exclusiveMinimum', { minimum: 1, exclusiveMinimum: true }, 1, 'numeric instance is not strictly greater than the required minimum 1'],
  ['multipleOf', { multipleOf: 0.01 }, 1.005, 'remainder of division is not zero (1.005 / 0.01)'],
  ['not', { not: { type: 'integer' } }, 1, 'instance matched a schema which it should not have'],
  ['oneOf', { oneOf: [{ type: 'integer' }, { minimum: 0 }, { type: 'string' }] }, 1, 'instance failed to match exactly one schema (matched 2 out of 3)'],
  ['pattern', { pattern: '^a' }, 'b', 'ECMA 262 regex "^a" does not match input string "b"'],
  ['required', { required: ['name', 'age'] }, {}, 'object has missing required properties (["age","name"])'],
  ['type', { type: 'number' }, 'x', 'instance type (string) does not match any allowed primitive type (allowed: ["integer","number"])'],
  ['uniqueItems', { uniqueItems: true }, [{ a: 1 }, { a: 1 }], 'array must not contain duplicate elements'],
];

describe('why a body does not fit, in the words of fge json-schema-validator 2.2', () => {
  test.each(CASES)('%s', (_, schema, body, text) => {
    expect(problem(schema, body)).toBe(text);
  });

  test('every keyword of draft 4 that can refuse a value has a case, or is one that only leads to other schemas', () => {
    const annotations = ['id', '$schema', 'title', 'description', 'default', 'definitions'];
    const applied = ['items', 'properties', 'patternProperties', 'exclusiveMaximum', 'exclusiveMinimum'];
    expect([...KEYWORDS, ...annotations, ...applied].sort()).toEqual([...Object.keys(DRAFT_04.properties), 'format'].sort());
    expect(KEYWORDS.filter((keyword) => !CASES.some(([name]) => name.startsWith(keyword)))).toEqual([]);
    expect(Object.keys(FORMAT_TEXTS).filter((format) => problem({ format }, '[') !== FORMAT_TEXTS[format]?.replace('{value}', '['))).toEqual([]);
  });

  test('several are joined: keywords and members in alphabetical order', () => {
    const schema = { required: ['name'], minProperties: 3, properties: { b: { type: 'string' }, a: { maximum: 1 } } };
    expect(problem(schema, { a: 2, b: 1 })).toBe('object has too few properties (found 2 but schema requires at least 3), object has missing required properties (["name"])');
    expect(problem(schema, { name: '', b: 1, a: 2 })).toBe(
      'numeric instance is greater than the required maximum (maximum: 1, found: 2), instance type (integer) does not match any allowed primitive type (allowed: ["string"])',
    );
  });

  test('models that are referred to are entered, also in a circle', () => {
    const url = 'https://apigateway.amazonaws.com/restapis/{apiId}/models';
    const node = { type: 'object', definitions: { s: { type: 'string' } }, properties: { next: { $ref: `${url}/Node` }, name: { $ref: '#/definitions/s' } } };
    expect(problem({ $ref: `${url}/Node` }, { next: { next: { name: 1 } } }, { Node: node })).toBe(
      'instance type (integer) does not match any allowed primitive type (allowed: ["string"])',
    );
  });

  test('a body that is not JSON has a text of its own', () => {
    const model = compileModels('api', { M: { contentType: 'application/json', schema: {} } }).get('M');
    expect(model !== undefined && 'validate' in model && bodyProblem('{', model)).toBe('Unknown error parsing request body');
  });

  test('whatever is refused has a text of the table', () => {
    const { schema } = fc.letrec<{ schema: Schema }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(...CASES.map(([, one]) => one)),
        fc.record({ properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema')), required: fc.constant(['a']) }, { requiredKeys: ['properties'] }),
        fc.record({ items: fc.oneof(tie('schema'), fc.array(tie('schema'), { minLength: 1, maxLength: 2 })), additionalItems: tie('schema') }),
        fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }), not: tie('schema') }),
        fc.record({ additionalProperties: tie('schema'), dependencies: fc.record({ a: tie('schema') }) }),
      ),
    }));
    const body = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.dictionary(fc.constantFrom('a', 'b', 'x1'), fc.jsonValue({ maxDepth: 2 })), fc.constantFrom(...CASES.map(([, , one]) => one)));
    fc.assert(fc.property(schema, body, (given, value) => { expect(problem(given, value)).not.toBe('the validator gave no reason'); }), { numRuns: 300 });
  });
});
