import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Wanted } from '../runtime-kind';
import { RuntimeMissing } from '../runtime-missing';
import { askProgram, inPath, installCommand, namesIn, remembered } from '../search';

export interface Ruby {
  /** Absolute path, never a shim. */
  readonly executable: string;
  /** `3.3.6`. */
  readonly version: string;
  /** The directory of its standard library. */
  readonly library: string;
  /** Where its gems are, for the developer's own account. */
  readonly gemPath: readonly string[];
}

const PROGRAM = 'require "json"; puts JSON.generate([RbConfig.ruby, RUBY_VERSION, RbConfig::CONFIG["rubylibdir"], Gem.path])';
/** The oldest version that runs the bootstrap. */
const OLDEST = [3, 1] as const;

const search = remembered<Ruby>();

/** Finds the interpreter for a function: one of the wanted version, then any `ruby` that is not too old. @throws RuntimeMissing */
export function findRuby({ runtime = 'ruby' }: Pick<Wanted, 'runtime'>): Promise<Ruby> {
  return search(runtime, () => bestOf(runtime));
}

async function bestOf(runtime: string): Promise<Ruby> {
  let otherVersion: Ruby | undefined = undefined;
  const candidates = [...inPath('ruby'), ...inPath(runtime), ...installed(runtime.slice('ruby'.length)), ...inPath('ruby.exe')];
  for (const file of candidates.filter((candidate) => existsSync(candidate))) {
    const ruby = await ask(file);
    if (ruby !== undefined && `ruby${minorOf(ruby.version)}` === runtime) return ruby;
    otherVersion ??= ruby;
  }
  if (otherVersion !== undefined) return otherVersion;
  throw new RuntimeMissing({
    runtime,
    lookedIn: `no ${runtime} and no ruby from ${OLDEST.join('.')} on answered in PATH, or where rbenv, asdf, mise, rvm, chruby and Homebrew install it`,
    install: installRuby(runtime),
  });
}

/** `3.3` of `3.3.6`. */
export function minorOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

/** Where version managers and Homebrew keep the interpreters of a version. */
function installed(version: string): readonly string[] {
  const home = homedir();
  const { RBENV_ROOT: rbenv, ASDF_DATA_DIR: asdf, MISE_DATA_DIR: mise, rvm_path: rvm } = process.env;
  const folders = [
    path.join(rbenv ?? path.join(home, '.rbenv'), 'versions'),
    path.join(asdf ?? path.join(home, '.asdf'), 'installs', 'ruby'),
    path.join(mise ?? path.join(home, '.local', 'share', 'mise'), 'installs', 'ruby'),
    path.join(rvm ?? path.join(home, '.rvm'), 'rubies'),
    path.join(home, '.rubies'),
    '/opt/rubies',
  ];
  const managed = folders.flatMap((folder) => namesIn(folder)
    .filter((name) => name.replace(/^ruby-/, '').startsWith(`${version}.`))
    .map((name) => path.join(folder, name, 'bin', 'ruby')));
  const brewed = ['/opt/homebrew', '/usr/local', '/home/linuxbrew/.linuxbrew'].map((root) => path.join(root, 'opt', `ruby@${version}`, 'bin', 'ruby'));
  return [...managed, ...brewed];
}

/** Asks a candidate what it is; undefined if it is no Ruby, or one that is too old. */
async function ask(file: string): Promise<Ruby | undefined> {
  const [executable, version, library, gemPath] = await askProgram(file, ['-e', PROGRAM]) ?? [];
  if (typeof executable !== 'string' || typeof version !== 'string' || typeof library !== 'string' || !Array.isArray(gemPath)) return undefined;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isTooOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
  return isTooOld ? undefined : { executable, version, library, gemPath: gemPath.filter((directory) => typeof directory === 'string') };
}

export function installRuby(runtime: string): string {
  const version = runtime.slice('ruby'.length);
  return installCommand({ brew: `ruby@${version}`, winget: `RubyInstallerTeam.Ruby.${version}`, elsewhere: `rbenv install ${version}` });
}
