import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findApp } from '../../lib/cli/find-app';
import { newDirectory } from '../support/temporary-directory';

function projectWith(...files: string[]): string {
  const directory = newDirectory();
  for (const file of files) {
    mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
    writeFileSync(path.join(directory, file), file.includes('other') ? "import express from 'express';" : "import { App } from 'synthgate';");
  }
  return directory;
}

test.each([
  [['app.ts', 'src/app.ts', 'bin/pets.ts'], 'app.ts'],
  [['src/app.ts', 'bin/pets.ts'], 'src/app.ts'],
  [['bin/pets.ts', 'bin/pets.d.ts', 'bin/README.md'], 'bin/pets.ts'],
  [['app.mjs'], 'app.mjs'],
  [['bin/pets.ts', 'bin/cats.ts'], undefined],
  [['bin/pets.ts', 'bin/other.ts'], 'bin/pets.ts'],
  [['bin/pets.ts', 'bin/pets.js'], 'bin/pets.ts'],
  [['bin/other.js'], undefined],
  [['lib/app.ts'], undefined],
  [['bin'], undefined],
])('of %j it is %j', (files, app) => {
  expect(findApp(projectWith(...files))).toBe(app);
});
