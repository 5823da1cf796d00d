import type { RequestIds, ResponseFront } from '../exchange';
import type { HeaderList } from '../headers';
import type { SystemPorts } from '../ports';
import { newTrace, traceOf, type Trace } from './trace';

type Front = Pick<ResponseFront, 'vendor' | 'endpointType'>;

/** Ids and trace of a request. The client cannot choose an id; it may bring a trace. */
export function requestIds(headers: HeaderList, front: Front, ports: SystemPorts): RequestIds {
  return idsWith(traceOf(headers, front.vendor.headerPrefix, ports), front, ports);
}

/** The same for a request that brings no trace. */
export function newIds(front: Front, ports: SystemPorts): RequestIds {
  return idsWith({ text: newTrace(ports) }, front, ports);
}

/** Only requests to EDGE endpoints pass a content-delivery front. */
function idsWith(trace: Trace, { endpointType }: Front, { newId, randomBase64, randomHex }: SystemPorts): RequestIds {
  const isEdge = endpointType === 'EDGE';
  return {
    requestId: newId(),
    extendedRequestId: `${randomBase64(11)}=`,
    frontId: isEdge ? `${randomBase64(40)}==` : '',
    frontHost: isEdge ? randomHex(32) : '',
    trace,
  };
}
