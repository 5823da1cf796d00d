import { Command, CommanderError } from 'commander';
import { CATALOG, fillMessage, GatewayError } from '../errors';
import { applyConfig } from './apply-config';
import { COMMANDS } from './commands';
import { refuseUnknownVariables } from './environment-names';
import { colorsOf, processTerminal, type Colors, type Terminal } from './terminal';
import { stackOf } from './error-stack';
import { ExitCode } from './exit-code';
import { namingFlag } from './naming-flag';
import { isReported } from './reported-failure';
import { usageError, withCodedValues } from './usage-error';
import { version } from './version';

const EXIT_ERROR = 1;
const EXIT_USAGE = 3;

/**
 * Runs a command line.
 * @returns the exit code: 0 done, 1 error, 3 wrong usage; that of its command for `exec`
 */
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

/**
 * Checks the environment and applies the configuration before a command; `doctor` reports their errors itself.
 * @throws OPTION_UNKNOWN, CONFIG_INVALID
 */
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

/**
 * `error: message [CODE]` with help below, which names the called command; the code is in the first line. An unexpected error
 * has its stack.
 */
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
