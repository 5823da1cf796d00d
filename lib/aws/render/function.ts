import type { aws_iam as iam, aws_lambda as lambda, aws_logs as logs, aws_sqs as sqs } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { ProxyFunction } from '../../constructs';
import { nodeRuntime, type FunctionRuntimeName } from '../../spec';
import { awsCdk } from '../aws-cdk';
import { DEFAULT_RUNTIME } from '../constructs/runtime-name';
import { assetCode } from './function-code';
import { keepPaths } from './metadata-paths';
import type { LambdaOptions } from '../constructs/lambda-options';

/** Settings for rendering a function. */
export interface RenderOptions extends LambdaOptions {
  /** The function that receives the records of failed events. */
  readonly failureHandler?: lambda.IFunction | undefined;
  /** With the variables about Lambda's process, which the spec does not have. */
  readonly environment?: Record<string, string> | undefined;
  /** Its name on AWS, where one was given. */
  readonly functionName?: string | undefined;
}

/** A ProxyFunction as a Lambda function, as NodejsFunction renders it. */
export function renderFunction(fn: ProxyFunction, options: RenderOptions): lambda.Function {
  const { aws_lambda: { Function: LambdaFunction }, aws_lambda_destinations: { LambdaDestination }, Duration } = awsCdk();
  const { description, runtime: name, memoryMiB, timeoutMs, environment, deadLetter, maxInstances } = fn._toSpec();
  const runtime = options.runtime ?? runtimeOf(nodeRuntime(name) ?? DEFAULT_RUNTIME);
  const isLeast = options.leastPrivilege === true;
  const logGroup = options.logGroup ?? (isLeast ? logGroupOf(fn, options) : undefined);
  const rendered = new LambdaFunction(fn, 'Default', {
    functionName: options.functionName,
    runtime,
    architecture: options.architecture,
    handler: fn._handler,
    code: assetCode(fn, runtime),
    description,
    memorySize: memoryMiB,
    timeout: timeoutMs === undefined ? undefined : Duration.seconds(Math.ceil(timeoutMs / 1000)),
    environment: options.environment ?? { ...environment },
    environmentEncryption: options.environmentEncryption,
    reservedConcurrentExecutions: options.reservedConcurrentExecutions ?? maxInstances,
    role: options.role ?? (isLeast ? roleOf(fn) : undefined),
    logGroup,
    ...(logGroup === undefined && options.logRetention !== undefined ? { logRetention: options.logRetention } : {}), // its mention warns
    deadLetterQueue: options.deadLetterQueue ?? (hasQueue(fn) ? queueOf(fn, options) : undefined),
    onFailure: options.failureHandler && new LambdaDestination(options.failureHandler),
    retryAttempts: deadLetter?.retryAttempts,
    tracing: options.tracing,
    layers: options.layers,
  });
  if (isLeast && options.role === undefined) logGroup?.grantWrite(rendered);
  keepPaths(fn);
  return rendered;
}

function runtimeOf(name: FunctionRuntimeName): lambda.Runtime {
  const { Runtime } = awsCdk().aws_lambda;
  return { 'nodejs20.x': Runtime.NODEJS_20_X, 'nodejs22.x': Runtime.NODEJS_22_X, 'nodejs24.x': Runtime.NODEJS_24_X }[name];
}

/** The log group of a function. */
export function logGroupOf(scope: Construct, { logRetention, removalPolicy }: LambdaOptions): logs.ILogGroup {
  const { aws_logs: { LogGroup, RetentionDays } } = awsCdk();
  return new LogGroup(scope, 'LogGroup', { retention: logRetention ?? RetentionDays.ONE_MONTH, removalPolicy });
}

/** Whether failed events are kept: if declared and no function receives them, or if they go to a URL. */
function hasQueue(fn: ProxyFunction): boolean {
  const { deadLetter, onFailure } = fn._toSpec();
  return onFailure === undefined ? deadLetter !== undefined : onFailure.type === 'http';
}

/** Lambda writes it and people read it; access without TLS is denied. */
function queueOf(scope: Construct, { removalPolicy }: LambdaOptions): sqs.IQueue {
  const { aws_sqs: { Queue, QueueEncryption }, Duration, RemovalPolicy } = awsCdk();
  return new Queue(scope, 'DeadLetters', {
    encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, retentionPeriod: Duration.days(14),
    removalPolicy: removalPolicy ?? RemovalPolicy.RETAIN, // like the log; by default a queue is deleted with its events
  });
}

/** A role without permissions. */
export function roleOf(scope: Construct): iam.IRole {
  const { aws_iam: { Role, ServicePrincipal } } = awsCdk();
  return new Role(scope, 'ServiceRole', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
}
