import type { ModelSpec } from '../../spec';

/** Bodies up to this size are read and checked in 2 ms by a model in which each value has one schema, 5 ms where all is brackets. */
export const INLINE_BYTES = 64 * 1024;
/** Comparing all items with each other: 700 items in 7 kB took 12 ms. */
const UNIQUE_BYTES = 1024;
/** Bytes × schemas that a value is checked with: each takes some 100 ns, so these take 10 ms. */
const BYTES_BY_SCHEMAS = 100_000;
const ALTERNATIVES = ['anyOf', 'oneOf', 'allOf', 'not', 'dependencies', 'patternProperties'];

type Schema = Readonly<Record<string, unknown>>;

/**
 * Bytes of a body up to which a model is checked on the main thread: the validator's own code cannot be interrupted, so this
 * bounds what it does. 0 for models that contain themselves in alternatives. Patterns spend steps, so they do not count.
 */
export function mainThreadBytes(name: string, models: Readonly<Record<string, ModelSpec>>): number {
  const nodes = [...reachable(name, models)].flatMap((model) => subschemas(models[model]?.schema));
  const limits = nodes.some((node) => node.uniqueItems === true) ? [UNIQUE_BYTES] : [];
  const hasAlternatives = nodes.some((node) => ALTERNATIVES.some((keyword) => keyword in node));
  if (!hasAlternatives) return Math.min(INLINE_BYTES, ...limits);
  const schemas = isRecursive(name, models) ? Infinity : expandedSize(models[name]?.schema, models, models[name]?.schema);
  return Math.floor(Math.min(INLINE_BYTES, BYTES_BY_SCHEMAS / schemas, ...limits.map((limit) => limit / Math.max(1, schemas / 16))));
}

/** Schemas of a model that does not contain itself, each as often as something refers to it. Large ones are not counted to their end. */
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

/** Every object in a schema: keywords stand where they stand, and a member that only has such a name does no harm. */
function subschemas(value: unknown): Schema[] {
  if (Array.isArray(value)) return value.flatMap(subschemas);
  return isSchema(value) ? [value, ...Object.values(value).flatMap(subschemas)] : [];
}

/** Names of the models that a model needs, itself included. */
function reachable(name: string, models: Readonly<Record<string, ModelSpec>>): ReadonlySet<string> {
  const found = new Set([name]);
  // a set that grows while it is walked hands out what was added as well
  for (const model of found) {
    for (const reference of references(models[model]?.schema)) {
      const other = modelIn(reference);
      if (other !== undefined) found.add(other);
    }
  }
  return found;
}

/** Whether a reference can lead back to itself: to a model on the way, or by a path inside of one. */
function isRecursive(name: string, models: Readonly<Record<string, ModelSpec>>): boolean {
  const leadsBack = (model: string): boolean => {
    const next = references(models[model]?.schema).flatMap((reference) => modelIn(reference) ?? []);
    return next.some((other) => reachable(other, models).has(model));
  };
  return [...reachable(name, models)].some((model) => leadsBack(model) || localReferencesLeadBack(models[model]?.schema));
}

function localReferencesLeadBack(schema: unknown): boolean {
  const targets = new Set(references(schema).filter((reference) => reference.startsWith('#')));
  const inside = (pointer: string) => references(at(schema, pointer)).filter((reference) => reference.startsWith('#'));
  return [...targets].some((target) => {
    const way = new Set(inside(target));
    for (const next of way) inside(next).forEach((other) => way.add(other));
    return way.has(target);
  });
}

function references(schema: unknown): string[] {
  return subschemas(schema).flatMap((node) => (typeof node.$ref === 'string' ? [node.$ref] : []));
}

/** The model that `…/models/<name>` names. */
function modelIn(reference: string): string | undefined {
  return /\/models\/([A-Za-z0-9]+)/.exec(reference)?.[1];
}

function at(schema: unknown, reference: string): unknown {
  const steps = reference.slice(1).split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce<unknown>((value, step) => (isSchema(value) && Object.hasOwn(value, step) ? value[step] : undefined), schema);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
