import { compareSchemas, type Containment } from '../schema-containment';
import { modelUrl, type DeclaredDocument, type GatewaySpec, type ModelSpec } from '../spec';
import { isSame, own } from './compare-values';

export interface Bodies {
  readonly before: Model;
  readonly after: Model;
}

interface Model {
  readonly name: string;
  readonly spec: Models;
}

/** The models of a definition, or the schemas of its document. */
export interface Models {
  readonly api: Pick<GatewaySpec['api'], 'id'>;
  readonly models: Readonly<Record<string, Pick<ModelSpec, 'schema'>>>;
  /** @default 4 */
  readonly draft?: DeclaredDocument['draft'];
}

export type SchemaObject = Readonly<Record<string, unknown>>;

/** One comparison of two bodies: as many methods use a model, it is made once. */
export type CompareBodies = (from: Model, to: Model) => Containment;

export function bodyComparison(): CompareBodies {
  const known = new Map<string, Containment>();
  const ids = new Map<Models, number>();
  const idOf = (spec: Models): number => ids.set(spec, ids.get(spec) ?? ids.size).get(spec) ?? 0;
  return (from, to) => {
    const key = [from, to].map(({ name, spec }) => `${idOf(spec)} ${name}`).join('>');
    const answer = known.get(key) ?? comparison(sourceOf(from), sourceOf(to));
    known.set(key, answer);
    return answer;
  };
}

/** Most models are the same on both sides, with all that they refer to: they need no proof. */
function comparison(from: ReturnType<typeof sourceOf>, to: ReturnType<typeof sourceOf>): Containment {
  return isSame(from, to) ? { answer: 'contained' } : compareSchemas(from, to);
}

/** The models of definitions, whose data never change, by URL. */
const DOCUMENTS = new WeakMap<Models, Readonly<Record<string, SchemaObject>>>();

function documentsOf(spec: Models): Readonly<Record<string, SchemaObject>> {
  const all = DOCUMENTS.get(spec)
    ?? Object.fromEntries(Object.entries(spec.models)
      .map(([name, { schema }]) => [modelUrl('api', name), withoutId(schema, spec.api.id)]));
  DOCUMENTS.set(spec, all);
  return all;
}

/** Both models with all that they refer to: tells one change of a whole body from another. */
export function wholeBodies({ before, after }: Bodies): unknown {
  return [sourceOf(before), sourceOf(after)];
}

/** The schemas at a place of a body: all that are said of it, also behind references and in `allOf`. */
export function schemasAt({ name, spec }: Model, place: string): SchemaObject[] {
  const documents = documentsOf(spec);
  const below = (segment: string) => (node: SchemaObject): unknown =>
    (segment === '*' ? node.items : isObject(node.properties) ? own(node.properties, segment) : undefined);
  return place.split('/').slice(1).map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<SchemaObject[]>((nodes, segment) => meant(nodes.map(below(segment)), documents), meant([documents[modelUrl('api', name)]], documents));
}

/** Schemas with those that they refer to, each once. */
function meant(nodes: readonly unknown[], documents: Readonly<Record<string, SchemaObject>>): SchemaObject[] {
  const all = new Set(nodes.filter(isObject));
  for (const node of all) {
    const target = typeof node.$ref === 'string' ? own(documents, node.$ref) : undefined;
    const parts = Array.isArray(node.allOf) ? node.allOf as readonly unknown[] : []; // anything
    for (const part of [target, ...parts].filter(isObject)) all.add(part);
  }
  return [...all];
}

export function isObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sourceOf({ name, spec }: Model) {
  const all = documentsOf(spec);
  const schema = all[modelUrl('api', name)] ?? {};
  const reachable = new Set<string>();
  const queue: SchemaObject[] = [schema];
  for (const document of queue) {
    for (const url of referencesIn(document)) {
      const target = all[url];
      if (target === undefined || reachable.has(url)) continue;
      reachable.add(url);
      queue.push(target);
    }
  }
  return { schema, draft: spec.draft ?? '4', documents: Object.fromEntries([...reachable].map((url) => [url, all[url] ?? {}])) };
}

function referencesIn(document: SchemaObject): string[] {
  return [...JSON.stringify(document).matchAll(/"\$ref":"([^"#]+)/g)].map(([, url = '']) => url);
}

/** The id of an API is part of the URLs of its models, and says nothing of bodies. */
function withoutId(schema: SchemaObject, apiId: string): SchemaObject {
  const prefixes = ['{apiId}', apiId].map((id) => modelUrl(id, ''));
  const text = JSON.stringify(schema, (key, value: unknown) => {
    const prefix = key === '$ref' && typeof value === 'string' ? prefixes.find((start) => value.startsWith(start)) : undefined;
    return prefix === undefined || typeof value !== 'string' ? value : `${modelUrl('api', '')}${value.slice(prefix.length)}`;
  });
  return JSON.parse(text) as SchemaObject; // the text of an object
}

export function sharedBodies(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>,
  specs: readonly [Models, Models]): (Bodies & { readonly mediaType: string })[] {
  return Object.keys(before).sort().flatMap((mediaType) => {
    const [then, now] = [own(before, mediaType), own(after, mediaType)];
    if (then === undefined || now === undefined) return [];
    return [{ mediaType, before: { name: then, spec: specs[0] }, after: { name: now, spec: specs[1] } }];
  });
}

/** Whether two models say the same, also in what nobody checks. */
export function isSameModel({ before, after }: Bodies): boolean {
  return isSame(modelOf(before), modelOf(after));
}

function modelOf({ name, spec }: Model): unknown {
  return own(spec.models, name)?.schema;
}
