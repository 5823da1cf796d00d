import type { IDuration } from '../duration';
import type { ContentHandling, IntegrationResponse, PassthroughBehavior } from './integration-response';

/** How cached responses of an integration are told apart. */
export interface CacheKeyOptions {
  /**
   * Parameters whose values tell cached responses apart, besides the path: `method.request.{header|querystring|path}.<name>`
   * or `integration.request.{header|querystring|path}.<name>`, declared on the method or mapped by the integration.
   * @default - the path alone
   */
  readonly cacheKeyParameters?: string[];

  /**
   * Resources with one namespace share cached responses; only `cacheKeyParameters` tell these apart.
   * @default - each resource has its own
   */
  readonly cacheNamespace?: string;
}

/** How a response comes back. */
export enum ResponseTransferMode {
  /** In one piece, when it is complete. */
  BUFFERED = 'BUFFERED',
  /** While it is made: streaming handlers and backends for up to 15 minutes; without caching and compression. */
  STREAM = 'STREAM',
}

/** Settings of every integration that calls something. */
export interface BackendOptions extends CacheKeyOptions {
  /**
   * How long an answer may take: 50 ms to 29 s, with a REGIONAL or PRIVATE endpoint up to 300 s, with
   * `ResponseTransferMode.STREAM` up to 15 minutes.
   * @default Duration.seconds(29)
   */
  readonly timeout?: IDuration;
}

/** Settings of an integration that passes responses through. */
export interface ProxyIntegrationOptions extends BackendOptions {
  /**
   * How the response comes back.
   * @default ResponseTransferMode.BUFFERED
   */
  readonly responseTransferMode?: ResponseTransferMode;
}

/** Settings of an integration that maps requests and responses. */
export interface IntegrationOptions extends BackendOptions {
  /**
   * The ways out: statuses, headers and templates. Statuses and headers named here need not be declared in
   * `methodResponses` as well.
   * @default - one, with status 200 and the body as it is
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
   * @default - the body passes as it is
   */
  readonly requestTemplates?: Record<string, string>;

  /**
   * What happens to a body for whose media type there is no template.
   * @default PassthroughBehavior.WHEN_NO_MATCH
   */
  readonly passthroughBehavior?: PassthroughBehavior;

  /**
   * How the request body is turned.
   * @default - not at all
   */
  readonly contentHandling?: ContentHandling;
}
