import { isObject } from '../../../errors';

/** How deep an example goes: a schema may refer to itself. */
const DEEPEST = 6;

type Schema = Readonly<Record<string, unknown>>;

/** Names of models by the last part of the URL by which schemas refer to them. */
export type ModelsByName = Readonly<Record<string, { readonly schema: Schema }>>;

/**
 * A value that fits a JSON schema well enough to begin with: what the schema gives as default, example or enum, else the
 * simplest value of its type; members that are not required are there, too. json-schema-faker, the field's library, makes
 * random values of 300 kB of code; a form wants the same short ones each time.
 */
export function bodyExample(schema: Schema, models: ModelsByName, depth = 0): unknown {
  const candidates = [schema.default, schema.example, schema.const, first(schema.examples), first(schema.enum)];
  const example = candidates.find((value) => value !== undefined);
  if (example !== undefined) return example;
  if (typeof schema.$ref === 'string') return depth > DEEPEST ? null : bodyExample(referred(schema.$ref, schema, models), models, depth + 1);
  const [part] = [schema.allOf, schema.oneOf, schema.anyOf].map(first);
  if (isObject(part)) return bodyExample(part, models, depth + 1);
  return ofType(schema, models, depth);
}

function ofType(schema: Schema, models: ModelsByName, depth: number): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] as unknown : schema.type;
  switch (type ?? (isObject(schema.properties) ? 'object' : 'string')) {
    case 'object': return depth > DEEPEST ? {} : members(schema, models, depth);
    case 'array': return isObject(schema.items) && depth <= DEEPEST ? [bodyExample(schema.items, models, depth + 1)] : [];
    case 'integer':
    case 'number': return typeof schema.minimum === 'number' ? schema.minimum : 1;
    case 'boolean': return true;
    case 'null': return null;
    default: return 'text'.padEnd(typeof schema.minLength === 'number' ? schema.minLength : 0, 'x');
  }
}

function members({ properties }: Schema, models: ModelsByName, depth: number): Record<string, unknown> {
  const declared = isObject(properties) ? Object.entries(properties) : [];
  return Object.fromEntries(declared.map(([name, schema]) => [name, isObject(schema) ? bodyExample(schema, models, depth + 1) : null]));
}

function referred(reference: string, schema: Schema, models: ModelsByName): Schema {
  const name = reference.split('/').at(-1) ?? '';
  const definitions = isObject(schema.definitions) ? schema.definitions : {};
  const local = definitions[name];
  return isObject(local) ? local : models[name]?.schema ?? {};
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] as unknown : undefined;
}
