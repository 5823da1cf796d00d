import type { aws_iam as iam, aws_kms as kms, aws_lambda as lambda, aws_logs as logs, aws_sqs as sqs, RemovalPolicy } from 'aws-cdk-lib';

/** How a function is run on AWS, besides what holds everywhere. */
export interface LambdaOptions {
  /**
   * The version of Node.js, whose rules for handlers also hold in the gateway here.
   * @default - as NodejsFunction in an app with the flag `@aws-cdk/aws-lambda-nodejs:useLatestRuntimeVersion`, else Runtime.NODEJS_24_X
   */
  readonly runtime?: lambda.Runtime;

  /**
   * The processors.
   * @default - Lambda's own, x86_64
   */
  readonly architecture?: lambda.Architecture;

  /**
   * Instances that are kept for the function, and the most that it gets.
   * @default - `maxInstances` where it is given, else what the account has left
   */
  readonly reservedConcurrentExecutions?: number;

  /**
   * The role that the function has.
   * @default - one with AWSLambdaBasicExecutionRole, or what `leastPrivilege` says; grants add to it
   */
  readonly role?: iam.IRole;

  /**
   * Where the function's log goes.
   * @default - the log group that Lambda creates, `/aws/lambda/<name>`
   */
  readonly logGroup?: logs.ILogGroup;

  /**
   * How long the log is kept, where no `logGroup` is given.
   * @default - for ever; RetentionDays.ONE_MONTH with `leastPrivilege`
   */
  readonly logRetention?: logs.RetentionDays;

  /**
   * Whether the function gets a log group of its own in the stack, and a role that may write to it and nothing else, instead
   * of AWSLambdaBasicExecutionRole, which may write every log of the account. `logGroup` and `role` go before it.
   * @default false
   */
  readonly leastPrivilege?: boolean;

  /**
   * What becomes of a log group made for `leastPrivilege`, and of the dead letters, when the function is removed.
   * @default RemovalPolicy.RETAIN
   */
  readonly removalPolicy?: RemovalPolicy;

  /**
   * Where events go that an asynchronous call could not handle.
   * @default - a queue of its own where `deadLetter` is given without a function in `onFailure`, or `onFailure` is an address; else none
   */
  readonly deadLetterQueue?: sqs.IQueue;

  /**
   * Encrypts the environment variables.
   * @default - AWS's own key
   */
  readonly environmentEncryption?: kms.IKey;

  /**
   * Whether calls are traced.
   * @default Tracing.DISABLED
   */
  readonly tracing?: lambda.Tracing;

  /**
   * Libraries beside the code.
   * @default - none
   */
  readonly layers?: lambda.ILayerVersion[];
}
