import { LIMITS } from '../../spec';
import { handleRequest, refuseRequest, type CompiledGateway } from '../pipeline/gateway';
import type { SystemPorts } from '../ports';
import type { RequestHandler } from '../server/request-handler';

/** Answers the requests of one API with the load that is current when they arrive; requests in flight keep the one they began with. */
export function handlerOf(current: () => CompiledGateway | undefined, ports: SystemPorts): RequestHandler {
  const gatewayNow = (): CompiledGateway => {
    const gateway = current();
    if (gateway === undefined) throw new Error('the API is not loaded'); // cannot be: a reload that loses an API is refused
    return gateway;
  };
  return {
    handle: (received, respond) => handleRequest(gatewayNow(), received, { ports, respond }),
    urlLength: () => (gatewayNow().responseContext.endpointType === 'REGIONAL' ? LIMITS.regionalUrlLength : LIMITS.urlLength).max,
    refuse: (received, error) => refuseRequest(gatewayNow(), received, { error, ports }),
  };
}
