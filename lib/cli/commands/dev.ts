import { Command } from 'commander';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  defaultStateDirectory, jsonLog, lineWriter, readServeOptions, serve, textLog,
  type FunctionPermissions, type Log, type ServeOptions, type Serving,
} from '../../runtime';
import { openAccessLogs, type AccessLogWriter } from '../access-log-writer';
import { readConfig } from '../config';
import { devReporter } from '../dev/dev-report';
import { DevServer } from '../dev/dev-server';
import { startTypeCheck } from '../dev/type-check';
import { DOT_ENV_FILES, environmentOptions, readEnvironment, reportWithheld, type EnvironmentOptions } from '../function-environment';
import { listenForKeys } from '../dev/hotkeys';
import { localTokenValues, tokenValuesOption, type TokenValueOptions } from '../json-file';
import { appOption, requireFunctions, type AppOptions, type StateOptions } from '../options';
import { refuseUnused } from '../refuse-unused';
import { serveBanner } from '../serve-banner';
import { optionsOfFlags, serveFlags } from '../serve-flags';
import { listenForStop } from '../stop-signal';
import { colorsOf, usesColor, type Terminal } from '../terminal';
import { version } from '../version';

interface DevOptions extends AppOptions, StateOptions, TokenValueOptions, EnvironmentOptions {
  readonly allow?: FunctionPermissions;
  readonly deployed?: boolean;
  readonly typecheck: boolean;
  readonly jsonLogs?: boolean;
}

/** Options of `serve` that `dev` decides itself. */
const DECIDED: readonly string[] = ['--no-watch', '--explain', '--processes', '--function-queue', '--shutdown-timeout'];

/** `synthgate dev`: serves a project and follows its edits until it is stopped. */
export function devCommand(terminal: Terminal): Command {
  const command = new Command()
    .description('serve the project and follow its edits: saved code answers the next request')
    .argument('[source]', 'app (a file or a command), or an assembly or spec to follow (default: the configured app, app.ts, src/app.ts or the only file in bin/)')
    .addOption(appOption())
    .addOption(tokenValuesOption())
    .option('--deployed', 'serve deployed and pinned stages as they were deployed, not as they are edited')
    .option('--no-typecheck', 'do not run the TypeScript compiler beside the gateway')
    .option('--json-logs', 'log one JSON object per line')
    .addHelpText('after', `
Requests in flight end on the code that they began with. What cannot be built is reported, and the last good build goes on.
Variables of .env and .env.local reach every function. Keys in a terminal: r rebuilds, c clears, h helps, q quits.

Examples:
  $ synthgate dev
  $ synthgate dev bin/gateway.ts --port 4000
  $ synthgate dev --env Pets.TABLE=pets --env-file .env.test
  $ synthgate dev cdk.out`)
    .action(async (source: string | undefined) => {
      await run(source, command, terminal);
    });
  for (const option of [...environmentOptions(), ...serveFlags().filter(({ long }) => !DECIDED.includes(long ?? ''))]) command.addOption(option);
  return command;
}

interface Outputs {
  readonly terminal: Terminal;
  readonly log: Log;
  readonly accessLogs: AccessLogWriter;
}

async function run(source: string | undefined, command: Command, given: Terminal): Promise<void> {
  const options = command.optsWithGlobals<DevOptions>();
  const lines = lineWriter(given.out);
  process.on('exit', lines.flush);
  const terminal = { ...given, out: lines.write };
  const log = options.jsonLogs === true ? jsonLog(terminal.out) : textLog(terminal.out, { color: usesColor(terminal, options) });
  const accessLogs = openAccessLogs(terminal, log);
  const stop = listenForStop();
  const outputs = { terminal, log, accessLogs };
  try {
    const isAssembly = source !== undefined && isAssemblyPath(path.resolve(terminal.directory, source));
    if (source !== undefined) refuseUnused({ '--app': options.app }, 'nothing beside the source that is followed');
    const server = isAssembly
      ? await followAssembly(path.resolve(terminal.directory, source), options, outputs)
      : await followApp({ app: source ?? options.app, isPortFixed: command.getOptionValueSource('port') === 'cli' }, options, outputs);
    const keys = listenForKeys({ rebuild: server.rebuild, out: terminal.out });
    const reason = await Promise.race([stop.received, keys.quit]);
    keys.close();
    log({ level: 'info', message: `${reason}: stopping` });
    await server.close();
    log({ level: 'info', message: 'stopped' });
  } finally {
    await accessLogs.close();
    stop.ignore();
    lines.flush();
    process.off('exit', lines.flush);
  }
}

/** What runs until it is stopped. */
interface Following {
  readonly rebuild: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** An assembly that something else writes: every new synthesis is served. */
async function followAssembly(source: string, options: DevOptions, outputs: Outputs): Promise<Following> {
  const stateDirectory = stateOf(options, outputs.terminal, defaultStateDirectory(source));
  const serving = await serve({ ...serveOptionsOf(source, options, outputs), stateDirectory });
  announce(serving, options, { ...outputs, isFirst: true });
  return { rebuild: serving.reload, close: serving.close };
}

interface FollowedApp {
  readonly app: string | undefined;
  readonly isPortFixed: boolean;
}

async function followApp({ app, isPortFixed }: FollowedApp, options: DevOptions, outputs: Outputs): Promise<Following> {
  const { terminal, log } = outputs;
  const config = await readConfig(terminal.directory);
  const stateDirectory = stateOf(options, terminal, defaultStateDirectory(path.resolve(terminal.directory, config.output)));
  const environment = readEnvironment(options, terminal, DOT_ENV_FILES);
  reportWithheld(environment, log);
  let isFirst = true;
  const reporter = devReporter(log, colorsOf(terminal, options), (serving) => {
    announce(serving, options, { ...outputs, isFirst });
    isFirst = false;
  });
  const serveOptions = (source: string): ServeOptions => ({ ...serveOptionsOf(source, options, outputs), stateDirectory });
  const given = app === undefined ? {} : { app };
  const server = await DevServer.start({ ...given, terminal, serveOptions, optionFiles: environment.files, isPortFixed, reporter });
  // the compiler takes a core for seconds: the gateway answers first
  const typeCheck = options.typecheck ? startTypeCheck(terminal, log) : undefined;
  return { rebuild: () => server.rebuild(), close: async () => { await Promise.all([typeCheck?.close(), server.close()]); } };
}

function serveOptionsOf(source: string, options: DevOptions, { terminal, log, accessLogs }: Outputs): ServeOptions {
  const { variables } = readEnvironment(options, terminal, DOT_ENV_FILES);
  requireFunctions('--env', variables, source);
  requireFunctions('--allow', options.allow, source);
  return readServeOptions({
    ...optionsOfFlags({ ...options }, terminal),
    source,
    tokenValues: localTokenValues(options, terminal),
    functionEnvironment: variables,
    ignoreDeployments: options.deployed !== true,
    explain: 'always',
    prewarm: true,
    functionQueue: 0,
    shutdownTimeoutMs: 5_000,
    log,
    accessLog: accessLogs.write,
  });
}

interface Announcement extends Outputs {
  readonly isFirst: boolean;
}

function announce({ apis, management, processes }: Serving, options: DevOptions, { terminal, log, isFirst }: Announcement): void {
  if (options.jsonLogs === true) {
    log({ level: 'info', message: 'serving', fields: { apis: apis.map(({ name, url }) => ({ name, url })), management, processes: processes.serving } });
    return;
  }
  const colors = colorsOf(terminal, options);
  // the clock began with the process
  const head = isFirst ? `${colors.bold(`synthgate ${version()}`)}  ${colors.dim(`ready in ${Math.round(performance.now())} ms`)}\n` : '';
  terminal.out(`${head}${serveBanner({ apis, management }, [], colors)}`);
}

function stateOf({ state }: StateOptions, terminal: Terminal, byDefault: string): string {
  return state === undefined ? byDefault : path.resolve(terminal.directory, state);
}

function isAssemblyPath(file: string): boolean {
  return existsSync(file) && (statSync(file).isDirectory() || file.endsWith('.json'));
}
