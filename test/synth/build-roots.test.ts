import path from 'node:path';
import { buildRoots } from '../../lib/synth/build-roots';
import { programBuild } from '../../lib/synth/program-build';
import { newProject, type Project } from '../support/project';

const { GOWORK } = process.env;
afterEach(() => {
  if (GOWORK === undefined) delete process.env.GOWORK;
  else process.env.GOWORK = GOWORK;
});

/** The places that the program in `apps/fn` is built from, by paths in the project. */
function rootsIn(project: Project): readonly string[] {
  const build = programBuild({ directory: project.file('apps/fn') });
  if (build === undefined) throw new Error('there is nothing to build');
  const { files, directories } = buildRoots(build);
  return [...directories, ...files].map((place) => path.relative(project.directory, place)).sort();
}

const GO = { 'apps/fn/go.mod': 'module fn\n', 'apps/fn/main.go': 'package main\n' };

test('a Go package alone is built from its module', () => {
  expect(rootsIn(newProject(GO))).toEqual(['apps/fn']);
});

test('modules of a workspace are built with their siblings', () => {
  const work = 'go 1.22\n\nuse (\n\t./apps/fn // the function\n\t"./shared/orders"\n\t./gone\n)\nuse ./prices\nreplace example.com/x => ./vendored/x\n';
  const project = newProject({ ...GO, 'go.work': work, 'shared/orders/go.mod': '', 'prices/go.mod': '', 'vendored/x/go.mod': '', 'other/go.mod': '' });
  expect(rootsIn(project)).toEqual(['apps/fn', 'go.work', 'prices', 'shared/orders', 'vendored/x']);
  process.env.GOWORK = 'off';
  expect(rootsIn(project)).toEqual(['apps/fn']);
});

test('modules that are replaced by directories are sources', () => {
  const mod = 'module fn\n\nreplace example.com/a => ../../shared/a\n\nreplace (\n\texample.com/b v1.0.0 => ../b // ours\n\texample.com/c => example.com/d v1.0.0\n)\n';
  expect(rootsIn(newProject({ ...GO, 'apps/fn/go.mod': mod, 'shared/a/go.mod': '', 'apps/b/go.mod': '' }))).toEqual(['apps/b', 'apps/fn', 'shared/a']);
});

test('a Cargo package is built with the packages that it and these name by a path', () => {
  const project = newProject({
    'apps/fn/Cargo.toml': '[package]\nname = "fn"\n[lib]\npath = "src/lib.rs"\n[dependencies]\norders = { path = "../../shared/orders" }\ngone = { path = "../gone" }\n',
    'apps/fn/src/lib.rs': '',
    'shared/orders/Cargo.toml': '[dependencies]\nprices = { version = "1", path = "../prices" }\norders-again = { path = "." }\n',
    'shared/prices/Cargo.toml': '[dependencies.orders]\npath = "../orders"\n',
  });
  expect(rootsIn(project)).toEqual(['apps/fn', 'shared/orders', 'shared/prices']);
});

test('packages inside of a workspace are part of it, those outside are named', () => {
  const project = newProject({
    'apps/Cargo.toml': '[workspace]\nmembers = ["*"]\n[workspace.dependencies]\nshared = { path = "../shared" }\n',
    'apps/fn/Cargo.toml': '[dependencies]\nlib = { path = "../lib" }\n', 'apps/lib/Cargo.toml': '[dependencies]\nprices = { path = "../../prices" }\n',
    'shared/Cargo.toml': '', 'prices/Cargo.toml': '',
  });
  expect(rootsIn(project)).toEqual(['apps', 'prices', 'shared']);
});

test('a makefile is in the directory of its sources', () => {
  const project = newProject({ 'apps/fn/Makefile': '' });
  const build = programBuild({ directory: project.file('apps/fn'), method: 'makefile', logicalId: 'Fn' });
  expect(build && buildRoots(build)).toEqual({ directories: [project.file('apps/fn')], files: [] });
});
