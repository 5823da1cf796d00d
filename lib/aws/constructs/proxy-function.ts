import type { aws_iam as iam, aws_lambda as lambda } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ProxyFunction as DeclaredFunction, type FunctionProps, type IProxyFunction } from '../../constructs';
import { acceptOptions, acceptProps, checkProps, checkStruct, type StructName } from '../../props';
import { variablesHere } from './deployed-function';
import { ExistingFunction } from './existing-function';
import type { ExistingFunctionOptions } from './existing-function-options';
import type { LambdaOptions } from './lambda-options';
import { defaultRuntime, runtimeNamed } from './runtime-name';
import { renderFunction } from '../render/function';
import { failureHandlerOf, inStack, runBy } from '../render/functions-of-stack';

/** Settings of a function that AWS runs. */
export interface ProxyFunctionProps extends FunctionProps, LambdaOptions {}

/**
 * A function in a CDK stack, in place of NodejsFunction: the local gateway runs it, and on AWS Lambda does. It deploys what
 * NodejsFunction deploys.
 * @example
 * const notes = new ProxyFunction(this, 'Notes', { entry: 'src/notes.ts', environment: { TABLE: table.tableName } });
 * table.grantReadData(notes);
 */
export class ProxyFunction extends DeclaredFunction implements iam.IGrantable {
  /** @internal */
  public static override readonly _props: StructName = 'aws.ProxyFunctionProps';

  /**
   * References an existing CDK function, created in this app or imported: methods and authorizers are bound to it unchanged, and
   * the API may invoke it. The local gateway runs its code if that is JavaScript in the cloud assembly or inline, otherwise the
   * given stand-in; without one, calls are answered with 503 and a log entry that names the construct.
   * @param existing - a Function, NodejsFunction, Alias, Version, or one of `Function.fromFunctionArn`
   * @throws FUNCTION_EXTERNAL by local calls without a stand-in
   * @example
   * const legacy = lambda.Function.fromFunctionArn(this, 'LegacyFn', 'arn:aws:lambda:eu-west-1:123456789012:function:legacy');
   * api.root.addMethod('GET', ProxyFunction.fromFunction(this, 'Legacy', legacy, { entry: 'test/legacy-stand-in.ts' }));
   */
  // eslint-disable-next-line max-params -- as CDK's own `fromXxx` take what they refer to
  public static fromFunction(
    scope: Construct, id: string, existing: lambda.IFunction, options: ExistingFunctionOptions = {},
  ): IProxyFunction {
    const checked = checkStruct('aws.ExistingFunctionOptions', options);
    const fn = new ExistingFunction(scope, id, { ...checked.value, existing });
    acceptOptions(fn, checked);
    return fn;
  }

  /** The Lambda function. */
  public readonly lambdaFunction: lambda.Function;

  /** Declares a function. */
  public constructor(scope: Construct, id: string, props: ProxyFunctionProps) {
    const checked = checkProps(new.target, props);
    const runtime = checked.value.runtime ?? defaultRuntime(scope);
    super(scope, id, declaredProps(checked.value, runtime));
    props = acceptProps(this, new.target, checked);
    this.lambdaFunction = renderFunction(inStack(this), { ...props, runtime, failureHandler: failureHandlerOf(this) });
    runBy(this, this.lambdaFunction);
  }

  public get grantPrincipal(): iam.IPrincipal {
    return this.lambdaFunction.grantPrincipal;
  }

  /** Permits a grantee to invoke the function directly, not through the API. */
  public grantInvoke(grantee: iam.IGrantable): iam.Grant {
    return this.lambdaFunction.grantInvoke(grantee);
  }

  /**
   * Variables about Lambda's process stay there: the gateway starts its own.
   * @internal
   */
  public override _toSpec(): ReturnType<DeclaredFunction['_toSpec']> {
    const { environment = {}, ...spec } = super._toSpec();
    return { ...spec, environment: variablesHere(environment) };
  }

  public override addEnvironment(key: string, value: string): DeclaredFunction {
    this.lambdaFunction.addEnvironment(key, value);
    return super.addEnvironment(key, value);
  }
}

/** The local gateway follows the rules of the runtime that Lambda uses. */
function declaredProps({ runtime: _, ...props }: ProxyFunctionProps, runtime: lambda.Runtime): FunctionProps {
  return { ...props, _runtime: runtimeNamed(runtime.name) };
}
