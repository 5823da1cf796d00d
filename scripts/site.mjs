// `npm run docs:site`: the documentation as a static site with search and a page for every error code, in dist/site.
// VitePress is installed in packages/site on the first run, so that a clone that builds no site need not have it.
// `SITE_BASE=/synthgate/` builds it for a folder of a server; `-- --serve` shows it at http://127.0.0.1:4173.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setup } from './setup.mjs';
import { readSite } from './site/read-site.mjs';

const root = path.resolve(import.meta.dirname, '..');
const site = path.join(root, 'packages/site');

setup();
install();
writePages(readSite());
run('node_modules/.bin/vitepress', ['build']);
if (process.argv.includes('--serve')) run('node_modules/.bin/vitepress', ['preview', '--host', '127.0.0.1']);
else console.log('wrote dist/site');

function install() {
  if (existsSync(path.join(site, 'node_modules/vitepress'))) return;
  console.log('installing VitePress …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
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

function run(command, commandArguments) {
  const { status } = spawnSync(command, commandArguments, { cwd: site, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
