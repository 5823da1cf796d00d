import type { Source } from './source';

/** Exported functions, constants and classes that no other file names: nobody can use them. Types are exported with what has them. */
export function unusedExports(sources: readonly Source[], users: readonly Source[]): readonly string[] {
  const files = new Map<string, Set<string>>();
  for (const { folder, file, text } of [...sources, ...users]) {
    for (const [word] of text.matchAll(/[\w$]+/g)) files.set(word, (files.get(word) ?? new Set()).add(`${folder}/${file}`));
  }
  return sources.flatMap(({ folder, file, text }) => exportsOf(text)
    .filter((name) => (files.get(name)?.size ?? 0) < 2)
    .map((name) => `${folder}/${file}: nobody imports ${name}`));
}

function exportsOf(text: string): string[] {
  return [...text.matchAll(/^export (?:abstract |async )*(?:const|function\*?|class|enum) ([\w$]+)/gm)].map(([, name = '']) => name);
}
