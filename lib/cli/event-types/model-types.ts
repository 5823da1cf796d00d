import { isObject } from '../../errors';
import type { GatewaySpec } from '../../spec';

/*
 * Models as TypeScript types. Models are JSON Schema of draft 4, of which types need a dozen keywords. The libraries for it start
 * the TypeScript compiler or Prettier on every save (json-schema-to-typescript: 20 MB, openapi-typescript: 14 MB with its
 * dependencies), which `dev` would wait for.
 */

type Schema = Readonly<Record<string, unknown>>;

export interface ModelTypes {
  /** Declarations, in the order of the models' names. */
  readonly lines: readonly string[];
  /** The name of the type of a model; `unknown` for the built-in one for anything. */
  readonly nameOf: (model: string) => string;
}

/** The address of another model. @see spec/model.ts */
const MODEL_URL = /^https:\/\/apigateway\.amazonaws\.com\/restapis\/[^/]+\/models\/([A-Za-z0-9]+)(#.*)?$/;

/** Writes the types of models. @param taken - names of other types of the file, to which those of the models are added */
export function modelTypes({ models }: Pick<GatewaySpec, 'models'>, taken: Set<string>, typeNameOf: (model: string) => string): ModelTypes {
  const writer = new ModelWriter(models, taken, typeNameOf);
  return { lines: writer.lines(), nameOf: (model) => writer.nameOf(model) };
}

/** Holds the names of types; places that models refer to are written after them, each once. */
class ModelWriter {
  private readonly names = new Map<string, string>();
  private readonly schemas = new Map<string, unknown>();

  public constructor(private readonly models: GatewaySpec['models'], private readonly taken: Set<string>, typeNameOf: (model: string) => string) {
    const sorted = Object.entries(models).sort(([one], [other]) => (one < other ? -1 : 1));
    for (const [name, { schema }] of sorted) this.add(name, typeNameOf(name), schema);
  }

  public nameOf(model: string): string {
    return this.names.get(model) ?? 'unknown';
  }

  public lines(): string[] {
    const lines: string[] = [];
    // Writing a type may add others, which the loop then reaches.
    for (const [key, schema] of this.schemas) {
      const [model = ''] = key.split('#');
      lines.push(...this.comment(schema, ''), `export type ${this.nameOf(key)} = ${this.type(schema, { model, indent: '' })};`, '');
    }
    return lines;
  }

  private add(key: string, wanted: string, schema: unknown): string {
    const name = freeTypeName(wanted, this.taken);
    this.names.set(key, name);
    this.schemas.set(key, schema);
    return name;
  }

  private type(schema: unknown, place: Place): string {
    if (!isObject(schema)) return 'unknown';
    const { $ref, enum: values, allOf, anyOf, oneOf, nullable } = schema;
    if (typeof $ref === 'string') return this.reference($ref, place.model);
    if (Array.isArray(values)) return union(values.map((value) => JSON.stringify(value)));
    const combined = [
      ...typesOf(schema).length > 0 || hasShape(schema) ? [this.plainType(schema, place)] : [],
      ...listOf(allOf).map((part) => inParentheses(this.type(part, place))),
      ...[anyOf, oneOf].filter(Array.isArray).map((parts) => inParentheses(union(parts.map((part) => this.type(part, place))))),
    ];
    const type = combined.length === 0 ? 'unknown' : combined.join(' & ');
    return nullable === true ? union([type, 'null']) : type;
  }

  /** The type by the keyword `type`, or by the keywords that only one type has. */
  private plainType(schema: Schema, place: Place): string {
    const types = typesOf(schema);
    const names = types.length > 0 ? types : [schema.items === undefined ? 'object' : 'array'];
    return union(names.map((name) => {
      if (name === 'object') return this.objectType(schema, place);
      if (name === 'array') return this.arrayType(schema, place);
      return PLAIN[name] ?? 'unknown';
    }));
  }

  private objectType({ properties, required, additionalProperties }: Schema, place: Place): string {
    const declared = Object.entries(isObject(properties) ? properties : {});
    const names = listOf(required).filter((name) => typeof name === 'string');
    const unknownNames = names.filter((name) => !declared.some(([known]) => known === name));
    const rest = additionalProperties === false ? 'never' : isObject(additionalProperties) ? this.type(additionalProperties, place) : 'unknown';
    const indent = `${place.indent}  `;
    const members = [
      ...declared.map(([name, schema]) => ({ name, schema, type: this.type(schema, { ...place, indent }) })),
      ...unknownNames.map((name) => ({ name, schema: additionalProperties, type: rest })),
    ];
    if (members.length === 0) return `{ [name: string]: ${rest} }`;
    const lines = members.flatMap(({ name, schema, type }) =>
      [...this.comment(schema, indent), `${indent}${memberName(name)}${names.includes(name) ? '' : '?'}: ${type};`]);
    const types = isObject(additionalProperties) ? [rest, ...members.map(({ type }) => type), ...members.every(({ name }) => names.includes(name)) ? [] : ['undefined']] : [];
    return ['{', ...lines, ...types.length === 0 ? [] : [`${indent}${restMember(types)}`], `${place.indent}}`].join('\n');
  }

  private arrayType({ items, additionalItems }: Schema, place: Place): string {
    if (!Array.isArray(items)) return `${inParentheses(this.type(items, place))}[]`;
    const rest = additionalItems === false ? [] : [`...${inParentheses(this.type(additionalItems, place))}[]`];
    return `[${[...items.map((item) => `(${this.type(item, place)})?`), ...rest].join(', ')}]`;
  }

  /** The type of another model, or of a place inside a model, which then becomes a type of its own. */
  private reference(reference: string, from: string): string {
    const [, named, fragment] = MODEL_URL.exec(reference) ?? [];
    const model = named ?? from;
    const pointer = (named === undefined ? reference : fragment ?? '').replace(/^#\/?/, '');
    if (pointer === '') return this.nameOf(model);
    const key = `${model}#${pointer}`;
    const steps = pointer.split('/').map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
    const wanted = `${this.nameOf(model)}${(steps.at(-1) ?? '').replace(/^./, (first) => first.toUpperCase())}`;
    return this.names.get(key) ?? this.add(key, wanted, valueAt(this.models[model]?.schema, steps));
  }

  private comment(schema: unknown, indent: string): string[] {
    const description = isObject(schema) ? schema.description : undefined;
    return typeof description === 'string' && description.trim() !== '' ? [`${indent}${comment(description)}`] : [];
  }
}

interface Place {
  readonly model: string;
  readonly indent: string;
}

const PLAIN: Readonly<Record<string, string>> = { string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' };

/** A text as a comment of one line. */
export function comment(text: string): string {
  return `/** ${text.replace(/\s+/g, ' ').replaceAll('*/', '* /').trim()} */`;
}

/** A name as a member of a type: quoted unless it is an identifier. */
export function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** Types of which a value has one, each once. */
export function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ') || 'never';
}

/** Members of other names: the compiler wants the types of the named ones among theirs. */
function restMember(types: readonly string[]): string {
  return `[name: string]: ${types.includes('unknown') ? 'unknown' : union(types)};`;
}

function inParentheses(type: string): string {
  return / [|&] /.test(type) ? `(${type})` : type;
}

function typesOf({ type }: Schema): string[] {
  return [type].flat().filter((name) => typeof name === 'string');
}

/** Whether a schema without `type` describes the members of an object or the items of a list. */
function hasShape({ properties, additionalProperties, items }: Schema): boolean {
  return isObject(properties) || isObject(additionalProperties) || items !== undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function valueAt(schema: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)] as unknown;
    return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }, schema);
}

/** Types of the language that begin with a capital. */
const RESERVED: ReadonlySet<string> = new Set(['Record']);

/** A name as one word with capitals: `PetsPetIdGetEvent` of `pets`, `{petId}`, `GET` and `Event`. */
export function typeName(parts: readonly string[]): string {
  const words = parts.flatMap((part) => part.split(/[^A-Za-z0-9]+/)).filter((word) => word !== '');
  const name = words.map((word) => `${word.charAt(0).toUpperCase()}${/^[A-Z]+$/.test(word) ? word.slice(1).toLowerCase() : word.slice(1)}`).join('');
  return /^[A-Z]/.test(name) ? name : `_${name}`;
}

/** The name with a capital, which no reserved word has, and with a number if it is taken; it is taken from then on. */
export function freeTypeName(wanted: string, taken: Set<string>): string {
  const safe = /^[A-Z_]\w*$/.test(wanted) && !RESERVED.has(wanted) ? wanted : typeName([wanted, RESERVED.has(wanted) ? 'Model' : '']);
  let name = safe;
  for (let count = 2; taken.has(name); count += 1) name = `${safe}${count}`;
  taken.add(name);
  return name;
}
