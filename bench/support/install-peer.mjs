// Third-party peers come from npm at exact versions, into a cache below node_modules that does not belong to the
// dependencies: package.json does not mention them, and `npm ci` removes them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const cache = path.resolve(import.meta.dirname, '../../node_modules/.cache/synthgate-bench');
const INSTALL_MS = 300_000;

/**
 * The folder with the packages in its node_modules, installed now if they are not yet. `packages`: exact version by name.
 * @throws Error that says why they cannot be installed; the peer is left out then
 */
export function installPeer(name, packages) {
  const versions = Object.entries(packages).map(([one, version]) => `${one}@${version}`);
  const directory = path.join(cache, [name, ...Object.values(packages)].join('-'));
  const done = path.join(directory, 'installed');
  if (existsSync(done)) return directory;
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(directory, 'package.json'), JSON.stringify({ name: `bench-${name}`, private: true, dependencies: packages }));
  console.error(`installing ${versions.join(', ')}`);
  const { status, error, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], {
    cwd: directory, encoding: 'utf8', timeout: INSTALL_MS, shell: process.platform === 'win32',
  });
  if (status !== 0) {
    rmSync(directory, { recursive: true, force: true });
    throw new Error(`${versions.join(' and ')} cannot be installed from npm: ${error?.message ?? firstErrors(stderr)}`);
  }
  writeFileSync(done, versions.join('\n'));
  return directory;
}

/** npm's output begins with the error and ends with advice. */
function firstErrors(text) {
  const lines = text.split('\n').filter((line) => /^npm (?:error|ERR!) \S/.test(line)).map((line) => line.replace(/^npm (?:error|ERR!) /, ''));
  return lines.length === 0 ? text.trim() : lines.slice(0, 5).join('; ');
}
