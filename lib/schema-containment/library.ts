import { isObject } from '../errors';
import { UNLIMITED, type Spend } from './budget';
import { SCHEMA_LISTS, SCHEMA_MAPS, SCHEMAS, VALUES } from './keywords';

export type Draft = '4' | '2020-12';
export type SchemaObject = Readonly<Record<string, unknown>>;
export type SchemaNode = boolean | SchemaObject;

/** A JSON Schema and the documents that its references lead to. Nothing is read over the network. */
export interface SchemaSource {
  readonly schema: SchemaNode;
  /** @default - 4 if `$schema` says so, 2020-12 otherwise */
  readonly draft?: Draft | undefined;
  /** Other schemas by the URL that a `$ref` names. */
  readonly documents?: Readonly<Record<string, SchemaNode>> | undefined;
}

/** A schema at its place in a library: references in it mean that library's documents. */
export interface Atom {
  readonly node: SchemaNode;
  readonly library: Library;
}

/** The documents of one source. */
export interface Library {
  readonly draft: Draft;
  readonly root: SchemaNode;
  /** Documents by URL; the schema itself is at `MAIN`. */
  readonly documents: ReadonlyMap<string, SchemaNode>;
  readonly urlOf: (node: SchemaObject) => string | undefined;
  /** Returns what a `$ref` leads to. */
  readonly resolve: (reference: string, from: SchemaObject) => Atom | undefined;
  /** The reason why references cannot be followed. */
  readonly problem: string | undefined;
  /** Takes steps from the budget of the comparison. */
  readonly spend: Spend;
}

const MAIN = 'urn:synthgate:schema';

/** Reads a source. The documents are copied, so that each object of them has one place. */
export function openLibrary({ schema, draft, documents = {} }: SchemaSource, spend: Spend = UNLIMITED): Library {
  const dialect = draft ?? (isObject(schema) && String(schema.$schema).includes('draft-04') ? '4' : '2020-12');
  const copies = new Map([[MAIN, copyOf(schema)],
    ...Object.entries(documents).map(([url, document]) => [withoutFragment(url), copyOf(document)] as const)]);
  const ownId = isObject(schema) ? schema.$id ?? schema.id : undefined;
  const aliases = new Map(typeof ownId === 'string' ? [[withoutFragment(ownId), MAIN]] : []);
  const urls = new WeakMap<object, string>();
  const anchors = new Map<string, SchemaObject>();
  const problems = new Set<string>();
  for (const [url, document] of copies) {
    walk(document, `${url}#`, (node, place) => {
      urls.set(node, place);
      if (typeof node.$anchor === 'string') anchors.set(`${url}#${node.$anchor}`, node);
      if (typeof node.$id === 'string' || typeof node.id === 'string') problems.add('a schema inside another has an id of its own');
    });
  }
  const library: Library = {
    draft: dialect, root: copies.get(MAIN) ?? true, documents: copies, problem: [...problems][0], spend,
    urlOf: (node) => urls.get(node),
    resolve: (reference, from) => {
      const [url = '', fragment = ''] = reference.split('#');
      const home = url === '' ? withoutFragment(urls.get(from) ?? MAIN) : aliases.get(url) ?? url;
      const node = fragment === '' || fragment.startsWith('/') ? at(copies.get(home), fragment) : anchors.get(`${home}#${fragment}`);
      return node === undefined ? undefined : { node, library };
    },
  };
  return library;
}

/** Calls `visit` for each schema of a document, outer ones first. */
export function walk(node: unknown, place: string, visit: (node: SchemaObject, place: string) => void): void {
  if (!isObject(node)) return;
  visit(node, place);
  for (const [keyword, value] of Object.entries(node)) {
    const below = `${place}/${escaped(keyword)}`;
    if (VALUES.has(keyword)) continue;
    if (SCHEMA_MAPS.has(keyword)
      && isObject(value)) for (const [name, member] of Object.entries(value)) walk(member, `${below}/${escaped(name)}`, visit);
    else if (Array.isArray(value) && (SCHEMA_LISTS.has(keyword) || SCHEMAS.has(keyword))) {value.forEach((member, index) =>
      walk(member, `${below}/${index}`, visit));}
    else if (SCHEMAS.has(keyword)) walk(value, below, visit);
  }
}

/** A segment of a JSON pointer. */
export function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function copyOf(node: SchemaNode): SchemaNode {
  if (typeof node === 'boolean') return node;
  const { $schema: _dialect, $id: _id, id, ...copy } = JSON.parse(JSON.stringify(node)) as Record<string,
    unknown>; // the text of an object
  return id === undefined || typeof id === 'string' ? copy : { ...copy, id };
}

function withoutFragment(url: string): string {
  return url.split('#', 1)[0] ?? '';
}

function at(document: SchemaNode | undefined, pointer: string): SchemaNode | undefined {
  const steps = decoded(pointer).split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const member = (value: unknown, step: string): unknown =>
    (typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? (value as SchemaObject)[step] : undefined); // checked
  const target = steps.reduce<unknown>(member, document);
  return isObject(target) || typeof target === 'boolean' ? target : undefined;
}

function decoded(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}
