import { LEVELS, RULES, type ApiFinding, type Level } from '../../diff';
import { jsonText, type Colors } from '../terminal';
import { changeText, countText, headline, isClean, jsonReport, placeOf, sarifReport, type DiffReport } from './report';

export const FORMATS = ['text', 'markdown', 'json', 'sarif', 'junit', 'github'] as const;
export type Format = (typeof FORMATS)[number];

type Writer = (report: DiffReport, colors: Colors) => string;

export const WRITERS: Readonly<Record<Format, Writer>> = {
  text: textReport,
  markdown: markdownReport,
  json: (report) => jsonText(jsonReport(report)),
  sarif: (report) => jsonText(sarifReport(report)),
  junit: junitReport,
  github: githubReport,
};

const NEXT = { major: 'next version: major', minor: 'next version: minor', patch: 'next version: patch',
  none: 'no new version needed' } as const;

/** Findings by API and subject, the worst subject first. */
function grouped(findings: readonly ApiFinding[]): [heading: string, findings: ApiFinding[]][] {
  const isOne = new Set(findings.map(({ api }) => api)).size === 1;
  const groups = new Map<string, ApiFinding[]>();
  for (const finding of findings) {
    const heading = isOne ? finding.subject : `${finding.api} · ${finding.subject}`;
    groups.set(heading, [...groups.get(heading) ?? [], finding]);
  }
  return [...groups];
}

/** Findings by subject, with an empty line before each. */
export function findingLines(open: readonly ApiFinding[], colors: Colors): string[] {
  const paint: Readonly<Record<Level, (text: string) =>
  string>> = { breaking: colors.red, security: colors.magenta, behavior: colors.yellow, cosmetic: colors.dim };
  return grouped(open).flatMap(([heading, findings]) => ['', colors.bold(printable(heading)), ...findings.flatMap((finding) => {
    const part = finding.location === finding.subject ? '' : `${printable(finding.location.slice(finding.subject.length + 1))}: `;
    const example = 'witness' in finding ? [`${' '.repeat(12)}for example ${printable(clipped(JSON.stringify(finding.witness)))}`] : [];
    return [
      `  ${paint[finding.level](finding.level.padEnd(9))} ${finding.rule}  ${part}${printable(changeText(finding))}`,
      `${' '.repeat(12)}${printable(finding.why)} ${colors.dim(`[${finding.fingerprint}]`)}`, ...example,
    ];
  })]);
}

/** Names and texts of a definition are data: none of them begins a line or controls a terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function textReport(report: DiffReport, colors: Colors): string {
  const { open, base, head, ruleSet, semver } = report;
  return [`${base} → ${head}: ${headline(report)}`, ...findingLines(open, colors), '', ...notes(report).map(printable), colors.dim(`${NEXT[semver]} · rules ${ruleSet}`), ''].join('\n');
}

/** A line for everything that is not a finding. */
function notes({ accepted, expired, unused, others, leftOut }: DiffReport): string[] {
  return [
    ...(accepted.length === 0 ? [] : [`${accepted.length} accepted`]),
    ...(leftOut === 0 ? [] : [`${leftOut} left out by --consumers or --api`]),
    ...expired.map(({ fingerprint, place, until }) => `expired: ${fingerprint} ${place} was accepted until ${until ?? ''}`),
    ...unused.map(({ fingerprint, place }) => `unused: ${fingerprint} ${place} is accepted, and has not changed`),
    ...(others.length === 0 ? [] : ['changed, without effect on callers:', ...others.map((line) => `  ${line}`)]),
  ];
}

function clipped(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

function markdownReport(report: DiffReport): string {
  const { open, base, head, semver, ruleSet } = report;
  const sections = LEVELS.flatMap((level) => {
    const findings = open.filter((finding) => finding.level === level);
    return findings.length === 0 ? [] : [`### ${level} (${findings.length})`, '', ...findings.map((finding) => markdownLine(finding, report)), ''];
  });
  const title = `## API changes: ${countText(open) ?? (isClean(report) ? 'none that callers notice' : 'none open')}`;
  const rest = notes(report).map((line) => `> ${escapedMarkdown(line)}  `);
  return [title, '', ...sections, ...rest, '', `${NEXT[semver]} · \`${base}\` → \`${head}\` · rules ${ruleSet}`, ''].join('\n');
}

function markdownLine(finding: ApiFinding, report: DiffReport): string {
  const example = 'witness' in finding ? [`For example: \`${code(JSON.stringify(finding.witness))}\``] : [];
  const details = [`\`${code(changeText(finding, 400))}\``, ...example, `To avoid it: ${RULES[finding.rule]?.instead ?? ''}`,
    `Fingerprint: \`${finding.fingerprint}\``];
  return `- **${escapedMarkdown(placeOf(finding, report))}**: ${escapedMarkdown(finding.why)} \`${finding.rule}\`<details><summary>before → after</summary>\n\n  ${details.join('\n\n  ')}\n\n  </details>`;
}

/** Names and texts of a definition are data: none of them is markup or HTML. */
function escapedMarkdown(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(/[\\`*_[\]|#]/g, '\\$&').replaceAll(/\s+/g, ' ');
}

function code(text: string): string {
  return text.replaceAll('`', '\'').replaceAll(/\s+/g, ' ');
}

/** Findings of other levels than `--fail-on` are tests that pass, with their text. */
function junitReport({ open, accepted, ruleSet, failOn }: DiffReport): string {
  const failures = (findings: readonly ApiFinding[]): number => findings.filter(({ level }) => failOn.includes(level)).length;
  const suites = grouped(open).map(([heading, findings]) => {
    const cases = findings.map((finding) => {
      const body = `${finding.why}\n${changeText(finding, 400)}\nfingerprint ${finding.fingerprint}`;
      const result = failOn.includes(finding.level) ? `<failure type="${finding.level}" message="${xml(finding.why)}">${xml(body)}</failure>`
        : `<system-out>${xml(`${finding.level}: ${body}`)}</system-out>`;
      return `    <testcase classname="${xml(heading)}" name="${xml(`${finding.rule}: ${finding.location}`)}">${result}</testcase>`;
    });
    return [`  <testsuite name="${xml(heading)}" tests="${findings.length}" failures="${failures(findings)}">`, ...cases, '  </testsuite>']
      .join('\n');
  });
  const skipped = accepted.map(({ finding, acceptance: { reason } }) =>
    `    <testcase classname="accepted" name="${xml(`${finding.rule}: ${finding.location}`)}"><skipped message="${xml(reason)}"/></testcase>`);
  const rest = skipped.length === 0 ? []
    : [`  <testsuite name="accepted" tests="${skipped.length}" skipped="${skipped.length}">`, ...skipped, '  </testsuite>'];
  const total = open.length + accepted.length;
  return ['<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="synthgate diff ${xml(ruleSet)}" tests="${total}" failures="${failures(open)}">`, ...suites, ...rest, '</testsuites>',
    ''].join('\n');
}

function xml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  // characters that XML 1.0 cannot have
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** Annotations of a workflow. @see https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands */
function githubReport(report: DiffReport): string {
  const kinds: Readonly<Record<Level, string>> = { breaking: 'error', security: 'error', behavior: 'warning', cosmetic: 'notice' };
  const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  const lines = report.open.map((finding) =>
    `::${kinds[finding.level]} title=${property(`${finding.level}: ${finding.rule}`)}::${data(`${placeOf(finding, report)}: ${finding.why} ${changeText(finding)} [${finding.fingerprint}]`)}`);
  const warnings = report.unused.map(({ fingerprint, place }) => `::warning title=unused acceptance::${data(`${fingerprint} ${place}`)}`);
  return [...lines, ...warnings, headline(report), ''].join('\n');
}

/** Lines for a changelog, by level, also of what was accepted: it has changed. */
export function changelogText(report: DiffReport): string {
  const all = [...report.open, ...report.accepted.map(({ finding }) => finding)];
  const titles: Readonly<Record<Level, string>> = { breaking: 'Breaking', security: 'Security', behavior: 'Changed', cosmetic: 'Other' };
  return LEVELS.flatMap((level) => {
    const findings = all.filter((finding) => finding.level === level);
    return findings.length === 0 ? []
      : [`### ${titles[level]}`, '', ...findings.map((finding) => `- \`${code(placeOf(finding, report))}\`: ${escapedMarkdown(finding.why)}`),
        ''];
  }).join('\n');
}
