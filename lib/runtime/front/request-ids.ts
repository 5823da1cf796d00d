import type { RequestIds } from '../exchange';
import type { HeaderList } from '../headers';
import type { SystemPorts } from '../ports';
import { traceOf } from './trace';

/** Ids and trace of a request. The client cannot choose an id; it may bring a trace. */
export function requestIds(headers: HeaderList, service: string, ports: SystemPorts): RequestIds {
  return {
    requestId: ports.newId(),
    extendedRequestId: `${base64(ports.randomHex(22))}=`,
    frontId: `${base64(ports.randomHex(80))}==`,
    frontHost: ports.randomHex(32),
    trace: traceOf(headers, service, ports),
  };
}

function base64(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64url');
}
