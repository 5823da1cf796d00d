import { GatewayError } from '../../errors';
import { describeProtocol, LIMITS } from '../../spec';
import { handleRequest, refuseRequest, type CompiledGateway } from '../pipeline/gateway';
import type { SystemPorts } from '../ports';
import { withoutRaw, type Received } from '../http/request';
import { basePathOf, longestFirst, type BasePath } from '../router/base-path';
import type { ManageConnection } from '../plan/manage-connections';
import type { RequestHandler } from '../server/request-handler';
import { webSocketApi, type Connections } from '../web-sockets';

export interface HandlerParts {
  readonly ports: SystemPorts;
  readonly connections: Connections;
  /** Runs commands on connections, also on those of other processes. */
  readonly manageConnection: ManageConnection;
}

type Gateways = ReadonlyMap<string, CompiledGateway>;

/** Answers the requests of one API with the load that is current when they arrive; requests in flight keep the one they began with. */
export function handlerOf(current: () => Gateways, name: string, { ports, connections, manageConnection }: HandlerParts): RequestHandler {
  const gateway = () => gatewayOf(current(), name);
  const { keepsConnections } = describeProtocol(gateway().responseContext);
  const own = keepsConnections ? webSocketApi({ api: name, gateway, ports, connections }, manageConnection) : undefined;
  return {
    handle: own?.handle ?? ((received, respond) => handleRequest(gateway(), received, { ports, respond })),
    upgrade: own?.upgrade,
    urlLength: () => urlLengthOf(gateway()),
    refuse: (received, error) => refuseRequest(gateway(), received, { error, ports }),
  };
}

/** Answers the requests of the APIs that share a port; what is below none of their base paths gets 403 as the first of them sends it. */
export function sharedHandlerOf(current: () => Gateways, basePaths: readonly BasePath[], { ports }: Pick<HandlerParts, 'ports'>): RequestHandler {
  const apiOf = (basePath: BasePath | undefined): CompiledGateway => gatewayOf(current(), (basePath ?? basePaths[0])?.api ?? '');
  const byLength = longestFirst(basePaths);
  return {
    handle: (received, respond) => {
      const basePath = basePathOf(received.target, byLength);
      if (basePath === undefined) {
        respond(refuseRequest(apiOf(undefined), received, { error: basePathUnknown(received, basePaths), ports }));
        return;
      }
      // functions that read the request's own bytes would see another path
      handleRequest(apiOf(basePath), withoutRaw(received), { ports, respond, basePath });
    },
    urlLength: () => Math.max(...basePaths.map((one) => urlLengthOf(apiOf(one)))),
    refuse: (received, error) => refuseRequest(apiOf(basePathOf(received.target, byLength)), received, { error, ports }),
  };
}

/** The error of a path that no base path matches. */
export function basePathUnknown({ target }: Received, basePaths: readonly BasePath[]): GatewayError {
  const known = basePaths.map(({ path }) => path || '(none)').join(', ');
  return new GatewayError('BASE_PATH_UNKNOWN', { path: target.split('?', 1)[0] ?? '', known });
}

function gatewayOf(gateways: Gateways, name: string): CompiledGateway {
  const gateway = gateways.get(name);
  if (gateway === undefined) throw new Error('the API is not loaded'); // cannot be: a reload that loses an API is refused
  return gateway;
}

function urlLengthOf({ responseContext }: CompiledGateway): number {
  return (responseContext.endpointType === 'REGIONAL' ? LIMITS.regionalUrlLength : LIMITS.urlLength).max;
}
