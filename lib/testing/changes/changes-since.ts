import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ApiFinding } from '../../diff';
import { GatewayError } from '../../errors';

/** The command of this package; the path is the same from `lib/testing/changes` and, after bundling, from its copy there. */
const COMMAND = path.join(packageDirectory(), 'bin', 'synthgate');
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** The exit codes of a comparison that was made: without findings, and with accepted ones whose date is past. */
const COMPARED: readonly (number | null)[] = [0, 2];

export interface Comparison {
  /** The text of a spec. */
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
export function changesSince({ definition, apiName, since, directory }: Comparison): readonly ApiFinding[] {
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
