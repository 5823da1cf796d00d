import { Command } from 'commander';
import path from 'node:path';
import {
  callerCredentialsSchema, defaultStateDirectory, SERVER_LIMIT_DEFAULTS, jsonLog, lineWriter, readAssembly, serve, driftedStages, textLog,
  type CallerCredential, type FunctionPermissions, type Log, type ServeOptions, type Serving,
} from '../../runtime';
import { localTokenValues, readJsonFile, tokenValueOption, tokenValuesOption, type TokenValueOptions } from '../json-file';
import { openAccessLogs, type AccessLogWriter } from '../access-log-writer';
import { findAssembly } from '../assembly-source';
import {
  allowOption, appOption, collect, nameAndValue, numberBetween, outputOption, rateAndBurst, requireFunctions, stateOption,
  type AppOptions, type StateOptions,
} from '../options';
import { warningText } from '../route-listing';
import { serveBanner } from '../serve-banner';
import { listenForStop } from '../stop-signal';
import { colorsOf, usesColor, type Terminal } from '../terminal';

interface ServeCommandOptions extends AppOptions, StateOptions, TokenValueOptions {
  readonly port: number;
  readonly host: string;
  readonly api?: readonly string[];
  readonly apiKey?: Readonly<Record<string, string>>;
  readonly credentials?: string;
  readonly account?: string;
  readonly region?: string;
  readonly accountLimit?: ServeOptions['accountLimit'];
  readonly allow?: FunctionPermissions;
  readonly prewarm: boolean;
  readonly instanceIdleTimeout: number;
  readonly jsonLogs?: boolean;
  readonly watch: boolean;
  readonly explain?: boolean;
  readonly shutdownTimeout: number;
  readonly trustedProxy?: readonly string[];
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
  readonly maxRequestBytes: number;
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly idleTimeout: number;
  readonly sendTimeout: number;
  readonly managementPort?: number;
  readonly processes: number;
}

/** `synthgate serve`: serves an assembly until it is stopped. */
export function serveCommand(terminal: Terminal): Command {
  return new Command()
    .description('serve an assembly over HTTP')
    .argument('[assembly]', 'assembly directory or spec file (default: gateway.out if it exists, otherwise the output of the app)')
    .addOption(appOption())
    .addOption(outputOption())
    .option('-p, --port <number>', 'port of the first API; further APIs use the next ports; 0 selects free ports', numberBetween(0, 65_535), 3000)
    .option('--processes <number>', 'number of processes that serve requests; at most one per core is useful', numberBetween(1, 64), 1)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--api <name>', 'serve only this API; repeatable', collect)
    .addOption(stateOption())
    .option('--api-key <name=value>', 'value of an API key that has none in the definition; repeatable', nameAndValue)
    .addOption(tokenValueOption())
    .addOption(tokenValuesOption())
    .option('--credentials <file>', 'JSON file with the credentials that may sign requests: [{"accessKeyId": …, "secretAccessKey": …}]')
    .option('--account <id>', 'requestContext.accountId (default: 123456789012)')
    .option('--region <name>', 'AWS_REGION of functions (default: us-east-1)')
    .option('--account-limit <rate,burst>', 'account-level throttle of all APIs together, or off (default: 10000,5000, as in AWS)', rateAndBurst)
    .addOption(allowOption())
    .option('--no-prewarm', 'do not keep a started process ready for the next function instance')
    .option('--instance-idle-timeout <seconds>', 'how long to keep an idle function instance', numberBetween(1, 86_400), 300)
    .option('--json-logs', 'log one JSON object per line')
    .option('--no-watch', 'do not reload when the assembly or a deployment changes')
    .option('--explain', 'tell clients that send x-synthgate-explain why a request failed; not for production')
    .option('--shutdown-timeout <seconds>', 'how long to wait for requests in flight when stopping', numberBetween(0, 3600), 30)
    .option('--trusted-proxy <address>', 'address or range of a proxy whose X-Forwarded-For is trusted (10.0.0.0/8); repeatable', collect)
    .option('--max-connections <number>', 'maximum number of open connections', numberBetween(1, 1_000_000), SERVER_LIMIT_DEFAULTS.maxConnections)
    .option('--max-connections-per-address <number>', 'maximum number of open connections of one client address', numberBetween(1, 1_000_000), SERVER_LIMIT_DEFAULTS.maxConnectionsPerAddress)
    .option('--max-request-bytes <number>', 'maximum bytes of request bodies of all connections together', numberBetween(1, 1e12), SERVER_LIMIT_DEFAULTS.requestBytesInFlight)
    .option('--headers-timeout <seconds>', 'time limit for receiving the headers of a request', ...seconds(SERVER_LIMIT_DEFAULTS.headersTimeoutMs))
    .option('--request-timeout <seconds>', 'time limit for receiving a whole request', ...seconds(SERVER_LIMIT_DEFAULTS.requestTimeoutMs))
    .option('--idle-timeout <seconds>', 'how long to keep an idle connection open', ...seconds(SERVER_LIMIT_DEFAULTS.idleTimeoutMs))
    .option('--send-timeout <seconds>', 'how long a client may read a response at less than 1 kB/s', ...seconds(SERVER_LIMIT_DEFAULTS.sendTimeoutMs))
    .option('--management-port <number>', 'port of the management API on 127.0.0.1; 0 selects a free port (default: disabled)', numberBetween(0, 65_535))
    .addHelpText('after', `
SIGINT (Ctrl-C) and SIGTERM stop the server after the requests in flight have finished; a second signal stops it at once.

Examples:
  $ synthgate serve
  $ synthgate serve --app bin/gateway.ts --port 4000
  $ synthgate serve --allow Thumbnails=addons,child-process
  $ synthgate serve gateway.out --api-key Dev=dev-key-0123456789abcdef --json-logs`)
    .action(async (assembly: string | undefined, _: unknown, command: Command) => {
      await run(assembly, command.optsWithGlobals<ServeCommandOptions>(), terminal);
    });
}

/** Parser and default of an option in whole seconds. */
function seconds(defaultMs: number): [(text: string) => number, number] {
  return [numberBetween(1, 86_400), defaultMs / 1000];
}

async function run(assembly: string | undefined, options: ServeCommandOptions, given: Terminal): Promise<void> {
  const source = await findAssembly(assembly, options, given);
  const lines = lineWriter(given.out);
  process.on('exit', lines.flush);
  const terminal = { ...given, out: lines.write };
  const log = options.jsonLogs === true ? jsonLog(terminal.out) : textLog(terminal.out, { color: usesColor(terminal, options) });
  const accessLogs = openAccessLogs(terminal, log);
  requireFunctions(options.allow, source);
  const stop = listenForStop();
  try {
    const serving = await serve(serveOptions(source, options, { terminal, log, accessLogs }));
    announce(serving, { source, options, terminal, log });
    const signal = await stop.received;
    log({ level: 'info', message: `${signal}: no new requests; those in flight have ${options.shutdownTimeout} s to finish` });
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
  return {
    source,
    stateDirectory: stateOf(source, options, terminal),
    apis: options.api,
    port: options.port,
    host: options.host,
    accountId: options.account,
    region: options.region,
    accountLimit: options.accountLimit,
    apiKeys: options.apiKey,
    tokenValues: localTokenValues(options, terminal),
    credentials: credentialsOf(options, terminal),
    functionPermissions: options.allow,
    prewarm: options.prewarm,
    instanceIdleTimeoutMs: options.instanceIdleTimeout * 1000,
    log,
    accessLog: accessLogs.write,
    watch: options.watch,
    explain: options.explain,
    shutdownTimeoutMs: options.shutdownTimeout * 1000,
    trustedProxies: options.trustedProxy,
    serverLimits: {
      maxConnections: options.maxConnections,
      maxConnectionsPerAddress: options.maxConnectionsPerAddress,
      requestBytesInFlight: options.maxRequestBytes,
      headersTimeoutMs: options.headersTimeout * 1000,
      requestTimeoutMs: options.requestTimeout * 1000,
      idleTimeoutMs: options.idleTimeout * 1000,
      sendTimeoutMs: options.sendTimeout * 1000,
    },
    managementPort: options.managementPort,
    processes: options.processes,
    logLines: { format: options.jsonLogs === true ? 'json' : 'text', hasColor: usesColor(terminal, options), write: terminal.out },
  };
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

function credentialsOf({ credentials }: ServeCommandOptions, terminal: Terminal): readonly CallerCredential[] | undefined {
  return readJsonFile('--credentials', credentials, { schema: callerCredentialsSchema, allowed: 'a JSON file with a list of credentials', terminal });
}
