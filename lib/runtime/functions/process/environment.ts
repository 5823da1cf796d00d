import path from 'node:path';
import { isWithheldVariable } from '../../../spec';
import type { FunctionVersion } from '../../ports';
import type { EngineSettings } from '../options';

/** Values of an instance's environment that do not come from the function's own configuration. */
export interface InstanceSurroundings extends Pick<EngineSettings, 'region' | 'lambdaEndpoint' | 'endpointVariables'> {
  /** The program that runs the function; its directory is the first one of PATH. */
  readonly executable: string;
  /** The name after `AWS_Lambda_` in AWS_EXECUTION_ENV; undefined for runtimes that have no such variable. */
  readonly runtime: string | undefined;
  readonly logGroupName: string;
  readonly logStreamName: string;
  /** Where the instance finds the function's code. */
  readonly codeDirectory: string;
  /** The instance's own directory, for HOME and TMPDIR. */
  readonly scratchDirectory: string;
}

/** Variables that the C library reads at startup, so that setting them later is too late. */
const READ_AT_START = /^(?:LANG$|LANGUAGE$|LC_|LD_|MALLOC_)/;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Whether a function's variable is passed to its process. */
export function isPassedOn(name: string): boolean {
  return NAME.test(name) && !isWithheldVariable(name);
}

/** Variables that are read at the start, and with which a process may wait for a function: certificates, as WebSocket APIs give them. */
const WAITS_WITH = /^NODE_EXTRA_CA_CERTS$/;

/** Whether a process must be started with the function's own environment, because some of it cannot be set later. */
export function needsOwnStart(version: FunctionVersion, readAtStart: RegExp): boolean {
  const names = Object.keys(version.environment).filter((name) => READ_AT_START.test(name) || readAtStart.test(name));
  return names.some((name) => !WAITS_WITH.test(name));
}

/** The variables of a function that a process which waits for it must be started with. */
export function startVariables(version: FunctionVersion, readAtStart: RegExp): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(version.environment).filter(([name]) => readAtStart.test(name) && WAITS_WITH.test(name)));
}

/** The environment of an unassigned process. */
export function unassignedEnvironment(executable: string, scratchDirectory: string): Record<string, string> {
  return {
    LANG: 'en_US.UTF-8',
    PATH: [path.dirname(executable), '/usr/local/bin', '/usr/bin', '/bin'].join(path.delimiter),
    TZ: ':UTC',
    HOME: scratchDirectory,
    TMPDIR: scratchDirectory,
  };
}

/** The initial environment of a process for this function; it receives the rest with its settings. */
export function makeStartEnvironment(
  version: FunctionVersion, { executable, scratchDirectory }: Pick<InstanceSurroundings, 'executable' | 'scratchDirectory'>,
): Record<string, string> {
  const own = Object.fromEntries(Object.entries(version.environment).filter(([name]) => isPassedOn(name)));
  return { ...unassignedEnvironment(executable, scratchDirectory), ...own, HOME: scratchDirectory, TMPDIR: scratchDirectory };
}

/**
 * The whole environment of an instance; nothing is inherited from the gateway. A function may override `LANG`, `PATH` and
 * `TZ`, but not the names that Lambda reserves.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime
 */
export function makeEnvironment(version: FunctionVersion, surroundings: InstanceSurroundings): Record<string, string> {
  const { region, runtime, logGroupName, logStreamName } = surroundings;
  // what a function names itself is not replaced, nor is one of its services
  const services = 'AWS_ENDPOINT_URL' in version.environment ? {} : surroundings.endpointVariables;
  const endpoints = { ...services, ...lambdaVariables(version, surroundings) };
  const start = { ...endpoints, ...makeStartEnvironment(version, surroundings) };
  return {
    ...localCredentials(start),
    ...start,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    ...(runtime === undefined ? {} : { AWS_EXECUTION_ENV: `AWS_Lambda_${runtime}` }),
    AWS_LAMBDA_FUNCTION_NAME: version.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(version.memoryMiB),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: logGroupName,
    AWS_LAMBDA_LOG_STREAM_NAME: logStreamName,
    ...loggingVariables(version),
    LAMBDA_TASK_ROOT: surroundings.codeDirectory,
    _HANDLER: version.handler,
  };
}

/** Set only where the format is configured. @see https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-advanced.html */
function loggingVariables({ logging }: FunctionVersion): Record<string, string> {
  if (logging === undefined) return {};
  const { format, level } = logging;
  return { AWS_LAMBDA_LOG_FORMAT: format, ...(level === undefined ? {} : { AWS_LAMBDA_LOG_LEVEL: level }) };
}

/** Credentials that every client of an endpoint on this machine may sign with: nobody checks them. */
const LOCAL_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };
const CREDENTIALS = ['AWS_ACCESS_KEY_ID', 'AWS_PROFILE', 'AWS_CONTAINER_CREDENTIALS_FULL_URI', 'AWS_WEB_IDENTITY_TOKEN_FILE'];
const ENDPOINT = /^AWS_ENDPOINT_URL(?:_|$)/;
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/;

/** How AWS's clients find functions here; a function that names an endpoint itself keeps it. */
function lambdaVariables({ environment }: FunctionVersion, { lambdaEndpoint }: InstanceSurroundings): Record<string, string> {
  if (lambdaEndpoint === undefined || 'AWS_ENDPOINT_URL' in environment || 'AWS_ENDPOINT_URL_LAMBDA' in environment) return {};
  return { AWS_ENDPOINT_URL_LAMBDA: lambdaEndpoint };
}

/** AWS's clients call nothing without credentials. A function that has some keeps them. */
function localCredentials(environment: Readonly<Record<string, string>>): Record<string, string> {
  const hasEndpoint = Object.entries(environment).some(([name, url]) => ENDPOINT.test(name) && isLoopback(url));
  return hasEndpoint && !CREDENTIALS.some((name) => name in environment) ? LOCAL_CREDENTIALS : {};
}

function isLoopback(url: string): boolean {
  return URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);
}
