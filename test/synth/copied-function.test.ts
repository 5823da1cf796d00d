import { RootConstruct } from 'constructs';
import { chmodSync, symlinkSync } from 'node:fs';
import { FunctionRuntime, ProxyFunction, type ProxyFunctionProps } from '../../lib/constructs';
import { codeOfFunction } from '../../lib/synth/synthesize';
import { TINY_GO } from '../support/functions/programs';
import { newProject } from '../support/project';

const { PYTHON_3_13: PYTHON, PROVIDED_AL2023: PROVIDED } = FunctionRuntime;

const copied = (props: ProxyFunctionProps) => {
  const { code, issues } = codeOfFunction(new ProxyFunction(new RootConstruct(), 'Fn', props));
  return { code, names: code && [...code.files.keys()].sort(), found: issues.map((one) => `${one.severity} ${one.code} ${one.location}: ${one.message}`) };
};

test('code in Python is a copy of its directory, which it remembers', () => {
  const project = newProject({ 'fn/app.py': 'a', 'fn/pkg/__init__.py': '', 'fn/.venv/pyvenv.cfg': '' });
  const { code, names, found } = copied({ code: project.file('fn'), handler: 'app.main', runtime: PYTHON });
  expect([names, found]).toEqual([['app.py', 'pkg/__init__.py'], []]);
  expect(code).toMatchObject({ handler: 'app.main', sourceDirectory: project.file('fn') });
});

test('code in JavaScript remembers no directory', () => {
  const project = newProject({ 'fn/index.js': 'exports.handler = 1;' });
  expect(copied({ code: project.file('fn') }).code).not.toHaveProperty('sourceDirectory', expect.anything());
});

test.each([
  ['app.main', []], ['src/pkg/m.h', []], ['src.pkg.m.h', []], ['pkg.main', []], ['native.h', []], ['nodot', []],
  ['other.main', ['error FUNCTION_HANDLER_MISSING Fn']], ['src.pkg.other.h', ['error FUNCTION_HANDLER_MISSING Fn']],
])('has the module of handler %s: %j', (handler, expected) => {
  const project = newProject({ 'fn/app.py': '', 'fn/src/pkg/m.py': '', 'fn/pkg/__init__.py': '', 'fn/native.cpython-313-x86_64-linux-gnu.so': '' });
  expect(copied({ code: project.file('fn'), handler, runtime: PYTHON }).found.map((line) => line.split(':')[0])).toEqual(expected);
});

test('FUNCTION_BOOTSTRAP_MISSING: a custom runtime is in the directory', () => {
  const project = newProject({ 'fn/main.go': '', 'built/bootstrap': '#!/bin/sh\n' });
  chmodSync(project.file('built/bootstrap'), 0o755);
  expect(copied({ code: project.file('fn'), handler: 'not used', runtime: PROVIDED }).found).toEqual([
    `error FUNCTION_BOOTSTRAP_MISSING Fn: a function on provided.al2023 needs an executable file bootstrap in ${project.file('fn')}`,
  ]);
  const { code, found } = copied({ code: project.file('built'), handler: 'not used', runtime: PROVIDED });
  expect([found, code?.files.get('bootstrap')?.isExecutable]).toEqual([[], true]);
});

test('a custom runtime is built from the source in its directory, unless a layer has the program', () => {
  const project = newProject({ ...TINY_GO, 'fn/data.json': '{}' });
  const { code, names, found } = copied({ code: project.file('fn'), handler: 'bootstrap', runtime: PROVIDED });
  expect([names, found, code?.files.get('bootstrap')?.isExecutable]).toEqual([['bootstrap', 'data.json'], [], true]);
  expect(code).toMatchObject({ handler: 'bootstrap', sourceDirectory: project.file('fn') });
  project.write('fn/main.go', 'package main\n\nfunc main() { total() }\n');
  expect(copied({ code: project.file('fn'), handler: 'bootstrap', runtime: PROVIDED }).found).toEqual([
    `error FUNCTION_BUILD_FAILED Fn: go cannot build ${project.file('fn')}: ./main.go:3:15: undefined: total`,
  ]);
});

test('layers are beside the code, and are directories', () => {
  const project = newProject({ 'fn/app.py': '', 'one/python/tools.py': '1', 'two/python/tools.py': '2' });
  const layers = ['one', 'two'].map((name) => project.file(name));
  const { code, names } = copied({ code: project.file('fn'), handler: 'app.main', runtime: PYTHON, layers });
  expect([names, code?.files.get('.opt/python/tools.py')?.toString()]).toEqual([['.opt/python/tools.py', 'app.py'], '2']);
  expect(copied({ code: project.file('fn'), handler: 'app.main', runtime: PYTHON, layers: [project.file('none')] }).found).toEqual([
    `error FUNCTION_SOURCE_MISSING Fn: there is no directory of a layer ${project.file('none')}`,
  ]);
  const script = newProject({ 'fn/index.js': "exports.handler = () => require('tools')", 'layer/nodejs/node_modules/tools/index.js': 'module.exports = 1' });
  const bundled = copied({ entry: script.file('fn/index.js'), layers: [script.file('layer')] });
  expect([bundled.found, Buffer.from(bundled.code?.files.get('index.js') ?? '').toString().includes('exports = 1')]).toEqual([[], true]);
});

test('a directory that is not there, and links out of it, are refused', () => {
  const project = newProject({ 'fn/app.py': '', 'secret': '' });
  symlinkSync(project.file('secret'), project.file('fn/link'));
  expect(copied({ code: project.file('none'), handler: 'app.main', runtime: PYTHON }).found).toEqual([
    `error FUNCTION_SOURCE_MISSING Fn: there is no code directory ${project.file('none')}`,
  ]);
  expect(copied({ code: project.file('fn'), handler: 'app.main', runtime: PYTHON }).found).toEqual([
    'error FUNCTION_CODE_SYMLINK Fn: the code directory contains the symbolic link link',
  ]);
});
