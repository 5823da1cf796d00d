import type { ResponseContext } from '../plan/exchange';
import type { SystemPorts } from '../ports';
import { traceOf, type TracedRequest } from './trace';
import type { RequestIds, Trace } from '../http/request';

type EdgeContext = Pick<ResponseContext, 'vendor' | 'endpointType'>;

/** Ids and trace of a request. The client cannot choose an id, but may supply a trace. */
export function requestIds(received: TracedRequest, edge: EdgeContext, ports: SystemPorts): RequestIds {
  return idsWith(traceOf(received, edge.vendor.headerPrefix, ports), edge, ports);
}

/** Only requests to EDGE endpoints pass through a content-delivery network. */
function idsWith(trace: Trace, { endpointType }: EdgeContext, { newId, randomBase64, randomHex }: SystemPorts): RequestIds {
  const isEdge = endpointType === 'EDGE';
  return {
    requestId: newId(),
    extendedRequestId: randomBase64(11),
    edgeId: isEdge ? randomBase64(40) : '',
    edgeHost: isEdge ? randomHex(32) : '',
    trace,
  };
}
