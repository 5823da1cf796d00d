import { cachingOf, methodKey, methodSettingsOf, type MethodSettingSpec, type MethodSpec, type StageSpec } from '../spec';
import { compileAccessLog, type AccessLog } from './access-log/access-log';
import type { MethodLogging } from './execution-log/method-log';
import type { SystemPorts } from './ports';
import { compileCacheKey } from './response-cache/cache-key';
import { openResponseCache, type ResponseCache } from './response-cache/response-cache';
import type { SharedCaches } from './response-cache/shared-caches';
import type { MethodCache } from './steps/cache';

/** The settings of a stage that hold whatever is deployed to it, compiled. */
export interface StageSettings {
  readonly accessLog: AccessLog | undefined;
  readonly cache: ResponseCache | undefined;
  readonly methodSettings: Readonly<Record<string, MethodSettingSpec>>;
}

/** A stage that is deployed without being declared, and a test invocation, have none. */
export const NO_SETTINGS: StageSettings = { accessLog: undefined, cache: undefined, methodSettings: {} };

/** What the settings of a stage are compiled with. */
export interface StageSurroundings extends Pick<SystemPorts, 'monotonicNow'> {
  /** Of the stage, or its canary, among all of the gateway. */
  readonly name: string;
  readonly caches?: SharedCaches | undefined;
}

/** Compiles the settings of a declared stage. */
export function compileStageSettings(stage: StageSpec | undefined, { monotonicNow, name, caches }: StageSurroundings): StageSettings {
  if (stage === undefined) return NO_SETTINGS;
  const open = (): ResponseCache => {
    const sizeGb = Number(stage.cacheClusterSize);
    if (caches === undefined) return openResponseCache(sizeGb, monotonicNow);
    return caches.adopt(name, openResponseCache(sizeGb * caches.share, monotonicNow));
  };
  return {
    accessLog: stage.accessLog && compileAccessLog(stage.accessLog),
    cache: stage.cacheClusterEnabled ? open() : undefined,
    methodSettings: stage.methodSettings,
  };
}

/** A method as it is declared. */
export interface DeclaredMethod {
  readonly path: string;
  readonly httpMethod: string;
  readonly resourceId: string;
  readonly spec: MethodSpec;
}

/**
 * How responses of a method are cached. A pattern for several methods is about GET; any other method must be named itself.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-caching.html
 */
export function methodCache({ cache, methodSettings }: StageSettings, method: DeclaredMethod): MethodCache | undefined {
  const { path, httpMethod, resourceId, spec } = method;
  const caching = cachingOf(methodSettingsOf(methodSettings, path, httpMethod));
  const own = methodKey(path, httpMethod);
  const isChosen = httpMethod === 'GET' || (Object.hasOwn(methodSettings, own) && methodSettings[own]?.cachingEnabled === true);
  if (cache === undefined || caching === undefined || !isChosen) return undefined;
  return { caching, cache, keyOf: compileCacheKey(spec.integration, resourceId) };
}

/** What a method's execution log tells; undefined where there is none. */
export function methodLogging({ methodSettings }: StageSettings, method: Pick<DeclaredMethod, 'path' | 'httpMethod'>): MethodLogging | undefined {
  const { path, httpMethod } = method;
  const { loggingLevel = 'OFF', dataTraceEnabled = false } = methodSettingsOf(methodSettings, path, httpMethod);
  return loggingLevel === 'OFF' ? undefined : { level: loggingLevel, hasData: dataTraceEnabled };
}
