import type { aws_lambda as lambda } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { ProxyFunction } from '../../constructs';
import { GatewayError } from '../../errors';
import { awsCdk } from '../aws-cdk';
import { renderFunction } from './function';

/** Lambda functions by the function that was declared. */
const RENDERED = new WeakMap<ProxyFunction, lambda.IFunction>();

/** The Lambda function that a function becomes, created on first use. */
export function lambdaOf(fn: ProxyFunction): lambda.IFunction {
  const rendered = RENDERED.get(fn) ?? renderFunction(inStack(fn), { leastPrivilege: true, failureHandler: failureHandlerOf(fn) });
  RENDERED.set(fn, rendered);
  return rendered;
}

/** The Lambda function as an API calls it. */
export function targetOf(fn: ProxyFunction, api: Construct): Target {
  const { Stack, Token } = awsCdk();
  const lambdaFunction = lambdaOf(fn);
  const { functionArn, functionName, node, env } = lambdaFunction;
  const { account } = Stack.of(api);
  const areKnown = !Token.isUnresolved(account) && !Token.isUnresolved(env.account);
  return { lambdaFunction, functionArn, functionName, node, env, isForeign: areKnown && account !== env.account };
}

/** What an API needs to know about a Lambda function. */
export interface Target extends Pick<lambda.IFunction, 'functionArn' | 'functionName' | 'node' | 'env'> {
  readonly lambdaFunction: lambda.IFunction;
  readonly isForeign: boolean;
}

/** The Lambda function that receives the records of failed events. */
export function failureHandlerOf({ _onFailure }: ProxyFunction): lambda.IFunction | undefined {
  return _onFailure?._function && lambdaOf(_onFailure._function);
}

/** Records that an existing Lambda function runs a function. */
export function runBy(fn: ProxyFunction, lambdaFunction: lambda.IFunction): void {
  RENDERED.set(fn, lambdaFunction);
}

/** Checks that a function is in a stack. @throws AWS_STACK_MISSING */
export function inStack<Declared extends ProxyFunction>(fn: Declared): Declared {
  const { Stack } = awsCdk();
  if (fn.node.scopes.some((scope) => Stack.isStack(scope))) return fn;
  throw new GatewayError('AWS_STACK_MISSING', {}, { location: fn.node.path });
}
