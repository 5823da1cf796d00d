// `npm run docs:site`: the documentation as a static site with search and a page for every error code, in dist/site.
// VitePress is installed in packages/site on the first run, so that a clone that builds no site need not have it.
// `SITE_BASE=/synthgate/` builds it for a folder of a server; `-- --serve` shows it at http://127.0.0.1:4173. With `--check` the pages
// are built without their scripts, at half the cost, and nothing is left: a dead link, or text that VitePress cannot read, is an error.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setup } from './setup.mjs';
import { readSite } from './site/read-site.mjs';

const root = path.resolve(import.meta.dirname, '..');
const site = path.join(root, 'packages/site');

const vitepress = 'node_modules/.bin/vitepress';
/** The exit code of `--check` where VitePress cannot be installed. */
const NOT_CHECKED = 3;
/** Without a network npm tries for minutes. */
const INSTALL_MS = 90_000;

if (process.argv.includes('--check')) check();
else build();

function build() {
  setup();
  orExit(install());
  writePages(readSite());
  orExit(run(vitepress, ['build']));
  if (process.argv.includes('--serve')) orExit(run(vitepress, ['preview', '--host', '127.0.0.1']));
  else console.log('wrote dist/site');
}

function check() {
  if (install(INSTALL_MS) !== 0) {
    console.log('VitePress cannot be installed, so the site is not checked');
    process.exit(NOT_CHECKED);
  }
  const output = mkdtempSync(path.join(tmpdir(), 'synthgate-site-'));
  try {
    writePages(readSite());
    process.exitCode = run(vitepress, ['build', '--mpa', '--minify', 'false', '--outDir', output]);
  } finally {
    rmSync(output, { recursive: true });
    rmSync(path.join(site, '.cache'), { recursive: true, force: true });
  }
}

/** @param timeout - in ms; by default it may take any time */
function install(timeout) {
  if (existsSync(path.join(site, 'node_modules/vitepress'))) return 0;
  console.log('installing VitePress …');
  return run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], timeout);
}

function writePages({ pages, settings }) {
  const cache = path.join(site, '.cache');
  rmSync(path.join(cache, 'pages'), { recursive: true, force: true });
  for (const [address, text] of Object.entries(pages)) {
    const file = path.join(cache, 'pages', address);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  cpSync(path.join(root, 'docs/media'), path.join(cache, 'pages/media'), { recursive: true });
  writeFileSync(path.join(cache, 'site.json'), JSON.stringify(settings));
}

function run(command, commandArguments, timeout) {
  const { status } = spawnSync(command, commandArguments, { cwd: site, stdio: 'inherit', timeout });
  return status ?? 1;
}

function orExit(code) {
  if (code !== 0) process.exit(code);
}
