import { namesOf, normalize, text, type CloudFormationTemplate, type Names, type NormalizedResource } from './normalized';

/** A place where two templates differ. What one of them does not have is `-`. */
export interface Difference {
  /** `AWS::ApiGateway::Method GET /pets` */
  readonly resource: string;
  /** `Properties.Integration.Type`; nothing when the whole resource is missing on one side. */
  readonly at: string;
  readonly ours: string;
  readonly theirs: string;
}

const NOTHING = '-';

/** Where two templates differ, whatever their logical ids are. */
export function compareTemplates(ours: CloudFormationTemplate, theirs: CloudFormationTemplate): Difference[] {
  const ourNames = namesOf(ours);
  const theirNames = withSameKeys(namesOf(theirs), ourNames);
  const left = byName(normalize(ours, ourNames));
  const right = byName(normalize(theirs, theirNames));
  return [...new Set([...left.keys(), ...right.keys()])].sort().flatMap((resource) => {
    const [one, other] = [left.get(resource), right.get(resource)];
    if (one !== undefined && other !== undefined) return differencesOf(one.body, other.body).map((found) => ({ resource, ...found }));
    return [{ resource, at: '', ours: one === undefined ? NOTHING : 'present', theirs: other === undefined ? NOTHING : 'present' }];
  });
}

/**
 * Resources that one side names and the other does not (a model without a name, say) are the same one where both have one
 * of its type left over.
 */
function withSameKeys(theirs: Names, ours: Names): Names {
  const isLeft =
    (names: Names) =>
      ([, { type, key }]: [string, { type: string; key: string }]) =>
        ![...names.values()].some((one) => one.type === type && one.key === key);
  const leftOfTheirs = [...theirs].filter(isLeft(ours));
  const leftOfOurs = [...ours].filter(isLeft(theirs));
  const renamed: Names = new Map(theirs);
  for (const type of new Set(leftOfTheirs.map(([, name]) => name.type))) {
    const [here, there] = [leftOfOurs, leftOfTheirs].map((left) => left.filter(([, name]) => name.type === type));
    if (here.length !== 1 || there.length !== 1) continue;
    renamed.set(there[0][0], here[0][1]);
  }
  return renamed;
}

function byName(resources: readonly NormalizedResource[]): Map<string, NormalizedResource> {
  const byId = new Map<string, NormalizedResource>();
  for (const resource of resources) {
    const name = `${resource.type} ${resource.key}`;
    if (byId.has(name)) throw new Error(`two resources are ${name}`);
    byId.set(name, resource);
  }
  return byId;
}

/** The innermost places that differ; lists are compared member by member. */
export function differencesOf(ours: unknown, theirs: unknown, at = ''): Omit<Difference, 'resource'>[] {
  if (isTree(ours) && isTree(theirs) && Array.isArray(ours) === Array.isArray(theirs)) {
    const keys = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort();
    return keys.flatMap((key) => differencesOf(ours[key], theirs[key], at === '' ? key : `${at}.${key}`));
  }
  return shown(ours) === shown(theirs) ? [] : [{ at, ours: shown(ours), theirs: shown(theirs) }];
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function shown(value: unknown): string {
  return value === undefined ? NOTHING : text(value);
}
