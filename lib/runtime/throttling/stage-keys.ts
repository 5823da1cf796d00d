import { createHash } from 'node:crypto';
import type { ApiSpec, GatewaySpec } from '../../spec';
import type { AcceptedKey } from '../plan/principal';
import { keyLimits } from './limits';

export type StageKeys = ReturnType<typeof compileKeys>;

export interface KeyedStage {
  readonly api: string;
  readonly stage: string;
  readonly source: ApiSpec['apiKeySource'];
  /** The value of a key, given the one in the definition, if any. */
  readonly keyValueOf: (key: string, value: string | undefined) => string | undefined;
}

/** For calls that need no key. */
export const NO_KEYS: StageKeys = { source: 'HEADER', find: () => undefined, problemOf: () => 'unknown' };

/**
 * The keys that are valid for a stage: enabled, with a value, and in a usage plan that contains the stage.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-api-usage-plans.html
 */
export function compileKeys(spec: Pick<GatewaySpec, 'apiKeys' | 'usagePlans'>, { api, stage, source, keyValueOf }: KeyedStage) {
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
  // made when the first key is refused: a refusal must cost no more with many keys
  let idsByDigest: ReadonlyMap<string, string> | undefined;
  return {
    source,
    /** The key of this value, if it is valid; compared by digest, so that no look-up compares a secret byte by byte. */
    find: (value: string): AcceptedKey | undefined => byDigest.get(digest(value)),
    /** Why there is no key of this value: for logs, and never with the value. */
    problemOf: (value: string): string => {
      const id = (idsByDigest ??= declaredKeys(spec, keyValueOf)).get(digest(value));
      if (id === undefined) return 'unknown: the definition has no key with this value';
      return spec.apiKeys[id]?.enabled === true ? `${id}, which is in no usage plan of stage ${stage}` : `${id}, which is disabled`;
    },
  };
}

/** All keys of the definition that have a value, whether or not they are valid anywhere. */
function declaredKeys({ apiKeys }: Pick<GatewaySpec, 'apiKeys'>, keyValueOf: KeyedStage['keyValueOf']): ReadonlyMap<string, string> {
  return new Map(Object.entries(apiKeys).flatMap(([id, { value }]) => {
    const known = keyValueOf(id, value);
    return known === undefined ? [] : [[digest(known), id] as const];
  }));
}

function digest(value: string): string {
  return createHash('sha256').update(value).digest('base64');
}
