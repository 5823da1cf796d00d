import type { Resource } from '../stack';

type OwnName = (resource: Resource) => string | undefined;
type ValidName = (name: string) => string;

/**
 * A name for each resource that no other has: its own, its logical id, that with its stack, or a numbered one.
 * @param own - what a resource calls itself
 * @param valid - a name as a spec may have it
 */
export function namesOf(resources: readonly Resource[], own: OwnName, valid: ValidName = String): ReadonlyMap<Resource, string> {
  const taken = new Set(['', '__proto__']);
  return new Map(resources.map((resource) => {
    const { stack, logicalId } = resource;
    const candidates = [own(resource) ?? logicalId, logicalId, `${stack.source.name}-${logicalId}`].map(valid);
    const name = candidates.find((candidate) => !taken.has(candidate)) ?? numbered(candidates.at(-1) ?? '', taken);
    taken.add(name);
    return [resource, name];
  }));
}

function numbered(name: string, taken: ReadonlySet<string>, number = 2): string {
  const next = `${name}${number}`;
  return taken.has(next) ? numbered(name, taken, number + 1) : next;
}
