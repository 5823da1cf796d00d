import { GatewayError } from '../errors';
import { LIMITS } from '../spec';
import type { IDuration } from './duration';
import { enumValue, type MethodSettingsInput } from './spec-input';

/** Logging levels of a method: the requests that its execution log contains. */
export enum MethodLoggingLevel {
  /** Nothing. */
  OFF = 'OFF',
  /** Requests that failed. */
  ERROR = 'ERROR',
  /** All requests. */
  INFO = 'INFO',
}

/** The response to a request that may not invalidate a cache entry. */
export enum UnauthorizedCacheControlStrategy {
  /** 403. */
  FAIL_WITH_403 = 'FAIL_WITH_403',
  /** The cached response, with a Warning header. */
  SUCCEED_WITH_RESPONSE_HEADER = 'SUCCEED_WITH_RESPONSE_HEADER',
  /** The cached response. */
  SUCCEED_WITHOUT_RESPONSE_HEADER = 'SUCCEED_WITHOUT_RESPONSE_HEADER',
}

/** Stage settings of methods. */
export interface MethodDeploymentOptions {
  /**
   * Rate limit of each method in requests per second, for all callers together.
   * @default - the account's limit
   */
  readonly throttlingRateLimit?: number;

  /**
   * Burst limit of each method.
   * @default - the account's limit
   */
  readonly throttlingBurstLimit?: number;

  /**
   * Whether responses are cached. For a whole stage this applies to GET methods only; name others in `methodOptions`.
   * @default false
   */
  readonly cachingEnabled?: boolean;

  /**
   * How long a response is cached: whole seconds, at most an hour; zero disables the cache.
   * @default Duration.seconds(300)
   */
  readonly cacheTtl?: IDuration;

  /**
   * Whether cached data is encrypted on AWS.
   * @default false
   */
  readonly cacheDataEncrypted?: boolean;

  /**
   * Whether `Cache-Control: max-age=0` requires the permission execute-api:InvalidateCache.
   * @default true
   */
  readonly requireAuthorizationForCacheControl?: boolean;

  /**
   * The response to such a request without the permission.
   * @default UnauthorizedCacheControlStrategy.SUCCEED_WITH_RESPONSE_HEADER
   */
  readonly unauthorizedCacheControlHeaderStrategy?: UnauthorizedCacheControlStrategy;

  /**
   * The logging level of the execution log.
   * @default MethodLoggingLevel.OFF
   */
  readonly loggingLevel?: MethodLoggingLevel;

  /**
   * Whether the execution log contains parameters, headers and bodies as well. Not for production.
   * @default false
   */
  readonly dataTraceEnabled?: boolean;

  /**
   * Whether AWS records CloudWatch metrics for the method.
   * @default false
   */
  readonly metricsEnabled?: boolean;
}

/** The method settings of a stage: for all methods, and for some. */
export interface StageMethodSettings extends MethodDeploymentOptions {
  readonly methodOptions?: Record<string, MethodDeploymentOptions>;
}

/** Settings by method as written in the spec; those of the stage itself apply to all methods. */
export function methodSettingsInput({ methodOptions = {}, ...ofStage }: StageMethodSettings): MethodSettingsInput {
  const settings: MethodSettingsInput = {};
  for (const [pattern, options] of [['/*/*', ofStage] as const, ...Object.entries(methodOptions)]) {
    const entries = Object.entries(settingInput(options)).filter(([, value]) => value !== undefined);
    if (entries.length > 0) settings[patternOf(pattern)] = { ...settings[patternOf(pattern)], ...Object.fromEntries(entries) };
  }
  return settings;
}

/** One entry as written in the spec. @throws CACHE_SETTING_INVALID */
function settingInput(options: MethodDeploymentOptions) {
  return {
    throttlingRateLimit: options.throttlingRateLimit,
    throttlingBurstLimit: options.throttlingBurstLimit,
    cachingEnabled: options.cachingEnabled,
    cacheTtlSeconds: ttlSeconds(options.cacheTtl),
    cacheDataEncrypted: options.cacheDataEncrypted,
    requireAuthorizationForCacheControl: options.requireAuthorizationForCacheControl,
    unauthorizedCacheControlHeaderStrategy: enumValue(options.unauthorizedCacheControlHeaderStrategy),
    loggingLevel: enumValue(options.loggingLevel),
    dataTraceEnabled: options.dataTraceEnabled,
    metricsEnabled: options.metricsEnabled,
  };
}

function ttlSeconds(ttl: IDuration | undefined): number | undefined {
  if (ttl === undefined) return undefined;
  const seconds = ttl.toMilliseconds() / 1_000;
  const { min, max } = LIMITS.cacheTtlSeconds;
  if (Number.isInteger(seconds) && seconds >= min && seconds <= max) return seconds;
  throw new GatewayError('CACHE_SETTING_INVALID', { setting: 'cacheTtl', given: `${seconds} s`, allowed: `${min} to ${max} whole seconds` });
}

/** The key with its method in upper case; "all methods of all paths" has one spelling. */
function patternOf(key: string): string {
  const slash = key.lastIndexOf('/');
  const pattern = `${key.slice(0, slash)}${key.slice(slash).toUpperCase()}`;
  return pattern === '/*/*' ? '*/*' : pattern;
}
