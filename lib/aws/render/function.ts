import type { aws_iam as iam, aws_lambda as lambda, aws_logs as logs, aws_sqs as sqs } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { ProxyFunction } from '../../constructs';
import { LIMITS } from '../../spec';
import { awsCdk } from '../aws-cdk';
import { DEFAULT_RUNTIME } from '../constructs/runtime-name';
import { assetCode } from './function-code';
import type { LambdaOptions } from '../constructs/lambda-options';

/** Settings for rendering a function. */
export interface RenderOptions extends LambdaOptions {
  /** The function that receives the records of failed events. */
  readonly failureHandler?: lambda.IFunction | undefined;
}

/** A ProxyFunction as a Lambda function, with a role that permits what the function needs and nothing else. */
export function renderFunction(fn: ProxyFunction, options: RenderOptions): lambda.Function {
  const { aws_lambda: { Function: LambdaFunction, Runtime }, aws_lambda_destinations: { LambdaDestination }, Duration } = awsCdk();
  const { description, runtime = DEFAULT_RUNTIME, memoryMiB, timeoutMs, environment, deadLetter, maxInstances } = fn._toSpec();
  const deadLetterQueue = options.deadLetterQueue ?? (hasQueue(fn) ? queueOf(fn, options) : undefined);
  const logGroup = options.logGroup ?? logGroupOf(fn, options);
  const rendered = new LambdaFunction(fn, 'Default', {
    runtime: options.runtime ?? { 'nodejs20.x': Runtime.NODEJS_20_X, 'nodejs22.x': Runtime.NODEJS_22_X, 'nodejs24.x': Runtime.NODEJS_24_X }[runtime],
    architecture: options.architecture,
    handler: fn._handler,
    code: assetCode(fn),
    description,
    memorySize: memoryMiB ?? LIMITS.memoryMiB.default,
    timeout: Duration.seconds(Math.ceil((timeoutMs ?? LIMITS.functionTimeoutMs.default) / 1000)),
    environment: { ...environment, ...(hasSourceMap(fn) ? { NODE_OPTIONS: '--enable-source-maps' } : {}) },
    environmentEncryption: options.environmentEncryption,
    reservedConcurrentExecutions: options.reservedConcurrentExecutions ?? maxInstances,
    role: options.role ?? roleOf(fn),
    logGroup,
    deadLetterQueue,
    onFailure: options.failureHandler && new LambdaDestination(options.failureHandler),
    retryAttempts: deadLetter?.retryAttempts,
    tracing: options.tracing,
    layers: options.layers,
  });
  if (options.role === undefined) logGroup.grantWrite(rendered);
  return rendered;
}

/** The log group of a function. */
export function logGroupOf(scope: Construct, { logRetention, removalPolicy }: LambdaOptions): logs.ILogGroup {
  const { aws_logs: { LogGroup, RetentionDays } } = awsCdk();
  return new LogGroup(scope, 'LogGroup', { retention: logRetention ?? RetentionDays.ONE_MONTH, removalPolicy });
}

/** Stack traces refer to lines of the source, as in the local gateway. */
function hasSourceMap({ _bundling }: ProxyFunction): boolean {
  return _bundling !== undefined && _bundling.sourceMap !== false;
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
