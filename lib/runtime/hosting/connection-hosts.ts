import { describeProtocol, functionLabel } from '../../spec';
import { reachableUrl } from '../http/reachable-url';
import type { ConnectionHosts } from '../plan/connection-hosts';
import type { LoadedApi } from '../plan/loaded';
import { addressedBy } from '../pipeline/function-versions';
import { addressOf, endpointsOf } from './endpoints';
import { SERVE_DEFAULTS, type ServeOptions } from './serve-options';

/** Returns where functions reach the WebSocket APIs. @param ports - in the order of the endpoints, once they are open */
export function connectionHosts(
  apis: readonly LoadedApi[], ports: readonly number[] | undefined, options: Pick<ServeOptions, 'host' | 'basePaths'>,
): ConnectionHosts {
  const { host = SERVE_DEFAULTS.host } = options;
  const endpoints = endpointsOf(apis, options);
  return new Map(apis.filter(({ definition }) => describeProtocol(definition).keepsConnections).map(({ name, definition }) => {
    const port = ports?.[addressOf(name, endpoints).index];
    const url = `https://${host.includes(':') ? `[${host}]` : host}:${port ?? ''}`;
    return [definition.api.id, port === undefined ? undefined : new URL(reachableUrl(url)).host];
  }));
}

/** The labels of the functions that have the address of a WebSocket API in their variables, by API id. */
export function connectionManagers(apis: readonly LoadedApi[], hosts: ConnectionHosts): ReadonlyMap<string, readonly string[]> {
  const managers = new Map<string, string[]>();
  const stages = apis.flatMap((api) => api.stages.flatMap((stage) => [stage, ...(stage.canary === undefined ? [] : [stage.canary.stage])]));
  for (const { deployed: { functions } } of stages) {
    for (const [name, spec] of Object.entries(functions)) {
      for (const id of addressedBy(spec, hosts)) managers.set(id, [...managers.get(id) ?? [], functionLabel(functions, name)]);
    }
  }
  return managers;
}
