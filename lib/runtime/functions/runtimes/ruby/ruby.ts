import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Interpreter, RuntimeKind, Wanted } from '../runtime-kind';
import { bootstrapFile, layerDirectories, userReaching } from '../search';
import { findRuby, installRuby, minorOf, type Ruby } from './find-ruby';

/** Functions of Ruby: in an interpreter of this machine, with the gems of the code, of its layers and of the developer. */
export const RUBY: RuntimeKind = {
  wire: 'frames',
  residentMiB: 32,
  readAtStart: /^(?:RUBY|GEM_|BUNDLE_)/,
  bootstrap: () => bootstrapFile('ruby', 'bootstrap.rb'),
  namesOtherVersion: true,
  buildsEvents: false,
  readsOwnCodeOnly: false,
  runsInThreads: false,
  installCommand: installRuby,
  find: async (wanted) => interpreterOf(await findRuby(wanted), wanted),
};

/** Ruby's own private memory with all modules of the bootstrap, as `ulimit -d` counts it, and room for the stacks of its threads. */
const DATA_KIB = 64 * 1024;

/** Restrictions that only Node's permission model enforces. */
const NOT_ENFORCED = ['Ruby: what a function may read, write and start'];

/** Messages of Ruby 3.1 have suggestions and pieces of the source inside, which those of Lambda's versions do not. */
const PLAIN_MESSAGES = ['--disable=error_highlight', '--disable=did_you_mean'];

function interpreterOf(ruby: Ruby, { runtime, sourceDirectory }: Wanted): Interpreter {
  const { executable, version, library, gemPath } = ruby;
  const ownVersion = minorOf(version);
  const gemfile = gemfileIn(sourceDirectory);
  const existing = gemPath.filter((directory) => existsSync(directory));
  const needed = [realpathSync(executable), path.dirname(executable), library, ...existing];
  return {
    executable,
    directories: [...new Set([path.dirname(path.dirname(realpathSync(executable))), library, ...existing])],
    title: `Ruby ${version} (${executable})`,
    runtimeName: (fn) => fn.runtime ?? `ruby${ownVersion}`,
    user: userReaching(gemfile === undefined ? needed : [...needed, path.dirname(gemfile)]),
    dataKiB: process.platform === 'linux' ? DATA_KIB : undefined,
    command: ({ bootstrapFile: bootstrap }) => [executable, '--disable=gems', ...ownVersion === '3.1' ? PLAIN_MESSAGES : [], '-EUTF-8', bootstrap],
    assignment: ({ codeDirectory, version: fn }) => ({
      searchPath: layerDirectories(codeDirectory, ['ruby/lib']),
      gemPath: [...gemDirectories(codeDirectory, `${ownVersion}.0`), ...gemPath],
      ...(gemfile === undefined || existsSync(path.join(codeDirectory, 'vendor', 'bundle')) ? {} : { gemfile }),
      ...(fn.sourceDirectory === undefined ? {} : { shownDirectory: fn.sourceDirectory }),
    }),
    notEnforced: (unsettable) => [...NOT_ENFORCED, ...unsettable],
    isOtherVersion: runtime !== undefined && runtime !== `ruby${ownVersion}`,
  };
}

/** The gems that the code brings along, and those of its layers. */
function gemDirectories(codeDirectory: string, version: string): readonly string[] {
  const own = path.join(codeDirectory, 'vendor', 'bundle', 'ruby', version);
  return [...existsSync(own) ? [own] : [], ...layerDirectories(codeDirectory, [`ruby/gems/${version}`])];
}

/** The Gemfile beside the sources whose gems are locked. */
function gemfileIn(directory: string | undefined): string | undefined {
  const gemfile = path.join(directory ?? '', 'Gemfile');
  return directory !== undefined && existsSync(gemfile) && existsSync(`${gemfile}.lock`) ? gemfile : undefined;
}
