import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadEsbuild, projectCache } from '../../lib/cli/bundle-app';
import { codeOfError } from '../support/assembly';
import { newDirectory } from '../support/temporary-directory';

test('the esbuild of the app\'s project is taken before the one beside synthgate', () => {
  const directory = newDirectory();
  const own = path.join(directory, 'node_modules', 'esbuild');
  mkdirSync(own, { recursive: true });
  writeFileSync(path.join(own, 'index.js'), 'exports.version = "own";');
  expect(loadEsbuild(path.join(directory, 'app.ts')).version).toBe('own');
  expect(loadEsbuild(path.join(newDirectory(), 'app.ts')).version).toMatch(/^0\.\d+/);
});

test('without any, says how to get one', () => {
  const app = path.join(newDirectory(), 'app.ts');
  expect(codeOfError(() => loadEsbuild(app, [app]))).toBe('APP_BUNDLER_MISSING');
});

test('one that is there and broken is not passed over', () => {
  const directory = newDirectory();
  const own = path.join(directory, 'node_modules', 'esbuild');
  mkdirSync(own, { recursive: true });
  writeFileSync(path.join(own, 'index.js'), 'throw new Error("broken");');
  expect(() => loadEsbuild(path.join(directory, 'app.ts'))).toThrow('broken');
});

describe('an app is bundled where Node resolves the packages of its project', () => {
  test('in the nearest node_modules', () => {
    const directory = newDirectory();
    mkdirSync(path.join(directory, 'node_modules'));
    expect(projectCache(path.join(directory, 'bin', 'app.ts'))).toBe(path.join(directory, 'node_modules', '.cache', 'synthgate'));
  });

  test('with Plug\'n\'Play, beside the manifest of its workspace', () => {
    const directory = newDirectory();
    const shop = path.join(directory, 'packages', 'shop');
    mkdirSync(shop, { recursive: true });
    for (const file of ['.pnp.cjs', 'package.json', 'packages/shop/package.json']) writeFileSync(path.join(directory, file), '');
    expect(projectCache(path.join(shop, 'bin', 'app.ts'))).toBe(path.join(shop, 'node_modules', '.cache', 'synthgate'));
    expect(projectCache(path.join(directory, 'app.ts'))).toBe(path.join(directory, 'node_modules', '.cache', 'synthgate'));
  });
});
