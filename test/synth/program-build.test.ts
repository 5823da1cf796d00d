import { isBuildInput, programBuild, type ProgramSource } from '../../lib/synth/program-build';
import { newProject } from '../support/project';

type Hints = Omit<ProgramSource, 'directory'>;

test.each<[string, readonly string[], Hints, string | undefined, string]>([
  ['a Go package', ['fn/go.mod', 'fn/main.go'], {}, 'go', 'fn'],
  ['a Go package of a module above', ['go.mod', 'fn/main.go'], {}, 'go', ''],
  ['a Go package in no module', ['fn/main.go'], {}, undefined, ''],
  ['a module with tests only', ['fn/go.mod', 'fn/main_test.go'], {}, undefined, ''],
  ['a Cargo package', ['fn/Cargo.toml'], {}, 'cargo', 'fn'],
  ['a Cargo package below another', ['Cargo.toml', 'fn/Cargo.toml'], {}, 'cargo', 'fn'],
  ['both, by the name of its method', ['fn/go.mod', 'fn/main.go', 'fn/Cargo.toml'], { method: 'rust-cargolambda' }, 'cargo', 'fn'],
  ['Cargo, called Go', ['fn/Cargo.toml'], { method: 'go1.x' }, undefined, ''],
  ['a program that is built', ['fn/go.mod', 'fn/main.go', 'fn/bootstrap'], {}, undefined, ''],
  ['a program that is built, and a method', ['fn/go.mod', 'fn/main.go', 'fn/bootstrap'], { method: 'go1.x' }, 'go', 'fn'],
  ['a makefile', ['fn/Makefile', 'fn/bootstrap'], { method: 'makefile', logicalId: 'Fn' }, 'make', 'fn'],
  ['a makefile that nothing names', ['fn/Makefile'], {}, undefined, ''],
  ['a makefile that is not there', ['fn/bootstrap'], { method: 'makefile', logicalId: 'Fn' }, undefined, ''],
  ['nothing', ['fn/data.json'], {}, undefined, ''],
])('%s in %j with %j', (_, files, hints, tool, root) => {
  const project = newProject(Object.fromEntries(files.map((name) => [name, ''])));
  const build = programBuild({ directory: project.file('fn'), ...hints });
  expect(build).toEqual(tool === undefined ? undefined : { directory: project.file('fn'), ...hints, tool, root: project.file(root).replace(/\/$/, '') });
});

test('a Cargo package of a workspace is built from the files of the workspace', () => {
  const project = newProject({ 'Cargo.toml': '[package]\n', 'apps/Cargo.toml': '[workspace]\nmembers = ["fn"]\n', 'apps/fn/Cargo.toml': '[package]\n' });
  expect(programBuild({ directory: project.file('apps/fn') })).toMatchObject({ tool: 'cargo', root: project.file('apps') });
});

test('a directory that is not there has nothing to build', () => {
  expect(programBuild({ directory: newProject().file('none') })).toBeUndefined();
});

test('what a program is built from is no part of the code that runs', () => {
  const inputs = (tool: 'go' | 'cargo') => ['main.go', 'go.mod', 'go.sum', 'Cargo.lock', 'lib.rs', 'target', 'bootstrap', 'data.json', 'templates', 'data/bootstrap', 'data/main.go', 'data/Makefile']
    .filter((name) => !isBuildInput({ tool, directory: '/fn', root: '/fn' }, name));
  expect([inputs('go'), inputs('cargo')]).toEqual([['target', 'data.json', 'templates', 'data/bootstrap', 'data/Makefile'], ['data.json', 'templates', 'data/bootstrap', 'data/Makefile']]);
});
