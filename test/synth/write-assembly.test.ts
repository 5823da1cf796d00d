import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { executable } from '../../lib/synth/function-code';
import { awaitsAssembly, outputDirectory, writeAssembly } from '../../lib/synth/write-assembly';
import { thrownBy } from '../support/declaration';
import { newProject } from '../support/project';

const files = (entries: Record<string, string>) => new Map(Object.entries({ 'manifest.json': '{}', ...entries }).map(([name, text]) => [name, Buffer.from(text)]));

test('replaces the assembly as a whole: nothing of an earlier one is left', () => {
  const project = newProject();
  writeAssembly(project.file('out'), files({ 'a/b.js': '1', 'old': '2' }));
  writeAssembly(project.file('out'), files({ 'a/c.js': '3' }));
  expect(project.read('out')).toEqual({ 'manifest.json': '{}', 'a/c.js': '3' });
  expect(readdirSync(project.directory).sort()).toEqual(['out', 'package.json']);
  expect(statSync(project.file('out')).mode & 0o777).toBe(0o777 & ~process.umask());
});

test('the types of events, which something else writes, stay; a directory that has nothing else awaits an assembly', () => {
  const project = newProject({ 'out/types/index.d.ts': 'types', 'foreign/types/a': 'a', 'foreign/other': 'b' });
  expect(['out', 'foreign', 'missing'].map((name) => awaitsAssembly(project.file(name)))).toEqual([true, false, true]);
  writeAssembly(project.file('out'), files({ old: '1' }));
  writeAssembly(project.file('out'), files({}));
  expect(project.read('out')).toEqual({ 'manifest.json': '{}', 'types/index.d.ts': 'types' });
  expect(awaitsAssembly(project.file('out'))).toBe(false);
  writeAssembly(project.file('out'), files({ 'types/index.d.ts': 'newer' }));
  expect(project.read('out')).toEqual({ 'manifest.json': '{}', 'types/index.d.ts': 'newer' });
});

test('a program keeps its execute bit', () => {
  const project = newProject();
  writeAssembly(project.file('out'), new Map<string, Uint8Array>([...files({ data: 'd' }), ['bootstrap', executable(Buffer.from('#!/bin/sh\n'))]]));
  const modes = ['data', 'bootstrap'].map((name) => statSync(project.file(`out/${name}`)).mode & 0o111);
  expect(modes).toEqual([0, 0o111 & ~process.umask()]);
});

test('makes the directories above, and takes an empty one', () => {
  const project = newProject();
  writeAssembly(project.file('deep/down/out'), files({}));
  mkdirSync(project.file('empty'));
  writeAssembly(project.file('empty'), files({}));
  expect(existsSync(project.file('deep/down/out/manifest.json')) && existsSync(project.file('empty/manifest.json'))).toBe(true);
});

test('never removes what is not an assembly', () => {
  const project = newProject({ 'src/precious.ts': 'x' });
  expect(thrownBy(() => writeAssembly(project.file('src'), files({})))).toMatchObject({ code: 'OUTPUT_DIRECTORY_NOT_OURS' });
  expect(thrownBy(() => writeAssembly(project.file('package.json'), files({})))).toMatchObject({ code: 'OUTPUT_DIRECTORY_NOT_OURS' });
  expect(project.read('.')).toMatchObject({ 'src/precious.ts': 'x', 'package.json': '{}' });
});

test('leaves the earlier assembly alone when writing fails', () => {
  const project = newProject();
  writeAssembly(project.file('out'), files({ a: '1' }));
  expect(() => writeAssembly(project.file('out'), files({ 'x': '2', 'x/y': 'a file cannot be a directory' }))).toThrow();
  expect(project.read('out')).toEqual({ 'manifest.json': '{}', 'a': '1' });
  expect(readdirSync(project.directory).sort()).toEqual(['out', 'package.json']);
});

test('the directory is the given one, the wanted one, or gateway.out', () => {
  expect(outputDirectory('x')).toBe(path.resolve('x'));
  expect(outputDirectory(undefined)).toBe(path.resolve('gateway.out'));
  process.env.SYNTHGATE_OUTDIR = '/wanted';
  try {
    expect(outputDirectory(undefined)).toBe('/wanted');
    expect(outputDirectory('x')).toBe(path.resolve('x'));
  } finally {
    delete process.env.SYNTHGATE_OUTDIR;
  }
});

test('a file of the name manifest.json alone makes an assembly', () => {
  const project = newProject();
  mkdirSync(project.file('out'));
  writeFileSync(project.file('out/manifest.json'), '{}');
  writeAssembly(project.file('out'), files({ a: '1' }));
  expect(Object.keys(project.read('out')).sort()).toEqual(['a', 'manifest.json']);
});
