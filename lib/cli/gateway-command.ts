import {
  driftedStages, jsonLog, lineWriter, localNames, textLog,
  type FunctionPermissions, type LineWriter, type LocalName, type Log, type Serving, type WriteAccessLog,
} from '../runtime';
import type { ImpliedValues, BasePathMapping } from '../importers';
import { basePathsOf } from '../sources';
import { openAccessLogs } from './access-log-writer';
import { environmentByFunction, permissionsByFunction } from './by-function';
import { countLosses } from './count-losses';
import type { FoundEmulators } from './emulator/find-emulators';
import { emulatorLines, endpointsOf, withAuthority } from './emulator/with-emulator';
import { boundValues, type BoundValues } from './from-stack/bound-values';
import { readEnvironment, reportWithheld, type EnvironmentOptions, type GivenEnvironment } from './function-environment';
import { localTokenValues, type TokenValueOptions } from './json-file';
import { requireApiKeys, type AppOptions, type StateOptions } from './options';
import { stateOf, type LocalCallers } from './state-directory';
import { fromStacksText, localNamesText } from './local-names-text';
import { serveBanner } from './serve-banner';
import { optionsOfFlags } from './serve-flags';
import { listenForStop, type StopSignal } from './stop-signal';
import { colorsOf, usesColor, type Terminal, type Colors } from './terminal';
import { writeTokenValues } from './token-values-file';
import { version } from './version';

/* Options that the commands that serve a gateway share. */

export interface GatewayCommandOptions extends AppOptions, EnvironmentOptions, StateOptions, TokenValueOptions {
  readonly allow?: FunctionPermissions;
  readonly jsonLogs?: boolean;
  readonly accessLog?: string;
  readonly basePath?: Readonly<Record<string, string>>;
  readonly apiKey?: Readonly<Record<string, string>>;
  readonly userPool?: Readonly<Record<string, string>>;
  readonly awsEndpoint?: Readonly<Record<string, string>>;
  readonly emulators?: FoundEmulators;
}

/** Where a gateway writes while a command serves it. */
export interface Outputs {
  readonly terminal: Terminal;
  readonly log: Log;
  readonly writeAccessLog: WriteAccessLog;
}

/** Runs a command that serves until it is stopped, and writes everything that it has logged, however it ends. */
export async function withOutputs(
  given: Terminal, options: GatewayCommandOptions, serveUntil: (outputs: Outputs, stop: StopSignal) => Promise<void>,
): Promise<void> {
  const lines = lineWriter(given.out, given.outUtf8);
  process.on('exit', lines.flush);
  const terminal = inOrder(given, lines);
  const look = { color: usesColor(terminal, options), columns: terminal.columns, writeUtf8: lines.writeUtf8 };
  const log = options.jsonLogs === true ? jsonLog(terminal.out) : textLog(terminal.out, look);
  const logOfErrors = options.jsonLogs === true ? jsonLog(given.err) : textLog(given.err);
  const losses = countLosses('standard output', { failing: logOfErrors, recovered: log });
  given.onWritten?.(losses);
  const accessLogs = openAccessLogs(terminal, log);
  const stop = listenForStop();
  process.on('SIGUSR2', accessLogs.reopen);
  try {
    if (options.accessLog !== undefined && options.accessLog !== '-') accessLogs.require(options.accessLog);
    await serveUntil({ terminal, log, writeAccessLog: accessLogs.write }, stop);
  } finally {
    process.off('SIGUSR2', accessLogs.reopen);
    await accessLogs.close();
    stop.ignore();
    lines.flush();
    losses.close();
    process.off('exit', lines.flush);
  }
}

/** A terminal whose output is collected: what is written elsewhere comes after it. */
function inOrder(given: Terminal, { write, writeUtf8, flush }: LineWriter): Terminal {
  const { ask } = given;
  const err = (text: string): void => {
    flush();
    given.err(text);
  };
  if (ask === undefined) return { ...given, out: write, outUtf8: writeUtf8, err };
  const flushed = (question: string): Promise<string> => {
    flush();
    return ask(question);
  };
  return { ...given, out: write, outUtf8: writeUtf8, err, ask: flushed };
}

export interface GatewayParts {
  readonly outputs: Outputs;
  /** Files with variables that are read if they exist. */
  readonly dotEnv?: readonly string[];
  /** Values of tokens by the templates of the source; given ones win. */
  readonly implied?: ImpliedValues | undefined;
  /** The files of local tokens and local API keys, where these are accepted. */
  readonly localCallers?: Partial<LocalCallers> | undefined;
}

type GivenServeOptions = Record<string, unknown>;

/** The options of `serve` that every command takes. @throws OPTION_INVALID */
export function gatewayOptions(source: string, options: GatewayCommandOptions, parts: GatewayParts): GivenServeOptions {
  const { outputs, dotEnv = [], implied, localCallers = {} } = parts;
  const { terminal, log, writeAccessLog } = outputs;
  const environment = readEnvironment(options, terminal, dotEnv);
  requireApiKeys(options.apiKey, source);
  reportWithheld(environment, log);
  const allow = permissionsByFunction(options.allow, source);
  const flags = { ...optionsOfFlags({ ...options, allow }, terminal), localIssuer: undefined, localApiKeys: undefined, ...localCallers };
  const { fromStacks: _, tokenValues, ...values } = valuesOf(source, options, { environment, implied, terminal });
  if (options.writeTokenValues !== undefined) {
    writeTokenValues(options.writeTokenValues, source, { options: { ...flags, ...values, tokenValues }, implied, terminal });
  }
  const { emulators: { used } = {}, awsEndpoint } = options;
  return {
    ...flags,
    ...endpointsOf(used, awsEndpoint, terminal.environment),
    source,
    stateDirectory: stateOf(source, options, terminal),
    ...values,
    tokenValues: { ...implied?.values, ...tokenValues },
    log,
    accessLog: writeAccessLog,
  };
}

interface ValueParts extends Pick<GatewayParts, 'implied'> {
  readonly environment: GivenEnvironment;
  readonly terminal: Terminal;
}

/** The values that the options give, and those of deployed stacks. */
function valuesOf(source: string, options: GatewayCommandOptions, { environment, implied, terminal }: ValueParts): BoundValues {
  const { apiKey: apiKeys = {}, bound } = options;
  const functionEnvironment = environmentByFunction(environment.variables, source);
  const own = { tokenValues: localTokenValues(options, terminal), functionEnvironment, apiKeys };
  const values = boundValues(source, bound, { own, implied });
  return { ...values, functionEnvironment: withAuthority(source, options.emulators?.used, values.functionEnvironment) };
}

/** The parts of the message that is printed once a gateway serves. */
export interface Announcement {
  /** The assembly, whose deployed stages may be behind. */
  readonly source: string;
  readonly head?: string;
  readonly options: GatewayCommandOptions;
  readonly outputs: Outputs;
  readonly dotEnv?: GatewayParts['dotEnv'];
  readonly implied?: GatewayParts['implied'];
}

/** Prints the banner, or with JSON logs one entry with the URLs. */
export function announce(serving: Serving, announcement: Announcement): void {
  const { source, head = '', options, outputs: { terminal, log } } = announcement;
  const { names, fromStacks } = valueNamesOf(announcement);
  const { emulators } = options;
  const { apis, health, management: opened, lambdaEndpoint, certificateAuthority, processes } = serving;
  if (options.jsonLogs === true) {
    // its URL has the token, which is never logged
    const management = opened && { url: opened.url, tokenFile: opened.tokenFile };
    const served = apis.map(({ name, url, stages }) => ({ name, url, stages: stages.map(({ routes: _, ...stage }) => stage) }));
    log({ level: 'info', message: 'serving', fields: { apis: served, health, management, lambdaEndpoint, certificateAuthority, processes: processes.serving, localNames: names, ...(options.bound === undefined ? {} : { fromStacks }), ...(emulators === undefined ? {} : { emulators }) } });
    return;
  }
  const isDeployed = apis.some(({ stages }) => stages.some((stage) => stage.source === 'state'));
  const behind = isDeployed ? driftedStages(source, stateOf(source, options, terminal)) : [];
  const colors = colorsOf(terminal, options);
  const stackText = options.bound === undefined ? '' : fromStacksText(fromStacks, colors);
  const emulatorText = emulators === undefined ? '' : emulatorLines(emulators, terminal.environment, colors);
  const basePaths = options.basePath === undefined ? basePathText(basePathsOf(source), colors) : '';
  terminal.out(`${head}${serveBanner(serving, behind, colors)}${localNamesText(names, colors)}${stackText}${emulatorText}${basePaths}`);
}

/** The values that are made up, but for those of options, and the parts that have values of deployed stacks. */
function valueNamesOf(
  { source, options, outputs: { terminal }, dotEnv = [], implied }: Announcement,
): { readonly names: readonly LocalName[]; readonly fromStacks: readonly string[] } {
  const { account: accountId, region, userPool: userPools } = options;
  const environment = readEnvironment(options, terminal, dotEnv);
  const { fromStacks, ...values } = valuesOf(source, options, { environment, implied, terminal });
  return { names: localNames(source, { accountId, region, userPools, ...values }, implied), fromStacks };
}

/** `synthgate 0.1.0  ready in 612 ms`; the clock began with the process. */
export function readyText(options: GatewayCommandOptions, terminal: Terminal): string {
  const colors = colorsOf(terminal, options);
  return `${colors.bold(`synthgate ${version()}`)}  ${colors.dim(`ready in ${Math.round(performance.now())} ms`)}\n`;
}

/** Per custom domain of the source, the options that serve its base paths here; nothing if there are none. */
export function basePathText(mappings: readonly BasePathMapping[], colors: Colors): string {
  const domains = [...new Set(mappings.map(({ domain }) => domain))];
  return domains.map((domain) => {
    const options = optionsOf(mappings.filter((one) => one.domain === domain));
    // a name that only a deployment knows says nothing here
    return `${colors.dim(`base paths of ${domain.includes('${') || domain === '' ? 'a custom domain' : domain}:`)} ${options.join(' ')}\n`;
  }).join('');
}

/** An API or stage has one base path here, and a base path one API: the first of each. */
function optionsOf(mappings: readonly BasePathMapping[]): string[] {
  const chosen: BasePathMapping[] = [];
  for (const { domain, api, path } of mappings) {
    if (chosen.every((one) => one.api !== api && one.path !== path)) chosen.push({ domain, api, path });
  }
  return chosen.map(({ api, path }) => `--base-path "${api}=${path}"`);
}
