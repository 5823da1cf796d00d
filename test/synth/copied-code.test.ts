import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { copyCode, type CopiedSource } from '../../lib/synth/copied-code';
import { digestOf } from '../../lib/synth/function-code';
import { thrownBy } from '../support/declaration';
import { newProject } from '../support/project';

const namesOf = ({ layers = [], family = 'python', ...source }: Partial<CopiedSource> & Pick<CopiedSource, 'code'>): string[] =>
  [...copyCode({ family, layers, ...source }).files.keys()].sort();

test('is a directory as it is, without what is installed, built or written by tools', () => {
  const project = newProject({
    'fn/app.py': 'a', 'fn/pkg/m.py': 'm', 'fn/data.json': '{}', 'fn/.env': 'E=1',
    'fn/.venv/pyvenv.cfg': '', 'fn/.venv/lib/a.py': '', 'fn/venv/lib/b.py': '', 'fn/my-environment/pyvenv.cfg': '', 'fn/my-environment/lib/c.py': '',
    'fn/__pycache__/app.cpython-311.pyc': '', 'fn/pkg/__pycache__/m.pyc': '', 'fn/old.pyc': '', 'fn/.git/HEAD': '', 'fn/.aws-sam/build/app.py': '',
    'fn/node_modules/x/index.js': '', 'fn/gateway.out/manifest.json': '', 'fn/gateway.state/x': '', 'fn/cdk.out/x': '', 'fn/.serverless/x.zip': '',
  });
  expect(namesOf({ code: project.file('fn') })).toEqual(['.env', 'app.py', 'data.json', 'pkg/m.py']);
});

test('keeps the packages of a custom runtime, which may be for JavaScript', () => {
  const project = newProject({ 'fn/bootstrap': '#!/bin/sh\n', 'fn/node_modules/x/index.js': '' });
  expect(namesOf({ code: project.file('fn'), family: 'provided' })).toEqual(['bootstrap', 'node_modules/x/index.js']);
});

test('keeps the execute bit, which is part of the digest', () => {
  const project = newProject({ 'fn/bootstrap': '#!/bin/sh\n', 'fn/data': 'd' });
  const copy = () => copyCode({ family: 'provided', code: project.file('fn'), layers: [] }).files;
  const before = digestOf(copy());
  chmodSync(project.file('fn/bootstrap'), 0o755);
  const files = copy();
  expect([...files].map(([name, { isExecutable }]) => [name, isExecutable === true]).sort()).toEqual([['bootstrap', true], ['data', false]]);
  expect(digestOf(files)).not.toBe(before);
});

test('has its layers in .opt, in their order: of two files the later one', () => {
  const project = newProject({ 'fn/app.py': 'a', 'one/python/u.py': 'one', 'one/lib/x.so': 'x', 'two/python/u.py': 'two', 'two/bootstrap': 'b' });
  const layers = ['one', 'two'].map((name) => ({ name, directory: project.file(name) }));
  const { files } = copyCode({ family: 'python', code: project.file('fn'), layers });
  expect([...files].map(([name, contents]) => `${name}: ${Buffer.from(contents).toString()}`).sort()).toEqual([
    '.opt/bootstrap: b', '.opt/lib/x.so: x', '.opt/python/u.py: two', 'app.py: a',
  ]);
});

test('may be files that are in no directory', () => {
  const project = newProject({ 'one/python/u.py': 'one' });
  expect(namesOf({ code: new Map([['index.py', Buffer.from('x')]]), layers: [{ name: 'One', directory: project.file('one') }] })).toEqual(['.opt/python/u.py', 'index.py']);
});

describe('a symbolic link', () => {
  test('stands for what it leads to, a file or a directory', () => {
    const project = newProject({ 'fn/app.py': 'a', 'fn/lib/m.py': 'm', 'shared/s.py': 's' });
    symlinkSync('app.py', project.file('fn/again.py'));
    symlinkSync('lib', project.file('fn/lib64'));
    symlinkSync(project.file('shared'), project.file('fn/shared'));
    const { files, links } = copyCode({ family: 'python', code: project.file('fn'), layers: [], roots: [project.directory] });
    expect([...files.keys()].sort()).toEqual(['again.py', 'app.py', 'lib/m.py', 'lib64/m.py', 'shared/s.py']);
    expect(links).toEqual([]);
  });

  test('that leads out, to nothing or in a circle is named', () => {
    const project = newProject({ 'fn/app.py': 'a', 'fn/lib/m.py': 'm', 'secret': 's' });
    symlinkSync(project.file('secret'), project.file('fn/secret'));
    symlinkSync('nothing', project.file('fn/dangling'));
    symlinkSync('itself', project.file('fn/itself'));
    symlinkSync('..', project.file('fn/lib/up'));
    const { files, links } = copyCode({ family: 'python', code: project.file('fn'), layers: [] });
    expect([...files.keys()].sort()).toEqual(['app.py', 'lib/m.py']);
    expect([...links].sort()).toEqual(['dangling', 'itself', 'lib/up', 'secret']);
  });
});

test('FUNCTION_CODE_UNREADABLE: what the system refuses', () => {
  const project = newProject({ 'fn/app.py': 'a' });
  const layers = [{ name: 'gone', directory: project.file('gone') }];
  expect(thrownBy(() => copyCode({ family: 'python', code: project.file('fn'), layers }))).toMatchObject({
    code: 'FUNCTION_CODE_UNREADABLE', details: { path: project.file('gone'), reason: expect.stringMatching(/^ENOENT: .*gone'$/) as string },
  });
});

test('FUNCTION_CODE_TOO_LARGE: is at most what Lambda takes', () => {
  const project = newProject({ 'fn/app.py': 'a' });
  mkdirSync(project.file('fn/data'));
  writeFileSync(project.file('fn/data/set.bin'), '');
  truncateSync(project.file('fn/data/set.bin'), 250 * 1024 * 1024);
  expect(thrownBy(() => copyCode({ family: 'python', code: project.file('fn'), layers: [] }))).toMatchObject({
    code: 'FUNCTION_CODE_TOO_LARGE', details: { path: project.file('fn'), limit: '262144000 bytes' },
  });
});
