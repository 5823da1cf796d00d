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
export function draft4Schema(given: unknown): Draft4Schema {
  const lost = new Set<string>();
  const schema = draft4Keywords(standardSchema(given) ?? given, lost);
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
