// How long does the compiler take for an API of many routes, and how much is in the bundle of a function? The same routes are declared,
// handled and called with contracts, with types written by hand, and with peers that infer theirs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleRows } from './support/contract-bundles.mjs';
import { editorFigures } from './support/contract-editor.mjs';
import { programOf } from './support/contract-programs.mjs';
import { installPeer } from './support/install-peer.mjs';
import { median, ratioOfRounds, short, table } from './support/statistics.mjs';
import { compared, measured } from './support/targets.mjs';

export const title = 'Contracts: types and bundles';

const root = path.resolve(import.meta.dirname, '..');
const TYPESCRIPT = path.join(root, 'node_modules/typescript');
const versionOf = (name) => JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
const ZOD = { zod: versionOf('zod') };

/** Names for people by form, and what peers install. */
const FORMS = {
  interfaces: { name: 'interfaces alone, without schemas' },
  hand: { name: 'Zod, with types written by hand' },
  contract: { name: 'synthgate/contract' },
  orpc: { name: 'oRPC', packages: { '@orpc/contract': '1.16.1', '@orpc/server': '1.16.1', '@orpc/client': '1.16.1' } },
  hono: { name: 'Hono with zod-validator', packages: { 'hono': '4.13.19', '@hono/zod-validator': '0.9.1' } },
  trpc: { name: 'tRPC', packages: { '@trpc/server': '11.25.2', '@trpc/client': '11.25.2' } },
};

/** The number of routes that the targets are about. */
const ROUTES = 300;
/** Sizes at which peers are measured too. */
const PEERS_AT = [30, ROUTES];
const COMPARED = ['hand', 'contract'];

/** `--quick` measures once, small programs only. */
export async function run({ isQuick }) {
  const [sizes, rounds] = isQuick ? [[30, 100], 1] : [[100, ROUTES, 1_000], 3];
  const { folders, skipped } = preparedFolders();
  const figures = new Map();
  for (const size of sizes) {
    for (let round = 0; round < rounds; round += 1) {
      for (const form of measuredAt(size, folders)) {
        const key = `${form} ${size}`;
        figures.set(key, [...figures.get(key) ?? [], await compile(form, size, folders.get(form))]);
      }
    }
  }
  const rows = sizes.flatMap((size) => measuredAt(size, folders).map((form) => rowOf(figures, form, size)));
  const inEditor = isQuick ? new Map() : await editorFiguresOf(folders);
  const text = `TypeScript ${versionOf('typescript')}, Zod ${ZOD.zod}, strict; \`tsc --noEmit --extendedDiagnostics\`, medians; rounds in turn: ${rounds}. Every route is declared, handled and called.
× is check time beside that of types written by hand around the same schemas.

${table(['routes', 'what', 'check s', '×', 'total s', 'instantiations', 'memory MB'], rows)}
${skipped.map((reason) => `\nleft out: ${reason}`).join('')}
${editorTable(inEditor)}
${await bundleRows()}`;
  return { text, entries: [...entriesOf(figures, sizes), ...editorEntries(inEditor)] };
}

/** By form, at the size of the targets. */
async function editorFiguresOf(folders) {
  const figures = new Map();
  for (const form of measuredAt(ROUTES, folders)) {
    const program = { form, size: ROUTES, folder: folders.get(form) };
    figures.set(form, await inProgram(program, (directory) => editorFigures(directory, TYPESCRIPT)));
  }
  return figures;
}

function editorTable(figures) {
  if (figures.size === 0) return '';
  const rows = [...figures].map(([form, { completionMs, afterEditS, declarationsKB }]) =>
    [FORMS[form].name, short(completionMs), short(afterEditS), short(declarationsKB)]);
  return `
${ROUTES} routes in an editor and a build: completion of a handler's parameters after a line was typed, \`tsc --incremental\` after an edit of one file, declarations.

${table(['what', 'completion ms', 'after an edit s', 'declarations kB'], rows)}`;
}

function editorEntries(figures) {
  const ours = figures.get('contract');
  if (ours === undefined) return [];
  return [measured({ name: `contracts, ${ROUTES} routes: completion in a handler, ms`, ours: ours.completionMs, below: 300, unit: 'ms' })];
}

/** Peers are measured at one size; the growth of ours, and of what it is compared with, at all of them. */
function measuredAt(size, folders) {
  return [...folders.keys()].filter((form) => COMPARED.includes(form) || PEERS_AT.includes(size));
}

/** A folder for each form whose packages are there. */
function preparedFolders() {
  const folders = new Map();
  const skipped = [];
  for (const [form, { packages }] of Object.entries(FORMS)) {
    try {
      folders.set(form, packages === undefined ? ownFolder() : installPeer(`contracts-${form}`, { ...packages, ...ZOD }));
    } catch (error) {
      skipped.push(error.message);
    }
  }
  return { folders, skipped };
}

/** Modules are looked for above it: in this project. */
function ownFolder() {
  const folder = path.join(root, 'node_modules/.cache/synthgate-bench/contracts');
  mkdirSync(folder, { recursive: true });
  return folder;
}

const COMPILER = {
  strict: true, noEmit: true, skipLibCheck: true, target: 'es2022', module: 'nodenext', moduleResolution: 'nodenext', types: [], lib: ['es2023', 'dom', 'dom.iterable'],
  paths: { 'synthgate/contract': [path.join(root, 'build/contract/index.d.ts')] },
};

/** The compiler's own figures. @throws Error with its first lines if the program does not compile: it would measure something else */
function compile(form, size, folder) {
  return inProgram({ form, size, folder }, (directory) => {
    const { status, stdout } = spawnSync(process.execPath, [path.join(TYPESCRIPT, 'bin/tsc'), '--extendedDiagnostics', '-p', directory], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${form} does not compile: ${stdout.split('\n').slice(0, 5).join('\n')}`);
    return readDiagnostics(stdout);
  });
}

/** Runs an action with the program in a directory of its own, which is removed when it ends. */
async function inProgram({ form, size, folder }, action) {
  const directory = mkdtempSync(path.join(folder, 'program-'));
  try {
    for (const [name, text] of Object.entries(programOf(form, size))) writeFileSync(path.join(directory, name), text);
    writeFileSync(path.join(directory, 'package.json'), '{"type": "module"}');
    writeFileSync(path.join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER, include: ['*.ts'] }));
    return await action(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** `Check time: 1.23s` and the other figures that are shown. */
export function readDiagnostics(text) {
  const figure = (name) => Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(text)?.[1] ?? Number.NaN);
  return { checkS: figure('Check time'), totalS: figure('Total time'), instantiations: figure('Instantiations'), memoryMB: figure('Memory used') / 1_000 };
}

function rowOf(figures, form, size) {
  const all = figures.get(`${form} ${size}`);
  const of = (key) => short(median(all.map((one) => one[key])));
  return [size, FORMS[form].name, of('checkS'), ratioTo(figures, { form, size, key: 'checkS' }).toFixed(2), of('totalS'), of('instantiations'), of('memoryMB')];
}

function ratioTo(figures, { form, size, key }) {
  const values = (name) => figures.get(`${name} ${size}`).map((one) => one[key]);
  return ratioOfRounds(values(form), values('hand'));
}

function entriesOf(figures, sizes) {
  const middle = (form, size, key) => median(figures.get(`${form} ${size}`).map((one) => one[key]));
  const size = sizes.includes(ROUTES) ? ROUTES : sizes.at(-1);
  const [least, most] = [sizes[0], sizes.at(-1)];
  const growth = { ours: middle('contract', most, 'checkS'), peer: middle('contract', least, 'checkS') };
  return [
    measured({ name: `contracts, ${size} routes: check time, s`, ours: middle('contract', size, 'checkS'), below: 5, unit: 's' }),
    compared({
      name: `contracts, ${size} routes: check time beside types by hand, s`, ours: middle('contract', size, 'checkS'), peer: middle('hand', size, 'checkS'),
      ratio: ratioTo(figures, { form: 'contract', size, key: 'checkS' }), atMost: 1.1,
    }),
    compared({ name: `contracts, check time of ${most} routes beside ${least}, s`, ...growth, atMost: 1.1 * most / least }),
  ];
}
