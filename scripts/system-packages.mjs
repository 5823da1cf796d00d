// The programs that tests start besides Node: a browser for CORS, curl for the examples, the AWS CLI
// for functions that are called over Lambda's API, Python and Ruby for functions in them, bubblewrap
// for their sandbox, Go, Cargo, make and Java for those that are built, Redis for limits that gateways share, HAProxy in front of
// gateways that are restarted.
// On a Debian system, as root, missing ones are installed; anywhere else this says what to install.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PROGRAMS = [
  { debianPackage: 'chromium', find: () => findBrowser() },
  { debianPackage: 'curl', find: () => findProgram('curl') },
  { debianPackage: 'awscli', find: () => findProgram('aws') },
  { debianPackage: 'python3', find: () => findProgram('python3') },
  { debianPackage: 'ruby', find: () => findProgram('ruby') },
  { debianPackage: 'bubblewrap', find: () => findProgram('bwrap') },
  { debianPackage: 'default-jdk-headless', find: () => findProgram('javac') },
  { debianPackage: 'golang-go', find: () => findProgram('go') },
  { debianPackage: 'cargo', find: () => findProgram('cargo') },
  { debianPackage: 'make', find: () => findProgram('make') },
  // in a folder that is not on the PATH of every user
  { debianPackage: 'haproxy', find: () => findProgram('haproxy', ['/usr/sbin', '/usr/local/sbin']) },
  { debianPackage: 'redis-server', find: () => findProgram('redis-server') ?? findProgram('valkey-server') },
];

/** The browser's file: `CHROMIUM_PATH`, else the first known one on the `PATH`. */
export function findBrowser() {
  const configured = process.env.CHROMIUM_PATH;
  const executable = configured !== undefined && isExecutable(configured) ? configured : undefined;
  return executable ?? BROWSERS.map((name) => findProgram(name)).find((file) => file !== undefined);
}

/** Installs what is missing where that is possible; returns whether everything is there. */
function ensureSystemPackages() {
  const missing = missingPackages();
  if (missing.length === 0) {
    return true;
  }
  if (!isDebianRoot()) {
    console.error(`Please install ${missing.join(' and ')}: some tests start them. CHROMIUM_PATH may name a browser.`);
    return false;
  }
  console.log(`installing ${missing.join(' and ')}`);
  const isInstalled = apt('update') && apt('install', '-y', '--no-install-recommends', ...missing);
  return isInstalled && missingPackages().length === 0;
}

function missingPackages() {
  return PROGRAMS.filter((program) => program.find() === undefined).map((program) => program.debianPackage);
}

function findProgram(name, moreFolders = []) {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...moreFolders];
  return folders.map((folder) => path.join(folder, name)).find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isDebianRoot() {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && findProgram('apt-get') !== undefined;
}

/** The output is shown only when it fails: it is long and rarely read. */
function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stdout, stderr } = spawnSync('apt-get', ['-q', ...args], { env, encoding: 'utf8' });
  if (status !== 0) {
    console.error(stdout + stderr);
  }
  return status === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = ensureSystemPackages() ? 0 : 1;
}
