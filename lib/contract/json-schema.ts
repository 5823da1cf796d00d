import { CONTRACT_ERRORS } from '../errors';
import { Validator, type Schema as CheckedSchema, type SchemaDraft } from '@cfworker/json-schema';
import { ContractError } from './contract-error';
import { pointerMembers, valueAt } from './json-pointer';
import type { Schema } from './standard-schema';

const DRAFTS: readonly (readonly [RegExp, SchemaDraft])[] = [[/draft-04/, '4'], [/draft-0[67]/, '7'], [/2019-09/, '2019-09']];

/** Keywords whose errors say only that there is one further inside. */
const AROUND: readonly string[] = ['properties', 'items', 'prefixItems', 'additionalProperties', 'allOf', '$ref'];

/**
 * Plain JSON Schema as a schema of a contract. Its draft is that of `$schema`, by default 2020-12; the type of its values is said, as
 * nothing infers it.
 * @example
 * const Pet = jsonSchema<{ id: string; name: string }>({ type: 'object', required: ['id', 'name'], properties: { … } });
 * @throws CONTRACT_INVALID for a `$ref` within it that leads to nothing, or a pattern that is none
 */
export function jsonSchema<T>(schema: Readonly<Record<string, unknown>>): Schema<T> {
  const problem = problemOf(schema);
  if (problem !== undefined) throw new ContractError('CONTRACT_INVALID', { contract: 'jsonSchema()', place: 'the schema', expected: `a JSON Schema: ${problem}` }, CONTRACT_ERRORS);
  const draft = DRAFTS.find(([pattern]) => pattern.test(String(schema.$schema)))?.[1] ?? '2020-12';
  // a JSON Schema as plain data; a keyword with another value than it has is refused where a model is made of it
  const validator = new Validator(schema as CheckedSchema, draft, false);
  const standard = {
    version: 1 as const,
    vendor: 'synthgate',
    validate: (value: unknown) => {
      if (value === undefined) return { issues: [{ message: 'is missing' }] };
      // the value that JSON can carry: a member that is undefined is none
      const { valid, errors } = validator.validate(JSON.parse(JSON.stringify(value)));
      // a value that the schema takes is of the type that its author says it describes
      if (valid) return { value: value as T };
      const deepest = errors.filter(({ keyword }) => !AROUND.includes(keyword));
      const reasons = deepest.length > 0 ? deepest : errors;
      return { issues: reasons.map(({ instanceLocation, error }) => ({ message: error, path: pointerMembers(instanceLocation) })) };
    },
    jsonSchema: { input: () => schema, output: () => schema },
  };
  return { '~standard': standard };
}

/** The first reason why a schema could be applied to no value, with its place. */
function problemOf(root: unknown, node: unknown = root, place = '#'): string | undefined {
  if (typeof node !== 'object' || node === null) return place === '#' && typeof node !== 'boolean' ? `${typeof node} is no JSON Schema` : undefined;
  const { $ref, pattern }: { $ref?: unknown; pattern?: unknown } = node;
  if (typeof $ref === 'string' && /^#(?:\/|$)/.test($ref) && valueAt(root, $ref) === undefined) return `${place}: $ref "${$ref}" leads to nothing`;
  if (typeof pattern === 'string' && !isPattern(pattern)) return `${place}: pattern ${JSON.stringify(pattern)} is no regular expression with the flag u`;
  for (const [name, member] of Object.entries(node)) {
    // examples and constants are values, not schemas
    const problem = VALUES.includes(name) ? undefined : problemOf(root, member, `${place}/${name}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const VALUES: readonly string[] = ['const', 'enum', 'default', 'example', 'examples'];

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u').source !== '';
  } catch {
    return false;
  }
}
