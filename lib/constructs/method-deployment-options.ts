import { GatewayError } from '../errors';
import { LIMITS } from '../spec';
import type { IDuration } from './duration';
import { plainText, type MethodSettingsInput } from './spec-input';

/** What the execution log of a method tells. */
export enum MethodLoggingLevel {
  /** Nothing. */
  OFF = 'OFF',
  /** Requests that failed. */
  ERROR = 'ERROR',
  /** All requests. */
  INFO = 'INFO',
}

/** What a client gets that asks to invalidate a cache entry and may not. */
export enum UnauthorizedCacheControlStrategy {
  /** 403. */
  FAIL_WITH_403 = 'FAIL_WITH_403',
  /** The cached response, with a Warning header. */
  SUCCEED_WITH_RESPONSE_HEADER = 'SUCCEED_WITH_RESPONSE_HEADER',
  /** The cached response. */
  SUCCEED_WITHOUT_RESPONSE_HEADER = 'SUCCEED_WITHOUT_RESPONSE_HEADER',
}

/** What a stage decides about methods. */
export interface MethodDeploymentOptions {
  /**
   * Requests a second that each of the methods takes in the long run, from all callers together.
   * @default - the account's limit
   */
  readonly throttlingRateLimit?: number;

  /**
   * Requests that each of the methods takes at once.
   * @default - the account's limit
   */
  readonly throttlingBurstLimit?: number;

  /**
   * Whether responses are cached. For the whole stage it is about GET methods only; others must be named in `methodOptions`.
   * @default false
   */
  readonly cachingEnabled?: boolean;

  /**
   * How long a response is kept: whole seconds, at most an hour; zero: not at all.
   * @default Duration.seconds(300)
   */
  readonly cacheTtl?: IDuration;

  /**
   * Whether cached data is encrypted on AWS.
   * @default false
   */
  readonly cacheDataEncrypted?: boolean;

  /**
   * Whether a client needs the right execute-api:InvalidateCache to send `Cache-Control: max-age=0`.
   * @default true
   */
  readonly requireAuthorizationForCacheControl?: boolean;

  /**
   * What such a request without the right gets.
   * @default UnauthorizedCacheControlStrategy.SUCCEED_WITH_RESPONSE_HEADER
   */
  readonly unauthorizedCacheControlHeaderStrategy?: UnauthorizedCacheControlStrategy;

  /**
   * What the execution log tells.
   * @default MethodLoggingLevel.OFF
   */
  readonly loggingLevel?: MethodLoggingLevel;

  /**
   * Whether the execution log tells parameters, headers and bodies as well. Not for production.
   * @default false
   */
  readonly dataTraceEnabled?: boolean;

  /**
   * Whether AWS counts the method by itself.
   * @default false
   */
  readonly metricsEnabled?: boolean;
}

/** The settings of a stage for all its methods, and for some. */
export interface StageMethodSettings extends MethodDeploymentOptions {
  readonly methodOptions?: Record<string, MethodDeploymentOptions>;
}

/** Settings by method as they stand in a spec; those of the stage itself are for all methods. */
export function methodSettingsInput({ methodOptions = {}, ...ofStage }: StageMethodSettings): MethodSettingsInput {
  const settings: MethodSettingsInput = {};
  for (const [pattern, options] of [['/*/*', ofStage] as const, ...Object.entries(methodOptions)]) {
    const given = Object.entries(settingInput(options)).filter(([, value]) => value !== undefined);
    if (given.length > 0) settings[patternOf(pattern)] = { ...settings[patternOf(pattern)], ...Object.fromEntries(given) };
  }
  return settings;
}

/** One entry as it stands in a spec. @throws CACHE_SETTING_INVALID */
function settingInput(options: MethodDeploymentOptions) {
  return {
    throttlingRateLimit: options.throttlingRateLimit,
    throttlingBurstLimit: options.throttlingBurstLimit,
    cachingEnabled: options.cachingEnabled,
    cacheTtlSeconds: ttlSeconds(options.cacheTtl),
    cacheDataEncrypted: options.cacheDataEncrypted,
    requireAuthorizationForCacheControl: options.requireAuthorizationForCacheControl,
    unauthorizedCacheControlHeaderStrategy: plainText(options.unauthorizedCacheControlHeaderStrategy),
    loggingLevel: plainText(options.loggingLevel),
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

/** The method in capitals; all methods of all paths have one spelling. */
function patternOf(given: string): string {
  const slash = given.lastIndexOf('/');
  const pattern = `${given.slice(0, slash)}${given.slice(slash).toUpperCase()}`;
  return pattern === '/*/*' ? '*/*' : pattern;
}
