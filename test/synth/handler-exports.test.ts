import { RootConstruct } from 'constructs';
import { ProxyFunction } from '../../lib/constructs';
import { bundleFunction } from '../../lib/synth/bundle-function';
import { newProject } from '../support/project';

const exportsOf = (text: string, { file = 'a.ts', handler = 'handler' } = {}): string[] => {
  const project = newProject({ [file]: text, 'b.ts': 'export const list = 1;' });
  const { issues } = bundleFunction(new ProxyFunction(new RootConstruct(), 'Fn', { entry: project.file(file), handler, bundling: { externalModules: ['left-out'] } }));
  return issues.map((one) => `${one.code} ${one.location}: ${one.message}`);
};

test.each([
  ['an ES module', 'export const main = 1; export function other() {}', {}, 'a.ts', 'main, other'],
  ['one that becomes an ES module', 'export const main = await 1;', { file: 'a.mts' }, 'a.mts', 'main'],
  ['one with a class inside it', 'export const main = 1;', { handler: 'index.api.get' }, 'a.ts', 'main'],
])('an export that %s does not have is an error (HANDLER_EXPORT_MISSING)', (_, text, given, entry, names) => {
  const wanted = 'handler' in given ? 'api' : 'handler';
  expect(exportsOf(text, given)).toEqual([`HANDLER_EXPORT_MISSING Fn: ${entry} does not export ${wanted}, the handler of the function; it exports ${names}`]);
});

test.each([
  ['it is exported', 'export const handler = 1;', {}],
  ['it is exported by another file', "export * from './b';", { handler: 'list' }],
  ['it has another name inside', "export { list as handler } from './b';", {}],
  ['it may come from a module that is left out', "export * from 'left-out'; export const second = 1;", {}],
  ['it may come from one, in an ES module', "export * from 'left-out'; export const second = await 1;", { file: 'a.mts' }],
  ['CommonJS may export anything', 'Object.assign(exports, { main: 1 });', { file: 'a.js' }],
  ['it is the default export', 'export default 1; export const second = 1;', { handler: 'default' }],
])('no error if %s', (_, text, given) => {
  expect(exportsOf(text, given)).toEqual([]);
});
