import type { IDuration } from '../duration';
import { enumValue, type ApiInput } from '../spec-input';

/** The methods that a CORS configuration may list. */
export enum CorsHttpMethod {
  /** Every method. */
  ANY = '*',
  /** DELETE. */
  DELETE = 'DELETE',
  /** GET. */
  GET = 'GET',
  /** HEAD. */
  HEAD = 'HEAD',
  /** OPTIONS. */
  OPTIONS = 'OPTIONS',
  /** PATCH. */
  PATCH = 'PATCH',
  /** POST. */
  POST = 'POST',
  /** PUT. */
  PUT = 'PUT',
}

/**
 * CORS of an HTTP API: it answers preflights that no route takes, and replaces the CORS headers of integrations.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
 */
export interface CorsPreflightOptions {
  /**
   * Whether browsers may send credentials; not with the origin `*`.
   * @default false
   */
  readonly allowCredentials?: boolean;

  /**
   * Request headers that scripts may send, or `*`.
   * @default - none
   */
  readonly allowHeaders?: string[];

  /**
   * Methods that scripts may use.
   * @default - none
   */
  readonly allowMethods?: CorsHttpMethod[];

  /**
   * Origins that may read responses: `https://shop.example`, `*`, `https://*` or `http://*`.
   * @default - none
   */
  readonly allowOrigins?: string[];

  /**
   * Response headers that scripts may read, or `*`.
   * @default - none
   */
  readonly exposeHeaders?: string[];

  /**
   * How long browsers may cache the answer to a preflight, in whole seconds.
   * @default - browsers decide
   */
  readonly maxAge?: IDuration;
}

/** The settings as the spec has them. */
export function httpCorsInput(options: CorsPreflightOptions): ApiInput['cors'] {
  const { allowMethods, maxAge, ...others } = options;
  return {
    ...others,
    allowMethods: allowMethods?.map((method) => enumValue(method)),
    maxAgeSeconds: maxAge && maxAge.toMilliseconds() / 1_000,
  };
}
