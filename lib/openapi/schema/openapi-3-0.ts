import { isObject } from '../../errors';
import { convertList, convertMap, PLACE_KEYWORDS, PLAIN_KEYWORDS, withConditions, type Conversion, type Dialect, type Schema } from './dialect';

/**
 * Schemas of OpenAPI 3.0: a subset of draft 4. What it lacks is written with other keywords where these mean the same, else
 * the schema takes more than before, never less, and the keyword is reported as a loss.
 * The one maintained converter on npm (@openapi-contrib/json-schema-to-openapi-schema 4.3) works asynchronously, brings a file
 * and network resolver and a command line with it, and drops keywords without a word; here each loss is reported.
 * @see https://spec.openapis.org/oas/v3.0.4.html#schema-object
 */
export const OPENAPI_3_0: Dialect = { version: '3.0', keywords };

const CONVERTED = new Set(['type', 'items', 'additionalItems', 'additionalProperties', 'patternProperties', 'dependencies', 'nullable']);

function keywords(schema: Schema, conversion: Conversion): Record<string, unknown> {
  const converted: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (PLAIN_KEYWORDS.has(keyword) || keyword.startsWith('x-')) converted[keyword] = value;
    else if (['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].includes(keyword)) converted[keyword] = value;
    else if (['allOf', 'anyOf', 'oneOf'].includes(keyword)) converted[keyword] = convertList(value, conversion);
    else if (keyword === 'properties') converted[keyword] = convertMap(value, conversion);
    else if (keyword === 'not') converted[keyword] = conversion.convert(value);
    else if (!CONVERTED.has(keyword) && !PLACE_KEYWORDS.has(keyword)) conversion.lose(keyword);
  }
  const { members, conditions } = typeKeywords(schema);
  return withConditions({ ...converted, ...members, ...arrayKeywords(schema, conversion), ...objectKeywords(schema, conversion) }, [
    ...conditions,
    ...dependencyConditions(schema, conversion),
  ]);
}

/** One type stays; `null` beside another becomes `nullable`; several become a choice. */
function typeKeywords({ type, nullable }: Schema) {
  const types = (Array.isArray(type) ? type : type === undefined ? [] : [type]) as unknown[];
  const nonNull = types.filter((name) => name !== 'null');
  const isNullable = nullable === true || nonNull.length < types.length;
  const mark = isNullable ? { nullable: true } : {};
  if (types.length === 0) return { members: mark, conditions: [] };
  if (nonNull.length === 0) return { members: { type: 'object', nullable: true, enum: [null] }, conditions: [] };
  if (nonNull.length === 1) return { members: { type: nonNull[0], ...(nonNull[0] === 'array' ? { items: {} } : {}), ...mark }, conditions: [] };
  const choice = nonNull.map((name) => ({ type: name, ...(name === 'array' ? { items: {} } : {}), ...mark }));
  return { members: {}, conditions: [{ anyOf: choice }] };
}

/** `items` for every element alike; elements by position become a choice. */
function arrayKeywords({ items, additionalItems }: Schema, conversion: Conversion): Record<string, unknown> {
  if (items === undefined) return {};
  if (!Array.isArray(items)) return { items: conversion.convert(items) };
  conversion.lose('items (by position)');
  if (additionalItems === undefined || additionalItems === true) return { items: {} };
  const rest = additionalItems === false ? [] : [conversion.convert(additionalItems)];
  const choice = [...items.map(conversion.convert), ...rest];
  return { items: { anyOf: choice }, ...(additionalItems === false ? { maxItems: items.length } : {}) };
}

/** Properties by pattern become further properties with any of their schemas. */
function objectKeywords({ additionalProperties, patternProperties }: Schema, conversion: Conversion): Record<string, unknown> {
  const converted = isObject(additionalProperties) ? conversion.convert(additionalProperties) : additionalProperties;
  if (!isObject(patternProperties)) return converted === undefined ? {} : { additionalProperties: converted };
  conversion.lose('patternProperties');
  if (converted === undefined || converted === true) return {};
  const choice = [...Object.values(patternProperties).map(conversion.convert), ...(converted === false ? [] : [converted])];
  return { additionalProperties: choice.length === 1 ? choice[0] : { anyOf: choice } };
}

/** A dependency: either the property is not there, or what depends on it holds. */
function dependencyConditions({ dependencies }: Schema, { convert }: Conversion): unknown[] {
  if (!isObject(dependencies)) return [];
  return Object.entries(dependencies).map(([name, needed]) => ({
    anyOf: [{ not: { required: [name] } }, Array.isArray(needed) ? { required: needed as unknown[] } : convert(needed)],
  }));
}
