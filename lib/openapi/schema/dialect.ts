import { isObject } from '../../errors';

/** A schema as plain data. */
export type Schema = Readonly<Record<string, unknown>>;

/** Functions for the conversion of one schema object. */
export interface Conversion {
  /** Converts a schema inside. What is not an object (`true`, `false`) stays as it is. */
  readonly convert: (schema: unknown) => unknown;
  /** Tells of a keyword that has no counterpart. */
  readonly lose: (keyword: string) => void;
}

/** A version of OpenAPI as its schemas differ from JSON Schema draft 4, which models are written in. */
export interface Dialect {
  /** `3.0` or `3.1`, for messages. */
  readonly version: string;
  /** Converts the keywords of one schema object, without `$ref`, which is the same everywhere. */
  readonly keywords: (schema: Schema, conversion: Conversion) => Record<string, unknown>;
}

/** Schemas by name, or what else is there. */
export function convertMap(value: unknown, { convert }: Conversion): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, convert(schema)])) : value;
}

/** A list of schemas, or what else is there. */
export function convertList(value: unknown, { convert }: Conversion): unknown {
  return Array.isArray(value) ? value.map(convert) : value;
}

/** Keywords whose values are not schemas and that mean the same in draft 4, OpenAPI 3.0 and 3.1. */
export const PLAIN_KEYWORDS = new Set([
  'title', 'description', 'default', 'enum', 'required', 'format', 'multipleOf', 'minLength', 'maxLength', 'pattern', 'minItems', 'maxItems',
  'uniqueItems', 'minProperties', 'maxProperties', 'example', 'readOnly', 'writeOnly', 'deprecated', 'discriminator', 'xml', 'externalDocs',
]);

/** Keywords that say where a schema is, or hold what is only referred to. They are not written: references lead to components. */
export const PLACE_KEYWORDS = new Set(['$schema', 'id', '$id', 'definitions', '$comment']);

/** Combines a schema with conditions that its own keywords cannot express. */
export function withConditions(schema: Record<string, unknown>, conditions: readonly unknown[]): Record<string, unknown> {
  if (conditions.length === 0) return schema;
  return { ...schema, allOf: [...(Array.isArray(schema.allOf) ? schema.allOf as unknown[] : []), ...conditions] };
}
