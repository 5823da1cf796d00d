import * as z from 'zod';
import { LOCAL_ENVIRONMENT } from '../../spec';
import { callerCredentialsSchema } from '../authorizers/credentials';
import { FUNCTION_PERMISSIONS, SANDBOX_MODES } from '../functions';
import { described, functionOf, objectOf, oneOf, text, texts, textsByName, wholeNumber, yesOrNo, type OptionValues } from '../options/option';
import { readOptions } from '../options/read-options';
import type { NamesWhere, ServeOption } from '../options/serve-option';
import type { InvokeMiddleware, Log, WriteAccessLog } from '../ports';
import {
  addressRanges, basePathsByApi, directoryOrNone, endpoints, fileOrNone, inspected, linkAddresses, permissions, rate, serverLimits,
  variablesByFunction, waits, yesNoOrDashboard, yesNoOrUrl,
} from './option-kinds';
import { STOP_OPTIONS } from './stop-options';
import { STORE_OPTIONS } from './store-options';
import { TELEMETRY_OPTIONS } from './telemetry-options';

const HOUR_MS = 3_600_000;
/** More than one per core of a large machine has no benefit. */
const MAX_PROCESSES = 64;
/** A queue is looked through when a deadline passes; a longer one would only turn refusals into timeouts. */
const MAX_WAITING_CALLS = 10_000;

/**
 * The options of `serve`. A row is all there is to an option: its type, what it accepts, its copy in workers, its flag on the
 * command line with its help, and its line in docs/reference/serve-options.md come from here.
 */
export const SERVE_OPTIONS = {
  source: {
    ...text(), isRequired: true, default: { without: 'required' },
    description: 'assembly directory (`gateway.out`), or one `*.gateway.json` in it',
    isSecret: false, workers: 'primary-only', tests: 'determined', flag: 'none',
  },
  stateDirectory: {
    ...text(), default: { without: 'beside the assembly: `gateway.state` for `gateway.out`, `cdk.state` for `cdk.out`' },
    description: 'directory with deployments, stages and events; it need not exist',
    isSecret: false, workers: 'primary-only', tests: 'given',
    flag: { flags: '--state <directory>', reads: 'directory', help: 'state directory (default: beside the assembly: gateway.state for gateway.out, cdk.state for cdk.out)' },
  },
  apis: {
    ...texts(), default: { without: 'all' },
    description: 'names of the APIs to serve',
    isSecret: false, workers: 'primary-only', tests: 'determined',
    flag: { flags: '--api <name>', reads: 'list', help: 'serve only this API; repeatable' },
  },
  basePaths: {
    ...basePathsByApi(), default: { without: 'each API has a port of its own' },
    description: 'base paths of APIs that share the first port, by name of the API, as mappings of a custom domain; `Orders/prod` maps a stage, which is then not in the path',
    isSecret: false, workers: 'copied', tests: 'given',
    flag: {
      flags: '--base-path <api=path>', reads: 'pairs',
      help: 'serve this API below a path of the first port, as behind a custom domain: Orders=orders, with the stage in the path, or Orders/prod=orders without it; (none) for no path; repeatable',
    },
  },
  port: {
    ...wholeNumber(0, 65_535), default: { value: 3_000 },
    description: 'port of the first API, or of those with a base path; further APIs use the next ports; 0 selects free ports',
    isSecret: false, workers: 'primary-only', tests: 'determined',
    flag: { flags: '-p, --port <number>', reads: 'number' },
  },
  processes: {
    ...wholeNumber(1, MAX_PROCESSES), default: { value: 1 },
    description: 'number of processes that serve requests; at most one per core is useful',
    isSecret: false, workers: 'primary-only', tests: 'determined',
    flag: { flags: '--processes <number>', reads: 'number' },
  },
  host: {
    ...text(), default: { value: '127.0.0.1' },
    description: 'address to listen on',
    isSecret: false, workers: 'copied', tests: 'determined',
    flag: { flags: '--host <address>', reads: 'text' },
  },
  https: {
    ...yesOrNo(), default: { value: false },
    description: 'whether to serve HTTPS, with HTTP/1.1 and HTTP/2; without httpsCert, with a certificate for localhost from a local authority, which is created on first use',
    isSecret: false, workers: 'copied', tests: 'determined',
    flag: {
      flags: '--https', reads: 'switch',
      help: 'serve HTTPS, with HTTP/1.1 and HTTP/2 and a certificate for localhost from a local authority, which is created on first use',
    },
  },
  httpsCert: {
    ...text(), default: { without: 'one from the local authority' },
    description: 'PEM file with the certificate for HTTPS and any intermediate certificates; turns on HTTPS',
    isSecret: false, workers: 'copied', tests: 'determined',
    flag: { flags: '--https-cert <file>', reads: 'directory' },
  },
  httpsKey: {
    ...text(), default: { without: 'none' },
    description: 'PEM file with the private key of that certificate',
    isSecret: false, workers: 'copied', tests: 'determined',
    flag: { flags: '--https-key <file>', reads: 'directory' },
  },
  apiKeys: {
    ...textsByName(), default: { without: 'keys without a value are rejected' },
    description: 'values of the API keys that have none in the definition, by name',
    isSecret: true, workers: 'copied', tests: 'given',
    flag: { flags: '--api-key <name=value>', reads: 'pairs', help: 'value of an API key that has none in the definition, by key name (default <Api>-<id>); repeatable' },
  },
  localApiKeys: {
    ...fileOrNone(), default: { value: false },
    description: 'accept local values of API keys that have none in the definition or in `apiKeys`: `true` for those whose secret is in the state directory, or the file with the secret; never where others can reach the gateway',
    isSecret: false, workers: 'copied', tests: 'given',
    flag: { flags: '--local-api-keys', reads: 'switch', help: 'accept local values of API keys that have none; never use it where others can reach the gateway' },
  },
  tokenValues: {
    ...textsByName(), default: { without: 'names get local values; methods that need another value answer 503' },
    description: 'local values of CDK tokens, known only after deployment, by name of the token',
    isSecret: true, workers: 'copied', tests: 'given',
    flag: { flags: '--token-value <token=value>', reads: 'pairs', help: 'local value of a CDK token, known only after deployment; repeatable' },
  },
  credentials: {
    ...described('a list of credentials', () => callerCredentialsSchema.readonly()), default: { without: 'signed requests are refused' },
    description: 'credentials with which callers may sign requests to methods with AWS_IAM',
    isSecret: true, workers: 'copied', tests: 'given',
    flag: { flags: '--credentials <file>', reads: 'json-file', help: 'JSON file with the credentials that may sign requests: [{"accessKeyId": …, "secretAccessKey": …}]' },
  },
  userPools: {
    ...textsByName(), default: { without: 'the keys of every pool are fetched from its issuer' },
    description: 'where the keys of user pools and issuers of JWTs are, by construct, id, ARN or issuer of the pool, or by the authorizer: the URL of another issuer, or a file with a key set',
    isSecret: false, workers: 'copied', tests: 'given',
    flag: {
      flags: '--user-pool <pool=url or file>', reads: 'urls-or-files',
      help: 'another issuer of a user pool\'s tokens, such as an emulator, or a JSON file with its public keys (JWKS); the pool is named by its construct, id, ARN or issuer, or by its authorizer; repeatable',
    },
  },
  localIssuer: {
    ...fileOrNone(), default: { value: false },
    description: 'accept tokens of the local issuer, which `synthgate token` signs: `true` for the one whose key is in the state directory, or the file with its key; never where others can reach the gateway, because whoever can read that file can impersonate any user',
    isSecret: false, workers: 'copied', tests: 'given',
    flag: { flags: '--local-issuer', reads: 'switch', help: 'accept tokens that synthgate token signs for any pool; never use it where others can reach the gateway' },
  },
  accountId: {
    ...text(), default: { value: LOCAL_ENVIRONMENT.accountId },
    description: 'requestContext.accountId, and `AWS::AccountId` of templates whose stacks name no account',
    isSecret: false, workers: 'copied', tests: 'given',
    flag: { flags: '--account <id>', reads: 'text', isOpen: true },
  },
  region: {
    ...text(), default: { value: LOCAL_ENVIRONMENT.region },
    description: 'AWS_REGION of functions, and `AWS::Region` of templates whose stacks name no region',
    isSecret: false, workers: 'copied', tests: 'given',
    flag: { flags: '--region <name>', reads: 'text', isOpen: true },
  },
  awsEndpoints: {
    ...endpoints(), default: { without: 'AWS_ENDPOINT_URL_<SERVICE> and AWS_ENDPOINT_URL of the environment' },
    description: 'addresses of emulators to which integrations with AWS services are sent, by name of the service (`dynamodb`); `*` for all',
    isSecret: false, workers: 'copied', tests: 'given',
    flag: {
      flags: '--aws-endpoint <service=url>', reads: 'pairs',
      help: 'address of an emulator of an AWS service that integrations call, e.g. dynamodb=http://127.0.0.1:8000; * for all; repeatable (default: AWS_ENDPOINT_URL_<SERVICE>, AWS_ENDPOINT_URL)',
    },
  },
  awsProfile: {
    ...text(), default: { without: 'nothing is sent to AWS' },
    description: 'AWS CLI profile whose credentials sign the calls of integrations with AWS services; calls without an endpoint go to AWS',
    isSecret: false, workers: 'copied', tests: 'given',
    flag: { flags: '--aws-profile <name>', reads: 'text' },
  },
  vpcLinks: {
    ...linkAddresses(), default: { without: 'calls through VPC links get 501' },
    description: 'local addresses of the backends behind VPC links, by logical id or id of the link',
    isSecret: false, workers: 'copied', tests: 'given',
    flag: { flags: '--vpc-link <link=url>', reads: 'pairs', help: 'local address of the backend behind a VPC link, by the link\'s logical id or id: Link=http://127.0.0.1:8080; repeatable' },
  },
  accountLimit: {
    ...objectOf({ rateLimit: rate(), burstLimit: rate() }), default: { without: '10,000 per second and 5,000, as in AWS' },
    description: 'account-level throttle: requests per second and at once of all APIs together; `Infinity` for no limit',
    isSecret: false, workers: 'primary-only', tests: 'given',
    flag: { flags: '--account-limit <rate,burst>', reads: 'rate-and-burst', help: 'account-level throttle of all APIs together, or off (default: 10000,5000, as in AWS)' },
  },
  ...STORE_OPTIONS,
  ...TELEMETRY_OPTIONS,
  functionPermissions: {
    ...permissions(), default: { without: 'functions read their own code and write to their TMPDIR only' },
    description: 'additional permissions of functions; `*` for all functions',
    isSecret: false, workers: 'copied', tests: 'given',
    flag: {
      flags: '--allow <function=permissions>', reads: 'permissions',
      help: `additional permissions of a function: ${FUNCTION_PERMISSIONS.join(', ')}; * for all functions; repeatable`,
    },
  },
  isolation: {
    ...oneOf(['process', 'thread']), default: { value: 'process' },
    description: 'where functions run; threads start sooner, are less isolated and are for tests only',
    isSecret: false, workers: { singleProcess: 'isolation thread, which is for tests' }, tests: 'given', flag: 'none',
  },
  prewarm: {
    ...yesOrNo(), default: { value: false },
    description: 'whether a started process per memory size waits to become the next instance, 44 MB each',
    isSecret: false, workers: 'copied', tests: 'determined',
    flag: { flags: '--no-prewarm', reads: 'switch', help: 'do not keep a started process ready for the next function instance' },
  },
  instanceIdleTimeoutMs: {
    ...wholeNumber(1, 24 * HOUR_MS), default: { value: 300_000 },
    description: 'how long to keep an idle function instance',
    isSecret: false, workers: 'copied', tests: 'determined',
    flag: { flags: '--instance-idle-timeout <seconds>', reads: 'seconds' },
  },
  functionQueue: {
    ...wholeNumber(0, MAX_WAITING_CALLS), default: { value: 100 },
    description: 'how many calls may wait while all instances of a function are busy; 0 for none, as on Lambda',
    isSecret: false, workers: 'copied', tests: 'given',
    flag: { flags: '--function-queue <number>', reads: 'number' },
  },
  sandbox: {
    ...oneOf(SANDBOX_MODES), default: { value: 'off' },
    description: 'whether functions run in a sandbox of bubblewrap, with a `/tmp` of their own: where one can be made (`auto`), or only in one',
    isSecret: false, workers: 'copied', tests: 'given',
    flag: { flags: '--sandbox <mode>', reads: 'text', help: 'run functions in a sandbox of bubblewrap, with a /tmp of their own: off, auto (where one can be made) or required (default: off)' },
  },
  strictRuntimes: {
    ...yesOrNo(), default: { value: false },
    description: 'whether a function is refused if only another version of its runtime is installed',
    isSecret: false, workers: 'copied', tests: 'given',
    flag: { flags: '--strict-runtimes', reads: 'switch', help: 'refuse functions of which only another version of their runtime is installed, such as Python 3.11 for python3.12' },
  },
  install: {
    ...directoryOrNone(), default: { value: false },
    description: 'install the packages of functions in Python, of their `requirements.txt`, `uv.lock` or `poetry.lock`: with `true` into `deps` of the state directory, or into another directory',
    isSecret: false, workers: 'copied', tests: 'given',
    flag: { flags: '--install', reads: 'switch', help: 'install the packages of functions in Python, of their requirements.txt, uv.lock or poetry.lock, into the state directory' },
  },
  watch: {
    ...yesOrNo(), default: { value: true },
    description: 'whether the gateway reloads when the assembly or a deployment changes',
    isSecret: false, workers: 'primary-only', tests: 'determined',
    flag: { flags: '--no-watch', reads: 'switch', help: 'do not reload when the assembly or a deployment changes' },
  },
  ignoreDeployments: {
    ...yesOrNo(), default: { value: false },
    description: 'serve the definition as it is now on every stage, deployed and pinned ones included',
    isSecret: false, workers: 'primary-only', tests: 'determined', flag: 'none',
  },
  functionEnvironment: {
    ...variablesByFunction(), default: { without: 'functions have the variables of the definition' },
    description: 'environment variables of functions that are not in the definition, or replace its values, by name of a function; `*` for all functions',
    isSecret: true, workers: 'copied', tests: 'given', flag: 'none',
  },
  lambdaEndpoint: {
    ...yesNoOrUrl(), default: { value: false },
    description: 'where functions invoke other functions with AWS clients, passed to them as AWS_ENDPOINT_URL_LAMBDA: with `true`, an endpoint for Lambda\'s Invoke on a free port of 127.0.0.1, which is `lambdaEndpoint` of what `serve()` returns; or the URL of another endpoint',
    isSecret: false, workers: 'copied', tests: 'given',
    flag: { flags: '--lambda-endpoint', reads: 'switch', help: 'let functions invoke each other: serve Lambda\'s Invoke on 127.0.0.1 and pass its address to functions as AWS_ENDPOINT_URL_LAMBDA' },
  },
  functionEndpoints: {
    ...endpoints(), default: { without: 'those of their own variables' },
    description: 'addresses at which functions call AWS services with AWS clients, by name of the service (`dynamodb`), `*` for all; passed to them as AWS_ENDPOINT_URL_<SERVICE> and AWS_ENDPOINT_URL. A function whose variables name one keeps it, and functions are invoked at `lambdaEndpoint` all the same',
    isSecret: false, workers: 'copied', tests: 'given', flag: 'none',
  },
  inspect: {
    ...inspected(), default: { without: 'none' },
    description: 'functions that a debugger can attach to: `port` of the first on 127.0.0.1, further ones get the next; names in `functions`, all without; with `waits` their code is loaded only once a debugger is attached; `autoAttach` are variables with which their processes start, so that the editor of a terminal attaches by itself. They run in one instance each, without Node\'s permission model',
    isSecret: false, workers: { singleProcess: 'the option inspect' }, tests: 'given', flag: 'none',
  },
  explain: {
    ...described('true, false or "always"', (expected) => z.union([z.boolean(), z.literal('always')], expected)), default: { value: false },
    description: 'tell clients why a request failed: with `true`, those that send x-synthgate-explain; with `always`, every client. Not for production, because it reveals the definition',
    isSecret: false, workers: 'copied', tests: 'given',
    flag: {
      flags: '--explain', reads: 'switch',
      help: 'tell clients that send x-synthgate-explain why a request failed; not for production, because it reveals the definition',
    },
  },
  ...STOP_OPTIONS,
  trustedProxies: {
    ...addressRanges(), default: { without: 'none: sourceIp is the peer of the connection' },
    description: 'addresses and ranges of the proxies whose X-Forwarded-For, -Proto and -Port are trusted',
    isSecret: false, workers: 'copied', tests: 'determined',
    flag: { flags: '--trusted-proxy <address>', reads: 'list', help: 'address or range of a proxy whose X-Forwarded-For is trusted (10.0.0.0/8); repeatable' },
  },
  serverLimits: {
    ...serverLimits(), default: { without: 'the defaults of its members' },
    description: 'limits on the time clients may take and the resources they may hold',
    isSecret: false, workers: 'copied', tests: 'determined', flag: 'none',
  },
  managementPort: {
    ...wholeNumber(0, 65_535), default: { without: 'disabled' },
    description: 'port of the management API on 127.0.0.1; 0 selects a free port',
    isSecret: false, workers: 'primary-only', tests: 'determined',
    flag: {
      flags: '--management-port <number>', reads: 'number',
      help: 'port of the management API on 127.0.0.1; 0 selects a free port (default: disabled; with a dashboard 4000, or the next free port)',
    },
  },
  dashboard: {
    ...yesNoOrDashboard(), default: { value: false },
    description: 'a page on the management port that shows every request, and its API: the last 1,000 requests are kept in memory, with bodies and keys. One process only',
    isSecret: false, workers: { singleProcess: 'the option dashboard, which records in this process' }, tests: 'determined',
    flag: { flags: '--dashboard', reads: 'switch', help: 'serve a page that shows every request, on the management port (default: 4000 or the next free one); for development' },
  },
  retryDelaysMs: {
    ...waits(), default: { without: '1,000 and 2,000' },
    description: 'waiting times before the retries of asynchronous invocations, in ms',
    isSecret: false, workers: 'primary-only', tests: 'given', flag: 'none',
  },
  log: {
    ...functionOf<Log>(), default: { without: 'nothing is logged' },
    description: 'receives every log entry',
    isSecret: false, workers: 'primary-only', tests: 'determined', flag: 'none',
  },
  logLines: {
    ...objectOf({ format: oneOf(['text', 'json']).schema, hasColor: yesOrNo().schema, write: functionOf<(lines: string) => void>().schema }),
    default: { without: 'each process sends its entries to `log`, which costs more' },
    description: 'how several processes write their log: as whole lines in the form of `textLog` or `jsonLog`',
    isSecret: false, workers: 'primary-only', tests: 'determined', flag: 'none',
  },
  accessLog: {
    ...functionOf<WriteAccessLog>(), default: { without: 'none are written' },
    description: 'receives the lines of the stages\' access logs, and those of `requestLog`',
    isSecret: false, workers: 'primary-only', tests: 'determined', flag: 'none',
  },
  now: {
    ...functionOf<() => number>(), default: { without: 'the clock of the system' },
    description: 'wall clock, ms since 1970; one process only',
    isSecret: false, workers: { singleProcess: 'the option now: it is a function of this process' }, tests: 'determined', flag: 'none',
  },
  monotonicNow: {
    ...functionOf<() => number>(), default: { without: '`now` if given, otherwise the monotonic clock of the system' },
    description: 'clock of throttling, in ms; one process only',
    isSecret: false, workers: { singleProcess: 'the option monotonicNow: it is a function of this process' }, tests: 'determined', flag: 'none',
  },
  invokeMiddleware: {
    ...functionOf<InvokeMiddleware>(), default: { without: 'calls go to the functions' },
    description: 'sees all calls of functions and may answer them, for tests; one process only',
    isSecret: false, workers: { singleProcess: 'the option invokeMiddleware: it is a function of this process' }, tests: 'determined', flag: 'none',
  },
} as const satisfies Readonly<Record<string, ServeOption>>;

/** How a gateway is served. @see docs/reference/serve-options.md */
export type ServeOptions = OptionValues<typeof SERVE_OPTIONS>;

/** The limit of an account: a token bucket for all requests. */
export type AccountLimit = NonNullable<ServeOptions['accountLimit']>;

/** A log as whole lines. */
export type LogLines = NonNullable<ServeOptions['logLines']>;

type WorkerOptionNames = NamesWhere<typeof SERVE_OPTIONS, 'workers', 'copied'>;

/** The options that a worker has as well: nothing specific to the primary, no functions. */
export type WorkerOptions = Pick<ServeOptions, WorkerOptionNames>;

/** The options that tests may give to a test gateway. */
export type TestOptionNames = NamesWhere<typeof SERVE_OPTIONS, 'tests', 'given'>;

/** The defaults that are values. */
export const SERVE_DEFAULTS = {
  accountId: SERVE_OPTIONS.accountId.default.value,
  region: SERVE_OPTIONS.region.default.value,
  host: SERVE_OPTIONS.host.default.value,
  port: SERVE_OPTIONS.port.default.value,
  shutdownTimeoutMs: SERVE_OPTIONS.shutdownTimeoutMs.default.value,
  drainDelayMs: SERVE_OPTIONS.drainDelayMs.default.value,
} as const;

/** @throws OPTION_UNKNOWN, OPTION_INVALID */
export function readServeOptions(given: unknown): ServeOptions {
  return readOptions(SERVE_OPTIONS, given);
}

export type ReloadOptions = Pick<ServeOptions, 'functionEnvironment'>;

/** @throws OPTION_UNKNOWN, OPTION_INVALID */
export function readReloadOptions(given: unknown): ReloadOptions {
  return readOptions({ functionEnvironment: SERVE_OPTIONS.functionEnvironment }, given);
}

export function workerOptions(options: ServeOptions): WorkerOptions {
  const copied = Object.entries(SERVE_OPTIONS).filter(([, row]) => row.workers === 'copied').map(([name]) => name);
  return Object.fromEntries(Object.entries(options).filter(([name]) => copied.includes(name)));
}

/** The options of a test gateway that are options of `serve`. */
export function testOptions(): Pick<typeof SERVE_OPTIONS, TestOptionNames> {
  const rows = Object.entries(SERVE_OPTIONS).filter(([, row]) => row.tests === 'given');
  return Object.fromEntries(rows) as Pick<typeof SERVE_OPTIONS, TestOptionNames>; // the same position as in the type
}
