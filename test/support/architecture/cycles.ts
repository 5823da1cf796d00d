import { importsOf, targetFile } from './imports';
import type { Source } from './source';

/**
 * Groups of files that import each other, directly or not, each sorted. Types count as well: who wants to understand one of
 * the files has to read them all.
 */
export function importCycles(sources: readonly Source[]): readonly (readonly string[])[] {
  const graph = importGraph(sources);
  const reached = new Map([...graph.keys()].map((file) => [file, reachableFrom(file, graph)]));
  const groups = new Map<string, readonly string[]>();
  for (const [file, targets] of reached) {
    if (!targets.has(file)) continue;
    const group = [...targets].filter((target) => reached.get(target)?.has(file)).sort();
    groups.set(group.join(' '), group);
  }
  return [...groups.values()];
}

/** Files that are in a cycle and are not known to be, and known ones that are in none any more. */
export function cycleChanges(sources: readonly Source[], known: readonly string[]): readonly string[] {
  const cyclic = new Set(importCycles(sources).flat());
  return [
    ...[...cyclic].filter((file) => !known.includes(file)).map((file) => `lib/${file}: is in an import cycle`),
    ...known.filter((file) => !cyclic.has(file)).map((file) => `lib/${file}: is in no import cycle any more; take it off the list`),
  ];
}

function importGraph(sources: readonly Source[]): ReadonlyMap<string, readonly string[]> {
  const files = new Set(sources.map(({ file }) => file));
  return new Map(sources.map((source) => {
    const targets = importsOf(source).flatMap(({ specifier }) => targetFile(source.file, specifier, files) ?? []);
    return [source.file, targets.filter((target) => files.has(target))];
  }));
}

function reachableFrom(file: string, graph: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...graph.get(file) ?? []];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    waiting.push(...graph.get(next) ?? []);
  }
  return reached;
}
