// Groups of test files, each of which jest runs as one file. jest loads every module anew for each file, which takes 0.6 to 1.1 s
// of processor time: 1,900 s for all tests one by one, 1,400 s in groups. Each file is a describe block, so that it keeps its
// hooks and its name; one alone is run by `npm test -- <pattern>`.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILES_OF_A_GROUP = 20;
/** Folders whose tests start processes, projects or CDK apps: small groups of them leave no worker alone at the end. */
const FILES_OF_SLOW_FOLDERS = { '': 2, 'cli': 6, 'contracts': 6, 'oracle': 6, 'package': 1 };
/** jest replaces a module for all of a file, before its first line, and keeps snapshots beside the file that it runs. */
const IS_ALONE = /\bjest\.(?:mock|doMock|resetModules|isolateModules)\(|\.toMatchSnapshot\(/;

/**
 * Writes the groups of the test files below `test/` into an empty folder outside the repository.
 * @param leftOut the folder of tests that are not among them
 * @returns the arguments of jest that run them
 */
export function groupedTests({ root, folder, leftOut }) {
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(path.join(root, 'test'), { recursive: true })
    .filter((name) => name.endsWith('.test.ts') && !name.startsWith(`${leftOut}/`)).sort();
  const alone = files.filter((name) => IS_ALONE.test(readFileSync(path.join(root, 'test', name), 'utf8')));
  for (const group of groupsOf(files.filter((name) => !alone.includes(name)))) {
    const file = path.join(folder, `${group[0].replaceAll(path.sep, '-').replace(/\.ts$/, '.js')}`);
    writeFileSync(file, group.map((name) => `describe('test/${name}', () => { require('${path.join(root, 'test', name)}'); });\n`).join(''));
  }
  return ['--roots', root, folder, '--testMatch', `${folder}/*.test.js`, ...alone.map((name) => path.join(root, 'test', name))];
}

/** Neighbors of a folder load the same modules. */
function groupsOf(files) {
  const byFolder = new Map();
  for (const file of files) {
    const [first, second] = path.dirname(file).split(path.sep);
    const name = first === '.' ? '' : [first, second].filter(Boolean).join('/');
    byFolder.set(name, [...byFolder.get(name) ?? [], file]);
  }
  return [...byFolder].flatMap(([name, all]) => {
    const size = FILES_OF_SLOW_FOLDERS[name.split('/')[0]] ?? FILES_OF_A_GROUP;
    const count = Math.ceil(all.length / size);
    return Array.from({ length: count }, (_, group) => all.filter((__, at) => at % count === group));
  });
}
