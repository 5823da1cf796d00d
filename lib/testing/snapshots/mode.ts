import { GatewayError } from '../../errors';

/** `auto`: what the runner was told; `assert`: nothing is written; `update`: everything is. In CI nothing ever is. */
export type SnapshotMode = 'auto' | 'assert' | 'update';

/** What may be written, and who said so. */
export interface WritingRule {
  /** `missing`: snapshots that are not there; `all`: those that differ as well. */
  readonly writes: 'none' | 'missing' | 'all';
  readonly reason: string;
}

/** Where the rule comes from. */
export interface ModeSources {
  readonly given?: SnapshotMode | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What jest and vitest make of `-u` and `--ci`: `all`, `none`, else `new`. */
  readonly runner?: unknown;
}

const VARIABLE = 'SYNTHGATE_SNAPSHOTS';
const MODES: readonly string[] = ['auto', 'assert', 'update'] satisfies SnapshotMode[];
const NOT_CI = ['', '0', 'false'];

/** CI wins, then what the test says, then the environment, then the runner. @throws SNAPSHOT_MODE_INVALID */
export function writingRule({ given, environment, runner }: ModeSources): WritingRule {
  const mode = given ?? environment[VARIABLE] ?? 'auto';
  if (!isMode(mode)) throw new GatewayError('SNAPSHOT_MODE_INVALID', { given: mode, allowed: MODES.join(', ') });
  if (!NOT_CI.includes(environment.CI ?? '')) return { writes: 'none', reason: 'CI is set, and CI never writes' };
  if (runner === 'none') return { writes: 'none', reason: 'the runner was told that this is CI, which never writes' };
  if (mode === 'assert') return { writes: 'none', reason: 'the mode is assert' };
  if (mode === 'update') return { writes: 'all', reason: 'the mode is update' };
  return runner === 'all' ? { writes: 'all', reason: 'the runner updates snapshots' } : { writes: 'missing', reason: 'the runner writes new snapshots' };
}

function isMode(text: string): text is SnapshotMode {
  return MODES.includes(text);
}
