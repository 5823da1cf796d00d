import type * as ApiGateway from '@aws-sdk/client-api-gateway';
import type * as CloudFormation from '@aws-sdk/client-cloudformation';
import type * as Lambda from '@aws-sdk/client-lambda';
import { createRequire } from 'node:module';
import path from 'node:path';
import { GatewayError } from '../../errors';
import { profileCredentials } from '../../runtime';
import { codeOf, messageOf } from '../error-stack';

/** The calls that are made, by the names that IAM has for them: all of them only read. */
export const READ_ACTIONS = ['cloudformation:DescribeStacks', 'cloudformation:ListStackResources', 'lambda:GetFunctionConfiguration', 'apigateway:GET'] as const;

const PACKAGES = ['@aws-sdk/client-cloudformation', '@aws-sdk/client-lambda', '@aws-sdk/client-api-gateway'] as const;

/** A call is not waited for longer than this. */
const CALL_TIMEOUT_MS = 15_000;
const MAX_ATTEMPTS = 3;

/** The packages of the AWS SDK for JavaScript that the project has. */
interface Sdk {
  readonly cloudFormation: typeof CloudFormation;
  readonly lambda: typeof Lambda;
  readonly apiGateway: typeof ApiGateway;
}

export interface AwsCalls {
  /** @throws STACK_NOT_FOUND */
  readonly describeStack: (name: string) => Promise<CloudFormation.Stack>;
  readonly listResources: (stackId: string) => Promise<readonly CloudFormation.StackResourceSummary[]>;
  /** Undefined for a function that is gone. */
  readonly functionConfiguration: (name: string) => Promise<Lambda.FunctionConfiguration | undefined>;
  /** Undefined for a key that is gone. */
  readonly apiKey: (id: string) => Promise<ApiGateway.ApiKey | undefined>;
}

/** The account and region that are read. */
export interface AwsPlace {
  /** @default - the AWS SDK's default chain: AWS_PROFILE, variables, the default profile */
  readonly profile?: string | undefined;
  /** @default - that of the profile or of AWS_REGION */
  readonly region?: string | undefined;
}

/** Loads the project's own AWS SDK: synthgate has none. @throws STACK_SDK_MISSING */
export function loadSdk(directory: string): Sdk {
  const require = createRequire(path.join(directory, 'package.json'));
  const missing = PACKAGES.filter((name) => !isInstalled(require, name));
  if (missing.length > 0) throw new GatewayError('STACK_SDK_MISSING', { packages: missing.join(' ') });
  const [cloudFormation, lambda, apiGateway] = PACKAGES;
  // the exports of the packages of these names
  return {
    cloudFormation: require(cloudFormation) as typeof CloudFormation,
    lambda: require(lambda) as typeof Lambda,
    apiGateway: require(apiGateway) as typeof ApiGateway,
  };
}

function isInstalled(require: NodeJS.Require, name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** The calls of an account and region. Each of them throws STACK_ACCESS_DENIED, STACK_NOT_REACHABLE or STACK_NOT_READ if it fails. */
export function awsCalls(sdk: Sdk, { profile, region }: AwsPlace): AwsCalls {
  const settings = {
    maxAttempts: MAX_ATTEMPTS,
    ...(region === undefined ? {} : { region }),
    ...(profile === undefined ? {} : { profile, credentials: profileCredentials(profile, Date.now) }),
  };
  const cloudFormation = new sdk.cloudFormation.CloudFormationClient(settings);
  const lambda = new sdk.lambda.LambdaClient(settings);
  const apiGateway = new sdk.apiGateway.APIGatewayClient(settings);
  return {
    describeStack: async (name) => {
      const command = new sdk.cloudFormation.DescribeStacksCommand({ StackName: name });
      const { Stacks: [stack] = [] } = await calling('cloudformation:DescribeStacks', (options) => cloudFormation.send(command, options), name);
      if (stack === undefined) throw new GatewayError('STACK_NOT_FOUND', { name, reason: 'CloudFormation lists none' });
      return stack;
    },
    listResources: (stackId) => listAll(async (token) => {
      const page = token === undefined ? {} : { NextToken: token };
      const command = new sdk.cloudFormation.ListStackResourcesCommand({ StackName: stackId, ...page });
      return calling('cloudformation:ListStackResources', (options) => cloudFormation.send(command, options));
    }),
    functionConfiguration: (name) => orGone(calling('lambda:GetFunctionConfiguration', (options) =>
      lambda.send(new sdk.lambda.GetFunctionConfigurationCommand({ FunctionName: name }), options))),
    apiKey: (id) => orGone(calling('apigateway:GET', (options) =>
      apiGateway.send(new sdk.apiGateway.GetApiKeyCommand({ apiKey: id, includeValue: true }), options))),
  };
}

async function listAll(
  page: (token: string | undefined) => Promise<CloudFormation.ListStackResourcesCommandOutput>,
): Promise<readonly CloudFormation.StackResourceSummary[]> {
  const all: CloudFormation.StackResourceSummary[] = [];
  let token: string | undefined;
  do {
    const { StackResourceSummaries: resources = [], NextToken: next } = await page(token);
    all.push(...resources);
    token = next;
  } while (token !== undefined);
  return all;
}

async function calling<Result>(
  action: string, send: (options: { readonly abortSignal: AbortSignal }) => Promise<Result>, stack?: string,
): Promise<Result> {
  try {
    return await send({ abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
  } catch (cause) {
    throw failureOf(action, cause, stack);
  }
}

async function orGone<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

const DENIED = /^(?:AccessDenied|UnauthorizedOperation|Forbidden)/;
/** Errors of sockets and of name servers, and calls that took too long. Providers of credentials have them in their messages only. */
const UNREACHABLE = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ENETDOWN|EHOSTUNREACH|EHOSTDOWN|ETIMEDOUT|EPIPE|TimeoutError|AbortError)\b/;
const NOT_FOUND = /^(?:ResourceNotFoundException|NotFoundException)$/;
/** Causes are followed only so far: they might form a circle. */
const MAX_CAUSES = 5;

/** Returns the coded error for a call that failed. @param stack - the stack that was asked for by name */
function failureOf(action: string, cause: unknown, stack?: string): GatewayError {
  if (GatewayError.isGatewayError(cause)) return cause;
  const [name, reason] = [nameOf(cause), messageOf(cause).split('\n')[0] ?? ''];
  if (stack !== undefined && name === 'ValidationError' && reason.includes('does not exist')) {
    return new GatewayError('STACK_NOT_FOUND', { name: stack, reason }, { cause });
  }
  if (DENIED.test(name)) return new GatewayError('STACK_ACCESS_DENIED', { action, reason }, { cause });
  if (causesOf(cause).some((error) => UNREACHABLE.test(`${codeOf(error)} ${nameOf(error)} ${messageOf(error)}`))) {
    return new GatewayError('STACK_NOT_REACHABLE', { action, reason }, { cause });
  }
  return new GatewayError('STACK_NOT_READ', { action, reason: `${name}: ${reason}` }, { cause });
}

/** Whether a call failed because what it reads is gone: it was removed by hand. */
function isGone(error: unknown): boolean {
  return GatewayError.isGatewayError(error) && NOT_FOUND.test(nameOf(error.cause));
}

/** An error, its causes, and those that an AggregateError of several addresses has. */
function causesOf(error: unknown, depth = 0): unknown[] {
  if (typeof error !== 'object' || error === null || depth > MAX_CAUSES) return [];
  const inner: unknown[] = ['cause' in error ? error.cause : undefined, 'errors' in error ? error.errors : undefined].flat();
  return [error, ...inner.flatMap((cause) => causesOf(cause, depth + 1))];
}

function nameOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';
}
