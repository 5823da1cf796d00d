import { Validator, type Schema as CheckedSchema, type SchemaDraft } from '@cfworker/json-schema';
import type { Schema } from './standard-schema';

const DRAFTS: readonly (readonly [RegExp, SchemaDraft])[] = [[/draft-04/, '4'], [/draft-0[67]/, '7'], [/2019-09/, '2019-09']];

/** Keywords whose errors say only that there is one further inside. */
const AROUND: readonly string[] = ['properties', 'items', 'prefixItems', 'additionalProperties', 'allOf', '$ref'];

/**
 * Plain JSON Schema as a schema of a contract. Its draft is that of `$schema`, by default 2020-12; the type of its values is said, as
 * nothing infers it.
 * @example
 * const Pet = jsonSchema<{ id: string; name: string }>({ type: 'object', required: ['id', 'name'], properties: { … } });
 */
export function jsonSchema<T>(schema: Readonly<Record<string, unknown>>): Schema<T> {
  const draft = DRAFTS.find(([pattern]) => pattern.test(String(schema.$schema)))?.[1] ?? '2020-12';
  // a JSON Schema as plain data; what of it is none is refused where the schema is used
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
      return { issues: reasons.map(({ instanceLocation, error }) => ({ message: error, path: pathOf(instanceLocation) })) };
    },
    jsonSchema: { input: () => schema, output: () => schema },
  };
  return { '~standard': standard };
}

/** The members of a JSON pointer, `#/pets/0`. */
function pathOf(pointer: string): string[] {
  return pointer.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
