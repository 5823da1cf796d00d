import { Command, Option } from 'commander';
import path from 'node:path';
import { GatewayError } from '../../errors';
import {
  defaultStateDirectory, jsonLog, lineWriter, readAssembly, readServeOptions, serve, SERVE_DEFAULTS, driftedStages, textLog,
  type FunctionPermissions, type Log, type ServeOptions, type Serving,
} from '../../runtime';
import { localTokenValues, tokenValuesOption, type TokenValueOptions } from '../json-file';
import { openAccessLogs, type AccessLogWriter } from '../access-log-writer';
import { freshAssembly } from '../assembly-source';
import { environmentOptions, readEnvironment, reportWithheld, type EnvironmentOptions } from '../function-environment';
import { appOption, outputOption, requireFunctions, type AppOptions, type StateOptions } from '../options';
import { warningText } from '../route-listing';
import { serveBanner } from '../serve-banner';
import { optionsOfFlags, serveFlags } from '../serve-flags';
import { listenForStop } from '../stop-signal';
import { colorsOf, usesColor, type Terminal } from '../terminal';

interface ServeCommandOptions extends AppOptions, EnvironmentOptions, StateOptions, TokenValueOptions {
  readonly allow?: FunctionPermissions;
  readonly jsonLogs?: boolean;
}

/** `synthgate serve`: serves an assembly until it is stopped. */
export function serveCommand(terminal: Terminal): Command {
  const command = new Command()
    .description('serve an assembly over HTTP')
    .argument('[assembly]', 'assembly directory or spec file (default: the output of the app, which is run; without an app gateway.out)')
    .addOption(appOption())
    .addOption(outputOption())
    .addOption(tokenValuesOption())
    .option('--json-logs', 'log one JSON object per line')
    .addHelpText('after', `
SIGINT (Ctrl-C) and SIGTERM stop the server after the requests in flight have finished; a second signal stops it at once.

Examples:
  $ synthgate serve
  $ synthgate serve --app bin/gateway.ts --port 4000
  $ synthgate serve --allow Thumbnails=addons,child-process
  $ synthgate serve gateway.out --api-key PetsApi-Dev=dev-key-0123456789abcdef --json-logs`)
    .action(async (assembly: string | undefined) => {
      await run(assembly, command.optsWithGlobals<ServeCommandOptions>(), terminal);
    });
  for (const option of [...environmentOptions(), ...serveFlags()]) command.addOption(option);
  return refuseFlagsOfDev(command);
}

/** What other servers call following edits: here that is another command. */
const FLAGS_OF_DEV = ['watch', 'hot', 'live', 'reload'];

function refuseFlagsOfDev(command: Command): Command {
  for (const name of FLAGS_OF_DEV) {
    command.addOption(new Option(`--${name}`).hideHelp());
    command.on(`option:${name}`, () => { throw new GatewayError('SERVE_FOLLOWS_NO_EDITS', { option: `--${name}` }); });
  }
  return command;
}

async function run(assembly: string | undefined, options: ServeCommandOptions, given: Terminal): Promise<void> {
  const source = await freshAssembly(assembly, options, given);
  const lines = lineWriter(given.out);
  process.on('exit', lines.flush);
  const terminal = { ...given, out: lines.write };
  const log = options.jsonLogs === true ? jsonLog(terminal.out) : textLog(terminal.out, { color: usesColor(terminal, options) });
  const accessLogs = openAccessLogs(terminal, log);
  requireFunctions('--allow', options.allow, source);
  const stop = listenForStop();
  try {
    const served = serveOptions(source, options, { terminal, log, accessLogs });
    const serving = await serve(served);
    announce(serving, { source, options, terminal, log });
    const signal = await stop.received;
    log({ level: 'info', message: `${signal}: no new requests; those in flight have ${(served.shutdownTimeoutMs ?? SERVE_DEFAULTS.shutdownTimeoutMs) / 1000} s to finish` });
    await serving.close();
    log({ level: 'info', message: 'stopped' });
  } finally {
    await accessLogs.close();
    stop.ignore();
    lines.flush();
    process.off('exit', lines.flush);
  }
}

interface Outputs {
  readonly terminal: Terminal;
  readonly log: Log;
  readonly accessLogs: AccessLogWriter;
}

function serveOptions(source: string, options: ServeCommandOptions, { terminal, log, accessLogs }: Outputs): ServeOptions {
  const environment = readEnvironment(options, terminal);
  requireFunctions('--env', environment.variables, source);
  reportWithheld(environment, log);
  return readServeOptions({
    ...optionsOfFlags({ ...options }, terminal),
    source,
    stateDirectory: stateOf(source, options, terminal),
    tokenValues: localTokenValues(options, terminal),
    functionEnvironment: environment.variables,
    log,
    accessLog: accessLogs.write,
    logLines: { format: options.jsonLogs === true ? 'json' : 'text', hasColor: usesColor(terminal, options), write: terminal.out },
  });
}

interface Announcement {
  readonly source: string;
  readonly options: ServeCommandOptions;
  readonly terminal: Terminal;
  readonly log: Log;
}

/** Prints the banner, or with JSON logs one entry with the URLs. */
function announce({ apis, management, processes }: Serving, { source, options, terminal, log }: Announcement): void {
  if (options.jsonLogs === true) {
    const served = apis.map(({ name, url, stages }) => ({ name, url, stages: stages.map(({ routes: _, ...stage }) => stage) }));
    log({ level: 'info', message: 'serving', fields: { apis: served, management, processes: processes.serving } });
    return;
  }
  terminal.err(warningText(readAssembly(source)));
  terminal.out(serveBanner({ apis, management }, driftedStages(source, stateOf(source, options, terminal)), colorsOf(terminal, options)));
}

function stateOf(source: string, options: StateOptions, terminal: Terminal): string {
  return options.state === undefined ? defaultStateDirectory(source) : path.resolve(terminal.directory, options.state);
}
