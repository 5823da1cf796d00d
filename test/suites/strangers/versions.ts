import type { Command } from './command';
import type { Row } from './matrix';

/** The packages of the projects as on 2026-11-24; `--newest` asks the registry instead, but for those in `KEPT`. */
export const PINNED = {
  'aws-cdk-lib': '2.276.0',
  'constructs': '10.8.1',
  'esbuild': '0.28.2',
  'tsx': '4.23.15',
  'ts-node': '10.9.2',
  '@swc-node/register': '1.12.1',
  '@swc/core': '1.16.22',
  'typescript': '5.9.3',
  'vitest': '4.1.12',
  'jest': '30.5.2',
  'ts-jest': '29.4.15',
  'jest-util': '30.5.1',
  '@types/jest': '30.0.0',
  '@types/node': '20.19.9',
  'pnpm': '10.34.8',
  '@yarnpkg/cli-dist': '4.18.1',
} as const;

export type Versions = Readonly<Record<keyof typeof PINNED, string>>;

/** ts-node, ts-jest and swc-node need the compiler's API, which TypeScript 7 has not; newer majors of these need a newer Node.js. */
const KEPT: Partial<Record<keyof Versions, string>> = { 'typescript': '5', 'vitest': '4', 'pnpm': '10', '@types/node': '20' };

/** The oldest `aws-cdk-lib` that the package accepts, with the `constructs` of its peer range. */
export function oldestPeer({ peerDependencies }: { readonly peerDependencies: Readonly<Record<string, string>> }, name: string): string {
  const [, version] = /^\^(\d+\.\d+\.\d+)$/.exec(peerDependencies[name] ?? '') ?? [];
  if (version === undefined) throw new Error(`the range of ${name} in peerDependencies is not ^x.y.z`);
  return version;
}

/** Looks up the newest versions that can be used, each within its kept major. */
export async function newestVersions(command: Command, folder: string): Promise<Versions> {
  const versions: Record<string, string> = {};
  for (const name of Object.keys(PINNED)) {
    const major = Object.entries(KEPT).find(([kept]) => kept === name)?.[1];
    const { code, output } = await command({ line: `npm view "${name}@${major ?? 'latest'}" version --json --loglevel=error`, folder });
    if (code !== 0) throw new Error(`the newest ${name} is not known: ${output}`);
    const listed = JSON.parse(output) as string | readonly string[];
    versions[name] = newestOf(typeof listed === 'string' ? [listed] : listed);
  }
  // it has a version for each name of the table
  return versions as Versions;
}

/** The highest of versions in any order; releases only. */
export function newestOf(versions: readonly string[]): string {
  const releases = versions.filter((version) => /^\d+\.\d+\.\d+$/.test(version));
  const [newest] = [...releases].sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  if (newest === undefined) throw new Error(`there is no release among ${versions.join(', ')}`);
  return newest;
}

export interface OldestPeers {
  readonly cdk: string;
  readonly constructs: string;
}

/** The packages that a row's project installs beside the tarball. */
export function packagesOf({ cdk, tool, runner }: Row, versions: Versions, oldest: OldestPeers): Readonly<Record<string, string>> {
  const names: readonly (keyof Versions)[] = ['esbuild', 'typescript', '@types/node', ...TOOL_PACKAGES[tool], ...RUNNER_PACKAGES[runner]];
  const pinned = Object.fromEntries(names.map((name) => [name, versions[name]]));
  if (cdk === 'oldest') return { ...pinned, 'aws-cdk-lib': oldest.cdk, 'constructs': oldest.constructs };
  return { ...pinned, constructs: versions.constructs, ...(cdk === 'newest' ? { 'aws-cdk-lib': versions['aws-cdk-lib'] } : {}) };
}

const TOOL_PACKAGES: Readonly<Record<Row['tool'], readonly (keyof Versions)[]>> = {
  'tsx': ['tsx'], 'ts-node': ['ts-node'], 'swc': ['@swc-node/register', '@swc/core'], 'esbuild': [], 'tsc': [],
};

/** The packages of a runner with the peers that it names: yarn gives a package nothing else. */
const RUNNER_PACKAGES: Readonly<Record<Row['runner'], readonly (keyof Versions)[]>> = {
  'vitest': ['vitest'], 'jest': ['jest', 'ts-jest', 'jest-util', '@types/jest'], 'node-test': [],
};
