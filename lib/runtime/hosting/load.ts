import type { ConnectionHosts } from '../plan/connection-hosts';
import type { LoadedApi } from '../plan/loaded';
import { compileGateway, type CompileOptions } from '../pipeline/compile';
import type { MissingValue } from '../pipeline/missing-value';
import { missingValues } from '../pipeline/missing-values';
import type { CompiledGateway } from '../pipeline/gateway';
import type { FunctionVersion } from '../ports';
import { connectionManagers } from './connection-hosts';
import { joined } from './missing-token-values';

/** The result of one load: the APIs as read, each compiled, and the functions that they use. */
export interface Load {
  readonly apis: readonly LoadedApi[];
  readonly gateways: ReadonlyMap<string, CompiledGateway>;
  readonly versions: readonly FunctionVersion[];
  readonly missing: readonly MissingValue[];
}

/** Does all work that depends only on what was loaded. */
export function compileLoad(apis: readonly LoadedApi[], { connectionHostsOf, ...others }: LoadOptions): Load {
  const connectionHosts = connectionHostsOf(apis);
  const options = { ...others, connectionHosts, connectionManagers: connectionManagers(apis, connectionHosts) };
  options.caches?.loading();
  const gateways = new Map(apis.map((api) => [api.name, compileGateway(api, withImplied(api, options))]));
  const missing = joined(apis.flatMap((api) => missingValues(api.definition, api.stages, withImplied(api, options))));
  return { apis, gateways, versions: versionsOf(apis, gateways), missing };
}

interface LoadOptions extends CompileOptions {
  readonly connectionHostsOf: (apis: readonly LoadedApi[]) => ConnectionHosts;
}

/** Given values win over those that templates say. */
export function withImplied<Settings extends Pick<CompileOptions, 'values'>>({ tokenValues }: Pick<LoadedApi, 'tokenValues'>, settings: Settings): Settings {
  return { ...settings, values: { ...tokenValues, ...settings.values } };
}

/** The functions that the stages' deployments have: what the engine keeps running. */
function versionsOf(apis: readonly LoadedApi[], gateways: ReadonlyMap<string, CompiledGateway>): FunctionVersion[] {
  return apis.flatMap((api) =>
    api.stages.flatMap(({ name, deployed, canary }) => {
      const serving = gateways.get(api.name)?.stages.get(name);
      return [
        ...Object.keys(deployed.functions).flatMap((id) => serving?.stage.functionVersion(id) ?? []),
        ...Object.keys(canary?.stage.deployed.functions ?? {}).flatMap((id) => serving?.canary?.stage.stage.functionVersion(id) ?? []),
      ];
    }),
  );
}
