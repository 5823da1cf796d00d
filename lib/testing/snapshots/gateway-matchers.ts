import type { IConstruct } from 'constructs';
import type { Level } from '../../diff';
import { CATALOG, fillMessage, GatewayError } from '../../errors';
import { ApiBase } from '../../constructs';
import { compareWithFormer, type ChangeOptions } from '../changes/change-matcher';
import { formatGateway, type HasDefinition } from '../format-gateway';
import { matchSnapshot, snapshotTexts, type SnapshotVerdict } from './match-snapshot';
import { writingRule } from './mode';
import { SNAPSHOT_FORMATS, snapshotStem } from './snapshot-files';
import { readSnapshotOptions, type GatewaySnapshotOptions } from './snapshot-options';

/** The subject of `toMatchGatewaySnapshot`. */
export type SnapshotArguments<Received> =
  Received extends HasDefinition | IConstruct | string ? [options?: GatewaySnapshotOptions | string] : [notADefinition: never];

/** The parameters of `toHaveNo`. */
export type ChangeArguments<Received> = Received extends HasDefinition | IConstruct | string
  ? [levels: Level | readonly Level[], options?: ChangeOptions] : [notADefinition: never];

/** The members of a matcher's state used here, in jest and vitest. */
export interface MatcherContext {
  readonly testPath?: string | undefined;
  readonly currentTestName?: string | undefined;
  readonly isNot?: boolean | undefined;
  readonly snapshotState?: unknown;
  readonly utils?: { readonly diff?: (expected: string, received: string) => string | null | undefined };
}

export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/**
 * Matchers for `expect.extend` of jest and vitest; `import 'synthgate/testing/jest'` and `import 'synthgate/testing/vitest'` do
 * that with their types.
 */
export const gatewayMatchers = {
  /**
   * The definition matches its snapshot: two files, one readable and one with the whole spec. New ones are written, changed ones
   * with the runner's `-u`, none in CI. Editing handlers or reordering declarations does not change it.
   * @throws OPTION_UNKNOWN, OPTION_INVALID, SNAPSHOT_MODE_INVALID, SNAPSHOT_DUPLICATE_NAME, SNAPSHOT_NEGATED, SNAPSHOT_LOCATION_UNKNOWN,
   * TEST_SUBJECT_INVALID
   */
  toMatchGatewaySnapshot(this: unknown, received: unknown, options?: GatewaySnapshotOptions | string): MatcherResult {
    // both runners call matchers with their state as `this`
    return compareWithSnapshot(Object(this), received, options);
  },

  /**
   * The definition has no change of these levels since a revision, as `synthgate diff` sees it; what `synthgate.accepted.json` accepts
   * does not count. The definition of that revision is built in a worktree of its own, which takes as long as `synthgate synth`.
   * @example expect(api).toHaveNo('breaking', { since: 'main' });
   * @throws OPTION_UNKNOWN, OPTION_INVALID, TEST_SUBJECT_INVALID, TEST_COMPARISON_FAILED
   */
  toHaveNo(received: unknown, levels: Level | readonly Level[], options?: ChangeOptions): MatcherResult {
    return compareWithFormer(received, levels, options);
  },
};

function compareWithSnapshot(context: MatcherContext, received: unknown, options: GatewaySnapshotOptions | string = {}): MatcherResult {
  if (context.isNot === true) throw new GatewayError('SNAPSHOT_NEGATED');
  const { name, file, formats = SNAPSHOT_FORMATS, mode } = typeof options === 'string' ? { name: options } : readSnapshotOptions(options);
  const subject = snapshotTexts(received);
  const stem = snapshotStem({ testPath: context.testPath, apiName: subject.apiName, name, file });
  const rule = writingRule({ given: mode, environment: process.env, runner: Reflect.get(Object(context.snapshotState), '_updateSnapshot') });
  checkUnique(context, stem, subject.texts.json);
  const verdict = matchSnapshot({ ...subject, stem, formats, rule, diff: diffOf(context) });
  count(context.snapshotState, verdict);
  return verdict.type === 'unmatched' ? { pass: false, message: () => messageOf(verdict.error) } : { pass: true, message: () => '' };
}

/** The snapshot files in use, with their definition and test. */
type FilesInUse = Map<string, { readonly json: string; readonly test: string }>;

/** Runners have one snapshot state per run of a test file. */
const filesInUse = new WeakMap<object, FilesInUse>();

/** Two definitions in one file would overwrite each other. @throws SNAPSHOT_DUPLICATE_NAME */
function checkUnique({ snapshotState, currentTestName = '' }: MatcherContext, stem: string, json: string): void {
  if (typeof snapshotState !== 'object' || snapshotState === null) return;
  const taken: FilesInUse = filesInUse.get(snapshotState) ?? new Map();
  filesInUse.set(snapshotState, taken);
  const before = taken.get(stem);
  if (before !== undefined && before.json !== json) throw new GatewayError('SNAPSHOT_DUPLICATE_NAME', { file: stem, test: before.test });
  taken.set(stem, { json, test: currentTestName });
}

function diffOf({ utils }: MatcherContext): (expected: string, received: string) => string {
  return (expected, received) => utils?.diff?.(expected, received) ?? firstDifference(expected.split('\n'), received.split('\n'));
}

function firstDifference(expected: readonly string[], received: readonly string[]): string {
  const line = expected.findIndex((text, index) => text !== received[index]);
  const index = line < 0 ? expected.length : line;
  return `line ${index + 1}\n- ${expected[index] ?? '(end)'}\n+ ${received[index] ?? '(end)'}`;
}

/** Both runners have the same counters; without them the summary would not mention the snapshot. */
function count(state: unknown, { type }: SnapshotVerdict): void {
  if (typeof state === 'object' && state !== null && type in state) Reflect.set(state, type, Number(Reflect.get(state, type)) + 1);
}

function messageOf(error: GatewayError): string {
  return `${error.message}\n\n${fillMessage(CATALOG[error.code].help, error.details)}`;
}

/**
 * A snapshot serializer of jest and vitest that prints an API as `formatGateway` does, so that `expect(api).toMatchSnapshot()`
 * and `expect(api).toMatchInlineSnapshot()` show the definition instead of the construct's insides.
 */
export const gatewaySerializer = {
  test: (value: unknown): boolean => ApiBase.isApiBase(value),
  serialize: (value: unknown): string => (ApiBase.isApiBase(value) ? formatGateway(value).trimEnd() : ''),
};
