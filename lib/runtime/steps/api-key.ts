import { createHash } from 'node:crypto';
import { GatewayError } from '../../errors';
import type { ApiSpec, GatewaySpec } from '../../spec';
import type { AcceptedKey, Authorized, Identified } from '../exchange';
import { headerValue } from '../headers';
import { keyLimits } from '../throttling/limits';

/** The keys of one stage. */
export interface StageKeys {
  /** Where a request carries its key. */
  readonly source: ApiSpec['apiKeySource'];
  /** By the SHA-256 of their value, so that no look-up compares a secret byte by byte. */
  readonly byDigest: ReadonlyMap<string, AcceptedKey>;
}

/** What the keys of a stage depend on besides the definition's keys and plans. */
export interface KeyedStage {
  readonly api: string;
  readonly stage: string;
  /** Of the deployment. */
  readonly source: ApiSpec['apiKeySource'];
  /** The value of a key, from the one in the definition if there is one. */
  readonly keyValueOf: (key: string, value: string | undefined) => string | undefined;
}

/**
 * The keys that open a stage: enabled, with a value, and in a usage plan that contains the stage.
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
  return { source, byDigest };
}

/**
 * Finds the API key where the method requires one.
 * @throws API_KEY_REFUSED
 */
export function identify(authorized: Authorized, { source, byDigest }: StageKeys): Identified {
  if (!authorized.plan.spec.apiKeyRequired) return authorized;
  const sent = source === 'HEADER' ? headerValue(authorized.headers, 'x-api-key') : keyOfPrincipal(authorized);
  if (sent === undefined || sent === '') throw new GatewayError('API_KEY_REFUSED', { problem: source === 'HEADER' ? 'missing' : 'not named by the authorizer' });
  const apiKey = byDigest.get(digest(sent));
  if (apiKey === undefined) throw new GatewayError('API_KEY_REFUSED', { problem: 'unknown, disabled, or in no usage plan of this stage' });
  return { ...authorized, apiKey };
}

/** The key that the authorizer named. X-Api-Key is not looked at then. */
function keyOfPrincipal({ principal }: Authorized): string | undefined {
  return 'usageIdentifierKey' in principal ? principal.usageIdentifierKey : undefined;
}

function digest(value: string): string {
  return createHash('sha256').update(value).digest('base64');
}
