import type { aws_lambda as lambda, aws_lambda_nodejs as nodejs, RemovalPolicy } from 'aws-cdk-lib';
import type { DeadLetterOptions } from '../../constructs';

/**
 * Settings of a function that AWS runs: those of NodejsFunction, and what the local gateway runs as well. `timeout`, `memorySize`,
 * `environment`, `retryAttempts` and `reservedConcurrentExecutions` apply here, everything else on AWS.
 */
export interface ProxyFunctionProps extends lambda.FunctionOptions {
  /**
   * Source file (TypeScript or JavaScript) that esbuild bundles, absolute or relative to the working directory. Either `entry` or `code`.
   * @default - as with NodejsFunction: `<file of the stack>.<id>.ts`, or `.js`, `.mjs`, `.mts`, `.cts`, `.cjs`
   */
  readonly entry?: string;

  /**
   * Directory to use unchanged, absolute or relative to the working directory. Either `entry` or `code`. Functions in other languages than
   * JavaScript have it; virtual environments in it are left out locally.
   * @default - `entry`
   */
  readonly code?: string;

  /**
   * Entry point: with `entry` the name of the export, with `code` `<file without extension>.<export>`.
   * @default - `handler`, or `index.handler`
   */
  readonly handler?: string;

  /**
   * The runtime. The local gateway follows its rules for handlers of Node.js; one of another language takes `code`.
   * @default - as NodejsFunction in an app with the flag `@aws-cdk/aws-lambda-nodejs:useLatestRuntimeVersion`, else Runtime.NODEJS_24_X
   */
  readonly runtime?: lambda.Runtime;

  /**
   * How the source is bundled. The local gateway bundles modules that only Lambda provides, and runs neither hooks nor containers.
   * @default - one file, without what the runtime provides
   */
  readonly bundling?: nodejs.BundlingOptions;

  /**
   * The lock file of the package manager; its directory is the project of the bundle.
   * @default - the first found above the working directory
   */
  readonly depsLockFilePath?: string;

  /**
   * The directory that paths in the bundle are relative to.
   * @default - the directory of the lock file
   */
  readonly projectRoot?: string;

  /**
   * Whether version 2 of the SDK keeps connections open; version 3 does so by itself.
   * @default - true on runtimes with version 2
   */
  readonly awsSdkConnectionReuse?: boolean;

  /**
   * Retries of failed asynchronous events, and a queue for those that failed for good.
   * @default - two retries, without a queue on AWS
   */
  readonly deadLetter?: DeadLetterOptions;

  /**
   * Maximum concurrent calls of one instance of the local gateway; Lambda's is 1.
   * @default 1
   */
  readonly concurrency?: number;

  /**
   * Maximum number of concurrent instances; on AWS they are reserved.
   * @default - `reservedConcurrentExecutions`, otherwise 10 of the local gateway
   */
  readonly maxInstances?: number;

  /**
   * Whether to create a log group in the stack and a role that may only write to it, instead of a role with
   * AWSLambdaBasicExecutionRole, which may write every log of the account. `logGroup` and `role` take precedence.
   * @default false
   */
  readonly leastPrivilege?: boolean;

  /**
   * The removal policy of the log group of `leastPrivilege` and of the dead-letter queue, applied when the function is removed.
   * @default RemovalPolicy.RETAIN
   */
  readonly removalPolicy?: RemovalPolicy;
}
