import type { aws_lambda as lambda } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { runsHere, type FunctionRuntimeName, type RuntimeName } from '../../spec';
import { awsCdk } from '../aws-cdk';

/** The runtime of a function that declares none. */
export const DEFAULT_RUNTIME: FunctionRuntimeName = 'nodejs24.x';

/** Node.js runtimes older than any of the spec's. They follow the rules of the oldest one. */
const OLDER = /^nodejs(?:1\d|8|6|4)\./;

/**
 * The runtime of a function that declares none: NodejsFunction's in an app with its feature flag. Without the flag NodejsFunction
 * chooses Node.js 16, for which Lambda no longer creates functions.
 */
export function defaultRuntime(scope: Construct): lambda.Runtime {
  const { aws_lambda: { Runtime }, FeatureFlags } = awsCdk();
  return FeatureFlags.of(scope).isEnabled('@aws-cdk/aws-lambda-nodejs:useLatestRuntimeVersion') === true ? Runtime.NODEJS_LATEST : Runtime.NODEJS_24_X;
}

/** The spec's runtime by Lambda's name; undefined for runtimes that do not run here, and for a name that is a token. */
export function runtimeNamed(name: string): RuntimeName | undefined {
  if (OLDER.test(name)) return 'nodejs20.x';
  return runsHere(name) ? name : undefined;
}
