import * as z from 'zod';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LEVELS, type ApiFinding, type Level } from '../../diff';
import { GatewayError } from '../../errors';
import { described, readOptions, text, type Option } from '../../runtime';
import { snapshotTexts } from '../snapshots/match-snapshot';

/** The former definition that `toHaveNo` compares with. */
export interface ChangeOptions {
  /** A revision of the repository, such as `main`, or a file with a definition. @default HEAD */
  readonly since?: string;
  /** Directory of the project, with its configuration and `synthgate.accepted.json`. @default - the working directory */
  readonly directory?: string;
}

const OPTIONS = {
  since: { ...text(), isSecret: false },
  directory: { ...text(), isSecret: false },
} satisfies { readonly [Name in keyof ChangeOptions]-?: Option };

const LEVEL = { levels: { ...described(`one or several of ${LEVELS.join(', ')}`,
  (expected) => z.union([z.enum(LEVELS), z.array(z.enum(LEVELS)).min(1)], expected)), isSecret: false } };

/** @throws OPTION_UNKNOWN, OPTION_INVALID, TEST_SUBJECT_INVALID, TEST_COMPARISON_FAILED */
export function compareWithFormer(received: unknown, levels: Level | readonly Level[], options: ChangeOptions = {}) {
  const { levels: wanted } = readOptions(LEVEL, { levels });
  const { since = 'HEAD', directory = process.cwd() } = readOptions(OPTIONS, options);
  const { apiName, texts } = snapshotTexts(received);
  if (wanted === undefined) throw new GatewayError('OPTION_INVALID', { option: 'levels', given: String(levels), allowed: LEVELS.join(', ') });
  const names = [wanted].flat();
  const changes = changesSince({ definition: texts.json, apiName, since, directory })
    .filter(({ level }) => names.some((name) => name === level));
  const title = `changes of ${apiName} since ${since}: ${names.join(', ')}`;
  return {
    pass: changes.length === 0,
    message: (): string => (changes.length === 0 ? `expected ${title}; there are none` : [`expected no ${title}`, '', ...changes.map(lineOf), '',
      `Accept one: npx synthgate diff ${since} --accept <fingerprint> --reason <text>`].join('\n')),
  };
}

function lineOf({ level, rule, location, before, after, why, fingerprint }: ApiFinding): string {
  return `${level} ${rule}  ${location}: ${JSON.stringify(before) ?? 'none'} → ${JSON.stringify(after) ?? 'none'}\n  ${why} [${fingerprint}]`;
}

/** The command of this package; the path is the same from `lib/testing/changes` and, after bundling, from its copy there. */
const COMMAND = path.join(packageDirectory(), 'bin', 'synthgate');
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** The exit codes of a comparison that was made: without findings, and with accepted ones whose date is past. */
const COMPARED: readonly (number | null)[] = [0, 2];

interface Comparison {
  readonly definition: string;
  readonly apiName: string;
  readonly since: string;
  readonly directory: string;
}

/**
 * Returns what a definition changes for callers since a revision, without what `synthgate.accepted.json` accepts. The command compares
 * them, in a process that is waited for: a comparison that a test forgets to await would never fail.
 * @throws TEST_COMPARISON_FAILED
 */
function changesSince({ definition, apiName, since, directory }: Comparison): readonly ApiFinding[] {
  const temporary = mkdtempSync(path.join(tmpdir(), 'synthgate-since-'));
  try {
    const head = path.join(temporary, 'head.gateway.json');
    writeFileSync(head, definition);
    const { status, stdout, stderr, error } = spawnSync(process.execPath, [COMMAND, 'diff', since, head, '--format', 'json', '--fail-on', 'none'],
      { cwd: directory, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES });
    if (!COMPARED.includes(status)) throw new GatewayError('TEST_COMPARISON_FAILED', { since, reason: error?.message ?? stderr.trim() });
    const { findings } = JSON.parse(stdout) as { readonly findings: readonly ApiFinding[] }; // what the command has printed
    return findings.filter(({ api }) => api === apiName);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** The directory of this package, from the source of this file and from the one file that the module is bundled into. */
function packageDirectory(): string {
  return path.basename(__dirname) === 'changes' ? path.join(__dirname, '..', '..', '..') : path.join(__dirname, '..', '..');
}
