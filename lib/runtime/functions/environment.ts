import path from 'node:path';
import type { FunctionVersion } from '../ports';

/** What differs between instances of one function. */
export interface InstanceSurroundings {
  readonly region: string;
  readonly nodePath: string;
  readonly nodeMajor: number;
  readonly logGroupName: string;
  readonly logStreamName: string;
  /** The instance's own directory, for HOME and TMPDIR. */
  readonly scratchDirectory: string;
}

/**
 * Variables that change how a process starts instead of what the handler sees; they would also reach the shell that
 * sets the limits.
 */
const REFUSED = /^(?:LD_.*|DYLD_.*|NODE_(?:OPTIONS|PATH|CHANNEL_FD|CHANNEL_SERIALIZATION_MODE|UNIQUE_ID|V8_COVERAGE|REDIRECT_WARNINGS|REPL_EXTERNAL_MODULE|COMPILE_CACHE|PENDING_DEPRECATION)|BASH_ENV|ENV|IFS|PS4)$/;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Whether a function's variable is passed to its process. */
export function isPassedOn(name: string): boolean {
  return NAME.test(name) && !REFUSED.test(name);
}

/**
 * The whole environment of an instance; nothing is inherited from the gateway. A function may replace `LANG`, `PATH`
 * and `TZ`, not the names that Lambda reserves.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime
 */
export function makeEnvironment(version: FunctionVersion, surroundings: InstanceSurroundings): Record<string, string> {
  const { region, nodePath, nodeMajor, logGroupName, logStreamName, scratchDirectory } = surroundings;
  const own = Object.entries(version.environment).filter(([name]) => isPassedOn(name));
  return {
    LANG: 'en_US.UTF-8',
    PATH: [path.dirname(nodePath), '/usr/local/bin', '/usr/bin', '/bin'].join(path.delimiter),
    TZ: ':UTC',
    ...Object.fromEntries(own),
    HOME: scratchDirectory,
    TMPDIR: scratchDirectory,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_EXECUTION_ENV: `AWS_Lambda_nodejs${nodeMajor}.x`,
    AWS_LAMBDA_FUNCTION_NAME: version.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(version.memoryMiB),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: logGroupName,
    AWS_LAMBDA_LOG_STREAM_NAME: logStreamName,
    LAMBDA_TASK_ROOT: version.codeDirectory,
    _HANDLER: version.handler,
  };
}
