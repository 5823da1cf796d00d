import type { aws_iam as iam, aws_lambda as lambda } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ProxyFunction as DeclaredFunction, type ProxyFunctionProps as DeclaredFunctionProps } from '../constructs';
import type { LambdaOptions } from './lambda-options';
import { renderFunction } from './render-function';
import { failureHandlerOf, inStack, runBy } from './rendered-functions';

/** Settings of a function that AWS runs. */
export interface ProxyFunctionProps extends DeclaredFunctionProps, LambdaOptions {}

/**
 * A function in a stack of aws-cdk-lib: the bundled runtime runs it here, Lambda there. Its role may write its own log and
 * nothing else; grants add to it.
 * @example
 * const notes = new ProxyFunction(this, 'Notes', { entry: 'src/notes.ts', environment: { TABLE: table.tableName } });
 * table.grantReadData(notes);
 */
export class ProxyFunction extends DeclaredFunction implements iam.IGrantable {
  /** The function of Lambda. */
  public readonly lambdaFunction: lambda.Function;

  /** Declares a function. */
  public constructor(scope: Construct, id: string, props: ProxyFunctionProps) {
    super(scope, id, props);
    this.lambdaFunction = renderFunction(inStack(this), { ...props, failureHandler: failureHandlerOf(this) });
    runBy(this, this.lambdaFunction);
  }

  public get grantPrincipal(): iam.IPrincipal {
    return this.lambdaFunction.grantPrincipal;
  }

  /** Lets somebody invoke the function itself, past the API. */
  public grantInvoke(grantee: iam.IGrantable): iam.Grant {
    return this.lambdaFunction.grantInvoke(grantee);
  }

  public override addEnvironment(key: string, value: string): DeclaredFunction {
    this.lambdaFunction.addEnvironment(key, value);
    return super.addEnvironment(key, value);
  }
}
