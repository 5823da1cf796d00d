import { GatewayError } from '../../errors';

/** `auto`: follows the runner; `assert`: writes nothing; `update`: writes everything. In CI nothing is written. */
export type SnapshotMode = 'auto' | 'assert' | 'update';

/** The snapshots that may be written, and the reason. */
export interface WritingRule {
  /** `missing`: missing snapshots; `all`: different ones as well. */
  readonly writes: 'none' | 'missing' | 'all';
  readonly reason: string;
}

/** The sources of the mode. */
export interface ModeSources {
  readonly given?: SnapshotMode | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The value of jest and vitest for `-u` and `--ci`: `all`, `none`, otherwise `new`. */
  readonly runner?: unknown;
}

const VARIABLE = 'SYNTHGATE_SNAPSHOTS';
const MODES: readonly string[] = ['auto', 'assert', 'update'] satisfies SnapshotMode[];
const NOT_CI = ['', '0', 'false'];

/** Precedence: CI, the option of the test, the environment, the runner. @throws SNAPSHOT_MODE_INVALID */
export function writingRule({ given, environment, runner }: ModeSources): WritingRule {
  const mode = given ?? environment[VARIABLE] ?? 'auto';
  if (!isMode(mode)) throw new GatewayError('SNAPSHOT_MODE_INVALID', { given: mode, allowed: MODES.join(', ') });
  if (!NOT_CI.includes(environment.CI ?? '')) return { writes: 'none', reason: 'CI is set, and CI never writes' };
  if (runner === 'none') return { writes: 'none', reason: 'the runner runs in CI mode, which never writes' };
  if (mode === 'assert') return { writes: 'none', reason: 'the mode is assert' };
  if (mode === 'update') return { writes: 'all', reason: 'the mode is update' };
  return runner === 'all' ? { writes: 'all', reason: 'the runner updates snapshots' } : { writes: 'missing', reason: 'the runner writes new snapshots' };
}

function isMode(text: string): text is SnapshotMode {
  return MODES.includes(text);
}
