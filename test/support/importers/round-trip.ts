import { isDeepStrictEqual } from 'node:util';
import type { GatewaySpec } from '../../../lib/spec';

/** A place where a spec differs from the one that was written, as `resources/pets/methods/GET/…`. */
export interface RoundTripDifference {
  readonly at: string;
  readonly given: unknown;
  readonly found: unknown;
}

/** Parts of a definition that have other names in a template, with the places that refer to them. */
const REFERENCES: readonly (readonly [keyof GatewaySpec, RegExp])[] = [
  ['authorizers', /\/authorization\/authorizer$/],
  ['functions', /\/integration\/function$|^authorizers\/[^/]+\/function$/],
  ['requestValidators', /\/requestValidator$/],
  ['models', /\/(requestModels|responseModels)\//],
];

/** Where a spec that was read from a template differs from the one that the template was made of, whatever its parts are called there. */
export function roundTripDifferences(spec: GatewaySpec, found: GatewaySpec): RoundTripDifference[] {
  const sorted = withSortedKeys(spec);
  let renamed: unknown = withSortedKeys(withPlansAndKeysOf(found, sorted));
  for (const [section, place] of REFERENCES) {
    const names = new Map(differences(sorted, renamed).filter(({ at }) => place.test(at)).map((one) => [one.found, one.given]));
    renamed = withNames(renamed, { section, place, names });
  }
  return differences(sorted, renamed);
}

interface Renaming {
  readonly section: string;
  readonly place: RegExp;
  readonly names: ReadonlyMap<unknown, unknown>;
}

function withNames(value: unknown, renaming: Renaming, at = ''): unknown {
  if (typeof value !== 'object' || value === null) return renaming.place.test(at) ? renaming.names.get(value) ?? value : value;
  if (Array.isArray(value)) return value.map((item, index) => withNames(item, renaming, `${at}/${index}`));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => {
    const name = at === renaming.section ? String(renaming.names.get(key) ?? key) : key;
    return [name, withNames(member, renaming, at === '' ? name : `${at}/${name}`)];
  }));
}

/** The keys of a plan are a set. */
function withSortedKeys(spec: GatewaySpec): GatewaySpec {
  const plans = Object.entries(spec.usagePlans).map(([name, plan]) => [name, { ...plan, keys: [...plan.keys].sort() }] as const);
  return { ...spec, usagePlans: Object.fromEntries(plans) };
}

/** Plans and keys are referred to by nothing else: those that say the same are the same. */
function withPlansAndKeysOf(found: GatewaySpec, given: GatewaySpec): GatewaySpec {
  const keys = sameParts(given.apiKeys, found.apiKeys);
  const plansWithKeys = Object.entries(found.usagePlans)
    .map(([name, plan]) => [name, { ...plan, keys: plan.keys.map((key) => keys.get(key) ?? key).sort() }] as const);
  const plans = sameParts(given.usagePlans, Object.fromEntries(plansWithKeys));
  return {
    ...found,
    apiKeys: Object.fromEntries(Object.entries(found.apiKeys).map(([name, key]) => [keys.get(name) ?? name, key])),
    usagePlans: Object.fromEntries(plansWithKeys.map(([name, plan]) => [plans.get(name) ?? name, plan])),
  };
}

/** Names of the given parts by those of the found ones. */
function sameParts(given: Readonly<Record<string, object>>, found: Readonly<Record<string, object>>): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(Object.entries(found).flatMap(([name, part]) => {
    const same = Object.keys(given).find((one) => !taken.has(one) && differences(given[one], part).length === 0);
    if (same !== undefined) taken.add(same);
    return same === undefined ? [] : [[name, same]];
  }));
}

function differences(given: unknown, found: unknown, at = ''): RoundTripDifference[] {
  if (isDeepStrictEqual(given, found) || isKnownLater(given, found)) return [];
  const isBoth = [given, found].every((one) => typeof one === 'object' && one !== null) && Array.isArray(given) === Array.isArray(found);
  if (!isBoth) return [{ at, given, found }];
  const [left, right] = [given, found] as Readonly<Record<string, unknown>>[]; // objects, or lists by index
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) => differences(left[key], right[key], at === '' ? key : `${at}/${key}`));
}

/** Whether a value that is known only after deployment is a token in the definition and none in the template. */
function isKnownLater(given: unknown, found: unknown): boolean {
  return typeof given === 'string' && typeof found === 'string' && given.includes('${token:') && !found.includes('${token:');
}
