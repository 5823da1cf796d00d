import type { KeyLimits, NamedLimit } from '../plan/limits';
import { methodKey, methodSettingsOf, throttleOf, type StageSpec, type ThrottleSpec, type UsagePlanSpec } from '../../spec';

export interface StageName {
  readonly api: string;
  readonly stage: string;
}

export interface MethodName {
  readonly path: string;
  readonly httpMethod: string;
}

export interface PlannedKey {
  readonly plan: string;
  readonly key: string;
}

/*
 * The name of a limit identifies its owner, for people and for the set of buckets. Plans and keys belong to the account, so
 * a plan's limits are for a key over all its stages and APIs together; method limits are for one method of one stage.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-api-usage-plans.html
 */

export function stageLimit(
  { api, stage }: StageName, settings: StageSpec['methodSettings'], { path, httpMethod }: MethodName,
): NamedLimit | undefined {
  const throttle = throttleOf(methodSettingsOf(settings, path, httpMethod));
  return throttle && { owner: 'method', name: `method ${methodKey(path, httpMethod)} of stage ${quoted(api)}/${stage}`, throttle };
}

export function keyLimits({ api, stage }: StageName, name: PlannedKey, plan: UsagePlanSpec): KeyLimits {
  const owner = keyThrottleName(name);
  const methods: Readonly<Record<string, ThrottleSpec>> = plan.stages[stage]?.methods ?? {};
  return {
    throttle: plan.throttle && { owner: 'key', name: owner, throttle: plan.throttle },
    quota: plan.quota && { ...name, quota: plan.quota },
    ofMethod: (path, httpMethod) => {
      const key = methodKey(path, httpMethod);
      const throttle = Object.hasOwn(methods, key) ? methods[key] : undefined;
      return throttle && { owner: 'key_method', name: `${owner}, method ${key} of stage ${quoted(api)}/${stage}`, throttle };
    },
  };
}

/** Returns the name of the limit that a plan sets for a key over everything that it calls. */
export function keyThrottleName({ plan, key }: PlannedKey): string {
  return `usage plan ${quoted(plan)}, API key ${quoted(key)}`;
}

/** Quoted and escaped, so that names with several parts are unambiguous. */
function quoted(name: string): string {
  return JSON.stringify(name);
}
