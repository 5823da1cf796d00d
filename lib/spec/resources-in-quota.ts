import type { GatewaySpecInput } from './gateway';
import { withParents } from './path';
import { describeProtocol } from './protocols';

/** The number that the quota of an API counts: resources with those above them, or the routes of an HTTP API. */
export function resourcesInQuota(spec: Pick<GatewaySpecInput, 'protocol' | 'resources'>): number {
  const resources = spec.resources ?? {};
  if (describeProtocol(spec).hasOneVariableChild) return withParents(Object.keys(resources)).size;
  return Object.values(resources).reduce((sum, { methods = {} }) => sum + Object.keys(methods).length, 0);
}
