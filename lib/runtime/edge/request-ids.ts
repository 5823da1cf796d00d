import type { Protocol } from '../../spec';
import type { ResponseContext } from '../plan/exchange';
import type { SystemPorts } from '../ports';
import { traceOf, type TracedRequest } from './trace';
import type { RequestIds } from '../http/request';

type EdgeContext = Pick<ResponseContext, 'protocol' | 'vendor' | 'endpointType'>;

/** The two ids of a request. HTTP and WebSocket APIs have one: `JCJJxhz4PHcEJgQ=`; the URL of a function has one like those of Lambda. */
const IDS: Readonly<Record<Protocol, (ports: SystemPorts) => Pick<RequestIds, 'requestId' | 'extendedRequestId'>>> = {
  'rest': (ports) => ({ requestId: ports.newId(), extendedRequestId: ports.randomBase64(EXTENDED_ID_BYTES) }),
  'http': (ports) => sameIds(ports.randomBase64(EXTENDED_ID_BYTES)),
  'websocket': (ports) => sameIds(ports.randomBase64(EXTENDED_ID_BYTES)),
  'function-url': (ports) => sameIds(ports.newId()),
};
const EXTENDED_ID_BYTES = 11;

function sameIds(id: string): Pick<RequestIds, 'requestId' | 'extendedRequestId'> {
  return { requestId: id, extendedRequestId: id };
}

/** Ids and trace of a request. A client may supply a trace, but no id; only EDGE endpoints are behind a content-delivery network. */
export function requestIds(received: TracedRequest, { protocol, vendor, endpointType }: EdgeContext, ports: SystemPorts): RequestIds {
  const isEdge = endpointType === 'EDGE';
  const trace = traceOf(received, { protocol, service: vendor.headerPrefix }, ports);
  const { requestId, extendedRequestId } = IDS[protocol](ports);
  return {
    requestId,
    invocationId: ports.newId(),
    extendedRequestId,
    edgeId: isEdge ? ports.randomBase64(40) : '',
    edgeHost: isEdge ? ports.randomHex(32) : '',
    trace,
  };
}
