import { isObject } from '../../errors';
import type { ModelSpec } from '../../spec';

/** Bodies up to this size are parsed and checked in 2 ms if each value has one schema, in 5 ms if they consist of brackets. */
export const INLINE_BYTES = 64 * 1024;
/** When all items are compared with each other: 700 items in 7 kB took 12 ms. */
const UNIQUE_BYTES = 1024;
/** Bytes × schemas per value: each takes about 100 ns, so all of them take 10 ms. */
const BYTES_BY_SCHEMAS = 100_000;
const ALTERNATIVES = ['anyOf', 'oneOf', 'allOf', 'not', 'dependencies', 'patternProperties'];

type Schema = Readonly<Record<string, unknown>>;

/**
 * Size of the bodies that a model checks on the main thread, in bytes. The validator's code cannot be interrupted, so its work
 * is bounded by this. 0 for models that contain themselves in alternatives. Patterns do not count, because they spend steps.
 */
export function mainThreadBytes(name: string, models: Readonly<Record<string, ModelSpec>>): number {
  const nodes = [...reachable(name, models)].flatMap((model) => subschemas(models[model]?.schema));
  const limits = nodes.some((node) => node.uniqueItems === true) ? [UNIQUE_BYTES] : [];
  const hasAlternatives = nodes.some((node) => ALTERNATIVES.some((keyword) => keyword in node));
  if (!hasAlternatives) return Math.min(INLINE_BYTES, ...limits);
  const schemas = isRecursive(name, models) ? Infinity : expandedSize(models[name]?.schema, models, models[name]?.schema);
  return Math.floor(Math.min(INLINE_BYTES, BYTES_BY_SCHEMAS / schemas, ...limits.map((limit) => limit / Math.max(1, schemas / 16))));
}

/** Number of schemas of a model that does not contain itself, each counted for every reference. Counting stops at a maximum. */
function expandedSize(schema: unknown, models: Readonly<Record<string, ModelSpec>>, root: unknown): number {
  let size = 0;
  const open: { readonly schema: unknown; readonly root: unknown }[] = [{ schema, root }];
  for (let next = open.pop(); next !== undefined && size < BYTES_BY_SCHEMAS; next = open.pop()) {
    for (const node of subschemas(next.schema)) {
      size += 1;
      if (typeof node.$ref !== 'string') continue;
      const model = modelIn(node.$ref);
      const target = model === undefined ? next.root : models[model]?.schema;
      const inside = node.$ref.includes('#') ? at(target, node.$ref.slice(node.$ref.indexOf('#'))) : target;
      open.push({ schema: inside, root: target });
    }
  }
  return size;
}

/** Every object in a schema, wherever it is: a member that only has the name of a keyword does no harm. */
function subschemas(value: unknown): Schema[] {
  if (Array.isArray(value)) return value.flatMap(subschemas);
  return isObject(value) ? [value, ...Object.values(value).flatMap(subschemas)] : [];
}

/** Names of the models that a model refers to, including itself. */
function reachable(name: string, models: Readonly<Record<string, ModelSpec>>): ReadonlySet<string> {
  const names = new Set([name]);
  // iterating over a set includes what is added meanwhile
  for (const model of names) {
    for (const reference of references(models[model]?.schema)) {
      const referred = modelIn(reference);
      if (referred !== undefined) names.add(referred);
    }
  }
  return names;
}

/** Whether a reference can lead back to itself: to a model that is being visited, or by a path inside one. */
function isRecursive(name: string, models: Readonly<Record<string, ModelSpec>>): boolean {
  const leadsBack = (model: string): boolean => {
    const next = references(models[model]?.schema).flatMap((reference) => modelIn(reference) ?? []);
    return next.some((referred) => reachable(referred, models).has(model));
  };
  return [...reachable(name, models)].some((model) => leadsBack(model) || localReferencesLeadBack(models[model]?.schema));
}

function localReferencesLeadBack(schema: unknown): boolean {
  const targets = new Set(references(schema).filter((reference) => reference.startsWith('#')));
  const inside = (pointer: string) => references(at(schema, pointer)).filter((reference) => reference.startsWith('#'));
  return [...targets].some((target) => {
    const reached = new Set(inside(target));
    for (const next of reached) inside(next).forEach((inner) => reached.add(inner));
    return reached.has(target);
  });
}

function references(schema: unknown): string[] {
  return subschemas(schema).flatMap((node) => (typeof node.$ref === 'string' ? [node.$ref] : []));
}

/** The model that `…/models/<name>` refers to. */
function modelIn(reference: string): string | undefined {
  return /\/models\/([A-Za-z0-9]+)/.exec(reference)?.[1];
}

function at(schema: unknown, reference: string): unknown {
  const steps = reference.slice(1).split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce<unknown>((value, step) => (isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined), schema);
}
