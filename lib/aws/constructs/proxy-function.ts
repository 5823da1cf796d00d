import type {
  Duration, RemovalPolicy, ResourceEnvironment, Stack, aws_cloudwatch as cloudwatch, aws_ec2 as ec2, aws_iam as iam,
  aws_lambda as lambda, aws_logs as logs, aws_sns as sns, aws_sqs as sqs,
} from 'aws-cdk-lib';
import type { Construct, Node } from 'constructs';
import { ProxyFunction as DeclaredFunction, type IProxyFunction } from '../../constructs';
import { acceptOptions, acceptProps, checkProps, checkStruct, type PropsClass, type StructName } from '../../props';
import { declaredProps } from './declared-props';
import { layersOf, variablesHere } from './deployed-function';
import { ExistingFunction } from './existing-function';
import type { ExistingFunctionOptions } from './existing-function-options';
import type { ProxyFunctionProps } from './proxy-function-props';
import { defaultRuntime } from './runtime-name';
import { renderFunction } from '../render/function';
import { inStack, lambdaDestination, runBy } from '../render/functions-of-stack';

/**
 * A function in a CDK stack, in place of NodejsFunction: the local gateway runs it, and on AWS Lambda does. It deploys what
 * NodejsFunction deploys, and everything of aws-cdk-lib takes it as a Lambda function.
 * @example
 * const notes = new ProxyFunction(this, 'Notes', { entry: 'src/notes.ts', environment: { TABLE: table.tableName } });
 * table.grantReadData(notes);
 */
export class ProxyFunction extends DeclaredFunction implements lambda.IFunction {
  /** @internal */
  public static override readonly _props: StructName = 'aws.ProxyFunctionProps';

  /** @internal */
  public static override readonly _declares: PropsClass = DeclaredFunction;

  /**
   * Declares the code that runs locally in place of an existing CDK function. Methods and authorizers are bound to that function
   * unchanged, and the API may invoke it. Without options, the result is the same as binding a method or authorizer to the function
   * itself: the local gateway runs its code if that is a directory of the cloud assembly or inline, in a language that runs here, and
   * answers calls of other functions with 501 and the reason.
   * @param existing - a Function, NodejsFunction, Alias, Version, or one of `Function.fromFunctionArn`
   * @throws FUNCTION_UNAVAILABLE by local calls without code
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

  public readonly role?: iam.IRole;
  public readonly tenancyConfig?: lambda.TenancyConfig;

  /** Declares a function. */
  public constructor(scope: Construct, id: string, props: ProxyFunctionProps = {}) {
    const checked = checkProps(new.target, props);
    const runtime = checked.value.runtime ?? defaultRuntime(scope);
    const declared = declaredProps(checked.value, { runtime, id });
    super(scope, id, declared);
    props = acceptProps(this, new.target, checked);
    this.lambdaFunction = renderFunction(inStack(this), { ...props, runtime, onFailure: lambdaDestination(props.onFailure) });
    this.role = this.lambdaFunction.role;
    this.tenancyConfig = this.lambdaFunction.tenancyConfig;
    runBy(this, this.lambdaFunction);
    this.node.defaultChild = this.lambdaFunction.node.defaultChild;
  }

  /** @internal */
  public override get _layers(): ReturnType<typeof layersOf> {
    return layersOf(this.lambdaFunction);
  }

  /** The function's name on AWS. */
  public override get functionName(): string {
    return this.lambdaFunction.functionName;
  }

  /** Variables about Lambda's process stay there: the gateway starts its own. @internal */
  public override _toSpec(): ReturnType<DeclaredFunction['_toSpec']> {
    const { environment = {}, ...spec } = super._toSpec();
    return { ...spec, environment: variablesHere(environment) };
  }

  public override addEnvironment(key: string, value: string): ProxyFunction {
    this.lambdaFunction.addEnvironment(key, value);
    super.addEnvironment(key, value);
    return this;
  }

  public get stack(): Stack {
    return this.lambdaFunction.stack;
  }

  public get env(): ResourceEnvironment {
    return this.lambdaFunction.env;
  }

  public get functionArn(): string {
    return this.lambdaFunction.functionArn;
  }

  public get functionRef(): lambda.FunctionReference {
    return this.lambdaFunction.functionRef;
  }

  public get grantPrincipal(): iam.IPrincipal {
    return this.lambdaFunction.grantPrincipal;
  }

  public get connections(): ec2.Connections {
    return this.lambdaFunction.connections;
  }

  public get isBoundToVpc(): boolean {
    return this.lambdaFunction.isBoundToVpc;
  }

  public get latestVersion(): lambda.IVersion {
    return this.lambdaFunction.latestVersion;
  }

  public get currentVersion(): lambda.Version {
    return this.lambdaFunction.currentVersion;
  }

  public get permissionsNode(): Node {
    return this.lambdaFunction.permissionsNode;
  }

  public get architecture(): lambda.Architecture {
    return this.lambdaFunction.architecture;
  }

  public get runtime(): lambda.Runtime {
    return this.lambdaFunction.runtime;
  }

  public get timeout(): Duration | undefined {
    return this.lambdaFunction.timeout;
  }

  public get deadLetterQueue(): sqs.IQueue | undefined {
    return this.lambdaFunction.deadLetterQueue;
  }

  public get deadLetterTopic(): sns.ITopic | undefined {
    return this.lambdaFunction.deadLetterTopic;
  }

  public get logGroup(): logs.ILogGroup {
    return this.lambdaFunction.logGroup;
  }

  public get resourceArnsForGrantInvoke(): string[] {
    return this.lambdaFunction.resourceArnsForGrantInvoke;
  }

  public addEventSource(source: lambda.IEventSource): void {
    this.lambdaFunction.addEventSource(source);
  }

  public addEventSourceMapping(id: string, options: lambda.EventSourceMappingOptions): lambda.EventSourceMapping {
    return this.lambdaFunction.addEventSourceMapping(id, options);
  }

  public addPermission(id: string, permission: lambda.Permission): void {
    this.lambdaFunction.addPermission(id, permission);
  }

  public addToRolePolicy(statement: iam.PolicyStatement): void {
    this.lambdaFunction.addToRolePolicy(statement);
  }

  public addAlias(aliasName: string, options?: lambda.AliasOptions): lambda.Alias {
    return this.lambdaFunction.addAlias(aliasName, options);
  }

  public addLayers(...layers: lambda.ILayerVersion[]): void {
    this.lambdaFunction.addLayers(...layers);
  }

  public addFunctionUrl(options?: lambda.FunctionUrlOptions): lambda.FunctionUrl {
    return this.lambdaFunction.addFunctionUrl(options);
  }

  public applyRemovalPolicy(policy: RemovalPolicy): void {
    this.lambdaFunction.applyRemovalPolicy(policy);
  }

  public configureAsyncInvoke(options: lambda.EventInvokeConfigOptions): void {
    this.lambdaFunction.configureAsyncInvoke(options);
  }

  public invalidateVersionBasedOn(x: string): void {
    this.lambdaFunction.invalidateVersionBasedOn(x);
  }

  public considerWarningOnInvokeFunctionPermissions(scope: Construct, action: string): void {
    this.lambdaFunction.considerWarningOnInvokeFunctionPermissions(scope, action);
  }

  public grantInvoke(grantee: iam.IGrantable): iam.Grant {
    return this.lambdaFunction.grantInvoke(grantee);
  }

  public grantInvokeLatestVersion(grantee: iam.IGrantable): iam.Grant {
    return this.lambdaFunction.grantInvokeLatestVersion(grantee);
  }

  public grantInvokeVersion(grantee: iam.IGrantable, version: lambda.IVersion): iam.Grant {
    return this.lambdaFunction.grantInvokeVersion(grantee, version);
  }

  public grantInvokeUrl(grantee: iam.IGrantable): iam.Grant {
    return this.lambdaFunction.grantInvokeUrl(grantee);
  }

  public grantInvokeCompositePrincipal(compositePrincipal: iam.CompositePrincipal): iam.Grant[] {
    return this.lambdaFunction.grantInvokeCompositePrincipal(compositePrincipal);
  }

  public metric(metricName: string, props?: cloudwatch.MetricOptions): cloudwatch.Metric {
    return this.lambdaFunction.metric(metricName, props);
  }

  public metricDuration(props?: cloudwatch.MetricOptions): cloudwatch.Metric {
    return this.lambdaFunction.metricDuration(props);
  }

  public metricErrors(props?: cloudwatch.MetricOptions): cloudwatch.Metric {
    return this.lambdaFunction.metricErrors(props);
  }

  public metricInvocations(props?: cloudwatch.MetricOptions): cloudwatch.Metric {
    return this.lambdaFunction.metricInvocations(props);
  }

  public metricThrottles(props?: cloudwatch.MetricOptions): cloudwatch.Metric {
    return this.lambdaFunction.metricThrottles(props);
  }
}
