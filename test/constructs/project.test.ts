import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { locateSource } from '../../lib/constructs/project';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'synthgate-project-')));
afterAll(() => rmSync(folder, { recursive: true }));

test('a path is written against the nearest package.json above the file', () => {
  const project = path.join(folder, 'services', 'pets');
  mkdirSync(project, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{}');
  writeFileSync(path.join(project, 'package.json'), '{}');
  expect(locateSource(path.join(project, 'src', 'a.ts'))).toEqual({
    file: path.join(project, 'src', 'a.ts'), projectDirectory: project, projectPath: 'src/a.ts',
  });
  expect(locateSource(path.join(folder, 'other', 'a.ts')).projectPath).toBe('other/a.ts');
  expect(locateSource(project).projectPath).toBe('services/pets');
});

test('a relative path is seen from the working directory', () => {
  expect(locateSource('src/a.ts')).toEqual({
    file: path.resolve('src/a.ts'), projectDirectory: process.cwd(), projectPath: 'src/a.ts',
  });
});

test('outside of any project a path stays inside its own directory', () => {
  expect(locateSource('/nowhere/at/all.ts')).toMatchObject({ projectDirectory: '/nowhere/at', projectPath: 'all.ts' });
});
