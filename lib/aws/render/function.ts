import type { aws_iam as iam, aws_lambda as lambda, aws_logs as logs, aws_sqs as sqs } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { ProxyFunction } from '../../constructs';
import { describeDestination } from '../../spec';
import { awsCdk } from '../aws-cdk';
import { DEFAULT_RUNTIME } from '../constructs/runtime-name';
import { assetCode, needsNodejsFunction } from './function-code';
import { keepPaths } from './metadata-paths';
import type { ProxyFunctionProps } from '../constructs/proxy-function-props';

/** Settings for rendering a function. */
export interface RenderOptions extends Omit<ProxyFunctionProps, 'onFailure'> {
  /** Where records of failed events go. */
  readonly onFailure?: lambda.IDestination | undefined;
}

/** A ProxyFunction as a Lambda function, as NodejsFunction renders it. */
export function renderFunction(fn: ProxyFunction, options: RenderOptions): lambda.Function {
  const { description, runtime: name, memoryMiB, timeoutMs, environment, deadLetter, maxInstances, architecture } = fn._toSpec();
  const { deadLetter: declared, leastPrivilege, ...lambdaOptions } = options;
  const isLeast = leastPrivilege === true;
  const ownLogGroup = isLeast && options.logGroup === undefined ? logGroupOf(fn, options) : undefined;
  const logGroup = ownLogGroup ?? options.logGroup;
  const settings: lambda.FunctionOptions = withoutMentions({
    ...Object.fromEntries(Object.entries(lambdaOptions).filter(([name]) => !NOT_OF_LAMBDA.has(name))),
    // that of a log group made here
    ...(ownLogGroup === undefined ? {} : { logGroup: ownLogGroup, logRetention: undefined }),
    description,
    architecture: options.architecture ?? architectureOf(architecture),
    memorySize: memoryMiB,
    timeout: timeoutMs === undefined ? undefined : awsCdk().Duration.seconds(Math.ceil(timeoutMs / 1000)),
    environment: options.environment ?? { ...environment },
    reservedConcurrentExecutions: options.reservedConcurrentExecutions ?? maxInstances,
    role: options.role ?? (isLeast ? roleOf(fn) : undefined),
    deadLetterQueue: options.deadLetterQueue ?? (hasQueue(fn, declared !== undefined) ? queueOf(fn, options) : undefined),
    retryAttempts: options.retryAttempts ?? deadLetter?.retryAttempts,
  });
  const runtime = options.runtime ?? runtimeOf(name ?? DEFAULT_RUNTIME);
  const rendered = lambdaFunctionOf(fn, { ...settings, runtime }, options);
  if (isLeast && options.role === undefined && isLogGroup(logGroup)) logGroup.grantWrite(rendered);
  keepPaths(fn);
  return rendered;
}

/** Settings of the local gateway, and those that are rendered by themselves. */
const NOT_OF_LAMBDA = new Set([
  'concurrency', 'maxInstances', 'removalPolicy', 'entry', 'code', 'handler', 'bundling', 'depsLockFilePath', 'projectRoot', 'awsSdkConnectionReuse',
]);

/** Removes settings that are undefined: the CDK warns about some settings as soon as their names are present. */
function withoutMentions(settings: lambda.FunctionOptions): lambda.FunctionOptions {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/** The function with its code: bundled here, or by NodejsFunction itself if it is asked for more than esbuild does. */
function lambdaFunctionOf(
  fn: ProxyFunction, settings: lambda.FunctionOptions & { readonly runtime: lambda.Runtime }, options: RenderOptions,
): lambda.Function {
  const { bundling, depsLockFilePath, projectRoot, awsSdkConnectionReuse, handler } = options;
  if (fn._bundling !== undefined && fn._source !== undefined && needsNodejsFunction(options)) {
    return new (awsCdk().aws_lambda_nodejs.NodejsFunction)(fn, 'Default', {
      ...settings, entry: fn._source.file, handler, bundling, depsLockFilePath, projectRoot, awsSdkConnectionReuse,
    });
  }
  return new (awsCdk().aws_lambda.Function)(fn, 'Default', { ...settings, handler: fn._handler, code: assetCode(fn, { ...options, runtime: settings.runtime }) });
}

function architectureOf(name: string | undefined): lambda.Architecture | undefined {
  const { Architecture } = awsCdk().aws_lambda;
  return [Architecture.X86_64, Architecture.ARM_64].find((known) => known.name === name);
}

function runtimeOf(name: string): lambda.Runtime {
  const { Runtime } = awsCdk().aws_lambda;
  return Runtime.ALL.find((known) => known.name === name) ?? new Runtime(name);
}

/** The log group of a function. */
export function logGroupOf(scope: Construct, { logRetention, removalPolicy }: Pick<ProxyFunctionProps, 'logRetention' | 'removalPolicy'>): logs.ILogGroup {
  const { aws_logs: { LogGroup, RetentionDays } } = awsCdk();
  return new LogGroup(scope, 'LogGroup', { retention: logRetention ?? RetentionDays.ONE_MONTH, removalPolicy });
}

/** Whether failed events are kept: if declared and no function receives them, or if they go to a URL. */
function hasQueue(fn: ProxyFunction, hasDeadLetter: boolean): boolean {
  const { onFailure } = fn._toSpec();
  return onFailure === undefined ? hasDeadLetter : describeDestination(onFailure).url !== undefined;
}

/** Lambda writes it and people read it; access without TLS is denied. */
function queueOf(scope: Construct, { removalPolicy }: Pick<ProxyFunctionProps, 'removalPolicy'>): sqs.IQueue {
  const { aws_sqs: { Queue, QueueEncryption }, Duration, RemovalPolicy } = awsCdk();
  return new Queue(scope, 'DeadLetters', {
    encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, retentionPeriod: Duration.days(14),
    removalPolicy: removalPolicy ?? RemovalPolicy.RETAIN, // like the log; by default a queue is deleted with its events
  });
}

/** Not a mere reference. */
function isLogGroup(group: logs.ILogGroupRef | undefined): group is logs.ILogGroup {
  return group !== undefined && 'grantWrite' in group;
}

/** A role without permissions. */
export function roleOf(scope: Construct): iam.IRole {
  const { aws_iam: { Role, ServicePrincipal } } = awsCdk();
  return new Role(scope, 'ServiceRole', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
}
