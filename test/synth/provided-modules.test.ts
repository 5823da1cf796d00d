import * as esbuild from 'esbuild';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { withProvidedModules } from '../../lib/synth/provided-modules';
import { newProject } from '../support/project';

const SDK = { 'node_modules/@aws-sdk/client-s3/package.json': '{"main":"a.js"}', 'node_modules/@aws-sdk/client-s3/a.js': 'exports.name = "the SDK";' };

/** The code of a function in a directory of its own, and what it is after its modules were looked for in a project. */
function provided(code: Readonly<Record<string, string>>, modules: Readonly<Record<string, string>> = SDK, handler = 'index.handler') {
  const directory = newProject(code).directory;
  const files = new Map(listed(directory).map((file) => [file, readFileSync(path.join(directory, file))]));
  const project = newProject(modules).directory;
  const { files: after, issues } = withProvidedModules({ files, handler, directory }, { directories: [project], constructPath: 'Fn' }, () => esbuild);
  const text = (name: string): string => Buffer.from(after.get(name) ?? '').toString();
  return { isUnchanged: after === files, text, found: issues.map(({ code: one, message }) => `${one}: ${message}`) };
}

const listed = (directory: string): string[] => readdirSync(directory, { recursive: true, withFileTypes: true })
  .filter((one) => one.isFile()).map((one) => path.relative(directory, path.join(one.parentPath, one.name)));

test.each([
  ['CommonJS', 'index.js', "const { name } = require('@aws-sdk/client-s3');\nexports.handler = () => name;"],
  ['an ES module', 'index.mjs', "import { name } from '@aws-sdk/client-s3';\nexport const handler = () => name;"],
])('a module that Lambda provides is bundled from the project: %s', (_, file, text) => {
  const { text: after, found } = provided({ [file]: text, 'other.js': 'exports.a = 1;' });
  expect(found).toEqual([]);
  expect(after(file)).toContain('the SDK');
  expect(after('other.js')).toBe('exports.a = 1;');
});

test('also where another file of the code imports it', () => {
  expect(provided({ 'index.js': "exports.handler = require('./a').a;", 'a.js': "exports.a = require('@aws-sdk/client-s3');" }).text('index.js')).toContain('the SDK');
});

test('code that brings its packages along stays as it is', () => {
  const own = { 'node_modules/left/package.json': '{"main":"a.js"}', 'node_modules/left/a.js': 'exports.a = "own";' };
  expect(provided({ 'index.js': "exports.handler = require('left');\nrequire('node:fs');", ...own })).toMatchObject({ isUnchanged: true, found: [] });
  expect(provided({ 'index.js': "require('left');\nrequire('@aws-sdk/client-s3');", ...own }).text('index.js')).toContain('require("left")');
});

test('what is nowhere is a warning that names it, and the code stays as it is (FUNCTION_MODULE_MISSING)', () => {
  const { isUnchanged, found } = provided({ 'index.js': "require('aws-sdk');\nrequire('@aws-sdk/client-sns/models');" });
  expect(isUnchanged).toBe(true);
  expect(found).toEqual([expect.stringMatching(/^FUNCTION_MODULE_MISSING: @aws-sdk\/client-sns, aws-sdk cannot be found here/)]);
});

test('code that esbuild does not understand stays as it is', () => {
  expect(provided({ 'index.js': "require('@aws-sdk/client-s3'); this is not JavaScript" })).toMatchObject({ isUnchanged: true, found: [] });
});
