import { Command, CommanderError, InvalidArgumentError, Option, type Argument } from 'commander';
import { CATALOG, fillMessage, GatewayError } from '../errors';
import { COMMANDS } from './commands';
import { readConfig } from './config';
import { configFormOf } from './config-form';
import { refuseUnknownVariables } from './environment-names';
import { colorsOf, processTerminal, type Colors, type Terminal } from './terminal';
import { stackOf } from './error-stack';
import { ExitCode } from './exit-code';
import { namingFlag } from './naming-flag';
import { isReported } from './reported-failure';
import { version } from './version';

const EXIT_ERROR = 1;
const EXIT_USAGE = 3;

/** Runs a command line. @returns the exit code: 0 done, 1 error, 3 wrong usage; that of its command for `exec` */
export async function main(parameters: readonly string[], terminal: Terminal = processTerminal()): Promise<number> {
  const program = await programOf(parameters, terminal);
  try {
    await program.parseAsync([...parameters], { from: 'user' });
    return 0;
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0;
    if (thrown instanceof ExitCode) return thrown.code;
    if (isReported(thrown)) return EXIT_ERROR;
    const error = thrown instanceof CommanderError ? usageError(thrown) : await namingFlag(thrown);
    if (error === undefined) return EXIT_USAGE; // help was printed
    // --no-color need not be read yet where wrong usage is found
    const [end, at] = [parameters.indexOf('--'), parameters.indexOf('--no-color')];
    const colors = colorsOf(terminal, { color: at === -1 || (end !== -1 && end < at) });
    terminal.err(errorText(error, colors, parameters.find((parameter) => !parameter.startsWith('-'))));
    return GatewayError.isGatewayError(error) ? CATALOG[error.code].exitCode : EXIT_ERROR;
  }
}

/** The program with the called command; with all if none is called, for help and docs/reference/cli.md, or if it describes the others. */
export async function programOf(parameters: readonly string[], terminal: Terminal): Promise<Command> {
  const program = new Command('synthgate')
    .description('Define an API Gateway REST API in TypeScript; run it locally, in tests and on AWS.')
    .version(version(), '-V, --version', 'print the version')
    .option('--no-color', 'print without colors')
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err, outputError: () => undefined }) // `main` prints it
    .exitOverride()
    .hook('preAction', (_, action) => prepare(action, terminal));
  const word = parameters.find((parameter) => !parameter.startsWith('-')) ?? '';
  const called = COMMANDS.filter(({ name, aliases = [] }) => [name, ...aliases].includes(word));
  const isOne = called.length > 0 && !called.some(({ describesOthers }) => describesOthers);
  for (const { name, aliases = [], load } of isOne ? called : COMMANDS) {
    const command = await load();
    program.addCommand(withSettings(withCodedValues(command(terminal).name(name).aliases(aliases)), program));
  }
  return program;
}

/** commander copies settings to commands that it makes itself only. */
function withSettings(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent);
  for (const inner of command.commands) withSettings(inner, command);
  return command;
}

/** Checks the environment and applies the configuration; `doctor` reports their errors itself. @throws OPTION_UNKNOWN, CONFIG_INVALID */
async function prepare(action: Command, { directory, environment }: Terminal): Promise<void> {
  const isDoctor = action.name() === 'doctor';
  if (!isDoctor) refuseUnknownVariables(environment);
  await applyConfig(action, directory).catch((error: unknown) => {
    if (!isDoctor) throw error;
  });
}

/** The JSON Schema of `synthgate.json`; loaded on demand, as commands start faster without it. */
export async function configSchema(): Promise<object> {
  const { configJsonSchema } = await import('./config-schema');
  return configJsonSchema();
}

/** `error: message [CODE]` with help below, which names the called command. An unexpected error has its stack. */
function errorText(error: unknown, colors: Colors, called: string | undefined): string {
  const head = colors.red('error:');
  if (!GatewayError.isGatewayError(error)) return `${head} ${stackOf(error)}\n`;
  const [message = '', ...frames] = error.message.slice(`[${error.code}] `.length).split('\n');
  const help = fillMessage(CATALOG[error.code].help, error.details);
  const own = isCommand(called) ? help.replace('synthgate <command> --help', `synthgate ${called} --help`) : help;
  return [`${head} ${message.trimEnd()} ${colors.dim(`[${error.code}]`)}`, ...frames, `    ${own}`, ''].join('\n');
}

function isCommand(called: string | undefined): called is string {
  return COMMANDS.some(({ name, aliases = [] }) => called !== undefined && [name, ...aliases].includes(called));
}

/** Gives a command its options of `synthgate.json`. The command line wins; of values with names, both count. @throws CONFIG_INVALID */
export async function applyConfig(command: Command, directory: string): Promise<void> {
  const own = command.options.filter((option) => configFormOf(option) !== undefined);
  if (own.length === 0) return;
  const { options } = await readConfig(directory);
  for (const option of own) {
    const name = option.attributeName();
    if (!Object.hasOwn(options, name)) continue;
    const flagValue: unknown = command.getOptionValueSource(name) === 'cli' ? command.getOptionValue(name) : undefined;
    if (flagValue === undefined) command.setOptionValueWithSource(name, options[name], 'config');
    else command.setOptionValueWithSource(name, configFormOf(option)?.merge?.(options[name], flagValue) ?? flagValue, 'cli');
  }
}

/** The error for the names that other tools give the command that follows edits, which is `dev` here. */
const DEV_ELSEWHERE = /^unknown command '(?:watch|start|run|local|offline)'$/;

/** Parameters with paths; an empty one would be the working directory. */
const OF_PATHS = /^(?:source|assembly)$|file|directory/;

/** Makes a command, and those inside it, report wrong values of options and arguments with a code. */
function withCodedValues(command: Command): Command {
  for (const option of command.options) codeValues(option, option.long ?? option.flags, OF_PATHS.test(option.flags) && option.required);
  for (const argument of command.registeredArguments) {
    codeValues(argument, argument.required ? `<${argument.name()}>` : `[${argument.name()}]`, OF_PATHS.test(argument.name()));
  }
  command.commands.forEach(withCodedValues);
  return command;
}

/** The error of a command line that commander refuses; undefined where it has printed help. */
function usageError(refused: CommanderError): GatewayError | undefined {
  if (!refused.message.startsWith('error: ')) return undefined;
  const problem = refused.message.slice('error: '.length).replace(/\s*\((Did you mean [^]*\?)\)\s*$/, (_, guess: string) => `; d${guess.slice(1)}`).replace(/\.$/, '');
  return new GatewayError('COMMAND_LINE_INVALID', { problem: DEV_ELSEWHERE.test(problem) ? `${problem}; did you mean dev?` : problem }, { cause: refused });
}

function codeValues(parameter: Option | Argument, name: string, isPath: boolean): void {
  if (isPath && !parameter.variadic && parameter.parseArg === undefined) parameter.argParser(nonEmpty);
  const parse = parameter.parseArg?.bind(parameter);
  if (parse === undefined) return;
  parameter.parseArg = <Value>(text: string, before: Value): Value => {
    try {
      return parse(text, before);
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      const isSecret = parameter instanceof Option && configFormOf(parameter)?.isSecret === true;
      throw new GatewayError('OPTION_INVALID', { option: name, given: isSecret ? '(not shown)' : text, allowed: allowedBy(error) }, { cause: error });
    }
  };
}

function nonEmpty(path: string): string {
  if (path === '') throw new InvalidArgumentError('Expected a path.');
  return path;
}

/** `Expected a time.` and `Allowed choices are request, response.` in the words of the catalog. */
function allowedBy({ message }: InvalidArgumentError): string {
  return message.replace(/^Expected /, '').replace(/^Allowed choices are /, 'one of ').replace(/\.$/, '');
}
