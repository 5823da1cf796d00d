import { draft4Keywords } from '../spec';

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
export function draft4Schema(value: unknown): Draft4Schema {
  const lost = new Set<string>();
  const schema = draft4Keywords(standardSchema(value) ?? value, lost);
  return { schema: typeof schema === 'object' && schema !== null ? { ...schema } : {}, lost: [...lost].sort() };
}

/** The part of a Standard JSON Schema object that is used. */
interface StandardJsonSchema {
  readonly '~standard': { readonly jsonSchema: { readonly input: (options: { readonly target: string }) => unknown } };
}

/** Requests the oldest draft that the library supports. */
function standardSchema(value: unknown): unknown {
  if (!isStandard(value)) return undefined;
  const { input } = value['~standard'].jsonSchema;
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

function isStandard(value: unknown): value is StandardJsonSchema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || !('~standard' in value)) return false;
  const standard: unknown = value['~standard'];
  return typeof standard === 'object' && standard !== null && 'jsonSchema' in standard;
}
