import { Command, InvalidArgumentError, Option } from 'commander';
import path from 'node:path';
import { createColors } from 'picocolors';
import * as z from 'zod';
import { compareSpecs, CONSUMERS, diffApis, LEVELS, semverOf, type ApiFinding, type Consumer, type Level } from '../../diff';
import { GatewayError } from '../../errors';
import type { GatewaySpec } from '../../spec';
import { ACCEPTED_FILE, currentDay, judge, readAccepted, writeAccepted } from '../diff/accepted';
import { changelogText, FORMATS, WRITERS, type Format } from '../diff/formats';
import { reportJsonSchema, type DiffReport } from '../diff/report';
import { completed, readSide } from '../diff/side';
import { ExitCode } from '../exit-code';
import { appOption, collect, type AppOptions, type StateOptions } from '../options';
import { refuseUnused } from '../refuse-unused';
import { serveFlag } from '../serve-flags';
import { environmentFlags, sourceOptions } from '../sources/source-options';
import { colorsOf, jsonText, writeText, type Terminal } from '../terminal';

interface DiffCommandOptions extends AppOptions, StateOptions {
  readonly format: Format;
  readonly write?: readonly ReportFile[];
  readonly failOn: readonly Level[];
  readonly consumers?: readonly Consumer[];
  readonly api?: readonly string[];
  readonly accept?: readonly string[];
  readonly reason?: string;
  readonly until?: string;
  readonly by?: string;
  readonly changelog?: boolean;
  readonly jsonSchema?: boolean;
}

/** The exit code for findings; 1 says that nothing could be compared. */
const EXIT_FINDINGS = 2;
const REVISION = 'HEAD';

export function diffCommand(terminal: Terminal): Command {
  const command = new Command()
    .description('say what a change of the definition does to callers')
    .argument('[base]', 'a git revision, or an assembly, spec or other source: cdk.out, a template, an OpenAPI document, a serverless.yml (default: HEAD)')
    .argument('[head]', 'the same (default: the working tree)')
    .addOption(appOption())
    .addOption(new Option('--format <format>', 'format of the report').choices(FORMATS).default('text'))
    .addOption(new Option('--write <format=file>', 'write the report to a file as well; repeatable').argParser(reportFile))
    .addOption(new Option('--fail-on <levels>', 'levels that end with exit code 2, or none').argParser(listOf(LEVELS, 'none'))
      .default(['breaking', 'security']))
    .addOption(new Option('--consumers <parties>',
      'findings for these parties only: clients over http, typed clients, handlers; security is for all').argParser(listOf(CONSUMERS)))
    .addOption(serveFlag('stateDirectory'))
    .option('--api <name>', 'only this API; repeatable', collect)
    .option('--accept <fingerprint>', `accept a finding: it is written to ${ACCEPTED_FILE}; repeatable`, collect)
    .option('--reason <text>', 'why a finding is accepted')
    .option('--until <date>', 'last day of the acceptance, 2027-06-30')
    .option('--by <name>', 'the person who accepts')
    .option('--changelog', 'print lines for a changelog instead')
    .option('--json-schema', 'print the JSON Schema of --format json')
    .addHelpText('after', `
stage:prod is what a stage serves since its last deploy. A base or head that is a file or
directory is read as such; any other name is a revision, which is built in a worktree of its
own: the working tree is not touched. Exit code 0: no open finding of --fail-on; 2: there are some; 1: the sides could not be compared.

Examples:
  $ synthgate diff
  $ synthgate diff main
  $ synthgate diff stage:prod
  $ synthgate diff main --format markdown --fail-on breaking
  $ synthgate diff old/openapi.yaml openapi.yaml --consumers http
  $ synthgate diff main --accept 1a2b3c4d5e6f --reason "nobody calls it" --until 2027-06-30`)
    .action(async () => {
      const [base, head] = command.args;
      await diff([base, head], command.optsWithGlobals<DiffCommandOptions>(), terminal);
    });
  for (const option of [...sourceOptions(), ...environmentFlags()]) command.addOption(option);
  return command;
}

/** Reads words with commas between them. */
function listOf<Word extends string>(words: readonly Word[], none?: string): (text: string) => Word[] {
  return (text) => {
    const entries = text === none ? [] : text.split(',').map((word) => word.trim());
    const known = words.filter((word) => entries.includes(word));
    if (known.length !== entries.length) throw new InvalidArgumentError(`Expected ${words.join(', ')}, with commas between them${none === undefined ? '' : `, or ${none}`}.`);
    return known;
  };
}

async function diff([base = REVISION, head]: readonly (string | undefined)[], options: DiffCommandOptions,
  terminal: Terminal): Promise<void> {
  if (options.jsonSchema === true) return terminal.out(jsonText(reportJsonSchema()));
  checkAcceptance(options);
  const acceptances = readAccepted(terminal);
  const [before, after] = [await readSide(base, options, terminal), await readSide(head, options, terminal)];
  const whole = completed(before, after);
  const [then = [], now = []] = whole.map((apis) => chosen(apis, options));
  if (then.length === 0 && now.length === 0) throw new GatewayError('DIFF_NOTHING_TO_COMPARE', { base: before.name, head: after.name });
  const declared = new Map([...before.declared ?? [], ...after.declared ?? []]);
  const today = currentDay();
  const { findings, ruleSet } = diffApis(then, now, { consumers: options.consumers, declared, today });
  if (options.accept !== undefined) {
    accept(findings, options, terminal);
    return;
  }
  const all = options.consumers === undefined && options.api === undefined ? findings : diffApis(...whole, { declared, today }).findings;
  const report: DiffReport = { ...judge(findings, acceptances, { all }), ruleSet, semver: semverOf(findings), base: before.name,
    head: after.name, failOn: options.failOn, leftOut: all.length - findings.length,
    others: all.length > 0 ? [] : otherLines(then, now) };
  writeReports(report, options.write ?? [], terminal);
  terminal.out(options.changelog === true ? changelogText(report) : WRITERS[options.format](report, colorsOf(terminal, options)));
  if (report.expired.length > 0 || report.open.some(({ level }) => options.failOn.includes(level))) throw new ExitCode(EXIT_FINDINGS);
}

/** @throws OPTION_INVALID */
function checkAcceptance({ accept: fingerprints, reason, until, by }: DiffCommandOptions): void {
  if (fingerprints === undefined) {
    refuseUnused({ '--reason': reason, '--until': until, '--by': by }, 'nothing without --accept');
    return;
  }
  if (reason === undefined || reason.trim() === '') {throw new GatewayError('OPTION_INVALID',
    { option: '--reason', given: reason ?? '', allowed: 'why the finding is accepted' });}
  if (until !== undefined && (!z.iso.date().safeParse(until).success || until < currentDay())) {
    throw new GatewayError('OPTION_INVALID', { option: '--until', given: until, allowed: 'a date such as 2027-06-30, which is not past' });
  }
}

function chosen(apis: readonly GatewaySpec[], { api }: DiffCommandOptions): readonly GatewaySpec[] {
  return api === undefined ? apis : apis.filter(({ api: { name } }) => api.includes(name));
}

/** @throws OPTION_INVALID if a fingerprint is none of the findings, or one of several APIs */
function accept(findings: readonly ApiFinding[], { accept: fingerprints = [], reason = '', until, by }: DiffCommandOptions,
  terminal: Terminal): void {
  const unknown = fingerprints.find((fingerprint) => !findings.some((finding) => finding.fingerprint === fingerprint));
  if (unknown !== undefined) {
    throw new GatewayError('OPTION_INVALID',
      { option: '--accept', given: unknown, allowed: findings.map(({ fingerprint }) => fingerprint).join(', ')
        || 'nothing: there is no finding' });
  }
  const accepted = findings.filter(({ fingerprint }) => fingerprints.includes(fingerprint));
  const shared = accepted.find(({ fingerprint, api }) =>
    accepted.some((other) => other.fingerprint === fingerprint && other.api !== api));
  if (shared !== undefined) {
    const apis = accepted.filter(({ fingerprint }) => fingerprint === shared.fingerprint).map(({ api }) => api);
    throw new GatewayError('OPTION_INVALID',
      { option: '--accept', given: shared.fingerprint, allowed: `the finding of one API: add --api with ${apis.join(' or ')}` });
  }
  writeAccepted(accepted, { reason, ...(until === undefined ? {} : { until }), ...(by === undefined ? {} : { by }) }, terminal);
  terminal.out(accepted.map(({ rule, location }) => `accepted: ${rule} ${location}\n`).join(''));
}

/** The changes of the APIs of one name, in words. */
function otherLines(before: readonly GatewaySpec[], after: readonly GatewaySpec[]): string[] {
  return before.flatMap((spec) => {
    const partner = after.find(({ api }) => api.name === spec.api.name);
    return partner === undefined ? [] : compareSpecs(spec, partner).map(({ sign, text }) => `${sign} ${text}`);
  });
}

interface ReportFile {
  readonly format: Format;
  readonly file: string;
}

/** Reads `markdown=report.md`, once for each file. */
function reportFile(text: string, previous: readonly ReportFile[] = []): readonly ReportFile[] {
  const [name, ...rest] = text.split('=');
  const format = FORMATS.find((known) => known === name);
  const file = rest.join('=');
  if (format === undefined || file === '') throw new InvalidArgumentError(`Expected <format>=<file>, with one of ${FORMATS.join(', ')}.`);
  return [...previous, { format, file }];
}

/** Writes a report to files, without colors. @throws OUTPUT_NOT_WRITTEN */
function writeReports(report: DiffReport, files: readonly ReportFile[], { directory }: Pick<Terminal, 'directory'>): void {
  for (const { format, file } of files) {
    try {
      writeText(path.resolve(directory, file), WRITERS[format](report, createColors(false)));
    } catch (cause) {
      throw new GatewayError('OUTPUT_NOT_WRITTEN', { output: file, reason: cause instanceof Error ? cause.message : String(cause) }, { cause });
    }
  }
}
