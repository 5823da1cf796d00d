import { GatewayError } from '../../errors';
import { LIMITS } from '../../spec';
import { handleRequest, refuseRequest, type CompiledGateway } from '../pipeline/gateway';
import type { SystemPorts } from '../ports';
import { withoutRaw } from '../http/request';
import { basePathOf, longestFirst, type BasePath } from '../router/base-path';
import type { RequestHandler } from '../server/request-handler';

type Gateways = ReadonlyMap<string, CompiledGateway>;

/** Answers the requests of one API with the load that is current when they arrive; requests in flight keep the one they began with. */
export function handlerOf(current: () => Gateways, name: string, ports: SystemPorts): RequestHandler {
  return {
    handle: (received, respond) => handleRequest(gatewayOf(current(), name), received, { ports, respond }),
    urlLength: () => urlLengthOf(gatewayOf(current(), name)),
    refuse: (received, error) => refuseRequest(gatewayOf(current(), name), received, { error, ports }),
  };
}

/** Answers the requests of the APIs that share a port; what is below none of their base paths gets 403 as the first of them sends it. */
export function sharedHandlerOf(current: () => Gateways, basePaths: readonly BasePath[], ports: SystemPorts): RequestHandler {
  const apiOf = (basePath: BasePath | undefined): CompiledGateway => gatewayOf(current(), (basePath ?? basePaths[0])?.api ?? '');
  const byLength = longestFirst(basePaths);
  return {
    handle: (received, respond) => {
      const basePath = basePathOf(received.target, byLength);
      if (basePath === undefined) {
        const known = basePaths.map(({ path }) => path || '(none)').join(', ');
        const error = new GatewayError('BASE_PATH_UNKNOWN', { path: received.target.split('?', 1)[0] ?? '', known });
        respond(refuseRequest(apiOf(undefined), received, { error, ports }));
        return;
      }
      // functions that read the request's own bytes would see another path
      handleRequest(apiOf(basePath), withoutRaw(received), { ports, respond, basePath });
    },
    urlLength: () => Math.max(...basePaths.map((one) => urlLengthOf(apiOf(one)))),
    refuse: (received, error) => refuseRequest(apiOf(basePathOf(received.target, byLength)), received, { error, ports }),
  };
}

function gatewayOf(gateways: Gateways, name: string): CompiledGateway {
  const gateway = gateways.get(name);
  if (gateway === undefined) throw new Error('the API is not loaded'); // cannot be: a reload that loses an API is refused
  return gateway;
}

function urlLengthOf({ responseContext }: CompiledGateway): number {
  return (responseContext.endpointType === 'REGIONAL' ? LIMITS.regionalUrlLength : LIMITS.urlLength).max;
}
