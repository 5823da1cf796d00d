// `npm run strangers`: the packed package in projects of every common kind, with real package managers, tools and test runners.
//   --newest yes             the newest versions of the registry, not the pinned ones
//   --unreachable leave-out  a registry that cannot be reached leaves rows out; by default they fail
//   --keep FOLDER            projects are made there, and stay
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand, type Command } from './command';
import { idOf, pairsLeftOut, rows, type Row } from './matrix';
import { play, type Workshop } from './play';
import { newestVersions, oldestPeer, packagesOf, PINNED, type Versions } from './versions';
import { repository } from '../repository';
import { UsageError, type CaseResult, type Suite, type SuiteArguments } from '../suite';

export const strangers: Suite = {
  usage: '[--newest yes] [--unreachable leave-out] [--keep folder]',
  options: ['newest', 'unreachable', 'keep'],
  run: async (suiteArguments) => {
    const selected = rows().filter((row) => suiteArguments.isSelected(idOf(row)));
    if (selected.length === 0) throw new UsageError(`there is no such row; there are\n${rows().map(idOf).join('\n')}`);
    const folder = mkdtempSync(path.join(tmpdir(), 'synthgate-strangers-'));
    try {
      const results = await playAll(selected, folder, suiteArguments);
      const leftOut = pairsLeftOut().filter(({ name }) => suiteArguments.isSelected(name));
      return { results: [...results, ...leftOut.map(({ name, reason }) => ({ name, problems: [], leftOut: reason }))] };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

async function playAll(selected: readonly Row[], folder: string, { option }: SuiteArguments): Promise<CaseResult[]> {
  const isUnreachableFailure = option('unreachable') !== 'leave-out';
  const workshop = await openWorkshop(folder, option('newest') === 'yes');
  if (typeof workshop === 'string') return selected.map((row) => unreachable(idOf(row), workshop, isUnreachableFailure));
  const results: CaseResult[] = [];
  for (const [index, row] of selected.entries()) {
    const startedMs = performance.now();
    const project = path.join(option('keep') ?? folder, `${index}-${idOf(row).replaceAll('/', '-')}`);
    rmSync(project, { recursive: true, force: true });
    mkdirSync(project, { recursive: true });
    const played = (await play(row, workshop, project)).map(
      (one) => (one.leftOut === undefined ? one : unreachable(one.name, one.leftOut, isUnreachableFailure)),
    );
    const failed = played.filter(({ problems }) => problems.length > 0).length;
    console.log(`${idOf(row)}: ${played.length - failed} of ${played.length} steps, ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
    results.push(...played);
    if (option('keep') === undefined) rmSync(project, { recursive: true });
  }
  return results;
}

function unreachable(name: string, reason: string, isFailure: boolean): CaseResult {
  return isFailure ? { name, problems: [reason] } : { name, problems: [], leftOut: reason };
}

/** Packs what is built and installs the package managers; the words of npm if it cannot. */
async function openWorkshop(folder: string, isNewest: boolean): Promise<Workshop | string> {
  const cache = path.join(repository, 'node_modules', '.cache', 'synthgate', 'strangers');
  const command: Command = (commandLine) => runCommand(commandLine, '');
  const versions = isNewest ? await newestVersions(command, folder) : PINNED;
  const managers = path.join(cache, `managers-${versions.pnpm}-${versions['@yarnpkg/cli-dist']}`);
  mkdirSync(managers, { recursive: true });
  const packages = `pnpm@${versions.pnpm} @yarnpkg/cli-dist@${versions['@yarnpkg/cli-dist']}`;
  const options = `--prefix . --cache ${path.join(cache, 'npm')} --prefer-offline --no-audit --no-fund --no-save`;
  const { code, output } = await command({ line: `npm install ${options} ${packages}`, folder: managers });
  if (code !== 0) return `the package managers cannot be installed: ${output.trim()}`;
  const registry = await command({ line: 'npm config get registry', folder });
  return {
    tarball: await packed(command, folder), cache, programs: path.join(managers, 'node_modules', '.bin'), registry: registry.output.trim(),
    packagesOf: rowPackages(versions),
  };
}

function rowPackages(versions: Versions): Workshop['packagesOf'] {
  // the manifest of this repository
  const manifest = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as { readonly peerDependencies: Readonly<Record<string, string>> };
  const oldest = { cdk: oldestPeer(manifest, 'aws-cdk-lib'), constructs: oldestPeer(manifest, 'constructs') };
  return (row) => packagesOf(row, versions, oldest);
}

/** The tarball below a name of its content, as package managers keep what they have read from a file. */
async function packed(command: Command, folder: string): Promise<string> {
  const { code, output } = await command({ line: `npm pack --ignore-scripts --silent --pack-destination ${folder}`, folder: repository });
  if (code !== 0) throw new Error(`npm pack ended with ${code}:\n${output}`);
  const file = path.join(folder, output.trim().split('\n').at(-1) ?? '');
  const named = path.join(folder, `synthgate-${createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16)}.tgz`);
  copyFileSync(file, named);
  return named;
}
