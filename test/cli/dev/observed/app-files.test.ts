import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CompiledApp } from '../../../../lib/cli/dev/observed/app-files';
import { newDirectory } from '../../../support/temporary-directory';

/** A project with a source, what is compiled from it, and what its app has loaded. */
function compiledProject({ source = 'src/pets.ts', loaded = ['dist/bin/app.js', 'dist/lib/stack.js'], text = '' }) {
  const directory = newDirectory();
  for (const [name, content] of Object.entries({ [source]: text, 'dist/src/pets.js': '', 'dist/bin/app.js': '', 'dist/lib/stack.js': '' })) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
    writeFileSync(path.join(directory, name), content);
  }
  const app = new CompiledApp({ loaded: new Set(loaded.map((name) => path.join(directory, name))) }, directory);
  return { file: path.join(directory, source), leavesOut: () => app.leavesOut(path.join(directory, source)) };
}

test.each([
  ['its module is not loaded', {}, true],
  ['its module is loaded', { loaded: ['dist/bin/app.js', 'dist/src/pets.js'] }, false],
  ['the only module may be a bundle', { loaded: ['dist/bin/app.js'] }, false],
  ['it has no module', { source: 'src/orders.ts' }, false],
  ['its constants may be written into other modules', { text: 'export const enum Kind { Cat }' }, false],
  ['it is not compiled', { source: 'src/pets.json' }, false],
])('a source is left out of an app that was compiled, or not: %s', (_, project, isLeftOut) => {
  expect(compiledProject(project).leavesOut()).toBe(isLeftOut);
});

test('a source that vanishes is not left out: the app may have needed it', () => {
  const { file, leavesOut } = compiledProject({});
  rmSync(file);
  expect(leavesOut()).toBe(false);
});
