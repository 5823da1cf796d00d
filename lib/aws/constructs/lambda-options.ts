import type { aws_iam as iam, aws_kms as kms, aws_lambda as lambda, aws_logs as logs, aws_sqs as sqs, RemovalPolicy } from 'aws-cdk-lib';

/** Settings of a function that apply on AWS only. */
export interface LambdaOptions {
  /**
   * The Node.js runtime. The local gateway follows its rules for handlers.
   * @default Runtime.NODEJS_24_X
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
   * @default - one that may write its own log, its dead letters and nothing else; grants add to it
   */
  readonly role?: iam.IRole;

  /**
   * Where the function's log goes.
   * @default - a log group of its own
   */
  readonly logGroup?: logs.ILogGroup;

  /**
   * How long to keep the log, if no `logGroup` is given.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: logs.RetentionDays;

  /**
   * What happens to the log and the dead letters when the function is removed.
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
