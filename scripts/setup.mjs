// Makes a fresh clone ready: installs when the lockfile changed, builds when a source is newer than the build.
// Runs before `npm test` and `npm start`, so it may use nothing but Node itself.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(import.meta.dirname, '..');
const lockfile = path.join(root, 'package-lock.json');
const installed = path.join(root, 'node_modules', '.package-lock.json');
const installedDigest = path.join(root, 'node_modules', '.synthgate-lock');
const BUILD_STAMP = path.join(root, 'build', '.built');
const BUILD_INPUTS = [
  'lib', 'bin', 'scripts/build.mjs', 'scripts/bundle.mjs', 'scripts/bundle-library.mjs', 'scripts/shared-files.mjs',
  'scripts/declarations.mjs',
  'tsconfig.json', 'tsconfig.bundled.json', 'package-lock.json',
];

/** Installs and builds what is missing or stale; throws when a step fails. */
export function setup({ installOnly = false } = {}) {
  if (!isInstalled()) {
    install();
  }
  if (!installOnly && !isBuilt()) {
    console.log('building … (about a minute)');
    run(process.execPath, ['scripts/build.mjs']);
  }
}

/** The digest spares an install when only the time of the lockfile changed, as on a change of branch. */
function isInstalled() {
  if (!existsSync(installed)) {
    return false;
  }
  const isNewer = statSync(installed).mtimeMs >= statSync(lockfile).mtimeMs;
  return isNewer || (existsSync(installedDigest) && readFileSync(installedDigest, 'utf8') === lockfileDigest());
}

function install() {
  console.log('installing …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(installedDigest, lockfileDigest());
}

function lockfileDigest() {
  return createHash('sha256').update(readFileSync(lockfile)).digest('hex');
}

function isBuilt() {
  if (!existsSync(BUILD_STAMP)) {
    return false;
  }
  const builtMs = statSync(BUILD_STAMP).mtimeMs;
  return BUILD_INPUTS.every((input) => newestMs(path.join(root, input)) <= builtMs);
}

/** The time of the newest file or folder at or below `entry`; a folder's own time tells of removed files. */
function newestMs(entry) {
  const status = statSync(entry, { throwIfNoEntry: false });
  if (status === undefined) {
    return 0;
  }
  const children = status.isDirectory() ? readdirSync(entry) : [];
  return Math.max(status.mtimeMs, ...children.map((child) => newestMs(path.join(entry, child))));
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    throw new Error(`${[command, ...args].join(' ')} failed`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    setup({ installOnly: process.argv.includes('--install-only') });
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
