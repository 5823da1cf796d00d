import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createAppBundler, type AppBundler } from '../../../lib/cli/dev/app-bundler';
import { newDirectory } from '../../support/temporary-directory';

const ROOT = path.resolve(__dirname, '../../..');
let project: string;
let bundler: AppBundler;

beforeEach(() => {
  project = realpathSync(newDirectory());
  mkdirSync(path.join(project, 'node_modules'));
  symlinkSync(path.join(ROOT, 'node_modules/esbuild'), path.join(project, 'node_modules/esbuild'));
  bundler = createAppBundler();
});
afterEach(() => bundler.close());

function write(name: string, text: string): string {
  const file = path.join(project, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const inputs = (): { files: string[]; directories: string[] } => {
  const { files, directories } = bundler.inputs();
  const relative = (names: readonly string[]) => names.map((name) => path.relative(project, name)).sort();
  return { files: relative(files), directories: relative(directories) };
};

test('bundles anew what changed, and names what it read', async () => {
  const file = write('app.ts', "import { a } from './lib/a';\nconsole.log(a);");
  write('lib/a.ts', "export const a = 'first';");
  const first = await bundler.bundle(file);
  expect([readFileSync(first.file, 'utf8').includes('first'), inputs()]).toEqual([true, { files: ['app.ts', 'lib/a.ts'], directories: [] }]);
  first.remove();
  expect(existsSync(first.file)).toBe(false);
  write('lib/a.ts', "export const a = 'second';");
  expect(readFileSync((await bundler.bundle(file)).file, 'utf8')).toContain('second');
});

test('a package that is a link into a workspace is watched; an installed one and this one are not', async () => {
  write('packages/shared/package.json', '{"name": "shared", "main": "index.js"}');
  write('packages/shared/index.js', 'exports.a = 1;');
  write('node_modules/installed/package.json', '{"name": "installed", "main": "index.js"}');
  write('node_modules/installed/index.js', 'exports.a = 1;');
  symlinkSync(path.join(project, 'packages/shared'), path.join(project, 'node_modules/shared'));
  symlinkSync(path.resolve(__dirname, '../../..'), path.join(project, 'node_modules/synthgate'));
  await bundler.bundle(write('app.ts', "import 'shared';\nimport 'installed';\nimport 'synthgate';\nimport 'node:fs';"));
  expect(inputs()).toEqual({ files: ['app.ts'], directories: ['packages/shared'] });
});

test('APP_NOT_BUNDLED: the error has the line, and the missing file is among the inputs', async () => {
  const file = write('app.ts', "import './missing';");
  await expect(bundler.bundle(file)).rejects.toThrow(/APP_NOT_BUNDLED[^]*app\.ts:1:7:\n.*1 │ import '\.\/missing'/);
  expect(inputs().files).toEqual(['app.ts', 'missing']);
});
