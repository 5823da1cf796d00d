import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadEsbuild } from '../../lib/cli/bundle-app';
import { codeOfError, newDirectory, removeDirectories } from '../support/assembly';

afterAll(removeDirectories);

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
