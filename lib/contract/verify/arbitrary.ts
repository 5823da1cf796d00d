import type * as fastCheck from 'fast-check';
import type { JsonSchema } from '../declare/json-schema-of';
import { valueAt } from '../json-pointer';

type Arbitrary = fastCheck.Arbitrary<unknown>;
type Library = typeof fastCheck;

/** Levels of a schema that refers to itself, beyond which only what is required is generated. */
const MOST_LEVELS = 4;

/**
 * Values that probably fit a JSON Schema; the caller filters by the schema's own library. fast-check has no such function, and the
 * generators of JSON Schema on npm do not shrink.
 */
export function arbitraryOf(fc: Library, schema: JsonSchema): Arbitrary {
  return new Values(fc, schema).of(schema, 0);
}

class Values {
  public constructor(private readonly fc: Library, private readonly root: JsonSchema) {}

  public of(given: unknown, level: number): Arbitrary {
    const { fc } = this;
    const schema = this.resolved(given);
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum as unknown[]);
    const { anyOf, oneOf, allOf, ...others } = schema;
    const branches = anyOf ?? oneOf;
    if (Array.isArray(branches) && branches.length > 0) return this.anyOf(branches.map((branch) => this.resolved(branch)), others, level);
    if (Array.isArray(allOf)) return this.of(merged([others, ...allOf.map((part) => this.resolved(part))]), level);
    const types = [schema.type ?? (isObject(schema.properties) ? 'object' : [])].flat().map(String);
    const arbitraries = types.map((type) => this.ofType(type, schema, level));
    if (schema.nullable === true) arbitraries.push(fc.constant(null));
    return arbitraries.length === 0 ? fc.jsonValue({ maxDepth: 1 }) : fc.oneof(...arbitraries);
  }

  /** One of the branches; deep inside, one that ends. */
  private anyOf(branches: readonly JsonSchema[], others: JsonSchema, level: number): Arbitrary {
    const { fc } = this;
    const ending = level < MOST_LEVELS ? branches : branches.filter((branch) => !isNested(branch));
    if (level > 2 * MOST_LEVELS && ending.length === 0) return fc.constant(null);
    return fc.oneof(...(ending.length > 0 ? ending : branches).map((branch) => this.of(merged([others, branch]), level + 1)));
  }

  private ofType(type: string, schema: JsonSchema, level: number): Arbitrary {
    const { fc } = this;
    switch (type) {
      case 'null': return fc.constant(null);
      case 'boolean': return fc.boolean();
      case 'integer': return this.number(schema, 1);
      case 'number': return this.number(schema, undefined);
      case 'array': return this.array(schema, level);
      case 'object': return this.object(schema, level);
      default: return this.text(schema);
    }
  }

  private number({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonSchema, unit: number | undefined): Arbitrary {
    const { fc } = this;
    const step = typeof multipleOf === 'number' ? multipleOf : unit;
    const min = Math.max(...numbers(minimum, exclusiveMinimum), -1_000_000);
    const max = Math.min(...numbers(maximum, exclusiveMaximum), Math.max(min, 1_000_000));
    // hundredths, which every parser reads alike
    const perOne = step === undefined ? 100 : 1 / step;
    const least = Math.ceil(min * perOne);
    const counts = fc.integer({ min: least, max: Math.max(least, Math.floor(max * perOne)) });
    return counts.map((count) => (step === undefined ? count / 100 : count * step));
  }

  private text({ format, pattern, minLength, maxLength }: JsonSchema): Arbitrary {
    const { fc } = this;
    const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2050-01-01'), noInvalidDate: true });
    switch (format) {
      case 'uuid': return fc.uuid({ version: 4 });
      // what every library takes for one
      case 'email': return fc.stringMatching(/^[a-z]{1,8}@[a-z]{1,8}\.org$/);
      case 'uri': case 'url': return fc.webUrl();
      case 'ipv4': return fc.ipV4();
      case 'ipv6': return fc.ipV6();
      case 'hostname': return fc.domain();
      case 'date-time': return day.map((date) => date.toISOString());
      case 'date': return day.map((date) => date.toISOString().slice(0, 10));
      case 'time': return day.map((date) => date.toISOString().slice(11));
      default: return this.matching(pattern) ?? fc.string({ unit: 'grapheme', ...lengths(minLength, maxLength, 40) });
    }
  }

  /** Texts of a pattern; undefined for one that fast-check cannot read: examples are there for these. */
  private matching(pattern: unknown): Arbitrary | undefined {
    if (typeof pattern !== 'string') return undefined;
    try {
      return this.fc.stringMatching(new RegExp(pattern));
    } catch {
      return undefined; // lookaheads and the like
    }
  }

  private array({ items, prefixItems, minItems, maxItems, uniqueItems }: JsonSchema, level: number): Arbitrary {
    const { fc } = this;
    if (level > MOST_LEVELS) return fc.constant([]);
    if (Array.isArray(prefixItems)) return fc.tuple(...prefixItems.map((item) => this.of(item, level + 1)));
    const size = lengths(minItems, maxItems, level < MOST_LEVELS ? 4 : 0);
    const item = this.of(items ?? {}, level + 1);
    return uniqueItems === true ? fc.uniqueArray(item, { ...size, selector: (value) => JSON.stringify(value) }) : fc.array(item, size);
  }

  private object({ properties, required, additionalProperties }: JsonSchema, level: number): Arbitrary {
    const { fc } = this;
    if (level > 2 * MOST_LEVELS) return fc.constant({});
    const names = Array.isArray(required) ? required.map(String) : [];
    const members = Object.entries(isObject(properties) ? properties : {}).filter(([name]) => level < MOST_LEVELS || names.includes(name));
    if (members.length === 0 && isObject(additionalProperties)) return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), this.of(additionalProperties, level + 1), { maxKeys: 3 });
    const record = Object.fromEntries(members.map(([name, member]) => [name, this.of(member, level + 1)]));
    return fc.record(record, { requiredKeys: names.filter((name) => name in record), noNullPrototype: true });
  }

  private resolved(schema: unknown, seen: readonly string[] = []): JsonSchema {
    if (!isObject(schema)) return {};
    const { $ref, ...others } = schema;
    if (typeof $ref !== 'string') return schema;
    if (seen.includes($ref)) return others;
    const target = valueAt(this.root, $ref);
    return merged([this.resolved(target, [...seen, $ref]), others]);
  }
}

function isNested({ type, properties, items, $ref }: JsonSchema): boolean {
  return type === 'object' || type === 'array' || properties !== undefined || items !== undefined || $ref !== undefined;
}

/** Several schemas that all apply, where one object can say it; what it cannot is left to the filter. */
function merged(schemas: readonly JsonSchema[]): JsonSchema {
  const result: Record<string, unknown> = Object.assign({}, ...schemas);
  const properties = schemas.map((schema) => schema.properties).filter(isObject);
  if (properties.length > 0) result.properties = Object.assign({}, ...properties);
  const required = schemas.flatMap((schema) => (Array.isArray(schema.required) ? schema.required : []));
  return required.length > 0 ? { ...result, required } : result;
}

function lengths(min: unknown, max: unknown, most: number): { minLength: number; maxLength: number } {
  const minLength = typeof min === 'number' ? min : 0;
  return { minLength, maxLength: Math.max(minLength, Math.min(typeof max === 'number' ? max : most, Math.max(most, minLength))) };
}

function numbers(...values: readonly unknown[]): number[] {
  return values.filter((value) => typeof value === 'number');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
