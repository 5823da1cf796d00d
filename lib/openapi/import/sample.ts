import { isObject } from '../../errors';
import { identity, keysOf, own, type DocumentNode, type DocumentReader } from './document-reader';

/** Schemas inside schemas. */
const DEEPEST = 8;
/** Values of one sample. Schemas that refer to each other in many ways would otherwise fill gigabytes. */
const MOST_VALUES = 1_000;
/** Characters of a text that has a least length. */
const MOST_CHARACTERS = 10_000;

const TEXTS: Readonly<Record<string, string>> = {
  'date': '2024-01-01', 'date-time': '2024-01-01T00:00:00Z', 'time': '00:00:00Z', 'email': 'user@example.com', 'uuid': '00000000-0000-4000-8000-000000000000',
  'uri': 'https://example.com', 'url': 'https://example.com', 'hostname': 'example.com', 'ipv4': '192.0.2.1', 'ipv6': '2001:db8::1', 'byte': 'c3RyaW5n',
};

/** A value that fits a schema: its own example or default where it has one. Recursive schemas end. Always the same. */
export function sampleOf(reader: DocumentReader, schema: DocumentNode): unknown {
  return sampleAt(reader, schema, { inside: [], values: { count: 0 } });
}

interface Sampling {
  /** The schemas around this one. */
  readonly inside: readonly string[];
  readonly values: { count: number };
}

function sampleAt(reader: DocumentReader, schema: DocumentNode, { inside, values }: Sampling): unknown {
  const node = reader.follow(schema);
  const name = identity(node);
  values.count += 1;
  if (inside.length > DEEPEST || inside.includes(name) || values.count > MOST_VALUES || !isObject(node.value)) return null;
  const example = givenValue(node.value);
  if (example !== undefined) return example;
  const sample = (part: DocumentNode): unknown => sampleAt(reader, part, { inside: [...inside, name], values });
  const parts = reader.items(own(node, 'allOf')).map(sample);
  const choices = ['oneOf', 'anyOf'].flatMap((key) => reader.items(own(node, key)).slice(0, 1)).map(sample);
  if (parts.length + choices.length === 0) return ofType(node, node.value, sample);
  const all = [...parts, ...choices, ...(keysOf(own(node, 'properties')).length > 0 ? [ofObject(node, sample)] : [])];
  const objects = all.filter(isObject);
  return objects.length > 0 ? Object.assign({}, ...objects) as unknown : all.find((value) => value !== undefined);
}

function givenValue({ example, examples, default: assumed, const: constant, enum: values }: Readonly<Record<string, unknown>>): unknown {
  const [first] = Array.isArray(examples) ? examples as unknown[] : [];
  const [value] = Array.isArray(values) ? values as unknown[] : [];
  return example ?? first ?? assumed ?? constant ?? value;
}

type Sample = (schema: DocumentNode) => unknown;

function ofType(node: DocumentNode, schema: Readonly<Record<string, unknown>>, sample: Sample): unknown {
  const [name = inferredType(node)] = [schema.type].flat().filter((name): name is string => typeof name === 'string' && name !== 'null');
  if (name === 'object') return ofObject(node, sample);
  if (name === 'array') return ofArray(node, schema, sample);
  if (name === 'integer' || name === 'number') return numberOf(schema);
  if (name === 'boolean') return true;
  return name === 'string' ? TEXTS[String(schema.format)] ?? textOf(schema) : null;
}

/** An element, or as many as there must be. */
function ofArray(node: DocumentNode, { minItems, maxItems }: Readonly<Record<string, unknown>>, sample: Sample): unknown {
  const count = Math.min(Math.max(numberOr(minItems, 1), 1), numberOr(maxItems, MOST_VALUES), MOST_VALUES);
  return Array.from({ length: count }, () => sample(own(node, 'items')));
}

/** The number next to 0 that the bounds allow; a multiple if it must be one. */
function numberOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: Readonly<Record<string, unknown>>): number {
  const step = numberOr(multipleOf, 1);
  const lowest = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + step : numberOr(minimum, -Infinity) + (exclusiveMinimum === true ? step : 0);
  const highest = typeof exclusiveMaximum === 'number' ? exclusiveMaximum - step : numberOr(maximum, Infinity) - (exclusiveMaximum === true ? step : 0);
  const value = Math.min(Math.max(0, lowest), highest);
  return multipleOf === undefined || value === 0 ? value : Math[value > 0 ? 'ceil' : 'floor'](value / step) * step;
}

/** A word, made longer or shorter. */
function textOf({ minLength, maxLength }: Readonly<Record<string, unknown>>): string {
  const least = Math.min(numberOr(minLength, 0), MOST_CHARACTERS);
  return 'string'.repeat(Math.max(1, Math.ceil(least / 6))).slice(0, Math.min(numberOr(maxLength, Infinity), Math.max(6, least)));
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function inferredType(node: DocumentNode): string | undefined {
  if (keysOf(own(node, 'properties')).length > 0) return 'object';
  return isObject(own(node, 'items').value) ? 'array' : undefined;
}

function ofObject(node: DocumentNode, sample: Sample): unknown {
  const properties = own(node, 'properties');
  const read = keysOf(properties).map((name) => own(properties, name))
    .filter(({ value }) => !(isObject(value) && value.writeOnly === true));
  return Object.fromEntries(read.map((property) => [property.pointer.at(-1) ?? '', sample(property)]));
}
