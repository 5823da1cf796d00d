import type { ApiKeySourceType, ApiQuotas, EndpointType, JsonBodyValidation, VendorNames } from './api-settings';
import type { CompressionOptions } from './compression';
import type { ResourceOptions } from './resource-options';
import type { StageOptions } from './stage';

/** Settings of an API. */
export interface ApiProps extends ResourceOptions, CompressionOptions {
  /**
   * Name of the API in messages and file names.
   * @default - the construct id
   */
  readonly apiName?: string;

  /**
   * Identifies the API: lower-case letters and digits, at most 64.
   * @default - derived from the construct path
   */
  readonly apiId?: string;

  /**
   * A description for humans.
   * @default - none
   */
  readonly description?: string;

  /**
   * Where clients reach the API.
   * @default EndpointType.EDGE
   */
  readonly endpointType?: EndpointType;

  /**
   * Where requests carry their API key.
   * @default ApiKeySourceType.HEADER
   */
  readonly apiKeySourceType?: ApiKeySourceType;

  /**
   * Media types with binary payloads; wildcards are allowed after or on both sides of the slash.
   * @default - every payload is text
   */
  readonly binaryMediaTypes?: string[];

  /**
   * Account quotas that AWS raised for you.
   * @default - AWS's own
   */
  readonly quotas?: ApiQuotas;

  /**
   * The resource policy, as JSON or as a document of `aws-cdk-lib/aws-iam`: who may call the API, and from where. Conditions that
   * cannot be evaluated are rejected.
   * @default - everybody may call the API, subject to the authorization of its methods
   */
  readonly policy?: unknown;

  /**
   * How to handle a POST to a function whose `application/json` body is not JSON.
   * @default - JsonBodyValidation.ALWAYS for `Api` of `synthgate`, JsonBodyValidation.AWS for `Api` of `synthgate/aws`
   */
  readonly jsonBodyValidation?: JsonBodyValidation;

  /**
   * The vendor's names inside header and field names.
   * @default - AWS's
   */
  readonly vendor?: VendorNames;

  /**
   * Whether errors raised by the gateway itself carry the CORS headers of `defaultCorsPreflightOptions`, through its
   * DEFAULT_4XX and DEFAULT_5XX gateway responses. Gateway responses can name one origin only.
   * @default false
   */
  readonly corsOnGatewayErrors?: boolean;

  /**
   * Whether to create a deployment and a stage.
   * @default true
   */
  readonly deploy?: boolean;

  /**
   * Settings of the stage created by `deploy`.
   * @default - the stage `prod` without variables
   */
  readonly deployOptions?: StageOptions;
}
