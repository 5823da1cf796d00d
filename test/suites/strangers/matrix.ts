import { everyRow, pairsOf, pairwiseCover, type Axes } from './pairwise';

/** A kind of project. */
export type Row = {
  readonly cdk: 'none' | 'oldest' | 'newest';
  readonly modules: 'cjs' | 'esm';
  /** The tool that runs the app: with esbuild, the command line does it by itself. */
  readonly tool: 'tsx' | 'ts-node' | 'swc' | 'esbuild' | 'tsc';
  readonly manager: 'npm' | 'pnpm' | 'yarn' | 'workspace';
  readonly runner: 'vitest' | 'jest' | 'node-test';
};

export const AXES: Axes<Row> = {
  cdk: ['none', 'oldest', 'newest'],
  modules: ['cjs', 'esm'],
  tool: ['tsx', 'ts-node', 'swc', 'esbuild', 'tsc'],
  manager: ['npm', 'pnpm', 'yarn', 'workspace'],
  runner: ['vitest', 'jest', 'node-test'],
};

/** A combination that no project can have. */
interface Impossible {
  readonly values: Partial<Row>;
  readonly reason: string;
}

export const IMPOSSIBLE: readonly Impossible[] = [
  { values: { modules: 'esm', tool: 'ts-node' }, reason: 'ts-node 10 cannot load ES modules since Node.js 18.19: ERR_UNKNOWN_FILE_EXTENSION (TypeStrong/ts-node#2094)' },
  // 2026-11-24
  { values: { cdk: 'newest', manager: 'yarn' }, reason: 'yarn downloads the packages that aws-cdk-lib bundles, and the registry has not all those of 2.276.0' },
];

/** The rows of `npm test`: the two commonest kinds. */
export const IN_EVERY_TEST: readonly Row[] = [
  { cdk: 'none', modules: 'esm', tool: 'esbuild', manager: 'pnpm', runner: 'vitest' },
  { cdk: 'newest', modules: 'cjs', tool: 'tsx', manager: 'npm', runner: 'jest' },
];

/** The rows that are played, with every possible pair of values. */
export function rows(): Row[] {
  return pairwiseCover(everyRow(AXES).filter((row) => impossibleIn(row) === undefined), IN_EVERY_TEST);
}

/** The pairs that no row has. */
export function pairsLeftOut(): readonly { readonly name: string; readonly reason: string }[] {
  return IMPOSSIBLE.map(({ values, reason }) => ({ name: pairsOf(Object.fromEntries(Object.entries(values))).join(', '), reason }));
}

export function idOf({ cdk, modules, tool, manager, runner }: Row): string {
  return [cdk, modules, tool, manager, runner].join('/');
}

function impossibleIn(row: Row): Impossible | undefined {
  const values = new Map<string, string>(Object.entries(row));
  return IMPOSSIBLE.find((one) => Object.entries(one.values).every(([axis, value]) => values.get(axis) === value));
}
