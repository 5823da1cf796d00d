/** Keywords that JSON Schema draft 4 does not have and that change the meaning of a schema. */
const LATER_KEYWORDS = [
  'if', 'then', 'else', 'contains', 'propertyNames', 'prefixItems', 'dependentSchemas', 'dependentRequired', 'unevaluatedProperties', 'unevaluatedItems',
];

/**
 * A schema of a later draft with the keywords of draft 4.
 * @param lost - receives the keywords that were dropped
 */
export function draft4Keywords(value: unknown, lost: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((element) => draft4Keywords(element, lost));
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
    else if (key !== '$schema' && key !== '$id' && !(key === 'schema' && typeof member === 'string')) converted[key] = draft4Keywords(member, lost);
  }
  return converted;
}

/** A map of schemas by name: the names are the user's, not keywords. */
function schemas(key: string, member: unknown, lost: Set<string>): Record<string, unknown> {
  if (typeof member !== 'object' || member === null) return { [key]: member };
  const converted = Object.entries(member).map(([name, schema]) => [name, draft4Keywords(schema, lost)] as const);
  return { [key === '$defs' ? 'definitions' : key]: Object.fromEntries(converted) };
}
