import { functionCodeOf } from '../../lib/sources/code-files';
import type { CodeSource } from '../../lib/importers';
import { newProject } from '../support/project';

const filesOf = async (source: CodeSource): Promise<Record<string, string>> => {
  const { code: { files } } = await functionCodeOf('Fn', source);
  return Object.fromEntries([...files].map(([name, contents]) => [name, Buffer.from(contents).toString()]));
};

test('a directory is taken as it is, a text as one file, a source is bundled', async () => {
  const project = newProject({ 'dist/index.js': 'exports.handler = 1;', 'src/a.ts': 'export const handler: number = 7;' });
  expect(await filesOf({ type: 'directory', directory: project.file('dist'), handler: 'index.handler' })).toMatchObject({ 'index.js': 'exports.handler = 1;' });
  expect(await filesOf({ type: 'text', name: 'index.js', text: 'exports.handler = 2;', handler: 'index.handler' })).toMatchObject({ 'index.js': 'exports.handler = 2;' });
  expect((await filesOf({ type: 'entry', file: project.file('src/a.ts'), handler: 'a.handler' }))['index.js']).toContain('handler = 7');
});

test('a module that Lambda provides is bundled from above the code or from the project of the command', async () => {
  const project = newProject({
    'cdk.out/asset/index.js': "exports.handler = require('@aws-sdk/client-s3').name;",
    'node_modules/@aws-sdk/client-s3/package.json': '{"main":"a.js"}', 'node_modules/@aws-sdk/client-s3/a.js': 'exports.name = "the SDK";',
  });
  expect((await filesOf({ type: 'directory', directory: project.file('cdk.out/asset'), handler: 'index.handler' }))['index.js']).toContain('the SDK');
  const inline = await functionCodeOf('Inline', { type: 'text', name: 'index.js', text: "require('zod'); require('not-installed');", handler: 'index.handler' });
  expect(inline.issues).toMatchObject([{ code: 'FUNCTION_MODULE_MISSING', location: 'function Inline', message: expect.stringMatching(/^not-installed cannot/) as string }]);
});

test('a directory that is not there is an error', async () => {
  const directory = newProject().file('none');
  await expect(functionCodeOf('Fn', { type: 'directory', directory, handler: 'index.handler' })).rejects.toThrow('[FUNCTION_SOURCE_MISSING]');
});
