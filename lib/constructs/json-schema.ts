/** Keywords that JSON Schema draft 4 does not have and that change the meaning of a schema. */
const LATER_KEYWORDS = [
  'if', 'then', 'else', 'contains', 'propertyNames', 'prefixItems', 'dependentSchemas', 'dependentRequired', 'unevaluatedProperties', 'unevaluatedItems',
];

/** A schema in draft 4, and the keywords that were dropped. */
export interface Draft4Schema {
  readonly schema: Record<string, unknown>;
  readonly lost: readonly string[];
}

/**
 * The draft 4 form of a schema: a JSON Schema as plain data, or an object of a library that implements Standard JSON
 * Schema (Zod, ArkType, Valibot and others).
 * @see https://standardschema.dev/json-schema
 */
export function draft4Schema(given: unknown): Draft4Schema {
  const lost = new Set<string>();
  const schema = convert(standardSchema(given) ?? given, lost);
  return { schema: typeof schema === 'object' && schema !== null ? { ...schema } : {}, lost: [...lost].sort() };
}

/** The part of a Standard JSON Schema object that is used. */
interface StandardJsonSchema {
  readonly '~standard': { readonly jsonSchema: { readonly input: (options: { readonly target: string }) => unknown } };
}

/** Requests the oldest draft that the library supports. */
function standardSchema(given: unknown): unknown {
  if (!isStandard(given)) return undefined;
  const { input } = given['~standard'].jsonSchema;
  let refused: unknown;
  for (const target of ['draft-04', 'openapi-3.0', 'draft-07']) {
    try {
      return input({ target });
    } catch (error) {
      refused = error;
    }
  }
  throw refused;
}

function isStandard(given: unknown): given is StandardJsonSchema {
  if ((typeof given !== 'object' && typeof given !== 'function') || given === null || !('~standard' in given)) return false;
  const standard: unknown = given['~standard'];
  return typeof standard === 'object' && standard !== null && 'jsonSchema' in standard;
}

function convert(value: unknown, lost: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => convert(one, lost));
  if (typeof value !== 'object' || value === null) return value;
  const converted: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (LATER_KEYWORDS.includes(key)) lost.add(key);
    else if (key === 'const') converted.enum = [member];
    else if (key === '$defs' || key === 'definitions' || key === 'properties' || key === 'patternProperties') Object.assign(converted, schemas(key, member, lost));
    else if (key === 'enum' || key === 'default' || key === 'example') converted[key] = member;
    else if ((key === '$ref' || key === 'ref') && typeof member === 'string') converted.$ref = member.replace('#/$defs/', '#/definitions/');
    else if (key === 'exclusiveMinimum' && typeof member === 'number') Object.assign(converted, { minimum: member, exclusiveMinimum: true });
    else if (key === 'exclusiveMaximum' && typeof member === 'number') Object.assign(converted, { maximum: member, exclusiveMaximum: true });
    else if (key !== '$schema' && key !== '$id' && !(key === 'schema' && typeof member === 'string')) converted[key] = convert(member, lost);
  }
  return converted;
}

/** A map of schemas by name: the names are the user's, not keywords. */
function schemas(key: string, member: unknown, lost: Set<string>): Record<string, unknown> {
  if (typeof member !== 'object' || member === null) return { [key]: member };
  const converted = Object.entries(member).map(([name, schema]) => [name, convert(schema, lost)] as const);
  return { [key === '$defs' ? 'definitions' : key]: Object.fromEntries(converted) };
}
