import { Command, Option } from 'commander';
import { statSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../../errors';
import { Dashboard, readServeOptions, serve, SERVE_DEFAULTS, surviveUncaughtErrors } from '../../runtime';
import { freshAssembly } from '../assembly-source';
import { readConfig } from '../config';
import { findApp, isProgram } from '../find-app';
import { announce, gatewayOptions, readyText, withOutputs, type GatewayCommandOptions } from '../gateway-command';
import { projectCallers, stateDirectoryOf, type LocalCallers } from '../state-directory';
import { withEmulator, type EmulatorOptions } from '../emulator/with-emulator';
import { withStacks, type BindOptions } from '../from-stack/bind-stacks';
import { appOption, outputOption, type AppOptions } from '../options';
import { sourceOfApp } from '../run-app';
import { testProjectOf } from '../test-project';
import { announceInProject } from '../management-address';
import { namingPortOwner } from '../port-owner';
import { dashboardReference } from '../reference/reference-page';
import { reportWarnings } from '../report-warnings';
import { FLAGS_OF_DEV } from '../serve-flags';
import { serveCommandOptions } from '../serve-command-options';
import { impliedTokenValues, SOURCE_FORMATS } from '../sources/source-options';
import { stopGateway } from '../stop-signal';
import { usesColor, type Terminal } from '../terminal';
import { withValuesFrom, type ValuesFromOptions } from '../values-from';
import { version } from '../version';

export function serveCommand(terminal: Terminal): Command {
  const command = new Command()
    .description('serve an assembly over HTTP')
    .argument('[source]', `app (a TypeScript or JavaScript file), assembly, spec, or another source: ${SOURCE_FORMATS} (default: the output of the app, which is run first; without an app, gateway.out)`)
    .addOption(appOption())
    .addOption(outputOption())
    .addHelpText('after', `
SIGINT (Ctrl-C), SIGTERM and SIGHUP stop the server after the requests in flight have finished; a second signal stops it at once. With --drain it
accepts requests for a while before that, so that balancers see in /readyz of --health-port that it stops. SIGUSR2 reopens access logs, after a
rotation.

Examples:
  $ synthgate serve
  $ synthgate serve bin/gateway.ts --port 4000
  $ synthgate serve --allow Thumbnails=addons,child-process
  $ synthgate serve gateway.out --api-key PetsApi-Dev=dev-key-0123456789abcdef --json-logs`)
    .action(async (assembly: string | undefined) => {
      await run(assembly, command.optsWithGlobals<ServeCommandOptions>(), terminal);
    });
  for (const option of serveCommandOptions()) command.addOption(option);
  return refuseFlagsOfDev(command);
}

function refuseFlagsOfDev(command: Command): Command {
  for (const option of FLAGS_OF_DEV.map((flag) => new Option(flag).hideHelp())) {
    command.addOption(option);
    command.on(`option:${option.name()}`, () => { throw new GatewayError('SERVE_FOLLOWS_NO_EDITS', { option: `--${option.name()}` }); });
  }
  return command;
}

interface ServeCommandOptions extends GatewayCommandOptions, BindOptions, EmulatorOptions, Pick<ValuesFromOptions, 'valueFrom' | 'store'> {
  readonly localIssuer?: boolean;
  readonly localApiKeys?: boolean;
}

async function run(assembly: string | undefined, flags: ServeCommandOptions, given: Terminal): Promise<void> {
  const options = await withEmulator(await withStacks(withValuesFrom(flags, given), assembly, given), 'off');
  const localCallers = await acceptedCallers(options, given);
  const source = await freshAssembly(assembly, options, given);
  const implied = await impliedTokenValues(source, options, given);
  await withOutputs(given, options, async (outputs, stop) => {
    const { terminal, log } = outputs;
    options.bound?.notices.forEach(log);
    const hasColor = usesColor(terminal, options);
    const gatewaySettings = gatewayOptions(source, options, { outputs, implied, localCallers });
    const testProject = testProjectOf({ directory: terminal.directory, source: path.relative(terminal.directory, source) || '.' });
    const projectState = await stateDirectoryOf(options, terminal);
    const served = readServeOptions({
      ...gatewaySettings,
      dashboard: gatewaySettings.dashboard === true && new Dashboard({ mode: 'serve', version: version(), testProject, projectState, reference: dashboardReference(terminal.directory) }),
      logLines: { format: options.jsonLogs === true ? 'json' : 'text', hasColor, write: terminal.out },
    });
    const serving = await namingPortOwner(() => serve(served));
    const endSurvival = surviveUncaughtErrors(log);
    await announceInProject({ named: assembly, assembly: source }, options, outputs);
    reportWarnings(source, terminal, options.jsonLogs === true ? log : undefined);
    const older = await olderSynthesis(assembly, options, terminal);
    announce(serving, { source, options, outputs, implied, head: readyText(options, terminal) });
    if (older !== undefined) log({ level: 'warn', message: older });
    await stop.received;
    const { shutdownTimeoutMs = SERVE_DEFAULTS.shutdownTimeoutMs, drainDelayMs = SERVE_DEFAULTS.drainDelayMs } = served;
    const drain = { delayMs: drainDelayMs, wait: serving.drain };
    await stopGateway(stop, { log, requestsInFlight: () => serving.requestsInFlight, shutdownTimeoutMs, drain, close: serving.close });
    endSurvival();
  });
}

async function acceptedCallers(
  { localIssuer = false, localApiKeys = false, ...options }: ServeCommandOptions, terminal: Terminal,
): Promise<Partial<LocalCallers>> {
  const asked: Readonly<Record<string, boolean>> = { localIssuer, localApiKeys };
  if (!localIssuer && !localApiKeys) return {};
  const callers = Object.entries(await projectCallers(options, terminal));
  return Object.fromEntries(callers.filter(([name]) => asked[name] === true));
}

/** Warns that output of the app is served as it was written: the app was edited since, or none was found to run. */
async function olderSynthesis(named: string | undefined, options: AppOptions, { directory }: Pick<Terminal, 'directory'>): Promise<string | undefined> {
  if (options.app !== undefined || (named !== undefined && isProgram(named))) return undefined;
  const config = await readConfig(directory);
  const output = path.resolve(directory, options.output ?? config.output);
  if (named !== undefined && path.resolve(directory, named) !== output) return undefined;
  const writtenMs = timeOf(path.join(output, 'manifest.json'));
  if (writtenMs === undefined) return undefined;
  const app = config.app ?? findApp(directory);
  const shown = `${path.relative(directory, output)} is served as it was written at ${localTime(writtenMs)}`;
  if (app === undefined) return named === undefined ? `${shown}; no app was found to run. Name it in synthgate.json, or run: synthgate dev <app>` : undefined;
  if (named === undefined) return undefined;
  const source = sourceOfApp(app, directory);
  const isEdited = source !== undefined && (timeOf(source) ?? 0) > writtenMs;
  return isEdited ? `${shown}, and ${app} was edited since. To serve the edit: synthgate serve, or synthgate dev` : undefined;
}

function timeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/** `2026-11-23 14:02:11` by the clock of this machine. */
function localTime(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19).replace('T', ' ');
}
