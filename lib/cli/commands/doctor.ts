import { Command, Option } from 'commander';
import { SERVE_DEFAULTS } from '../../runtime';
import { checkEnvironment } from '../doctor/check-environment';
import { checkPackages } from '../doctor/check-packages';
import { checkProject, checkRuntimes } from '../doctor/check-project';
import { checkSystem } from '../doctor/check-system';
import type { Finding } from '../doctor/finding';
import { ExitCode } from '../exit-code';
import { jsonOption, numberBetween, type GlobalOptions, type StateOptions } from '../options';
import { serveFlag } from '../serve-flags';
import { givenState } from '../state-directory';
import { colorsOf, jsonText, type Colors, type Terminal } from '../terminal';

interface DoctorOptions extends GlobalOptions, StateOptions {
  readonly port: number;
  readonly json?: boolean;
}

export function doctorCommand(terminal: Terminal): Command {
  return new Command()
    .description('check Node.js, packages, configuration, runtimes of functions, ports, state and environment')
    .addOption(new Option('-p, --port <number>', 'port of the first API').argParser(numberBetween(1, 65_535)).default(SERVE_DEFAULTS.port))
    .addOption(serveFlag('stateDirectory'))
    .addOption(jsonOption())
    .addHelpText('after', `
Nothing is changed. Runtimes are those of the functions as last synthesized. The exit code is 1 if there is an error; warnings do not count.

Examples:
  $ synthgate doctor
  $ synthgate doctor --json`)
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals<DoctorOptions>(), terminal);
    });
}

async function run(options: DoctorOptions, terminal: Terminal): Promise<void> {
  const { directory, environment } = terminal;
  const state = givenState(options, terminal);
  const findings = [
    ...checkPackages(directory, process.versions.node),
    ...await checkProject(directory, state),
    ...await checkRuntimes(directory),
    ...await checkSystem(options.port),
    ...await checkEnvironment(environment),
  ];
  const count = (level: Finding['level']): number => findings.filter((one) => one.level === level).length;
  const [errors, warnings] = [count('error'), count('warning')];
  terminal.out(options.json === true ? jsonText({ errors, warnings, findings })
    : `${findingsText(findings, colorsOf(terminal, options))}\n${counted(errors, 'error')}, ${counted(warnings, 'warning')}\n`);
  if (errors > 0) throw new ExitCode(1);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function findingsText(findings: readonly Finding[], colors: Colors): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length));
  const marks = { ok: colors.green('ok     '), warning: colors.yellow('warning'), error: colors.red('error  ') };
  return findings.map(({ level, subject, text, fix }) => {
    const line = `${marks[level]}  ${subject.padEnd(width)}  ${text}\n`;
    return fix === undefined ? line : `${line}${' '.repeat(width + 11)}${colors.dim(fix)}\n`;
  }).join('');
}
