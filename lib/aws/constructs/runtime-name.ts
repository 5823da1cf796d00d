import type { aws_lambda as lambda } from 'aws-cdk-lib';
import { FUNCTION_RUNTIMES, type FunctionRuntimeName } from '../../spec';

/** The runtime of a function that declares none. */
export const DEFAULT_RUNTIME: FunctionRuntimeName = 'nodejs24.x';

/** Node.js runtimes older than those of the spec: their rules are the same as those of the oldest one. */
const OLDER = /^nodejs(?:1\d|8|6|4)\./;

/** The runtime that a Lambda function is declared with. */
export function runtimeNameOf(runtime: lambda.Runtime | undefined): FunctionRuntimeName | undefined {
  return runtime === undefined ? DEFAULT_RUNTIME : runtimeNamed(runtime.name);
}

/** The spec's runtime by Lambda's name; undefined for runtimes other than Node.js, and for a name that is a token. */
export function runtimeNamed(name: string): FunctionRuntimeName | undefined {
  return OLDER.test(name) ? 'nodejs20.x' : FUNCTION_RUNTIMES.find((known) => known === name);
}
