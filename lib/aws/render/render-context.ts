import type { aws_apigateway as apigateway, aws_lambda as lambda } from 'aws-cdk-lib';
import type { Construct, IConstruct } from 'constructs';
import type { PermissionScope } from '../constructs/api-options';
import type { GatewaySpec, GatewaySpecInput } from '../../spec';

/** A Lambda function behind a name of the spec. */
export interface FunctionTarget {
  readonly functionArn: string;
  readonly functionName: string;
  /** Whether it is in another account, whose owner alone can permit calls. */
  readonly isForeign?: boolean;
  /** The construct, unless nobody declared the function. */
  readonly lambdaFunction?: lambda.IFunction;
}

/** Nodes that have a name on AWS. CloudFormation generates it unless the app sets one. */
export type NamedKind = 'models' | 'requestValidators' | 'authorizers' | 'apiKeys' | 'usagePlans';

/** A key of a usage plan. */
export interface KeyOfPlan {
  readonly name: string;
  /** Logical id of the resource that adds the key. */
  readonly logicalId: string | undefined;
}

/** Everything that an API is rendered from. */
export interface RenderContext {
  /** The lowered spec, with references instead of tokens. */
  readonly spec: GatewaySpec;
  /** SHA-256 of the declared spec: the identity of its deployment. */
  readonly fingerprint: string;
  /** The parent of everything that has no construct of its own. */
  readonly api: Construct;
  readonly restApiId: string;
  readonly rootResourceId: string;
  /** The parent of a node of the spec: the construct that declared it, if it is in the API's stack. */
  readonly scopeOf: (path: readonly string[]) => Construct;
  /** The spec as the constructs declared it, without defaults and derived values. */
  readonly declared: GatewaySpecInput;
  /** A plan's keys in the order in which they were added. */
  readonly keysOfPlan: (plan: string) => readonly KeyOfPlan[];
  /** The name that was given to a model, validator, key or plan; none where it comes from the construct path. */
  readonly givenName: (kind: NamedKind, name: string) => string | undefined;
  /** The VPC link of the method at a location. */
  readonly vpcLinkId: (location: string) => string | undefined;
  readonly functionOf: (name: string) => FunctionTarget | undefined;
  readonly permissions: PermissionScope;
  /** The stage that permissions of single methods are for, if there is one. */
  readonly deploymentStage: string | undefined;
  /** A reference to a stage, which is rendered later. */
  readonly stageRef: (stageName: string) => string;
  /** Whether deployments are retained when the stack no longer has them. */
  readonly retainsDeployments: boolean;
  /** Constructs that were declared as deployments: the rendered deployment has all of their dependencies. */
  readonly deployments: readonly IConstruct[];
  /** Settings of a stage that only AWS has. */
  readonly stageSettings: (stageName: string) => Partial<apigateway.CfnStageProps>;
  /** Destination of an access log that the spec does not send to AWS itself. */
  readonly accessLogGroupArn: (stage: Construct) => string;
}

/** Undefined instead of an empty record, which CloudFormation would show. */
export function filled<Value extends object>(value: Value): Value | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}

/** Undefined instead of the service's default. */
export function unless<Value>(byDefault: Value, value: Value): Value | undefined {
  return value === byDefault ? undefined : value;
}
