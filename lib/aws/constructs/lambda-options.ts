import type { aws_iam as iam, aws_kms as kms, aws_lambda as lambda, aws_logs as logs, aws_sqs as sqs, RemovalPolicy } from 'aws-cdk-lib';

/** Settings of a function that apply on AWS only. */
export interface LambdaOptions {
  /**
   * The Node.js runtime. The local gateway follows its rules for handlers.
   * @default - as NodejsFunction in an app with the flag `@aws-cdk/aws-lambda-nodejs:useLatestRuntimeVersion`, else Runtime.NODEJS_24_X
   */
  readonly runtime?: lambda.Runtime;

  /**
   * The processor architecture.
   * @default - x86_64, as Lambda's
   */
  readonly architecture?: lambda.Architecture;

  /**
   * Instances that are reserved for the function, which is also their maximum.
   * @default - `maxInstances` if it is given, otherwise what the account has left
   */
  readonly reservedConcurrentExecutions?: number;

  /**
   * The function's role.
   * @default - one with AWSLambdaBasicExecutionRole, or what `leastPrivilege` says; grants add to it
   */
  readonly role?: iam.IRole;

  /**
   * Where the function's log goes.
   * @default - the log group that Lambda creates, `/aws/lambda/<name>`
   */
  readonly logGroup?: logs.ILogGroup;

  /**
   * How long to keep the log, if no `logGroup` is given.
   * @default - for ever; RetentionDays.ONE_MONTH with `leastPrivilege`
   */
  readonly logRetention?: logs.RetentionDays;

  /**
   * Whether to create a log group in the stack and a role that may only write to it, instead of a role with
   * AWSLambdaBasicExecutionRole, which may write every log of the account. `logGroup` and `role` take precedence.
   * @default false
   */
  readonly leastPrivilege?: boolean;

  /**
   * What happens to the log group of `leastPrivilege` and to the dead letters when the function is removed.
   * @default RemovalPolicy.RETAIN
   */
  readonly removalPolicy?: RemovalPolicy;

  /**
   * Queue for the events of asynchronous calls that failed for good.
   * @default - a new queue if `deadLetter` is given without a function in `onFailure`, or if `onFailure` is a URL; otherwise none
   */
  readonly deadLetterQueue?: sqs.IQueue;

  /**
   * Key that encrypts the environment variables.
   * @default - a key of AWS
   */
  readonly environmentEncryption?: kms.IKey;

  /**
   * Whether X-Ray traces calls.
   * @default Tracing.DISABLED
   */
  readonly tracing?: lambda.Tracing;

  /**
   * Layers.
   * @default - none
   */
  readonly layers?: lambda.ILayerVersion[];
}
