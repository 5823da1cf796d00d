/** Keywords that JSON Schema draft 4 does not have and that change the meaning of a schema. */
const LATER_KEYWORDS = [
  'if', 'then', 'else', 'contains', 'propertyNames', 'dependentSchemas', 'dependentRequired', 'unevaluatedProperties', 'unevaluatedItems',
];

/** Keywords of schemas by name: the names are the user's, not keywords. */
const MAPS = ['$defs', 'definitions', 'properties', 'patternProperties'];

/** Keywords of one schema, of which draft 4 has none that is `true` or `false`; or of several. */
const SCHEMAS = ['items', 'not', 'allOf', 'anyOf', 'oneOf'];

type Schema = Readonly<Record<string, unknown>>;

/** A schema of a later draft with the keywords of draft 4. @param lost - receives the keywords that were dropped */
export function draft4Keywords(value: unknown, lost: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((element) => draft4Keywords(element, lost));
  if (typeof value !== 'object' || value === null) return value;
  const converted: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(withDraft4Items({ ...value }))) {
    if (LATER_KEYWORDS.includes(key)) lost.add(key);
    else if (key === 'const') converted.enum = [member];
    else if (MAPS.includes(key)) Object.assign(converted, schemas(key, member, lost));
    else if (SCHEMAS.includes(key)) converted[key] = oneOrSeveral(member, lost);
    else if (key === 'enum' || key === 'default' || key === 'example') converted[key] = member;
    else if ((key === '$ref' || key === 'ref') && typeof member === 'string') converted.$ref = member.replace('#/$defs/', '#/definitions/');
    else if (!isLeftOut(key, member)) converted[key] = draft4Keywords(member, lost);
  }
  return withDraft4Bounds(converted);
}

/** Whether a keyword says nothing of values, or nothing that draft 4 would not say without it. */
function isLeftOut(key: string, member: unknown): boolean {
  const isNoName = key === 'required' && Array.isArray(member) && member.length === 0;
  return isNoName || key === '$schema' || key === '$id' || (key === 'schema' && typeof member === 'string');
}

/** The schema of each item and of those after them have other names in draft 4. */
function withDraft4Items({ prefixItems, items, ...others }: Schema): Schema {
  if (!Array.isArray(prefixItems) || prefixItems.length === 0) return items === undefined ? others : { ...others, items };
  return { ...others, items: prefixItems, ...(items === undefined ? {} : { additionalItems: items }) };
}

/** A bound that is excluded is a number in later drafts, beside which there may be another one that is not. */
function withDraft4Bounds(schema: Schema): Schema {
  const { exclusiveMinimum, minimum, exclusiveMaximum, maximum, ...others } = schema;
  if (typeof exclusiveMinimum !== 'number' && typeof exclusiveMaximum !== 'number') return schema;
  const excludesMinimum = typeof exclusiveMinimum === 'number' && (typeof minimum !== 'number' || exclusiveMinimum >= minimum);
  const excludesMaximum = typeof exclusiveMaximum === 'number' && (typeof maximum !== 'number' || exclusiveMaximum <= maximum);
  const lower = excludesMinimum ? { minimum: exclusiveMinimum, exclusiveMinimum: true } : bound({ minimum, exclusiveMinimum });
  const upper = excludesMaximum ? { maximum: exclusiveMaximum, exclusiveMaximum: true } : bound({ maximum, exclusiveMaximum });
  return { ...others, ...lower, ...upper };
}

/** Members that are given, without the number that excludes less than the other one. */
function bound(members: Schema): Schema {
  const isGiven = ([key, value]: readonly [string, unknown]): boolean => value !== undefined && !(key.startsWith('exclusive') && typeof value === 'number');
  return Object.fromEntries(Object.entries(members).filter(isGiven));
}

function schemas(key: string, member: unknown, lost: Set<string>): Record<string, unknown> {
  if (typeof member !== 'object' || member === null) return { [key]: member };
  const converted = Object.entries(member).map(([name, schema]) => [name, subschema(schema, lost)] as const);
  return { [key === '$defs' ? 'definitions' : key]: Object.fromEntries(converted) };
}

function oneOrSeveral(member: unknown, lost: Set<string>): unknown {
  return Array.isArray(member) ? member.map((one) => subschema(one, lost)) : subschema(member, lost);
}

/** A schema that is `true` takes every value, one that is `false` none. */
function subschema(schema: unknown, lost: Set<string>): unknown {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} };
  return draft4Keywords(schema, lost);
}
