import { protocolOf, type GatewaySpec, type Protocol, type VendorSpec } from '../../spec';
import { capitalize } from '../http/capitalize';
import type { ResponseContext } from '../plan/exchange';
import { flat } from '../http/flat';
import { perObject } from '../http/per-object';
import type { HeaderField } from '../http/headers';
import { viaValue } from './forwarding';
import type { RequestIds } from '../http/request';

interface ServiceNames {
  readonly requestId: string;
  readonly extendedId: string;
  readonly delivery: { readonly pop: string; readonly id: string; readonly hit: string; readonly error: string } | undefined;
}

const namesByVendor = new WeakMap<VendorSpec, Map<string, ServiceNames>>();

/** Made once for each vendor and kind of endpoint. */
function namesOf({ vendor, endpointType }: ResponseContext): ServiceNames {
  const byType = namesByVendor.get(vendor) ?? new Map<string, ServiceNames>();
  namesByVendor.set(vendor, byType);
  const known = byType.get(endpointType);
  if (known !== undefined) return known;
  const { headerPrefix: service, shortPrefix: platform, cdnName: cdn } = vendor;
  const delivery = endpointType !== 'EDGE' ? undefined : {
    pop: `X-${capitalize(platform)}-Cf-Pop`,
    id: `X-${capitalize(platform)}-Cf-Id`,
    hit: `Miss from ${cdn.toLowerCase()}`,
    error: `Error from ${cdn.toLowerCase()}`,
  };
  const names = { requestId: `x-${service}-RequestId`, extendedId: `x-${platform}-apigw-id`, delivery };
  byType.set(endpointType, names);
  return names;
}

/**
 * The headers that the service adds to every response: request ids, and on EDGE endpoints cache status, Via and trace id
 * of the content-delivery edge.
 * @see docs/internals/parity-evidence.md, Endpoints
 */
export function serviceHeaders(ids: RequestIds, status: number, context: ResponseContext): HeaderField[] {
  return HEADERS[context.protocol](ids, status, context);
}

const HEADERS: Readonly<Record<Protocol, typeof serviceHeaders>> = {
  'rest': restHeaders,
  'websocket': restHeaders,
  'http': ({ requestId }) => [{ name: HTTP_REQUEST_ID, value: requestId }],
  'function-url': ({ requestId }, _, { vendor }) => [{ name: lambdaRequestId(vendor), value: requestId }],
};

const REQUEST_ID_NAMES: Readonly<Record<Protocol, (vendor: VendorSpec) => string>> = {
  'rest': lambdaRequestId,
  'websocket': lambdaRequestId,
  'http': () => HTTP_REQUEST_ID,
  'function-url': lambdaRequestId,
};

/** The name of the header in which responses of an API carry the id of their request. */
export function requestIdName(spec: Pick<GatewaySpec, 'api' | 'protocol'>): string {
  return REQUEST_ID_NAMES[protocolOf(spec)](spec.api.vendor);
}

function lambdaRequestId({ headerPrefix }: VendorSpec): string {
  return `x-${headerPrefix}-RequestId`;
}

const HTTP_REQUEST_ID = 'Apigw-Requestid';

function restHeaders(ids: RequestIds, status: number, context: ResponseContext): HeaderField[] {
  const { requestId, extendedId, delivery } = namesOf(context);
  const headers = [{ name: requestId, value: ids.requestId }, { name: extendedId, value: ids.extendedRequestId }];
  if (delivery === undefined) return headers;
  headers.push(
    { name: 'X-Cache', value: status >= 400 ? delivery.error : delivery.hit },
    { name: 'Via', value: viaValue(ids.edgeHost, context.vendor.cdnName, 'HTTP/1.1') },
    { name: delivery.pop, value: 'LOCAL1-C1' },
    { name: delivery.id, value: ids.edgeId },
  );
  return headers;
}

/** The same as lines of a response; everything that does not depend on the request is built once per stage. */
export const serviceLines = perObject((context: ResponseContext): ServiceLines => LINES[context.protocol](context));

type ServiceLines = (ids: RequestIds, status: number) => string;

const LINES: Readonly<Record<Protocol, (context: ResponseContext) => ServiceLines>> = {
  'rest': compileRestLines,
  'websocket': compileRestLines,
  'http': () => ({ requestId }) => `${HTTP_REQUEST_ID}: ${requestId}\r\n`,
  'function-url': ({ vendor }) => {
    const start = flat(`${lambdaRequestId(vendor)}: `);
    return ({ requestId }) => `${start}${requestId}\r\n`;
  },
};

function compileRestLines(context: ResponseContext): ServiceLines {
  const { requestId, extendedId, delivery } = namesOf(context);
  const extended = flat(`\r\n${extendedId}: `);
  const start = flat(`${requestId}: `);
  if (delivery === undefined) return (ids) => `${start}${ids.requestId}${extended}${ids.extendedRequestId}\r\n`;
  const [beforeHost = '', afterHost = ''] = viaValue(HOST, context.vendor.cdnName, 'HTTP/1.1').split(HOST);
  const hit = flat(`\r\nX-Cache: ${delivery.hit}\r\nVia: ${beforeHost}`);
  const error = flat(`\r\nX-Cache: ${delivery.error}\r\nVia: ${beforeHost}`);
  const pop = flat(`${afterHost}\r\n${delivery.pop}: LOCAL1-C1\r\n${delivery.id}: `);
  return (ids, status) =>
    `${start}${ids.requestId}${extended}${ids.extendedRequestId}${status >= 400 ? error : hit}${ids.edgeHost}${pop}${ids.edgeId}\r\n`;
}

/** Placeholder for the edge's host. */
const HOST = '\n';
