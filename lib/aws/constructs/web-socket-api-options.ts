import type { aws_apigatewayv2 as v2, aws_logs as logs, RemovalPolicy } from 'aws-cdk-lib';

/** Options for rendering a WebSocket API for AWS. */
export interface WebSocketApiTargetOptions {
  /**
   * The types of addresses that can reach the API.
   * @default - IPv4
   */
  readonly ipAddressType?: v2.IpAddressType;

  /**
   * Whether AWS skips the check of models when they are deployed.
   * @default false
   */
  readonly disableSchemaValidation?: boolean;

  /**
   * Whether it is an error instead of a warning if AWS cannot do something as declared. The context value `synthgate:strict`
   * sets this for the whole app.
   * @default false
   */
  readonly strict?: boolean;

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
}
