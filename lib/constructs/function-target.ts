import { Construct, type IConstruct } from 'constructs';
import { checkArgument, throwProblems } from '../props';
import { nameOf } from './construct-name';

/** A function that something calls: one of this library or, in an Api of `synthgate/aws`, any of aws-cdk-lib. */
export interface IFunctionTarget {
  /**
   * Name of the function in the spec, or a text with `${stageVariables.<name>}` that resolves to one on each stage; with
   * `synthgate/aws` its name on AWS.
   */
  readonly functionName: string;

  /** Name of the function in the spec, if it differs. @internal */
  readonly _specName?: string;
}

/** A Lambda function of aws-cdk-lib, or an alias or version of one. */
export type LambdaFunction = IFunctionTarget & IConstruct;

/** Whether a function is one of aws-cdk-lib; told by members, because another copy of the package has other classes. */
export function isLambdaFunction(value: object): value is LambdaFunction {
  return !('_specName' in value) && 'functionArn' in value && 'grantInvoke' in value && Construct.isConstruct(value);
}

/** The name of a function in the spec, or a text with stage variables. A Lambda function is named after its construct. */
export function specNameOf(target: IFunctionTarget): string {
  return isLambdaFunction(target) ? nameOf(target) : target._specName ?? target.functionName;
}

/**
 * The handler, if it is a function.
 * @param subject - what is being declared, for messages
 * @throws DEFINITION_INVALID
 */
export function calledFunction(handler: IFunctionTarget, subject: string): IFunctionTarget {
  // from JavaScript, it may be anything
  const isLambda = typeof handler === 'object' && handler !== null && isLambdaFunction(handler);
  if (!isLambda) throwProblems(subject, checkArgument('IProxyFunction', 'handler', handler));
  return handler;
}
