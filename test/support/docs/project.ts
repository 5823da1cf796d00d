import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A user's project, with this package as if it were installed. */
export interface Project {
  readonly directory: string;
  readonly write: (file: string, text: string) => void;
  /** Runs a shell command there; throws with its output when it fails. */
  readonly run: (command: string) => string;
  readonly remove: () => void;
}

const root = path.resolve(__dirname, '..', '..', '..');
/** The packages that a user installs, and those that the pages import. */
const INSTALLED = ['constructs', 'esbuild', '@types', 'aws-cdk-lib', 'jest', '@jest', 'expect', 'vitest', 'typescript', 'zod'];

/** Makes an empty project; its packages are those of the repository. */
export function makeProject(): Project {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-docs-'));
  const modules = path.join(directory, 'node_modules');
  mkdirSync(path.join(modules, '.bin'), { recursive: true });
  symlinkSync(root, path.join(modules, 'synthgate'));
  symlinkSync(path.join(root, 'bin', 'synthgate'), path.join(modules, '.bin', 'synthgate'));
  for (const name of INSTALLED) symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
  writeFileSync(path.join(directory, 'package.json'), JSON.stringify({ name: 'pages', private: true }));
  return {
    directory,
    write: (file, text) => {
      mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
      writeFileSync(path.join(directory, file), text);
    },
    run: (command) => runIn(directory, command),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Snapshots of the pages are new, and in CI none would be written. */
function runIn(directory: string, command: string): string {
  const PATH = `${path.join(directory, 'node_modules', '.bin')}:${process.env.PATH}`;
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], { cwd: directory, env: { ...process.env, PATH, NO_COLOR: '1', CI: '' }, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(`${command} ended with ${status}:\n${stdout}${stderr}`);
}
