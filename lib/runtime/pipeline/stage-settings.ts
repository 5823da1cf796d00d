import type { MethodSettingSpec, StageSpec } from '../../spec';
import { compileAccessLog } from '../access-log/access-log';
import type { SystemPorts } from '../ports';
import { openResponseCache, type ResponseCache } from '../response-cache/response-cache';
import type { SharedCaches } from '../response-cache/shared-caches';
import type { AccessLog } from '../plan/access-log';

/** The compiled settings of a stage that do not depend on its deployment. */
export interface StageSettings {
  readonly accessLog: AccessLog | undefined;
  readonly cache: ResponseCache | undefined;
  readonly methodSettings: Readonly<Record<string, MethodSettingSpec>>;
}

/** Used by stages that are deployed without being declared, and by test invocations. */
export const NO_SETTINGS: StageSettings = { accessLog: undefined, cache: undefined, methodSettings: {} };

/** Inputs for compiling the settings of a stage. */
export interface StageSurroundings extends Pick<SystemPorts, 'monotonicNow'> {
  /** Identifies the stage, or its canary, within the gateway. */
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
