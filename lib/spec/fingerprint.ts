import { createHash } from 'node:crypto';
import { canonicalText } from './canonical';
import type { GatewaySpec } from './gateway';

/** The part of a spec that a deployment fixes: all that decides an answer, without stages, keys and plans, which point at it. */
export type DeployedSpec = Omit<GatewaySpec, 'stages' | 'apiKeys' | 'usagePlans'>;

/** The deployment of a spec: everything but what lives outside deployments, so that no later node can be forgotten. */
export function deployedSpec({ stages: _stages, apiKeys: _apiKeys, usagePlans: _usagePlans, ...deployed }: GatewaySpec): DeployedSpec {
  return deployed;
}

/**
 * Identity of a deployment: SHA-256 over the whole canonical spec of the API, as 64 hexadecimal digits. Descriptions are
 * for people and do not count; code is not in the spec, so a change of code alone does not change it.
 */
export function fingerprint(spec: DeployedSpec): string {
  const { description: _api, ...api } = spec.api;
  const functions = Object.fromEntries(
    Object.entries(spec.functions).map(([name, { description: _function, ...rest }]) => [name, rest]),
  );
  return createHash('sha256').update(canonicalText({ ...spec, api, functions })).digest('hex');
}
