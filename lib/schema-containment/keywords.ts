/** Keywords whose value is a schema, or a list of schemas. */
export const SCHEMAS: ReadonlySet<string> = new Set([
  'items', 'additionalItems', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'unevaluatedProperties',
  'unevaluatedItems',
]);

/** Keywords whose value is a list of schemas. */
export const SCHEMA_LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);

/** Keywords whose value has schemas by name. */
export const SCHEMA_MAPS: ReadonlySet<string> = new Set([
  'properties', 'patternProperties', 'definitions', '$defs', 'dependencies', 'dependentSchemas',
]);

/** Keywords whose value is data: nothing in it is a schema. */
export const VALUES: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'example', 'examples']);

/** Keywords that say nothing of values. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$schema', '$comment', 'title', 'description', 'default', 'example', 'examples', 'deprecated', 'readOnly', 'writeOnly', 'externalDocs',
  'xml',
  'discriminator', 'definitions', '$defs', '$anchor', '$vocabulary', 'contentEncoding', 'contentMediaType', 'contentSchema',
]);

export function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.has(keyword) || keyword.startsWith('x-');
}

/** Keywords of a later draft that a schema of draft 4 may have, without effect. */
export const NOT_IN_DRAFT_4: ReadonlySet<string> = new Set([
  'prefixItems', 'dependentRequired', 'dependentSchemas', 'unevaluatedProperties', 'unevaluatedItems', 'minContains', 'maxContains',
  '$dynamicRef', '$dynamicAnchor',
]);

/** Keywords that the proof has no rule for, and the type of the values they are about. */
export const UNPROVED_KEYWORDS: ReadonlyMap<string, 'any' | 'array' | 'object'> = new Map([
  ['$dynamicRef', 'any'], ['$recursiveRef', 'any'], ['unevaluatedProperties', 'object'], ['unevaluatedItems', 'array'],
  ['minContains', 'array'], ['maxContains', 'array'],
]);
