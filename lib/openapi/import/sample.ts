import { isObject } from '../../errors';
import { identity, keysOf, own, type DocumentNode, type DocumentReader } from './document-reader';

/** Schemas inside schemas. */
const DEEPEST = 8;
/** Values of one sample. Schemas that refer to each other in many ways would otherwise fill gigabytes. */
const MOST_VALUES = 1_000;

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
  const all = [...parts, ...choices, ownMembers(node, sample)];
  const objects = all.filter(isObject);
  return objects.length > 0 ? Object.assign({}, ...objects) as unknown : all.find((value) => value !== undefined);
}

function givenValue({ example, examples, default: assumed, const: constant, enum: values }: Readonly<Record<string, unknown>>): unknown {
  const [first] = Array.isArray(examples) ? examples as unknown[] : [];
  const [value] = Array.isArray(values) ? values as unknown[] : [];
  return example ?? first ?? assumed ?? constant ?? value;
}

type Sample = (schema: DocumentNode) => unknown;

/** The properties that a schema has beside the schemas that it combines. */
function ownMembers(node: DocumentNode, sample: Sample): unknown {
  return keysOf(own(node, 'properties')).length > 0 ? ofObject(node, sample) : undefined;
}

function ofType(node: DocumentNode, { type, format, minimum }: Readonly<Record<string, unknown>>, sample: Sample): unknown {
  const [name = inferredType(node)] = [type].flat().filter((name): name is string => typeof name === 'string' && name !== 'null');
  if (name === 'object') return ofObject(node, sample);
  if (name === 'array') return [sample(own(node, 'items'))];
  if (name === 'integer' || name === 'number') return typeof minimum === 'number' ? minimum : 0;
  if (name === 'boolean') return true;
  return name === 'string' ? TEXTS[String(format)] ?? 'string' : null;
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
