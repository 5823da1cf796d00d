import type { aws_lambda as lambda } from 'aws-cdk-lib';
import { FUNCTION_RUNTIMES, type FunctionRuntimeName } from '../../spec';

/** The runtime of a function of which nothing else is said. */
export const DEFAULT_RUNTIME: FunctionRuntimeName = 'nodejs24.x';

/** What Lambda ran handlers of Node.js by before the oldest runtime that the spec names: the rules are the same. */
const OLDER = /^nodejs(?:1\d|8|6|4)\./;

/** The runtime that a function of Lambda is declared with. */
export function runtimeNameOf(runtime: lambda.Runtime | undefined): FunctionRuntimeName | undefined {
  return runtime === undefined ? DEFAULT_RUNTIME : runtimeNamed(runtime.name);
}

/** The spec's runtime by Lambda's name; undefined for what does not run handlers of Node.js, and for a name that is a token. */
export function runtimeNamed(name: string): FunctionRuntimeName | undefined {
  return OLDER.test(name) ? 'nodejs20.x' : FUNCTION_RUNTIMES.find((known) => known === name);
}
