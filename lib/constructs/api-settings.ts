/** Where clients reach an API. */
export enum EndpointType {
  /** Through the content-delivery front, which adds its headers to requests and responses. */
  EDGE = 'EDGE',
  /** Directly. */
  REGIONAL = 'REGIONAL',
  /** Directly, from inside the network only. */
  PRIVATE = 'PRIVATE',
}

/** Where a request carries its API key. */
export enum ApiKeySourceType {
  /** In the header X-Api-Key. */
  HEADER = 'HEADER',
  /** The authorizer names it. */
  AUTHORIZER = 'AUTHORIZER',
}

/** Account quotas that AWS raises on request; the API may use as much as is stated here. */
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
}

/**
 * The vendor's words inside header and field names: `<vendor>`, `<cdn>` and `<idp>` of the base specification.
 * The defaults are AWS's, so existing functions run unchanged.
 */
export interface VendorWords {
  /**
   * `x-<service>-RequestId`, `x-<service>-ErrorType`, `X-<service>-Trace-Id`, `x-<service>-Remapped-*`.
   * @default amzn
   */
  readonly service?: string;

  /**
   * `X-<platform>-Date`, `X-<platform>-Cf-Id`, `x-<platform>-apigw-id`.
   * @default amz
   */
  readonly platform?: string;

  /**
   * `<contentDelivery>-Viewer-Country`, `<contentDelivery>-Is-*-Viewer`, X-Cache and Via.
   * @default CloudFront
   */
  readonly contentDelivery?: string;

  /**
   * `requestContext.identity.<identityProvider>IdentityId` and its siblings.
   * @default cognito
   */
  readonly identityProvider?: string;
}
