import { Command } from 'commander';
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { GatewayError } from '../../errors';
import { readServeOptions, serve, textLog, type FunctionPermissions, type Log, type ServedApi } from '../../runtime';
import { freshAssembly } from '../assembly-source';
import { environmentOptions, readEnvironment, reportWithheld, type EnvironmentOptions } from '../function-environment';
import { localTokenValues, tokenValuesOption, type TokenValueOptions } from '../json-file';
import { appOption, outputOption, requireFunctions, type AppOptions, type StateOptions } from '../options';
import { optionsOfFlags, serveFlags } from '../serve-flags';
import { listenForStop } from '../stop-signal';
import { usesColor, type Terminal } from '../terminal';
import { ExitCode } from '../exit-code';

interface ExecOptions extends AppOptions, EnvironmentOptions, StateOptions, TokenValueOptions {
  readonly assembly?: string;
  readonly allow?: FunctionPermissions;
  readonly deployed?: boolean;
  readonly verbose?: boolean;
}

/** Options of `serve` that make no sense for the time of one command. */
const LEFT_OUT: readonly string[] = ['--no-watch', '--processes', '--explain'];

/** `synthgate exec`: serves while a command runs, and ends with its exit code. */
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
    .addHelpText('after', `
The command finds the gateway in its environment: GATEWAY_URL is the first API with its stage, "prod" if there is one, such as
http://127.0.0.1:41234/prod; with several APIs GATEWAY_URL_<API> is each of them, its name in capitals.

Examples:
  $ synthgate exec -- npm test
  $ synthgate exec --env TABLE=test -- sh -c 'curl "$GATEWAY_URL/health"'`)
    .action(async (words: string[]) => {
      await run(words, command, terminal);
    });
  for (const option of [...environmentOptions(), ...serveFlags().filter(({ long }) => !LEFT_OUT.includes(long ?? ''))]) command.addOption(option);
  return command;
}

async function run(words: readonly string[], command: Command, terminal: Terminal): Promise<void> {
  const options = command.optsWithGlobals<ExecOptions>();
  const source = await freshAssembly(options.assembly, options, terminal);
  const print = textLog(terminal.err, { color: usesColor(terminal, options) });
  const log: Log = (entry) => { if (options.verbose === true || entry.level === 'error') print(entry); };
  const environment = readEnvironment(options, terminal);
  requireFunctions('--env', environment.variables, source);
  requireFunctions('--allow', options.allow, source);
  reportWithheld(environment, print);
  const { port, ...flags } = optionsOfFlags({ ...options }, terminal);
  const serving = await serve(readServeOptions({
    ...flags,
    port: command.getOptionValueSource('port') === 'cli' ? port : 0,
    source,
    tokenValues: localTokenValues(options, terminal),
    functionEnvironment: environment.variables,
    ignoreDeployments: options.deployed !== true,
    watch: false,
    log,
    accessLog: () => undefined,
  }));
  try {
    const code = await runCommand(words, { ...terminal.environment, ...urlsOf(serving.apis) }, terminal);
    if (code !== 0) throw new ExitCode(code);
  } finally {
    await serving.close();
  }
}

/** The addresses of the APIs, each with a stage. */
function urlsOf(apis: readonly ServedApi[]): Record<string, string> {
  const urls = apis.map(({ name, url, stages }) => {
    const stage = stages.find((one) => one.name === 'prod') ?? stages[0];
    return [`GATEWAY_URL_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`, stage === undefined ? url : `${url}/${stage.name}`] as const;
  });
  const [first] = urls;
  return { ...(first === undefined ? {} : { GATEWAY_URL: first[1] }), ...(apis.length > 1 ? Object.fromEntries(urls) : {}) };
}

/** Runs a command in this terminal. @returns its exit code, 128 and the number of a signal as shells give it */
async function runCommand(words: readonly string[], env: NodeJS.ProcessEnv, { directory }: Terminal): Promise<number> {
  const [program = '', ...parameters] = words;
  const stop = listenForStop();
  const child = spawn(program, parameters, { cwd: directory, env, stdio: 'inherit' });
  void stop.received.then((signal) => child.kill(signal));
  try {
    return await new Promise<number>((resolve, reject) => {
      child.on('error', (cause) => reject(new GatewayError('COMMAND_NOT_STARTED', { command: program, reason: cause.message }, { cause })));
      child.on('close', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
    });
  } finally {
    stop.ignore();
  }
}
