import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { functionCodeOf } from '../../lib/sources/code-files';
import { importSource, type CodeSource } from '../../lib/importers';
import { newProject } from '../support/project';
import { zipOf } from '../support/zip';

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

test('modules of a layer that the template has are bundled from it; a layer by its ARN is named', async () => {
  const project = newProject({
    'template.yaml': `
      Transform: AWS::Serverless-2016-10-31
      Resources:
        Shared: { Type: AWS::Serverless::LayerVersion, Properties: { ContentUri: layer } }
        Pets:
          Type: AWS::Serverless::Function
          Properties:
            CodeUri: src
            Handler: index.handler
            Runtime: nodejs20.x
            Layers: [!Ref Shared, 'arn:aws:lambda:us-east-1:1:layer:insights:38']
            Events: { Get: { Type: Api, Properties: { Path: /pets, Method: get } } }`,
    'src/index.js': "exports.handler = async () => ({ statusCode: 200, body: require('shared').name + require('versioned').name });",
    'layer/nodejs/node_modules/shared/package.json': '{"main":"a.js"}', 'layer/nodejs/node_modules/shared/a.js': 'exports.name = "the layer";',
    'layer/nodejs/node20/node_modules/versioned/index.js': 'exports.name = "of one version";',
    'layer/nodejs/node_modules/versioned/index.js': 'exports.name = "of all versions";',
  });
  const { apis: [api], issues, files } = importSource(project.file('template.yaml'), {});
  const source = api?.code.get('Pets');
  expect(source?.layers).toEqual([{ name: expect.stringMatching(/^Shared/) as string, directory: project.file('layer') }]);
  expect(files).toContain(project.file('layer'));
  const { code, issues: missing } = await functionCodeOf('Pets', source as CodeSource); // it has code
  const text = Buffer.from(code.files.get('index.js') ?? []).toString();
  expect([text, missing]).toEqual([expect.stringMatching(/the layer[^]*of one version/), []]);
  expect(text).not.toContain('of all versions');
  expect(issues.filter(({ code: one }) => one === 'IMPORT_PART_REFUSED').map(({ message }) => message)).toEqual([expect.stringContaining('layer:insights:38')]);
});

test('a directory that is not there is an error', async () => {
  const directory = newProject().file('none');
  await expect(functionCodeOf('Fn', { type: 'directory', directory, handler: 'index.handler' })).rejects.toThrow('[FUNCTION_SOURCE_MISSING]');
});

describe('code in another language', () => {
  const nameOf = (bytes: Uint8Array & { readonly isExecutable?: boolean }, name: string): string => `${name}${bytes.isExecutable === true ? '*' : ''}`;
  const copy = async (source: CodeSource) => {
    const { code, issues } = await functionCodeOf('Fn', source);
    const names = [...code.files].map(([name, bytes]) => nameOf(bytes, name)).sort();
    return { ...code, names, codes: issues.map((issue) => issue.code) };
  };
  const python = { handler: 'app.main', family: 'python' } as const;

  test('is its directory with its layers, and remembers the directory', async () => {
    const project = newProject({ 'fn/app.py': '', 'fn/.venv/pyvenv.cfg': '', 'layer/python/tools.py': '', 'sources/own.py': '' });
    const layers = [{ name: 'A', directory: project.file('layer') }, { name: 'B', directory: project.file('sources'), below: 'python' }];
    const copied = await copy({ type: 'directory', directory: project.file('fn'), layers, ...python });
    expect(copied).toMatchObject({
      names: ['.opt/python/own.py', '.opt/python/tools.py', 'app.py'], handler: 'app.main', sourceDirectory: project.file('fn'), codes: [],
    });
  });

  test('is a text as one file', async () => {
    expect(await copy({ type: 'text', name: 'index.py', text: 'x', handler: 'index.main', family: 'python' })).toMatchObject({
      names: ['index.py'], sourceDirectory: process.cwd(),
    });
  });

  test('is an archive whose programs stay programs', async () => {
    const project = newProject();
    writeFileSync(project.file('fn.zip'), zipOf([{ name: 'bootstrap', contents: '#!/bin/sh\n', mode: 0o100755 }, { name: 'data/a', contents: 'x' }]));
    expect(await copy({ type: 'archive', file: project.file('fn.zip'), handler: 'any', family: 'provided' })).toMatchObject({
      names: ['bootstrap*', 'data/a'], sourceDirectory: project.directory,
    });
  });

  test('links into the project are followed, others are named', async () => {
    const project = newProject({ 'fn/app.py': '', 'secret': '' });
    symlinkSync(project.file('secret'), project.file('fn/link'));
    symlinkSync(path.join(process.cwd(), 'LICENSE'), project.file('fn/LICENSE'));
    expect(await copy({ type: 'directory', directory: project.file('fn'), ...python })).toMatchObject({ names: ['LICENSE', 'app.py'], codes: ['FUNCTION_CODE_SYMLINK'] });
  });

  test.each<[object, string]>([[{ type: 'directory', directory: 'not/there' }, 'FUNCTION_SOURCE_MISSING'], [{ type: 'text', name: 'a', text: 'x', family: 'provided' }, 'FUNCTION_BOOTSTRAP_MISSING']])(
    '%j is refused: %s', async (source, code) => {
      await expect(functionCodeOf('Fn', { ...python, ...source } as CodeSource)).rejects.toMatchObject({ code }); // the members are those of one
    },
  );
});
