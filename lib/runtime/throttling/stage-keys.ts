import { createHash } from 'node:crypto';
import type { ApiSpec, GatewaySpec } from '../../spec';
import type { AcceptedKey } from '../plan/principal';
import { keyLimits } from './limits';

/** The keys of one stage. */
export interface StageKeys {
  /** Where requests send their key. */
  readonly source: ApiSpec['apiKeySource'];
  /**
   * The key of this value, if it is valid for the stage. Values are compared by digest, so that no look-up compares a
   * secret byte by byte.
   */
  readonly find: (value: string) => AcceptedKey | undefined;
}

/** Inputs for the keys of a stage besides the definition's keys and plans. */
export interface KeyedStage {
  readonly api: string;
  readonly stage: string;
  /** Of the deployment. */
  readonly source: ApiSpec['apiKeySource'];
  /** The value of a key, given the one in the definition, if any. */
  readonly keyValueOf: (key: string, value: string | undefined) => string | undefined;
}

/** For calls that need no key. */
export const NO_KEYS: StageKeys = { source: 'HEADER', find: () => undefined };

/**
 * The keys that are valid for a stage: enabled, with a value, and in a usage plan that contains the stage.
 * @see aws-data-plane §15
 */
export function compileKeys(spec: Pick<GatewaySpec, 'apiKeys' | 'usagePlans'>, { api, stage, source, keyValueOf }: KeyedStage): StageKeys {
  const byDigest = new Map<string, AcceptedKey>();
  for (const [name, plan] of Object.entries(spec.usagePlans).filter(([, { stages }]) => Object.hasOwn(stages, stage))) {
    for (const id of plan.keys) {
      const key = spec.apiKeys[id];
      if (key?.enabled !== true) continue;
      const value = keyValueOf(id, key.value);
      if (value === undefined) continue;
      byDigest.set(digest(value), { id, value, limits: keyLimits({ api, stage }, { plan: name, key: id }, plan) });
    }
  }
  return { source, find: (value) => byDigest.get(digest(value)) };
}

function digest(value: string): string {
  return createHash('sha256').update(value).digest('base64');
}
