import { type Source } from './source';

/** Files above the line limit. */
export function tooLongFiles(sources: readonly Source[], maxLines: number): readonly string[] {
  return sources
    .map(({ file, text }) => ({ file, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > maxLines)
    .map(({ file, lines }) => `lib/${file}: ${lines} lines, at most ${maxLines}`);
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
      return !libraryFiles.some((file) => file === `${mirrored}.ts` || file.startsWith(`${mirrored}/`));
    })
    .map((test) => `test/${test}: lib/ has no ${test.replace(/\.test\.ts$/, '.ts')}`);
}
