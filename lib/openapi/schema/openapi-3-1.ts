import { isObject } from '../../errors';
import { convertList, convertMap, PLACE_KEYWORDS, PLAIN_KEYWORDS, type Conversion, type Dialect, type Schema } from './dialect';

/**
 * Schemas of OpenAPI 3.1: JSON Schema 2020-12, which says all that draft 4 says, partly by other keywords.
 * Converters on npm (alterschema, json-schema-migrate) end at draft 7 or drop what they do not know without a word.
 * @see https://json-schema.org/specification-links#migrating-from-older-drafts
 */
export const OPENAPI_3_1: Dialect = { version: '3.1', keywords };

const CONVERTED = new Set([
  'type', 'nullable', 'items', 'additionalItems', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'dependencies',
]);

function keywords(schema: Schema, conversion: Conversion): Record<string, unknown> {
  const converted: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (PLAIN_KEYWORDS.has(keyword) || keyword.startsWith('x-')) converted[keyword] = value;
    else if (['allOf', 'anyOf', 'oneOf'].includes(keyword)) converted[keyword] = convertList(value, conversion);
    else if (['properties', 'patternProperties'].includes(keyword)) converted[keyword] = convertMap(value, conversion);
    else if (['not', 'additionalProperties'].includes(keyword)) converted[keyword] = conversion.convert(value);
    else if (!CONVERTED.has(keyword) && !PLACE_KEYWORDS.has(keyword)) conversion.lose(keyword);
  }
  return {
    ...converted,
    ...typeKeywords(schema),
    ...arrayKeywords(schema, conversion),
    ...limit(schema, 'minimum', 'exclusiveMinimum'),
    ...limit(schema, 'maximum', 'exclusiveMaximum'),
    ...dependencyKeywords(schema, conversion),
  };
}

/** `nullable` is a type of its own. */
function typeKeywords({ type, nullable }: Schema): Record<string, unknown> {
  if (type === undefined) return {};
  const types = [type].flat();
  if (nullable !== true || types.includes('null')) return { type };
  return { type: [...types, 'null'] };
}

/** Elements by position have a keyword of their own, and `items` is about the rest. */
function arrayKeywords({ items, additionalItems }: Schema, { convert }: Conversion): Record<string, unknown> {
  if (!Array.isArray(items)) return items === undefined ? {} : { items: convert(items) };
  return { prefixItems: items.map(convert), ...(additionalItems === undefined ? {} : { items: convert(additionalItems) }) };
}

/** A limit that is not reached itself is one keyword instead of two. */
function limit(schema: Schema, inclusive: string, exclusive: string): Record<string, unknown> {
  if (schema[inclusive] === undefined) return {};
  return { [schema[exclusive] === true ? exclusive : inclusive]: schema[inclusive] };
}

function dependencyKeywords({ dependencies }: Schema, conversion: Conversion): Record<string, unknown> {
  if (!isObject(dependencies)) return {};
  const required = Object.entries(dependencies).filter(([, needed]) => Array.isArray(needed));
  const schemas = Object.entries(dependencies).filter(([, needed]) => isObject(needed));
  return {
    ...(required.length > 0 ? { dependentRequired: Object.fromEntries(required) } : {}),
    ...(schemas.length > 0 ? { dependentSchemas: convertMap(Object.fromEntries(schemas), conversion) } : {}),
  };
}
