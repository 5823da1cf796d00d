import type { aws_lambda as lambda } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Destination, ProxyFunction } from '../../constructs';
import { GatewayError } from '../../errors';
import { awsCdk } from '../aws-cdk';
import { renderFunction, type RenderOptions } from './function';

const RENDERED = new WeakMap<ProxyFunction, lambda.IFunction>();

/** The other way round. */
const DECLARED = new WeakMap<lambda.IFunction, ProxyFunction>();

/** The Lambda function that a function becomes, created on first use. */
export function lambdaOf(fn: ProxyFunction): lambda.IFunction {
  const rendered = RENDERED.get(fn) ?? renderFunction(inStack(fn), declaredHere(fn));
  RENDERED.set(fn, rendered);
  return rendered;
}

/** The same, if it has been created: during synthesis it is too late. */
export function renderedOf(fn: ProxyFunction): lambda.IFunction | undefined {
  return RENDERED.get(fn);
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

/** The attributes of a Lambda function that an API needs. */
export interface Target extends Pick<lambda.IFunction, 'functionArn' | 'functionName' | 'node' | 'env'> {
  readonly lambdaFunction: lambda.IFunction;
  readonly isForeign: boolean;
}

/** A function of synthgate itself has no other settings of Lambda. */
function declaredHere(fn: ProxyFunction): RenderOptions {
  const { deadLetter } = fn._toSpec();
  return { leastPrivilege: true, deadLetter, onFailure: lambdaDestination(fn._onFailure), layers: layersOf(fn) };
}

/** The layers of its directories. */
function layersOf(fn: ProxyFunction): lambda.ILayerVersion[] | undefined {
  const { Code, LayerVersion } = awsCdk().aws_lambda;
  const layers = fn._layers.map(({ directory }, index) => new LayerVersion(fn, `Layer${index + 1}`, { code: Code.fromAsset(directory) }));
  return layers.length === 0 ? undefined : layers;
}

/** Returns the destination that receives the records of failed events on AWS; undefined for a URL. */
export function lambdaDestination(destination: lambda.IDestination | undefined): lambda.IDestination | undefined {
  if (!Destination._isDestination(destination)) return destination;
  const { LambdaDestination } = awsCdk().aws_lambda_destinations;
  return destination._function && new LambdaDestination(lambdaOf(destination._function));
}

/** Records that an existing Lambda function runs a function. */
export function runBy(fn: ProxyFunction, lambdaFunction: lambda.IFunction): void {
  RENDERED.set(fn, lambdaFunction);
  if (fn._source !== undefined) DECLARED.set(lambdaFunction, fn);
}

/** The function that a Lambda function was made for, with its source. */
export function declaredOf(lambdaFunction: lambda.IFunction): ProxyFunction | undefined {
  return ProxyFunction.isProxyFunction(lambdaFunction) ? lambdaFunction : DECLARED.get(lambdaFunction);
}

/** Checks that a construct is in a stack. @throws AWS_STACK_MISSING */
export function inStack<Declared extends Construct>(construct: Declared): Declared {
  const { Stack } = awsCdk();
  if (construct.node.scopes.some((scope) => Stack.isStack(scope))) return construct;
  throw new GatewayError('AWS_STACK_MISSING', {}, { location: construct.node.path });
}
