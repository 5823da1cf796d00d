import { Command, Option } from 'commander';
import { statSync } from 'node:fs';
import path from 'node:path';
import { Dashboard, readAssembly, readServeOptions, SERVE_DEFAULTS, surviveUncaughtErrors, type Log, type ServeOptions, type Serving } from '../../runtime';
import { openSource, type OpenSource } from '../../sources';
import { refuseParameters } from '../assembly-source';
import { readConfig } from '../config';
import { BuildQueue } from '../dev/build-queue';
import { devReporter } from '../dev/dev-report';
import { withProjectPaths } from '../dev/project-paths';
import { createFileWatcher } from '../dev/file-watcher';
import { PORTS_TRIED, serveFrom } from '../dev/dev-gateway';
import { DevServer } from '../dev/dev-server';
import { inspectOptions, readInspect, type InspectFlags } from '../dev/inspect-options';
import { followDeployments, type DeploymentFollower } from '../dev/follow-deployments';
import { devKeys, type DevKeyTargets } from '../dev/dev-keys';
import { mockedSource } from '../dev/mocked-source';
import { listenForKeys } from '../dev/hotkeys';
import { startTypeCheck } from '../dev/type-check';
import { watchParent } from '../dev/watch-parent';
import { messageOf } from '../error-stack';
import { dashboardReference } from '../reference/reference-page';
import { writeTypesOfProject } from '../event-types/write-event-types';
import { findApp, findSource } from '../find-app';
import { emulatorOption } from '../emulator/emulator-option';
import { withEmulator, type EmulatorOptions } from '../emulator/with-emulator';
import { withStacks, type BindOptions } from '../from-stack/bind-stacks';
import { fromStackOption } from '../from-stack/stack-option';
import { DOT_ENV_FILES, environmentOptions, readEnvironment } from '../function-environment';
import { announce, gatewayOptions, readyText, withOutputs, type GatewayCommandOptions, type GatewayParts, type Outputs } from '../gateway-command';
import { tokenValuesOption } from '../json-file';
import { projectCallers, stateDirectoryOf, stateOf, type LocalCallers } from '../state-directory';
import { appOption } from '../options';
import { testProjectOf } from '../test-project';
import { announceInProject } from '../management-address';
import { namingPortOwner, ownerText, portOwner } from '../port-owner';
import { showProgress } from '../progress';
import { refuseUnused } from '../refuse-unused';
import { jsonLogsOption } from '../serve-command-options';
import { FLAGS_OF_DEV, serveFlags } from '../serve-flags';
import { followWarnings, reportWarnings } from '../report-warnings';
import { impliedTokenValues, openOptions, SOURCE_FORMATS, sourceOptions, templateOptionsOf } from '../sources/source-options';
import { stopGateway, type StopSignal } from '../stop-signal';
import type { Terminal } from '../terminal';
import { writeTokenValuesOption } from '../token-values-file';
import { version } from '../version';

interface DevOptions extends GatewayCommandOptions, BindOptions, EmulatorOptions, InspectFlags {
  readonly deployed?: boolean;
  readonly mock?: boolean;
  /** The files of the local callers whose tokens and keys are accepted. */
  readonly localCallers?: LocalCallers;
  readonly typecheck: boolean;
}

/** Options of `serve` that `dev` decides itself. */
const DECIDED: readonly string[] = [
  '--no-watch', '--explain', '--processes', '--function-queue', '--shutdown-timeout', '--drain', '--health-port', '--lambda-endpoint', '--local-issuer', '--local-api-keys',
  '--dashboard',
];

/** While nothing is served. */
const IDLE = { requestsInFlight: 0 };

/** A developer does not wait longer for a request that hangs. */
const SHUTDOWN_TIMEOUT_MS = 5_000;

export function devCommand(terminal: Terminal): Command {
  const command = new Command()
    .description('serve the project and follow its edits: the next request runs the code you saved')
    .argument('[source]', `app (a file or a command), or a definition to follow: an assembly or spec, ${SOURCE_FORMATS} (default: the configured app, app.ts, src/app.ts or the only app in bin/; without an app, template.yaml, openapi.yaml, swagger.yaml or serverless.yml)`)
    .addOption(appOption())
    .addOption(tokenValuesOption())
    .addOption(writeTokenValuesOption())
    .option('--deployed', 'serve deployed and pinned stages as they were deployed, not as they are edited')
    .option('--mock', 'methods without a backend here answer by their response models, with the header x-synthgate-mock')
    .option('--no-typecheck', 'do not run the TypeScript compiler beside the gateway')
    .addOption(jsonLogsOption())
    .addOption(fromStackOption())
    .addOption(emulatorOption('auto'))
    .addHelpText('after', `
Requests in flight finish on the code they started with. Build errors are printed; the last good build keeps serving.
Variables in .env and .env.local reach every function. Keys in a terminal: o opens the dashboard, r replays the last request,
d rebuilds, i shows addresses and routes, c clears, h helps, q quits.

Examples:
  $ synthgate dev
  $ synthgate dev bin/gateway.ts --port 4000
  $ synthgate dev --inspect --function Pets
  $ synthgate dev --env Pets.TABLE=pets --env-file .env.test
  $ synthgate dev cdk.out`)
    .action(async (source: string | undefined) => {
      await run(source, command, terminal);
    });
  // what this command does anyway
  for (const flag of FLAGS_OF_DEV) command.addOption(new Option(flag).hideHelp());
  const flags = serveFlags().filter(({ long }) => !DECIDED.includes(long ?? ''));
  for (const option of [...inspectOptions(), ...environmentOptions(), ...sourceOptions(), ...flags]) command.addOption(option);
  return command;
}

async function run(named: string | undefined, command: Command, given: Terminal): Promise<void> {
  const flags = command.optsWithGlobals<DevOptions>();
  const bound = await withStacks({ ...flags, localCallers: await projectCallers(flags, given) }, named, given);
  const options = await withEmulator(bound, 'auto');
  if (named !== undefined) refuseUnused({ '--app': options.app }, 'no --app beside a source');
  readInspect(options);
  await withOutputs(given, options, async (written, stop) => {
    const { terminal } = written;
    const log = options.jsonLogs === true ? written.log : withProjectPaths(terminal.directory, written.log);
    const outputs = { ...written, log };
    const parent = watchParent(terminal.environment);
    options.bound?.notices.forEach(log);
    const isPortFixed = ['cli', 'config'].includes(command.getOptionValueSource('port') ?? '');
    const source = named ?? await sourceOfProject(options, terminal);
    const { output, app: configured } = await readConfig(terminal.directory);
    const isAssembly = source !== undefined && isAssemblyPath(path.resolve(terminal.directory, source));
    const app = isAssembly ? undefined : source ?? options.app ?? configured ?? findApp(terminal.directory);
    const testProject = testProjectOf({ directory: terminal.directory, app, source: isAssembly ? source : output });
    const projectState = await stateDirectoryOf(options, terminal);
    const dashboard = new Dashboard({ mode: 'dev', version: version(), testProject, projectState, reference: dashboardReference(terminal.directory) });
    const followed = { source, isPortFixed, stopped: signalOf(stop), dashboard };
    const following = await (isAssembly ? followAssembly : followApp)(followed, options, outputs);
    const endSurvival = surviveUncaughtErrors(log);
    const hotkeys = devKeys({ ...following, log, environment: terminal.environment });
    const keys = options.jsonLogs === true ? undefined : listenForKeys({ hotkeys, out: terminal.out });
    const parentEnded = parent.ended.then(() => log({ level: 'info', message: 'stopping: the process that started this one has ended' }));
    await Promise.race([stop.received, parentEnded, ...(keys === undefined ? [] : [keys.quit])]);
    parent.close();
    keys?.close();
    const requestsInFlight = (): number | undefined => (following.serving() ?? IDLE).requestsInFlight;
    await stopGateway(stop, { log, requestsInFlight, shutdownTimeoutMs: SHUTDOWN_TIMEOUT_MS, close: following.close });
    endSurvival();
  });
}

/** The template or document of a project that has no app. */
async function sourceOfProject(options: DevOptions, terminal: Terminal): Promise<string | undefined> {
  const app = options.app ?? (await readConfig(terminal.directory)).app ?? findApp(terminal.directory);
  return app === undefined ? findSource(terminal.directory) : undefined;
}

function signalOf(stop: StopSignal): AbortSignal {
  const controller = new AbortController();
  void stop.received.then(() => controller.abort());
  return controller.signal;
}

interface Followed {
  readonly source: string | undefined;
  readonly isPortFixed: boolean;
  readonly stopped: AbortSignal;
  readonly dashboard: Dashboard;
}

/** A gateway that follows its source until it is closed. */
interface Following extends Pick<DevKeyTargets, 'serving' | 'rebuild' | 'show'> {
  readonly close: () => Promise<void>;
}

/** An assembly that something else writes: every new synthesis is served. */
async function followAssembly({ source: given = '', isPortFixed, dashboard }: Followed, options: DevOptions, outputs: Outputs): Promise<Following> {
  const { terminal, log } = outputs;
  const file = path.resolve(terminal.directory, given);
  const read = await openSource(file, { ...openOptions(options, terminal), mocks: options.mock === true });
  const opened = options.mock === true ? await mockedSource(read, (message) => log({ level: 'info', message })) : read;
  const source = opened.assembly;
  await refuseParameters(options, { source: file, assembly: source }, terminal);
  const implied = await impliedTokenValues(source, options, terminal);
  const serveOptions = { ...serveOptionsOf(source, options, { ...outputs, implied }), dashboard };
  const wanted = serveOptions.port ?? SERVE_DEFAULTS.port;
  const serving = await namingPortOwner(() => serveFrom(wanted, serveOptions, isPortFixed ? 1 : PORTS_TRIED));
  await announceInProject({ named: given, assembly: source }, options, outputs);
  void reportOtherPort(serving, wanted, log);
  const show = (head = ''): void => announce(serving, { source, options, outputs, implied, dotEnv: DOT_ENV_FILES, head });
  reportWarnings(source, terminal, options.jsonLogs === true ? log : undefined);
  show(readyText(options, terminal));
  const { output } = await readConfig(terminal.directory);
  const project = { directory: terminal.directory, output: path.resolve(terminal.directory, output), log };
  const writeTypes = (): void => writeTypesOfProject(readAssembly(source), project);
  writeTypes();
  const reportNewWarnings = followWarnings(source, terminal, options.jsonLogs === true ? log : undefined);
  const variables = () => ({ functionEnvironment: serveOptionsOf(source, options, { ...outputs, implied }).functionEnvironment ?? {} });
  const queue = new BuildQueue(() => opened.refresh().then(() => serving.reload(isEnvironmentDerived(options) ? variables() : {})).then(
    () => {
      log({ level: 'info', message: 'reloaded' });
      writeTypes();
      reportNewWarnings();
    },
    (error: unknown) => log({ level: 'error', message: `not reloaded; still serving the last good definition: ${messageOf(error)}` }),
  ));
  const rebuild = (): Promise<void> => queue.add(undefined);
  const watcher = await followFiles(opened, rebuild);
  const close = async (): Promise<void> => { await Promise.all([watcher.close(), serving.close()]); };
  return { rebuild, close, show: () => show(), serving: () => serving };
}

/** Follows the files that an imported source was read from; an assembly is followed by the gateway itself. */
async function followFiles({ files }: OpenSource, rebuild: () => Promise<void>): Promise<{ readonly close: () => Promise<void> }> {
  const [first] = files();
  if (first === undefined) return { close: () => Promise.resolve() };
  const watcher = createFileWatcher({
    directory: path.dirname(first),
    changed: () => void rebuild().then(watch),
    // what cannot be watched is read again on request
    failed: () => undefined,
  });
  const watch = (): Promise<void> => {
    const isDirectory = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
    return watcher.watch({ files: files().filter((file) => !isDirectory(file)), directories: files().filter(isDirectory) }, false);
  };
  await watch();
  return watcher;
}

async function followApp(followed: Followed, options: DevOptions, given: Outputs): Promise<Following> {
  const { source: named, isPortFixed, stopped, dashboard } = followed;
  const { terminal } = given;
  const app = named ?? options.app;
  const built = showProgress(`building ${app ?? 'the app'} …`, terminal);
  const log: Log = (entry) => {
    built();
    given.log(entry);
  };
  const outputs = { ...given, log };
  const { output } = await readConfig(terminal.directory);
  const state = stateOf(path.resolve(terminal.directory, output), options, terminal);
  const withState = { ...options, state };
  const { files } = readEnvironment(options, terminal, DOT_ENV_FILES);
  let served: { readonly serving: Serving; readonly source: string } | undefined;
  const show = (head = ''): void => {
    if (served !== undefined) announce(served.serving, { source: served.source, options: withState, outputs, dotEnv: DOT_ENV_FILES, head });
  };
  let deployments: DeploymentFollower | undefined;
  const serving = (now: Serving, source: string): void => {
    built();
    const isFirst = served === undefined;
    served = { serving: now, source };
    show(isFirst ? readyText(options, terminal) : '');
    if (isFirst) void reportOtherPort(now, serveOptionsOf(source, withState, outputs).port ?? SERVE_DEFAULTS.port, log);
  };
  const reporter = devReporter({ log, dashboard, serving, afterReload: () => deployments?.reportBehind() });
  const server = await namingPortOwner(() => DevServer.start({
    ...(app === undefined ? {} : { app }),
    terminal, templates: templateOptionsOf(options, terminal), optionFiles: files, isPortFixed, reporter,
    defined: (apis) => writeTypesOfProject(apis, { directory: terminal.directory, output: path.resolve(terminal.directory, output), log }),
    isEnvironmentDerived: isEnvironmentDerived(options),
    isInspected: (options.inspect ?? options.inspectBrk) !== undefined,
    mocks: options.mock === true,
    serveOptions: (source) => ({ ...serveOptionsOf(source, withState, outputs), dashboard }),
  }, stopped)).finally(built);
  if (options.deployed === true) deployments = await followDeployments(state, () => served, log);
  // the compiler takes a core for seconds: the gateway answers first
  const typeCheck = options.typecheck ? startTypeCheck(terminal, log) : undefined;
  const close = async (): Promise<void> => { await Promise.all([typeCheck?.close(), deployments?.close(), server.close()]); };
  return { rebuild: () => server.rebuild(), close, show: () => show(), serving: () => served?.serving };
}

/** Says who has the port, and which one is used instead. */
async function reportOtherPort({ apis, port }: Serving, wanted: number, log: Log): Promise<void> {
  if (wanted === 0 || apis.length === 0 || port === wanted) return;
  log({ level: 'info', message: `port ${wanted} is in use${ownerText(await portOwner(wanted))}; using ${port}` });
}

function serveOptionsOf(source: string, options: DevOptions, { implied, ...outputs }: Outputs & Pick<GatewayParts, 'implied'>): ServeOptions {
  return readServeOptions({
    ...gatewayOptions(source, options, { outputs, implied, dotEnv: DOT_ENV_FILES, localCallers: options.localCallers }),
    ignoreDeployments: options.deployed !== true,
    explain: 'always',
    functionQueue: 0,
    lambdaEndpoint: true,
    inspect: readInspect(options, { source, environment: outputs.terminal.environment }),
    shutdownTimeoutMs: SHUTDOWN_TIMEOUT_MS,
  });
}

/** Whether variables of functions depend on the definition: those of a deployed stack, and the authority of an emulator. */
function isEnvironmentDerived({ bound, emulators }: DevOptions): boolean {
  return bound !== undefined || emulators?.used?.caFile !== undefined;
}

/** A directory or spec; also one that is missing, which is reported as such instead of being run. */
function isAssemblyPath(file: string): boolean {
  return /\.(?:json|out|ya?ml|template)$/i.test(file) || statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}
