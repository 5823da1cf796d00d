import { cachingOf, methodKey, methodSettingsOf } from '../../spec';
import type { MethodLogging } from '../execution-log/method-log';
import { compileCacheKey } from '../response-cache/cache-key';
import type { MethodContext } from './method-context';
import type { MethodCache } from './steps/cache';

/** A method among the settings of its stage. */
type SetMethod = Pick<MethodContext, 'settings' | 'resourcePath' | 'httpMethod'>;

/**
 * How responses of a method are cached; undefined if they are not. A wildcard setting applies to GET only; any other method
 * must be named.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-caching.html
 */
export function cachingOfMethod({ settings, resourcePath, httpMethod, resourceId, spec, run }: SetMethod & Pick<MethodContext, 'resourceId' | 'spec' | 'run'>): MethodCache | undefined {
  const { cache, methodSettings } = settings;
  const caching = cachingOf(methodSettingsOf(methodSettings, resourcePath, httpMethod));
  const own = methodKey(resourcePath, httpMethod);
  const isChosen = httpMethod === 'GET' || (Object.hasOwn(methodSettings, own) && methodSettings[own]?.cachingEnabled === true);
  if (cache === undefined || caching === undefined || !isChosen) return undefined;
  return { caching, cache, keyOf: compileCacheKey(spec.integration, resourceId, run) };
}

/** Returns the settings of a method's execution log; undefined if it has none. */
export function loggingOfMethod({ settings, resourcePath, httpMethod }: SetMethod): MethodLogging | undefined {
  const { loggingLevel = 'OFF', dataTraceEnabled = false } = methodSettingsOf(settings.methodSettings, resourcePath, httpMethod);
  return loggingLevel === 'OFF' ? undefined : { level: loggingLevel, hasData: dataTraceEnabled };
}
