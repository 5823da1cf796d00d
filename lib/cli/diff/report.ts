import * as z from 'zod';
import { LEVELS, RULES, type ApiFinding, type Level, type Semver } from '../../diff';
import { version } from '../version';
import type { Acceptance, Judged } from './accepted';

export interface DiffReport extends Judged {
  readonly ruleSet: string;
  readonly base: string;
  readonly head: string;
  /** The next version, also for what was accepted. */
  readonly semver: Semver;
  /** Levels that end with exit code 2. */
  readonly failOn: readonly Level[];
  /** Findings that options leave out. */
  readonly leftOut: number;
  /** Changes that no rule is about, as lines. */
  readonly others: readonly string[];
}

const findingSchema = z.strictObject({
  api: z.string().describe('Name of the API.'),
  rule: z.string().describe('Code of the rule.'),
  level: z.enum(LEVELS).describe('How bad it is for callers.'),
  subject: z.string().describe('The node that it is listed under: POST /orders, stage prod.'),
  location: z.string().describe('The subject, and where in it.'),
  before: z.unknown().optional().describe('The value before; missing if there was none.'),
  after: z.unknown().optional().describe('The value now; missing if there is none.'),
  why: z.string().describe('What callers notice.'),
  witness: z.unknown().optional().describe('A body that was accepted and is refused now; of a response, one that could not come before.'),
  fingerprint: z.string().describe('Identifies the change, for synthgate.accepted.json.'),
});

const reportSchema = z.strictObject({
  ruleSet: z.string().describe('Version of the rules.'),
  base: z.string(),
  head: z.string(),
  semver: z.enum(['major', 'minor', 'patch', 'none']).describe('The next version that the findings ask for, also those that were accepted.'),
  findings: z.array(findingSchema).describe('Open findings, worst first.'),
  accepted: z.array(z.strictObject({ finding: findingSchema, reason: z.string(), until: z.string().optional(),
    by: z.string().optional() })),
  expired: z.array(z.string()).describe('Fingerprints of acceptances whose date is past.'),
  unused: z.array(z.string()).describe('Fingerprints of acceptances of changes that are not there.'),
  leftOut: z.number().describe('How many findings --consumers and --api leave out.'),
  others: z.array(z.string()).describe('Changes that callers do not notice; listed if there is no finding.'),
});

export function reportJsonSchema(): object {
  return z.toJSONSchema(reportSchema);
}

export function jsonReport({ open, accepted, expired, unused, ruleSet, base, head, semver,
  leftOut, others }: DiffReport): z.output<typeof reportSchema> {
  const fingerprints = (entries: readonly Acceptance[]): string[] => entries.map(({ fingerprint }) => fingerprint);
  return {
    ruleSet, base, head, semver, findings: [...open],
    accepted: accepted.map(({ finding, acceptance: { reason, until, by } }) =>
      ({ finding, reason, ...(until === undefined ? {} : { until }), ...(by === undefined ? {} : { by }) })),
    expired: fingerprints(expired), unused: fingerprints(unused), leftOut, others: [...others],
  };
}

/** `{"maxLength":80} → {"maxLength":40}`, each side at most so long. */
export function changeText({ before, after }: Pick<ApiFinding, 'before' | 'after'>, longest = 60): string {
  const side = (value: unknown): string => {
    const text = value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value);
    const line = text.replaceAll(/\s+/g, ' ');
    return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
  };
  return `${side(before)} → ${side(after)}`;
}

/** `2 breaking, 1 security`; of no finding, undefined. */
export function countText(findings: readonly Pick<ApiFinding, 'level'>[]): string | undefined {
  const counts = LEVELS.map((level) => [level, findings.filter((finding) => finding.level === level).length] as const)
    .filter(([, count]) => count > 0);
  return counts.length === 0 ? undefined : counts.map(([level, count]) => `${count} ${level}`).join(', ');
}

/** The number of findings; what is not open does not make it none. */
export function headline(report: DiffReport): string {
  return countText(report.open) ?? (isClean(report) ? 'no change that callers notice' : 'no open finding');
}

/** Whether there is no finding at all, neither open, nor accepted, nor left out. */
export function isClean({ open, accepted, leftOut }: DiffReport): boolean {
  return open.length + accepted.length + leftOut === 0;
}

/** The place of a finding, with its API where a report has several. */
export function placeOf({ api, location }: ApiFinding, { open, accepted }: DiffReport): string {
  const isOne = [...open, ...accepted.map(({ finding }) => finding)].every((other) => other.api === api);
  return isOne ? location : `${api} · ${location}`;
}

const SARIF_LEVELS: Readonly<Record<Level, string>> = { breaking: 'error', security: 'error', behavior: 'warning', cosmetic: 'note' };

/** SARIF 2.1.0. @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
export function sarifReport({ open, accepted, ruleSet }: DiffReport): object {
  const all = [...open.map((finding) => ({ finding, reason: undefined })),
    ...accepted.map(({ finding, acceptance: { reason } }) => ({ finding, reason }))];
  const codes = [...new Set(all.map(({ finding: { rule } }) => rule))].sort();
  const result = ({ finding, reason }: (typeof all)[number]): object => ({
    ruleId: finding.rule, ruleIndex: codes.indexOf(finding.rule), level: SARIF_LEVELS[finding.level],
    message: { text: `${finding.location}: ${finding.why} ${changeText(finding)}` },
    locations: [{ logicalLocations: [{ fullyQualifiedName: `${finding.api} ${finding.location}`, kind: 'resource' }] }],
    partialFingerprints: { 'synthgate/v1': finding.fingerprint },
    ...(reason === undefined ? {} : { suppressions: [{ kind: 'external', status: 'accepted', justification: reason }] }),
  });
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0',
    runs: [{
      tool: { driver: { name: 'synthgate diff', version: version(), semanticVersion: version(), properties: { ruleSet },
        rules: codes.map(sarifRule) } },
      results: all.map(result),
    }],
  };
}

function sarifRule(code: string): object {
  const rule = RULES[code];
  return {
    id: code, shortDescription: { text: rule?.when ?? code }, fullDescription: { text: rule?.why ?? code },
    help: { text: rule?.instead ?? '' },
    defaultConfiguration: { level: SARIF_LEVELS[rule?.level ?? 'breaking'] },
  };
}
