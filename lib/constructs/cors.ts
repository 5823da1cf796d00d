import { DEFAULT_VENDOR, defaultAllowHeaders, defaultAllowMethods, type CorsSpec } from '../spec';
import type { IDuration } from './duration';

/**
 * CORS settings: how preflights are answered and which origins may read the responses.
 * @see docs/internals/parity-evidence.md, Endpoints
 */
export interface CorsOptions {
  /**
   * Origins that may read responses, or `*` alone.
   * @default Cors.ALL_ORIGINS
   */
  readonly allowOrigins?: string[];

  /**
   * Request headers that scripts may send.
   * @default - Content-Type, X-<platform>-Date, Authorization, X-Api-Key, Cache-Control, X-Requested-With
   */
  readonly allowHeaders?: string[];

  /**
   * HTTP methods that Access-Control-Allow-Methods lists.
   * @default - the protected methods and OPTIONS
   */
  readonly allowMethods?: string[];

  /**
   * Whether scripts may send cookies and other credentials. Cannot be combined with the origin `*`.
   * @default false
   */
  readonly allowCredentials?: boolean;

  /**
   * How long a browser may cache the preflight, in whole seconds up to a day.
   * @default - no Access-Control-Max-Age; browsers decide
   */
  readonly maxAge?: IDuration;

  /**
   * Tells browsers not to cache preflights (Access-Control-Max-Age: -1). Cannot be combined with `maxAge`.
   * @default false
   */
  readonly disableCache?: boolean;

  /**
   * Response headers that scripts may read.
   * @default - the headers that browsers always expose
   */
  readonly exposeHeaders?: string[];

  /**
   * Status of the preflight response.
   * @default 200
   */
  readonly statusCode?: number;
}

/** Lists for `CorsOptions`. */
export class Cors {
  /** Every origin. */
  public static readonly ALL_ORIGINS: string[] = ['*'];

  /** Every method. */
  public static readonly ALL_METHODS: string[] = ['OPTIONS', 'GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'HEAD'];

  /** The default allowed request headers, with AWS's vendor names. */
  public static readonly DEFAULT_HEADERS: string[] = defaultAllowHeaders(DEFAULT_VENDOR.shortPrefix);

  private constructor() {
    // Holds lists only.
  }
}

/** The spec of CORS for these methods; `platform` is the vendor's short prefix in the default headers. */
export function corsSpecOf(options: CorsOptions, methods: CorsSpec['methods'], platform: string): CorsSpec {
  return {
    methods,
    allowOrigins: options.allowOrigins ?? Cors.ALL_ORIGINS,
    allowHeaders: options.allowHeaders ?? defaultAllowHeaders(platform),
    allowMethods: options.allowMethods ?? defaultAllowMethods(methods),
    allowCredentials: options.allowCredentials ?? false,
    maxAgeSeconds: options.disableCache === true ? -1 : options.maxAge && options.maxAge.toMilliseconds() / 1_000,
    exposeHeaders: options.exposeHeaders ?? [],
    statusCode: options.statusCode ?? 200,
  };
}
