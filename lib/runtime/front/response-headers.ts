import type { RequestIds, ResponseFront } from '../exchange';
import type { HeaderField } from '../headers';
import { viaValue } from './request-headers';
import { capitalise } from './vendor-words';

/**
 * The headers that the service adds to every response: request ids, and on EDGE endpoints cache status, Via and trace id
 * of the content-delivery front.
 * @see base specification, Endpoints, rule 7
 */
export function serviceHeaders(ids: RequestIds, status: number, { vendor, endpointType }: ResponseFront): HeaderField[] {
  const always = [
    { name: `x-${vendor.service}-RequestId`, value: ids.requestId },
    { name: `x-${vendor.platform}-apigw-id`, value: ids.extendedRequestId },
  ];
  if (endpointType !== 'EDGE') return always;
  const cdn = vendor.contentDelivery;
  return [
    ...always,
    { name: 'X-Cache', value: `${status >= 400 ? 'Error' : 'Miss'} from ${cdn.toLowerCase()}` },
    { name: 'Via', value: viaValue(ids.frontId, cdn, 'HTTP/1.1') },
    { name: `X-${capitalise(vendor.platform)}-Cf-Pop`, value: 'LOCAL1-C1' },
    { name: `X-${capitalise(vendor.platform)}-Cf-Id`, value: ids.frontId },
  ];
}
