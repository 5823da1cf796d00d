/** Where clients reach an API. */
export enum EndpointType {
  /** Through a CDN edge, which adds its headers to requests and responses. */
  EDGE = 'EDGE',
  /** Directly. */
  REGIONAL = 'REGIONAL',
  /** Directly, from inside the private network only. */
  PRIVATE = 'PRIVATE',
}

/** Where a request carries its API key. */
export enum ApiKeySourceType {
  /** In the header X-Api-Key. */
  HEADER = 'HEADER',
  /** In the result of the authorizer (`usageIdentifierKey`). */
  AUTHORIZER = 'AUTHORIZER',
}

/** Ways to handle a POST to a function whose `application/json` body is not JSON. */
export enum JsonBodyValidation {
  /** The gateway answers 400. On AWS, such methods get a request validator and a model that matches any JSON text. */
  ALWAYS = 'always',
  /** As API Gateway does: proxy functions receive the body as it is; only models and mappings read it. */
  AWS = 'aws',
}

/** Account quotas that AWS raised on request; the limits of the API. */
export interface ApiQuotas {
  /**
   * Resources of the API, the root and implied ones included.
   * @default 300
   */
  readonly resources?: number;

  /**
   * Stages of the API.
   * @default 10
   */
  readonly stages?: number;

  /**
   * Authorizers of the API.
   * @default 10
   */
  readonly authorizers?: number;
}

/**
 * The vendor's names inside header and field names: `<vendor>`, `<cdn>` and `<idp>` of the base specification.
 * The defaults are AWS's, so existing functions run unchanged.
 */
export interface VendorNames {
  /**
   * `x-<headerPrefix>-RequestId`, `x-<headerPrefix>-ErrorType`, `X-<headerPrefix>-Trace-Id`, `x-<headerPrefix>-Remapped-*`.
   * @default amzn
   */
  readonly headerPrefix?: string;

  /**
   * `X-<shortPrefix>-Date`, `X-<shortPrefix>-Cf-Id`, `x-<shortPrefix>-apigw-id`.
   * @default amz
   */
  readonly shortPrefix?: string;

  /**
   * `<cdnName>-Viewer-Country`, `<cdnName>-Is-*-Viewer`, X-Cache and Via.
   * @default CloudFront
   */
  readonly cdnName?: string;

  /**
   * `requestContext.identity.<identityProviderName>IdentityId` and its siblings.
   * @default cognito
   */
  readonly identityProviderName?: string;
}
