import { isObject } from '../../errors';
import { canonicalText, multipleOf, type ModelSchemas } from '../../spec';
import { spend, stepsOfText } from '../sandbox/step-budget';
import { FORMAT_TEXTS, KEYWORDS, TEXTS, type Keyword, type TextName } from './keyword-texts';

type Schema = Readonly<Record<string, unknown>>;

/** A schema, and the model that it is part of. */
interface Place {
  readonly schema: Schema;
  readonly root: Schema;
}

interface Walk {
  readonly schemas: ModelSchemas;
  /** The texts so far. */
  readonly report: string[];
}

/**
 * Returns why a value does not fit a schema, in the words and the order of API Gateway's validator. Members and elements are visited
 * only while nothing else is wrong, as there.
 * @see https://github.com/java-json-tools/json-schema-validator InstanceValidator, ValidatorBuilder
 * @throws StepLimitError
 */
export function describeMismatch(value: unknown, schema: Schema, schemas: ModelSchemas): readonly string[] {
  const report: string[] = [];
  visit(value, { schema, root: schema }, { schemas, report });
  return report;
}

/** Steps for one value and one schema. */
const STEPS_OF_VISIT = 16;

function visit(value: unknown, given: Place, walk: Walk): void {
  spend(STEPS_OF_VISIT);
  const place = resolved(given, walk.schemas);
  if (place === undefined) return;
  for (const keyword of KEYWORDS) {
    if (Object.hasOwn(place.schema, keyword)) CHECKS[keyword]({ value, limit: place.schema[keyword], place, walk });
  }
  if (walk.report.length === 0) visitChildren(value, place, walk);
}

function visitChildren(value: unknown, { schema, root }: Place, walk: Walk): void {
  const enter = (child: unknown, inner: unknown) => { if (isObject(inner)) visit(child, { schema: inner, root }, walk); };
  if (Array.isArray(value)) {
    const { items, additionalItems } = schema;
    const schemaAt = (index: number): unknown => {
      if (!Array.isArray(items)) return items;
      return index < items.length ? items[index] : additionalItems;
    };
    value.forEach((element, index) => { enter(element, schemaAt(index)); });
  } else if (isObject(value)) {
    for (const name of Object.keys(value).sort()) schemasOf(name, schema, walk).forEach((inner) => enter(value[name], inner));
  }
}

/** The schemas of a member: its own, those of the patterns that its name matches, or else that of additional ones. */
function schemasOf(name: string, schema: Schema, { schemas }: Walk): unknown[] {
  const own = isObject(schema.properties) && Object.hasOwn(schema.properties, name) ? [schema.properties[name]] : [];
  const patterns = isObject(schema.patternProperties) ? Object.entries(schema.patternProperties) : [];
  const applying = [...own, ...patterns.filter(([pattern]) => schemas.matches(pattern, name)).map(([, inner]) => inner)];
  return applying.length === 0 ? [schema.additionalProperties] : applying;
}

/** The schema that a reference leads to; undefined for one that leads nowhere, or in a circle. */
function resolved(place: Place, schemas: ModelSchemas): Place | undefined {
  let current: Place | undefined = place;
  const passed = new Set<Schema>();
  while (current !== undefined && typeof current.schema.$ref === 'string') {
    if (passed.has(current.schema)) return undefined;
    passed.add(current.schema);
    current = schemas.resolve(current.schema.$ref, current.root);
  }
  return current;
}

interface Checked {
  readonly value: unknown;
  /** The keyword's value in the schema. */
  readonly limit: unknown;
  readonly place: Place;
  readonly walk: Walk;
}

type Check = (checked: Checked) => void;

const CHECKS: Readonly<Record<Keyword, Check>> = {
  additionalItems: ({ value, limit, place: { schema: { items } }, walk }) => {
    if (!Array.isArray(value) || limit !== false || !Array.isArray(items) || value.length <= items.length) return;
    say(walk, 'additionalItems', { allowed: items.length, found: value.length });
  },
  additionalProperties: ({ value, limit, place: { schema }, walk }) => {
    if (!isObject(value) || limit !== false) return;
    const unwanted = Object.keys(value).filter((name) => schemasOf(name, schema, walk)[0] === false).sort();
    if (unwanted.length > 0) say(walk, 'additionalProperties', { unwanted: JSON.stringify(unwanted) });
  },
  allOf: (checked) => { sayUnless(checked, 'allOf', (matched, schemas) => matched === schemas); },
  anyOf: (checked) => { sayUnless(checked, 'anyOf', (matched) => matched > 0); },
  dependencies: ({ value, limit, place: { root }, walk }) => {
    if (!isObject(value) || !isObject(limit)) return;
    const present = Object.entries(limit).filter(([name]) => Object.hasOwn(value, name));
    for (const [property, names] of present) {
      if (!Array.isArray(names)) continue;
      const required = names.map(String).sort();
      const missing = required.filter((name) => !Object.hasOwn(value, name));
      if (missing.length > 0) say(walk, 'dependencies', { property, required: JSON.stringify(required), missing: JSON.stringify(missing) });
    }
    for (const [, schema] of present.sort(([a], [b]) => (a < b ? -1 : 1))) if (isObject(schema)) visit(value, { schema, root }, walk);
  },
  enum: ({ value, limit, walk }) => {
    if (!Array.isArray(limit)) return;
    const text = textOf(value);
    if (!limit.some((one) => canonicalText(one) === text)) say(walk, 'enum', { value: JSON.stringify(value), values: JSON.stringify(limit) });
  },
  format: ({ value, limit, walk }) => {
    if (typeof value !== 'string' || typeof limit !== 'string' || walk.schemas.hasFormat(limit, value)) return;
    walk.report.push((FORMAT_TEXTS[limit] ?? '').replace('{value}', () => value));
  },
  maxItems: ({ value, limit, walk }) => { if (Array.isArray(value)) sayIf(value.length > Number(limit), walk, 'maxItems', { limit, found: value.length }); },
  maxLength: ({ value, limit, walk }) => { sayLength(value, 'maxLength', { limit, walk }); },
  maxProperties: ({ value, limit, walk }) => { sayCount(value, 'maxProperties', { limit, walk }); },
  maximum: ({ value, limit, place: { schema }, walk }) => {
    if (typeof value !== 'number') return;
    sayIf(value > Number(limit), walk, 'maximum', { limit, found: value });
    sayIf(schema.exclusiveMaximum === true && value === limit, walk, 'exclusiveMaximum', { limit });
  },
  minItems: ({ value, limit, walk }) => { if (Array.isArray(value)) sayIf(value.length < Number(limit), walk, 'minItems', { limit, found: value.length }); },
  minLength: ({ value, limit, walk }) => { sayLength(value, 'minLength', { limit, walk }); },
  minProperties: ({ value, limit, walk }) => { sayCount(value, 'minProperties', { limit, walk }); },
  minimum: ({ value, limit, place: { schema }, walk }) => {
    if (typeof value !== 'number') return;
    sayIf(value < Number(limit), walk, 'minimum', { limit, found: value });
    sayIf(schema.exclusiveMinimum === true && value === limit, walk, 'exclusiveMinimum', { limit });
  },
  multipleOf: ({ value, limit, walk }) => {
    if (typeof value === 'number' && typeof limit === 'number') sayIf(!multipleOf(limit)(value), walk, 'multipleOf', { found: value, limit });
  },
  not: ({ value, limit, place: { root }, walk }) => { sayIf(isObject(limit) && fits(value, { schema: limit, root }, walk), walk, 'not', {}); },
  oneOf: (checked) => { sayUnless(checked, 'oneOf', (matched) => matched === 1); },
  pattern: ({ value, limit, walk }) => {
    if (typeof value !== 'string' || typeof limit !== 'string') return;
    sayIf(!walk.schemas.matches(limit, value), walk, 'pattern', { pattern: limit, value });
  },
  required: ({ value, limit, walk }) => {
    if (!isObject(value) || !Array.isArray(limit)) return;
    const missing = limit.map(String).filter((name) => !Object.hasOwn(value, name)).sort();
    if (missing.length > 0) say(walk, 'required', { missing: JSON.stringify(missing) });
  },
  type: ({ value, limit, walk }) => {
    const types = Array.isArray(limit) ? limit.map(String) : [String(limit)];
    const allowed = [...new Set(types.includes('number') ? [...types, 'integer'] : types)].sort();
    const type = typeOf(value);
    if (!allowed.includes(type)) say(walk, 'type', { found: type, allowed: JSON.stringify(allowed) });
  },
  uniqueItems: ({ value, limit, walk }) => {
    if (Array.isArray(value) && limit === true) sayIf(new Set(value.map(textOf)).size < value.length, walk, 'uniqueItems', {});
  },
};

function say({ report }: Walk, name: TextName, values: Readonly<Record<string, unknown>>): void {
  const text = TEXTS[name].replace(/\{(\w+)\}/g, (_, key: string) => String(values[key]));
  spend(stepsOfText(text.length));
  report.push(text);
}

function sayIf(isWrong: boolean, ...said: Parameters<typeof say>): void {
  if (isWrong) say(...said);
}

/** Says that too few or too many of the schemas match; their own reasons are not part of the text. */
function sayUnless(checked: Checked, name: TextName, isEnough: (matched: number, schemas: number) => boolean): void {
  const { value, limit, place: { root }, walk } = checked;
  const schemas = Array.isArray(limit) ? limit.filter(isObject) : [];
  const matched = schemas.filter((schema) => fits(value, { schema, root }, walk)).length;
  sayIf(!isEnough(matched, schemas.length), walk, name, { matched, schemas: schemas.length });
}

function fits(value: unknown, place: Place, { schemas }: Walk): boolean {
  const report: string[] = [];
  visit(value, place, { schemas, report });
  return report.length === 0;
}

interface Limit {
  readonly limit: unknown;
  readonly walk: Walk;
}

function sayLength(value: unknown, name: 'maxLength' | 'minLength', { limit, walk }: Limit): void {
  if (typeof value !== 'string') return;
  const length = [...value].length;
  sayIf(isOutside(name, length, limit), walk, name, { value, found: length, limit });
}

function sayCount(value: unknown, name: 'maxProperties' | 'minProperties', { limit, walk }: Limit): void {
  if (!isObject(value)) return;
  const count = Object.keys(value).length;
  sayIf(isOutside(name, count, limit), walk, name, { found: count, limit });
}

function isOutside(name: string, found: number, limit: unknown): boolean {
  return name.startsWith('max') ? found > Number(limit) : found < Number(limit);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function textOf(value: unknown): string {
  const text = canonicalText(value);
  spend(stepsOfText(text.length));
  return text;
}
