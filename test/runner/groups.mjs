// Groups of test files, each of which jest runs as one file. jest loads every module anew for each file, which takes 0.6 to 1.1 s
// of processor time: 1,900 s for all tests one by one, 1,400 s in groups. Each file is a describe block, so that it keeps its
// hooks and its name; one alone is run by `npm test -- <pattern>`.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILES_OF_A_GROUP = 20;
/** Folders whose tests start processes, projects or CDK apps: small groups that run first leave no worker alone at the end. */
const FILES_OF_SLOW_FOLDERS = { '': 2, 'cli': 6, 'contracts': 6, 'oracle': 6, 'package': 1, 'runtime/functions': 10, 'runtime/hosting': 10 };
const SLOW = 'slow';
/** jest replaces a module for all of a file, before its first line, and keeps snapshots beside the file that it runs. */
const IS_ALONE = /\bjest\.(?:mock|doMock|resetModules|isolateModules)\(|\.toMatchSnapshot\(/;

/**
 * Writes the groups of the test files below `test/` into an empty folder outside the repository.
 * @param leftOut the folder of tests that are not among them
 * @returns the arguments of jest that run them
 */
export function groupedTests({ root, folder, leftOut }) {
  mkdirSync(path.join(folder, SLOW), { recursive: true });
  const files = readdirSync(path.join(root, 'test'), { recursive: true })
    .filter((name) => name.endsWith('.test.ts') && !name.startsWith(`${leftOut}/`)).sort();
  const alone = files.filter((name) => IS_ALONE.test(readFileSync(path.join(root, 'test', name), 'utf8')));
  for (const group of groupsOf(files.filter((name) => !alone.includes(name)))) {
    const place = slowSize(folderOf(group[0])) === undefined ? folder : path.join(folder, SLOW);
    writeFileSync(path.join(place, group[0].replaceAll(path.sep, '-').replace(/\.ts$/, '.js')), group.map((name) => `describe('test/${name}', () => { require('${path.join(root, 'test', name)}'); });\n`).join(''));
  }
  const sequencer = path.join(import.meta.dirname, 'slow-first.cjs');
  return ['--testSequencer', sequencer, '--roots', root, folder, '--testMatch', `${folder}/**/*.test.js`, ...alone.map((name) => path.join(root, 'test', name))];
}

/** Neighbors of a folder load the same modules. */
function groupsOf(files) {
  const byFolder = new Map();
  for (const file of files) {
    const name = folderOf(file);
    byFolder.set(name, [...byFolder.get(name) ?? [], file]);
  }
  return [...byFolder].flatMap(([name, all]) => {
    const size = slowSize(name) ?? FILES_OF_A_GROUP;
    const count = Math.ceil(all.length / size);
    return Array.from({ length: count }, (_, group) => all.filter((__, at) => at % count === group));
  });
}

/** The first two folders of a test file; empty for one of none. */
function folderOf(file) {
  const [first, second] = path.dirname(file).split(path.sep);
  return first === '.' ? '' : [first, second].filter(Boolean).join('/');
}

/** The number of files in a group of a slow folder. */
function slowSize(name) {
  return FILES_OF_SLOW_FOLDERS[name] ?? FILES_OF_SLOW_FOLDERS[name.split('/')[0]];
}
