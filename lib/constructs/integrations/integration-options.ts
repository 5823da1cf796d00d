import type { IDuration } from '../duration';
import type { ContentHandling, IntegrationResponse, PassthroughBehavior } from './integration-response';

/** The cache key of an integration's responses. */
export interface CacheKeyOptions {
  /**
   * Parameters in the cache key, in addition to the path: `method.request.{header|querystring|path}.<name>`
   * or `integration.request.{header|querystring|path}.<name>`, declared on the method or mapped by the integration.
   * @default - only the path
   */
  readonly cacheKeyParameters?: string[];

  /**
   * Resources with the same namespace share cached responses; only `cacheKeyParameters` distinguish these.
   * @default - each resource has its own
   */
  readonly cacheNamespace?: string;
}

/** A VPC link, such as those of `aws-cdk-lib/aws-apigateway`. */
export interface IVpcLink {
  /** Its id. */
  readonly vpcLinkId: string;
}

/** How a response is returned. */
export enum ResponseTransferMode {
  /** In one piece, once it is complete. */
  BUFFERED = 'BUFFERED',
  /** As it is produced: streaming handlers and backends, for up to 15 minutes, without caching or compression. */
  STREAM = 'STREAM',
}

/** The common settings of integrations with a backend. */
export interface BackendOptions extends CacheKeyOptions {
  /**
   * The time limit of a call: 50 ms to 29 s; up to 300 s with a REGIONAL or PRIVATE endpoint; up to 15 minutes with
   * `ResponseTransferMode.STREAM`.
   * @default Duration.seconds(29)
   */
  readonly timeout?: IDuration;

  /**
   * ARN of the role with which API Gateway calls the backend, or `arn:aws:iam::*:user/*` for the caller's credentials. Locally it has
   * no effect.
   * @default - none; functions permit the API to call them
   */
  readonly credentials?: string;
}

/** The common settings of proxy integrations. */
export interface ProxyIntegrationOptions extends BackendOptions {
  /**
   * How the response is returned.
   * @default ResponseTransferMode.BUFFERED
   */
  readonly responseTransferMode?: ResponseTransferMode;
}

/** The common settings of mapped integrations. */
export interface IntegrationOptions extends BackendOptions {
  /**
   * The integration responses: statuses, headers and templates. What is named here need not be declared in
   * `methodResponses` as well.
   * @default - one, with status 200 and the unchanged body
   */
  readonly integrationResponses?: IntegrationResponse[];

  /**
   * `integration.request.{header|querystring|path}.<name>` to `method.request.…`, `context.<name>`,
   * `stageVariables.<name>` or a constant in single quotes.
   * @default - none
   */
  readonly requestParameters?: Record<string, string>;

  /**
   * Mapping templates by media type.
   * @default - the body passes unchanged
   */
  readonly requestTemplates?: Record<string, string>;

  /**
   * How to handle a request body without a template for its media type.
   * @default PassthroughBehavior.WHEN_NO_MATCH
   */
  readonly passthroughBehavior?: PassthroughBehavior;

  /**
   * How the request body is converted.
   * @default - no conversion
   */
  readonly contentHandling?: ContentHandling;
}
