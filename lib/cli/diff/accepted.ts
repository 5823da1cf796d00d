import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { ApiFinding } from '../../diff';
import { GatewayError } from '../../errors';
import { jsonText, type Terminal } from '../terminal';

export const ACCEPTED_FILE = 'synthgate.accepted.json';

const acceptanceSchema = z.strictObject({
  fingerprint: z.string().regex(/^[0-9a-f]{12}$/, 'twelve hexadecimal digits'),
  api: z.string(),
  rule: z.string(),
  place: z.string(),
  reason: z.string().min(1),
  until: z.iso.date().optional(),
  by: z.string().optional(),
});

/** An accepted finding: who reads the file sees what it was about, and why. */
export type Acceptance = z.output<typeof acceptanceSchema>;

/** Findings with what was accepted of them. */
export interface Judged {
  readonly open: readonly ApiFinding[];
  readonly accepted: readonly { readonly finding: ApiFinding; readonly acceptance: Acceptance }[];
  /** Acceptances whose date is past: their findings are open again. */
  readonly expired: readonly Acceptance[];
  /** Acceptances of changes that are not there. */
  readonly unused: readonly Acceptance[];
}

/** @throws DIFF_ACCEPTED_INVALID */
export function readAccepted({ directory }: Pick<Terminal, 'directory'>): Acceptance[] {
  const file = path.join(directory, ACCEPTED_FILE);
  if (!existsSync(file)) return [];
  try {
    return z.array(acceptanceSchema).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? cause.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`).join('; ')
      : String(cause);
    throw new GatewayError('DIFF_ACCEPTED_INVALID', { file: ACCEPTED_FILE, reason }, { cause });
  }
}

/**
 * Splits findings by what was accepted.
 * @param today - `2026-11-28`; an acceptance holds on its last day
 * @param all - with those that are not asked for, whose acceptances are in use
 */
export function judge(findings: readonly ApiFinding[], acceptances: readonly Acceptance[],
  { today = currentDay(), all = findings }: { readonly today?: string; readonly all?: readonly ApiFinding[] } = {}): Judged {
  const isOf = ({ fingerprint, api }: Acceptance, finding: ApiFinding): boolean => fingerprint === finding.fingerprint
    && api === finding.api;
  const isPast = ({ until }: Acceptance): boolean => until !== undefined && until < today;
  const accepted = findings.flatMap((finding) => {
    const acceptance = acceptances.find((entry) => isOf(entry, finding) && !isPast(entry));
    return acceptance === undefined ? [] : [{ finding, acceptance }];
  });
  const closed = new Set(accepted.map(({ finding }) => finding));
  const isIn = (list: readonly ApiFinding[], entry: Acceptance): boolean => list.some((finding) => isOf(entry, finding));
  return {
    open: findings.filter((finding) => !closed.has(finding)), accepted,
    expired: acceptances.filter((entry) => isPast(entry) && isIn(findings, entry)),
    unused: acceptances.filter((entry) => !isIn(all, entry)),
  };
}

/** The day as acceptances have it: `2026-11-28`. */
export function currentDay(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Writes acceptances of findings beside those of the file, sorted, so that branches merge. */
export function writeAccepted(findings: readonly ApiFinding[], members: Pick<Acceptance, 'reason' | 'until' | 'by'>,
  terminal: Pick<Terminal, 'directory'>): void {
  const added = findings.map(({ fingerprint, api, rule, location }): Acceptance =>
    ({ fingerprint, api, rule, place: location, ...members }));
  const kept = readAccepted(terminal)
    .filter((entry) => !added.some(({ fingerprint, api }) => fingerprint === entry.fingerprint && api === entry.api));
  const all = [...kept, ...added]
    .sort((left, right) => (`${left.place} ${left.fingerprint}` < `${right.place} ${right.fingerprint}` ? -1 : 1));
  writeFileSync(path.join(terminal.directory, ACCEPTED_FILE), jsonText(all));
}
