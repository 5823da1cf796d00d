import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { nodeRuntime } from '../../../../spec';
import type { Wanted } from '../runtime-kind';
import { inPath, namesIn, remembered } from '../search';
import { measureNode, type NodeCapabilities } from './node-capabilities';

export interface FoundNode {
  /** Absolute path. */
  readonly executable: string;
  readonly capabilities: NodeCapabilities;
}

const search = remembered<FoundNode>();

/**
 * Finds the Node for a function: that of the gateway, if it is of the version of the runtime or there is no other; else one of the
 * version in PATH, or where nvm, fnm, Volta, asdf, mise, nodenv, n and Homebrew install it, the latest first.
 * @param nodePath - that of the gateway
 */
export async function findNode({ runtime }: Pick<Wanted, 'runtime'>, nodePath: string): Promise<FoundNode> {
  const own = { executable: nodePath, capabilities: await measureNode(nodePath) };
  const major = majorOf(runtime);
  if (major === undefined || major === own.capabilities.major) return own;
  const files = candidates(major).filter((file) => existsSync(file));
  return search([nodePath, major, ...files].join('\n'), async () => await firstOf(files, major) ?? own);
}

/** 22 of `nodejs22.x`; undefined for a runtime whose rules are not known. */
export function majorOf(runtime: string | undefined): number | undefined {
  const known = nodeRuntime(runtime);
  return known === undefined ? undefined : Number.parseInt(known.slice('nodejs'.length), 10);
}

async function firstOf(files: readonly string[], major: number): Promise<FoundNode | undefined> {
  for (const executable of files) {
    const capabilities = await measureNode(executable).catch(() => undefined); // another program of that name
    if (capabilities?.major === major) return { executable, capabilities };
  }
  return undefined;
}

const PROGRAM = process.platform === 'win32' ? 'node.exe' : path.join('bin', 'node');

/** Version managers have a directory for each version, `v22.1.0` or `22.1.0`, with the program in it. */
function candidates(major: number): readonly string[] {
  const isVersion = (name: string): boolean => new RegExp(`^v?${major}\\.`).test(name);
  // fnm has the installation in a directory of its own
  const managed = folders().flatMap((folder) => namesIn(folder).filter(isVersion)
    .flatMap((name) => ['', 'installation'].map((below) => path.join(folder, name, below, PROGRAM))));
  const brewed = ['/opt/homebrew', '/usr/local', '/home/linuxbrew/.linuxbrew'].map((root) => path.join(root, 'opt', `node@${major}`, PROGRAM));
  return [...inPath(path.basename(PROGRAM)).filter((file) => !isShim(file)), ...managed, ...brewed];
}

/** Whether a program only finds another, by the settings of a home directory that functions do not have. */
function isShim(file: string): boolean {
  const program = existsSync(file) ? realpathSync(file) : file;
  return path.basename(path.dirname(file)) === 'shims' || path.basename(program) !== path.basename(PROGRAM);
}

function folders(): readonly string[] {
  const home = homedir();
  const { NVM_DIR: nvm, FNM_DIR: fnm, VOLTA_HOME: volta, ASDF_DATA_DIR: asdf } = process.env;
  const { MISE_DATA_DIR: mise, NODENV_ROOT: nodenv, N_PREFIX: n } = process.env;
  const share = path.join(home, '.local', 'share');
  const ofFnm = [path.join(share, 'fnm'), path.join(home, '.fnm'), path.join(home, 'Library', 'Application Support', 'fnm')];
  return [
    path.join(nvm ?? path.join(home, '.nvm'), 'versions', 'node'),
    ...(fnm === undefined ? ofFnm : [fnm]).map((root) => path.join(root, 'node-versions')),
    path.join(volta ?? path.join(home, '.volta'), 'tools', 'image', 'node'),
    path.join(asdf ?? path.join(home, '.asdf'), 'installs', 'nodejs'),
    path.join(mise ?? path.join(share, 'mise'), 'installs', 'node'),
    path.join(nodenv ?? path.join(home, '.nodenv'), 'versions'),
    path.join(n ?? '/usr/local', 'n', 'versions', 'node'),
  ];
}
