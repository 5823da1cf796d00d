import type { MethodSettingSpec, StageSpec } from '../../spec';
import { compileAccessLog } from '../access-log/access-log';
import type { SystemPorts } from '../ports';
import { GB, openResponseCache, type ResponseCache } from '../response-cache/response-cache';
import type { SharedCaches } from '../response-cache/shared-caches';
import { NOT_SHARED, type ResultSharing } from './result-sharing';
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
  readonly name: readonly string[];
  /** Definition, code and variables, from which its responses follow. */
  readonly content: readonly string[];
  readonly caches?: SharedCaches | undefined;
  readonly sharing?: ResultSharing | undefined;
}

/** Compiles the settings of a declared stage. */
export function compileStageSettings(stage: StageSpec | undefined, surroundings: StageSurroundings): StageSettings {
  if (stage === undefined) return NO_SETTINGS;
  const { monotonicNow, name, content, caches, sharing = NOT_SHARED } = surroundings;
  const open = (): ResponseCache => {
    const sizeGb = Number(stage.cacheClusterSize);
    const own = openResponseCache(sizeGb * (caches?.share ?? 1), monotonicNow);
    const cache = sharing.responses({ name, content, maxBytes: sizeGb * GB }, own);
    return caches === undefined ? cache : caches.adopt(JSON.stringify(name), cache);
  };
  return {
    accessLog: stage.accessLog && compileAccessLog(stage.accessLog),
    cache: stage.cacheClusterEnabled ? open() : undefined,
    methodSettings: stage.methodSettings,
  };
}
