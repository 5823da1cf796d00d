import type { aws_apigateway as apigateway, aws_ec2 as ec2, aws_logs as logs, RemovalPolicy } from 'aws-cdk-lib';

/** Scope of the permission that lets the API invoke its functions. */
export enum PermissionScope {
  /** One permission for each function: every method of the API may invoke it. */
  API = 'api',
  /** Permissions for each method: on each stage, and on the one of the console's test. */
  METHOD = 'method',
}

/** How the definition is rendered in the template. */
export enum TemplateFormat {
  /** A resource for each path, method, model and so on, with the logical ids that `RestApi` gives them. */
  RESOURCES = 'resources',
  /**
   * One OpenAPI document in the API itself: one resource, however many methods there are. For new APIs; one that was deployed
   * as resources should stay that way.
   */
  OPENAPI_BODY = 'openapi-body',
}

/** Options for rendering an API for AWS. */
export interface AwsTargetOptions {
  /**
   * Scope of the permissions that let the API invoke its functions.
   * @default - PermissionScope.API for AwsTarget. For `Api` of `synthgate/aws` PermissionScope.METHOD, as with RestApi, unless the stack
   * would have more than 500 resources
   */
  readonly scopePermissions?: PermissionScope;

  /** Whether the default scope of permissions is RestApi's. @internal */
  readonly _scopesPermissions?: boolean;

  /**
   * How the definition is rendered in the template. Decide once: a deployed API should keep its format. Without this option there
   * is a warning if the definition has 240 resources or more, or the stack 400 of the 500 that it may have.
   * @default - RESOURCES for a definition of up to 300 resources, OPENAPI_BODY above
   */
  readonly templateFormat?: TemplateFormat;

  /**
   * Whether deployments stay on AWS when the template no longer has them.
   * @default false
   */
  readonly retainDeployments?: boolean;

  /**
   * Whether it is an error instead of a warning if AWS cannot do something as declared. The context value `synthgate:strict`
   * sets this for the whole app.
   * @default false
   */
  readonly strict?: boolean;

  /**
   * Whether to create the role with which API Gateway writes logs. There is one per account and region, so it applies to all
   * other APIs as well.
   * @default - for `Api` of `synthgate/aws` as RestApi: true unless the app has the flag
   * `@aws-cdk/aws-apigateway:disableCloudWatchRole`; false for AwsTarget
   */
  readonly cloudWatchRole?: boolean;

  /** The removal policy of that role. @internal */
  readonly _cloudWatchRoleRemovalPolicy?: RemovalPolicy;

  /**
   * How long to keep access logs in a log group that is created for the stage.
   * @default RetentionDays.ONE_MONTH
   */
  readonly accessLogRetention?: logs.RetentionDays;

  /**
   * The removal policy of that log group, applied when the stage is removed.
   * @default RemovalPolicy.RETAIN
   */
  readonly removalPolicy?: RemovalPolicy;

  /**
   * Whether to disable the `execute-api` endpoint, so that clients must use a domain name.
   * @default false
   */
  readonly disableExecuteApiEndpoint?: boolean;

  /**
   * VPC endpoints through which a PRIVATE API is reached.
   * @default - none
   */
  readonly vpcEndpoints?: ec2.IVpcEndpoint[];

  /**
   * Whether X-Ray traces requests, on all stages.
   * @default false
   */
  readonly tracingEnabled?: boolean;

  /**
   * A domain name for the deployment stage; see `addDomainName`.
   * @default - none
   */
  readonly domainName?: apigateway.DomainNameOptions;

  /**
   * An existing API that gets the declared resources; see `Api.fromApiAttributes`.
   * @default - the API is created
   */
  readonly existingApi?: ApiAttributes;
}

/** Attributes of an existing API. */
export interface ApiAttributes {
  /** Id of the API. */
  readonly restApiId: string;

  /** Id of its resource `/`. */
  readonly rootResourceId: string;
}
