import { readSpec } from '../../lib/spec';
import type { CodeSource } from '../../lib/importers';
import { programCode } from '../../lib/sources';
import { newProject } from '../support/project';
import { zipOf } from '../support/zip';
import { writeFileSync } from 'node:fs';

const project = newProject({ 'src/pets.ts': '', 'code/index.js': '', 'asset.abc/index.js': '' });
writeFileSync(project.file('code.zip'), zipOf([{ name: 'index.js', contents: 'zipped' }, { name: 'lib/a.js', contents: 'a' }]));

const sources: Readonly<Record<string, CodeSource>> = {
  Entry: { type: 'entry', file: project.file('src/pets.ts'), handler: 'src/pets.list' },
  Directory: { type: 'directory', directory: project.file('code'), handler: 'index.handler' },
  Asset: { type: 'directory', directory: project.file('asset.abc'), handler: 'index.handler' },
  Text: { type: 'text', name: 'index.js', text: 'inline', handler: 'index.handler' },
  Zip: { type: 'archive', file: project.file('code.zip'), handler: 'index.handler' },
  Image: { type: 'image', family: 'image', image: 'orders:latest', handler: 'CMD of the image' },
  Layered: { type: 'directory', directory: project.file('code'), handler: 'index.handler', layers: [{ name: 'A', directory: project.file('layers/a') }] },
};

function codesOf(output: string | undefined) {
  const functions = Object.fromEntries([...Object.keys(sources), 'Python'].map((name) =>
    [name, name === 'Python' ? { unavailable: 'it runs on python3.12', handler: 'app.handler' } : { code: 'code', handler: 'index.handler' }]));
  const { spec } = readSpec({ format: 'synthgate/1', api: { id: 'a', name: 'A' }, functions }, 'given');
  return programCode({ name: 'A', id: 'a', spec, code: new Map(Object.entries(sources)) }, { directory: project.directory, output });
}

test('sources and directories stay where they are; inline and zipped code is written beside the program', () => {
  const { code, files } = codesOf(project.file('gateway'));
  expect(Object.fromEntries(code)).toMatchObject({
    Entry: { entry: 'src/pets.ts', handler: 'src/pets.list' },
    Directory: { code: 'code', handler: 'index.handler' },
    Asset: { code: 'asset.abc', comment: 'The code as it is deployed. With entry and its source file, it is bundled from there.' },
    Text: { code: 'gateway/functions/Text', handler: 'index.handler' },
    Zip: { code: 'gateway/functions/Zip' },
    Layered: { code: 'code', layers: ['layers/a'] },
    Image: { code: 'gateway/functions/Image', handler: 'index.handler', comment: expect.stringContaining('it is a container image') as string },
    Python: { code: 'gateway/functions/Python', handler: 'index.handler', comment: 'Its code is not here: it runs on python3.12. Its handler is app.handler on AWS.' },
  });
  const text = (name: string) => Buffer.from(files.get(`gateway/functions/${name}`) ?? '').toString();
  expect([...files.keys()].map((name) => name.replace('gateway/functions/', '')).sort()).toEqual(['Image/index.js', 'Python/index.js', 'Text/index.js', 'Zip/index.js', 'Zip/lib/a.js']);
  expect([text('Text/index.js'), text('Zip/index.js')]).toEqual(['inline', 'zipped']);
  expect(text('Python/index.js')).toContain("throw new Error('this function is not written yet');");
});

test('a program alone says where its code belongs', () => {
  const { code, files } = codesOf(undefined);
  expect(files.size).toBe(0);
  expect([code.get('Text')?.comment, code.get('Zip')?.comment]).toEqual([
    'Its code is inline in the source: put it in functions/Text/index.js.', 'Unpack code.zip there.',
  ]);
});

test.each(['\n', '\r', '\r\n', '\u2028', '\u2029'])('a handler or a reason with the line end %j does not leave the comment', (end) => {
  const attack = `app.handler${end}globalThis.wasRun = true;//`;
  const { spec } = readSpec({ format: 'synthgate/1', api: { id: 'a', name: 'A' }, functions: { Fn: { unavailable: attack, handler: attack } } }, 'given');
  const { code, files } = programCode({ name: 'A', id: 'a', spec, code: new Map() }, { directory: project.directory, output: project.file('gateway') });
  const text = Buffer.from(files.get('gateway/functions/Fn/index.js') ?? '').toString();
  expect(text.split(/[\n\r\u2028\u2029]/).map((line) => line.trim().split(' ')[0])).toEqual(['//', 'exports.handler', 'throw', '};', '']);
  expect(code.get('Fn')?.comment).not.toMatch(/[\n\r\u2028\u2029]/);
});
