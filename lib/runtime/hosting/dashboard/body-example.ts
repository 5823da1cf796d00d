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
    case 'array': return depth <= DEEPEST ? items(schema, models, depth) : [];
    case 'integer':
    case 'number': return number(schema);
    case 'boolean': return true;
    case 'null': return null;
    default: return text(schema);
  }
}

/** As many items as there must be, and one where there may be. */
function items({ items: schema, minItems, maxItems }: Schema, models: ModelsByName, depth: number): unknown[] {
  const least = typeof minItems === 'number' ? minItems : 0;
  if (Array.isArray(schema)) return schema.map((item) => (isObject(item) ? bodyExample(item, models, depth + 1) : null));
  const example = isObject(schema) ? bodyExample(schema, models, depth + 1) : 'text';
  const count = maxItems === 0 || (!isObject(schema) && least === 0) ? 0 : Math.max(1, Math.min(least, MOST_ITEMS));
  return Array.from({ length: count }, () => example);
}

/** An example that nobody could read is none. */
const MOST_ITEMS = 20;

/** The least number, or the greatest one where only that is known. */
function number({ minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf }: Schema): number {
  const step = typeof multipleOf === 'number' ? multipleOf : 1;
  if (typeof minimum === 'number') {
    const least = Math.ceil(minimum / step) * step;
    return exclusiveMinimum === true && least === minimum ? least + step : least;
  }
  if (typeof maximum !== 'number' || maximum > step) return step;
  const greatest = Math.floor(maximum / step) * step;
  return exclusiveMaximum === true && greatest === maximum ? greatest - step : greatest;
}

const FORMATS: Readonly<Record<string, string>> = {
  'email': 'text@example.com', 'date-time': '2030-01-01T00:00:00Z', 'date': '2030-01-01', 'time': '00:00:00Z', 'hostname': 'example.com',
  'ipv4': '192.0.2.1', 'ipv6': '2001:db8::1', 'uri': 'https://example.com', 'uuid': '00000000-0000-4000-8000-000000000000',
};

function text({ format, minLength, maxLength }: Schema): string {
  const formatted = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  const padded = (formatted ?? 'text').padEnd(typeof minLength === 'number' ? minLength : 0, 'x');
  return formatted === undefined && typeof maxLength === 'number' ? padded.slice(0, maxLength) : padded;
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
