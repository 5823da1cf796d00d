import { Command, type Option } from 'commander';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { GatewayError } from '../../errors';
import { copyDeployments, reachableUrl, readServeOptions, serve, textLog, type Log, type ServedApi } from '../../runtime';
import { openAccessLogs } from '../access-log-writer';
import { freshAssembly } from '../assembly-source';
import { ExitCode } from '../exit-code';
import { environmentOptions } from '../function-environment';
import { gatewayOptions, type GatewayCommandOptions } from '../gateway-command';
import { tokenValuesOption } from '../json-file';
import { projectCallers, stateOf } from '../state-directory';
import { appOption, outputOption } from '../options';
import { namingPortOwner } from '../port-owner';
import { reportWarnings } from '../report-warnings';
import { impliedTokenValues, sourceOptions } from '../sources/source-options';
import { serveFlags } from '../serve-flags';
import { usesColor, type Terminal } from '../terminal';
import { writeTokenValuesOption } from '../token-values-file';

interface ExecOptions extends GatewayCommandOptions {
  readonly assembly?: string;
  readonly deployed?: boolean;
  readonly verbose?: boolean;
}

/** Options of `serve` that make no sense for the time of one command. */
const LEFT_OUT: readonly string[] = ['--no-watch', '--processes', '--explain', '--local-issuer', '--local-api-keys', '--dashboard'];

export function execCommand(terminal: Terminal): Command {
  const command = new Command()
    .description('serve the project while a command runs, on a free port; the exit code is the command\'s')
    .argument('<command...>', 'the command, after --')
    .addOption(appOption())
    .addOption(outputOption())
    .option('--assembly <directory or spec>', 'serve this assembly instead of running the app')
    .option('--deployed', 'serve deployed and pinned stages as they were deployed, not as they are defined')
    .option('--verbose', 'print requests and the output of functions to standard error')
    .addOption(tokenValuesOption())
    .addOption(writeTokenValuesOption())
    .addHelpText('after', `
The command finds the gateway in its environment: GATEWAY_URL is the URL of the first API with its stage ("prod" if there is one), such
as http://127.0.0.1:41234/prod. With several APIs, each has a variable of its own: GATEWAY_URL_<API>, with the name in capitals.

Examples:
  $ synthgate exec -- npm test
  $ synthgate exec --env TABLE=test -- sh -c 'curl "$GATEWAY_URL/health"'`)
    .action(async (words: string[]) => {
      await run(words, command, terminal);
    });
  for (const option of [...environmentOptions(), ...sourceOptions(), ...flags()]) command.addOption(option);
  return command;
}

/** The flags of `serve`, with the defaults that two of them have here. */
function flags(): Option[] {
  const kept = serveFlags().filter(({ long }) => !LEFT_OUT.includes(long ?? ''));
  for (const option of kept) {
    if (option.long === '--port') option.default(0, 'free ports').description = option.description.replace('; 0 selects free ports', '');
    if (option.long === '--state') option.description = 'state directory (default: a temporary one; with --deployed a copy of the deployments in that of the assembly)';
  }
  return kept;
}

async function run(words: readonly string[], command: Command, terminal: Terminal): Promise<void> {
  const options = command.optsWithGlobals<ExecOptions>();
  const localCallers = await projectCallers(options, terminal);
  const source = await freshAssembly(options.assembly, options, terminal);
  reportWarnings(source, terminal);
  const implied = await impliedTokenValues(source, options, terminal);
  // tests do not see what a developer's gateway has kept, and leave nothing for it
  const scratch = mkdtempSync(path.join(tmpdir(), 'synthgate-exec-'));
  const print = textLog(terminal.err, { color: usesColor(terminal, options) });
  const log: Log = (entry) => { if (options.verbose === true || entry.level !== 'info') print(entry); };
  const accessLogs = openAccessLogs({ out: options.verbose === true ? terminal.err : () => undefined, directory: terminal.directory }, log);
  const outputs = { terminal, log, writeAccessLog: accessLogs.write };
  const own = path.join(scratch, 'gateway.state');
  try {
    // a gateway of the developer may be serving from that directory
    if (options.deployed === true) copyDeployments(stateOf(source, options, terminal), own);
    const state = options.deployed === true ? own : options.state ?? own;
    const { port, ...given } = gatewayOptions(source, { ...options, state }, { outputs, implied, localCallers });
    const isPortFixed = command.getOptionValueSource('port') === 'cli';
    const ignoreDeployments = options.deployed !== true;
    const served = readServeOptions({ ...given, port: isPortFixed ? port : 0, ignoreDeployments, watch: false });
    const serving = await namingPortOwner(() => serve(served));
    try {
      const code = await runCommand(words, { ...terminal.environment, ...urlsOf(serving.apis) }, terminal);
      if (code !== 0) throw new ExitCode(code);
    } finally {
      await serving.close();
    }
  } finally {
    await accessLogs.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The addresses of the APIs, each with a stage. @throws OPTION_INVALID if two have the same variable */
function urlsOf(apis: readonly ServedApi[]): Record<string, string> {
  const urls: Record<string, string> = {};
  for (const api of apis) {
    const variable = variableOf(api);
    const [other] = apis.filter((one) => one !== api && variableOf(one) === variable);
    if (other !== undefined) {
      throw new GatewayError('OPTION_INVALID', { option: '--api', given: `${api.name}, ${other.name}`, allowed: `one of them, for both would be ${variable}` });
    }
    const stage = api.stages.find((one) => one.name === 'prod') ?? api.stages[0];
    urls[variable] = reachableUrl(stage?.url ?? api.url);
  }
  const [first] = Object.values(urls);
  return { ...(first === undefined ? {} : { GATEWAY_URL: first }), ...(apis.length > 1 ? urls : {}) };
}

function variableOf({ name }: ServedApi): string {
  return `GATEWAY_URL_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;
}

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs a command in this terminal. @returns its exit code, 128 and the number of a signal as shells give it */
async function runCommand(words: readonly string[], env: NodeJS.ProcessEnv, { directory }: Terminal): Promise<number> {
  const [program = '', ...parameters] = words;
  let child: ChildProcess | undefined;
  // Ctrl-C in a terminal reaches the command by itself
  const forward = (signal: NodeJS.Signals): void => { if (signal !== 'SIGINT' || !process.stdin.isTTY) child?.kill(signal); };
  // first: a command may run, and a signal come, before the next line here does
  for (const signal of FORWARDED) process.on(signal, forward);
  try {
    const started = child = spawn(program, parameters, { cwd: directory, env, stdio: 'inherit' });
    return await new Promise<number>((resolve, reject) => {
      started.on('error', (cause) => reject(new GatewayError('COMMAND_NOT_STARTED', { command: program, reason: cause.message }, { cause })));
      started.on('close', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
    });
  } finally {
    for (const signal of FORWARDED) process.off(signal, forward);
  }
}
