import type { aws_apigateway as apigateway, aws_ec2 as ec2, aws_logs as logs, RemovalPolicy } from 'aws-cdk-lib';

/** How far the permission reaches by which the API invokes its functions. */
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
   * One OpenAPI document in the API itself: one resource, however many methods there are. For an API that is new: one that was
   * deployed as resources should stay so.
   */
  OPENAPI_BODY = 'openapi-body',
}

/** How an API is rendered for AWS. */
export interface AwsTargetOptions {
  /**
   * How far the permission reaches by which the API invokes its functions.
   * @default - PermissionScope.API for AwsTarget. For `Api` of `synthgate/aws` PermissionScope.METHOD, as with RestApi, unless the stack
   * would have more than 500 resources
   */
  readonly scopePermissions?: PermissionScope;

  /**
   * Whether permissions are those of RestApi unless the app says otherwise.
   * @internal
   */
  readonly _scopesPermissions?: boolean;

  /**
   * How the definition is rendered in the template. Decide it once: an API that is deployed should keep what it has. If not set,
   * there is a warning from 240 resources of the definition on, and from 400 of the 500 on that a stack may have.
   * @default - RESOURCES for a definition of up to 300 resources, OPENAPI_BODY above
   */
  readonly templateFormat?: TemplateFormat;

  /**
   * Whether deployments stay on AWS when the template no longer has them.
   * @default false
   */
  readonly retainDeployments?: boolean;

  /**
   * Whether what AWS cannot do as declared is an error instead of a warning. The context value `synthgate:strict` says
   * the same for the whole app.
   * @default false
   */
  readonly strict?: boolean;

  /**
   * Whether the account gets a role by which API Gateway writes logs. There is one for an account and region: an API that
   * makes it decides for all others.
   * @default - for `Api` of `synthgate/aws` as RestApi: true unless the app has the flag
   * `@aws-cdk/aws-apigateway:disableCloudWatchRole`; false for AwsTarget
   */
  readonly cloudWatchRole?: boolean;

  /**
   * How long access logs are kept that go to a log group of the stage's own.
   * @default RetentionDays.ONE_MONTH
   */
  readonly accessLogRetention?: logs.RetentionDays;

  /**
   * What becomes of that log group when the stage is removed.
   * @default RemovalPolicy.RETAIN
   */
  readonly removalPolicy?: RemovalPolicy;

  /**
   * Whether the address at `execute-api` is turned off, so that clients must use a domain name.
   * @default false
   */
  readonly disableExecuteApiEndpoint?: boolean;

  /**
   * Endpoints of a network through which a PRIVATE API is reached.
   * @default - none
   */
  readonly vpcEndpoints?: ec2.IVpcEndpoint[];

  /**
   * Whether requests are traced by X-Ray, on all stages.
   * @default false
   */
  readonly tracingEnabled?: boolean;

  /**
   * A domain name for the deployment stage; see `addDomainName`.
   * @default - none
   */
  readonly domainName?: apigateway.DomainNameOptions;

  /**
   * An API that exists already and gets the declared resources; see `Api.fromApiAttributes`.
   * @default - the API is made
   */
  readonly existingApi?: ApiAttributes;
}

/** What is known about an API that exists. */
export interface ApiAttributes {
  /** Id of the API. */
  readonly restApiId: string;

  /** Id of its resource `/`. */
  readonly rootResourceId: string;
}
