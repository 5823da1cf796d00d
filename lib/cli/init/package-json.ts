import { dependenciesOf, usesJest, type Manifest } from './existing-project';
import type { Template } from './template-files';

/** Versions of the packages that templates need: those this package is tested with. */
const VERSIONS = {
  '@types/aws-lambda': '^8.10.164',
  '@types/node': '^20',
  'aws-cdk': '^2',
  'aws-cdk-lib': '^2.240.0',
  'constructs': '^10.5.1',
  'esbuild': '^0.28.2',
  'tsx': '^4',
  'typescript': '~6.0.3',
  'vitest': '^4',
} as const;

type PackageName = keyof typeof VERSIONS;

interface Needs {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: readonly PackageName[];
  readonly devDependencies: readonly PackageName[];
}

const TOOLS: readonly PackageName[] = ['@types/aws-lambda', '@types/node', 'esbuild', 'typescript'];
/** A project whose functions are in another language. */
const OTHER_LANGUAGE: Needs = {
  scripts: { dev: 'synthgate dev', test: 'vitest run', synth: 'synthgate synth' },
  dependencies: [],
  devDependencies: ['constructs', '@types/node', 'esbuild', 'typescript', 'vitest'],
};
const NEEDS: Readonly<Record<Template, Needs>> = {
  hello: {
    scripts: { dev: 'synthgate dev', test: 'vitest run', synth: 'synthgate synth' },
    dependencies: [],
    devDependencies: ['constructs', ...TOOLS, 'vitest'],
  },
  python: OTHER_LANGUAGE,
  go: OTHER_LANGUAGE,
  cdk: {
    scripts: { dev: 'synthgate dev', test: 'vitest run', synth: 'cdk synth', deploy: 'cdk deploy' },
    dependencies: ['aws-cdk-lib', 'constructs'],
    devDependencies: [...TOOLS, 'aws-cdk', 'tsx', 'vitest'],
  },
};

/** A project that has another test runner keeps it; one with ts-node runs its app with that. */
const INSTEAD_OF: Partial<Record<PackageName, readonly string[]>> = { vitest: ['jest', 'vitest'], tsx: ['tsx', 'ts-node'] };

interface Wanted {
  readonly template: Template;
  readonly name: string;
  readonly version: string;
}

/** Returns a package.json with the needs of a template; existing scripts, versions and other members stay. */
export function packageJson(existing: Manifest | undefined, { template, name, version }: Wanted): string {
  const needs = NEEDS[template];
  const present = dependenciesOf(existing);
  const missing = (names: readonly PackageName[]): Record<string, string> => Object.fromEntries(names
    .filter((name) => [name, ...INSTEAD_OF[name] ?? []].every((alternative) => present[alternative] === undefined))
    .map((name) => [name, VERSIONS[name]]));
  const own: Record<string, string> = present.synthgate === undefined ? { synthgate: `^${version}` } : {};
  const dependencies = sorted({ ...missing(needs.dependencies), ...existing?.dependencies });
  const manifest = {
    ...existing ?? { name, version: '0.1.0', private: true },
    scripts: { ...needs.scripts, ...(usesJest(existing) ? { test: 'jest' } : {}), ...ownScripts(existing) },
    ...(Object.keys(dependencies).length === 0 ? {} : { dependencies }),
    devDependencies: sorted({ ...missing(needs.devDependencies), ...own, ...existing?.devDependencies }),
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** Without the test that `npm init` writes, which fails. */
function ownScripts({ scripts = {} }: Manifest = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(scripts).filter(([name, command]) => name !== 'test' || !command.includes('no test specified')));
}

/** As npm writes them. */
function sorted(record: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)));
}
