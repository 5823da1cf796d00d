import ts from 'typescript';
import { visitAll, type Source } from './source';

/** Files above the line limit. */
export function tooLongFiles(sources: readonly Source[], maxLines: number): readonly string[] {
  return sources
    .filter((source) => linesOf(source) > maxLines)
    .map((source) => `${source.folder}/${source.file}: ${linesOf(source)} lines, at most ${maxLines}`);
}

function linesOf({ text }: Source): number {
  return text.trimEnd().split('\n').length;
}

/**
 * Tests that mirror nothing: `test/spec/read.test.ts` needs lib/spec/read.ts or the folder lib/spec/read.
 * Top-level tests and the folders in `free` are about more than one file.
 */
export function testsWithoutSource(tests: readonly string[], libraryFiles: readonly string[], free: readonly string[]): readonly string[] {
  return tests
    .filter((test) => test.endsWith('.test.ts') && test.includes('/') && !free.includes(test.split('/')[0]))
    .filter((test) => {
      const mirrored = test.replace(/\.test\.ts$/, '');
      return !libraryFiles.some((file) => file.startsWith(`${mirrored}/`) || ['ts', 'css', 'py', 'rb'].some((extension) => file === `${mirrored}.${extension}`));
    })
    .map((test) => `test/${test}: lib/ has no ${test.replace(/\.test\.ts$/, '.ts')}`);
}

/** A source, or a folder when it ends in `/`, and the test that runs it although it has another name. */
export type TestedElsewhere = Readonly<Record<string, string>>;

/**
 * Sources of more than `maxLines` lines that no test of their name runs and that the table does not name. What contains no
 * function, such as types, schemas and tables, has nothing to run.
 */
export function sourcesWithoutTest(sources: readonly Source[], tests: readonly string[], { maxLines, table }: {
  readonly maxLines: number;
  readonly table: TestedElsewhere;
}): readonly string[] {
  return longSourcesWithoutTest(sources, tests, maxLines)
    .filter((file) => !Object.keys(table).some((entry) => isEntryFor(entry, file)))
    .map((file) => `lib/${file}: has no test test/${file.replace(/\.tsx?$/, '.test.ts')}`);
}

/** Entries of the table that no source needs any more, and those whose test does not exist. */
export function needlessEntries(sources: readonly Source[], tests: readonly string[], { maxLines, table }: {
  readonly maxLines: number;
  readonly table: TestedElsewhere;
}): readonly string[] {
  const needing = longSourcesWithoutTest(sources, tests, maxLines);
  return Object.entries(table)
    .filter(([entry, test]) => !tests.some((file) => file === test || file.startsWith(`${test}/`)) || !needing.some((file) => isEntryFor(entry, file)))
    .map(([entry, test]) => `${entry}: ${test}`);
}

function longSourcesWithoutTest(sources: readonly Source[], tests: readonly string[], maxLines: number): readonly string[] {
  return sources
    .filter((source) => linesOf(source) > maxLines && hasFunction(source))
    .map(({ file }) => file)
    .filter((file) => !tests.includes(file.replace(/\.tsx?$/, '.test.ts')) && !tests.includes(file.replace(/\/index\.ts$/, '.test.ts')));
}

function isEntryFor(entry: string, file: string): boolean {
  return entry.endsWith('/') ? file.startsWith(entry) : file === entry;
}

function hasFunction(source: Source): boolean {
  let isFound = false;
  visitAll(source, (node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) isFound = true;
  });
  return isFound;
}
