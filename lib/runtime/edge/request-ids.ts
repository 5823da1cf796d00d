import type { ResponseContext } from '../plan/exchange';
import type { SystemPorts } from '../ports';
import { traceOf, type TracedRequest } from './trace';
import type { RequestIds } from '../http/request';

type EdgeContext = Pick<ResponseContext, 'vendor' | 'endpointType'>;

/**
 * Ids and trace of a request. The client cannot choose an id, but may supply a trace; only requests to EDGE endpoints pass
 * through a content-delivery network.
 */
export function requestIds(received: TracedRequest, { vendor, endpointType }: EdgeContext, ports: SystemPorts): RequestIds {
  const isEdge = endpointType === 'EDGE';
  const trace = traceOf(received, vendor.headerPrefix, ports);
  return {
    requestId: ports.newId(),
    invocationId: ports.newId(),
    extendedRequestId: ports.randomBase64(11),
    edgeId: isEdge ? ports.randomBase64(40) : '',
    edgeHost: isEdge ? ports.randomHex(32) : '',
    trace,
  };
}
