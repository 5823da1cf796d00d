import * as esbuild from 'esbuild';
import { readFileSync } from 'node:fs';
import { unmountedFiles } from '../../lib/synth/layers';
import { withProvidedModules } from '../../lib/synth/provided-modules';
import { newProject } from '../support/project';

const project = newProject({
  'code/index.js': "exports.handler = [require('/opt/nodejs/util').name, require('/opt/nodejs/shared/both.js').name, require('/opt/nodejs/node_modules/lib').name];",
  'code/absent.js': "require('/opt/nodejs/absent');",
  'first/nodejs/util.js': "exports.name = 'util of the first';",
  'first/nodejs/shared/both.js': "exports.name = 'both of the first';",
  'second/nodejs/shared/both.js': "exports.name = 'both of the second';",
  'second/nodejs/node_modules/lib/package.json': '{"main":"a.js"}', 'second/nodejs/node_modules/lib/a.js': "exports.name = 'lib of the second';",
  'second/bin/tool': 'x', 'second/config.json': '{}', 'many/a': '', 'many/b': '', 'many/c': '', 'many/d': '', 'many/e': '', 'many/f': '', 'many/g': '',
});
const layerOf = (name: string) => ({ name, directory: project.file(name) });
const layers = ['first', 'second'].map(layerOf);
const directory = project.file('code');

function provided(file: string) {
  const files = new Map([[`${file}.js`, readFileSync(project.file(`code/${file}.js`))]]);
  const { files: after, issues } = withProvidedModules({ files, handler: `${file}.handler`, directory }, { directories: [], layers, constructPath: 'Fn' }, () => esbuild);
  return { text: Buffer.from(after.get(`${file}.js`) ?? '').toString(), issues: issues.map(({ code, message }) => `${code}: ${message}`) };
}

test('modules that are named by their path below /opt are bundled from the layers, of two with one name that of the later layer', () => {
  const { text } = provided('index');
  expect(text).toMatch(/util of the first[^]*both of the second[^]*lib of the second/);
  expect(text).not.toContain('both of the first');
});

test('files of layers that are not modules are named with their layer (FUNCTION_LAYER_FILES)', () => {
  expect(provided('index').issues).toEqual([
    'FUNCTION_LAYER_FILES: these files of the layer second are not there when the function runs here: /opt/bin/tool, /opt/config.json',
  ]);
  const [found] = unmountedFiles([layerOf('many')], 'Fn');
  expect(found?.message).toMatch(/: \/opt\/a, \/opt\/b, \/opt\/c, \/opt\/d, \/opt\/e, 2 more$/);
  expect(unmountedFiles([layerOf('first'), layerOf('none')], 'Fn')).toEqual([]);
});

test('a module that no layer has is named (FUNCTION_MODULE_MISSING)', () => {
  expect(provided('absent').issues[0]).toMatch(/^FUNCTION_MODULE_MISSING: \/opt\/nodejs\/absent cannot be found here/);
});
