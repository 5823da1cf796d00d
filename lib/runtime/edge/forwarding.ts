import type { Protocol } from '../../spec';
import { capitalize } from '../http/capitalize';
import { lowerName, type HeaderField, type HeaderList } from '../http/headers';
import { perObject } from '../http/per-object';
import type { Received, RequestIds } from '../http/request';
import type { ResponseContext } from '../plan/exchange';
import { viewerKind, type ViewerKind } from './viewer-kind';

/**
 * Header lines of a client that are not passed on beyond the edge.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html; recorded cases remap-*
 */
const DROPPED = [
  'connection', 'content-length', 'content-md5', 'expect', 'max-forwards', 'proxy-authenticate', 'server', 'te',
  'transfer-encoding', 'trailer', 'upgrade', 'www-authenticate',
];

/** Names whose spelling the service changes; all others are kept as sent. */
const RESPELLED = ['Authorization', 'User-Agent', 'Host'];

/** The address of the content-delivery edge in X-Forwarded-For, behind that of the viewer; as in AWS's sample of an event. */
const EDGE_ADDRESS = '127.0.0.2';
/** The viewer's network: a number for documentation, RFC 5398. */
const VIEWER_ASN = '64496';

interface ForwardedRequest {
  readonly received: Pick<Received, 'headers' | 'body' | 'sourceIp' | 'peerIp' | 'port' | 'scheme' | 'protocol' | 'viaVersion'>;
  readonly ids: Pick<RequestIds, 'trace' | 'edgeId' | 'edgeHost'>;
  readonly context: ResponseContext;
}

/** Hot path. The header lines that gateway and functions see: the client's, without the dropped ones, then those of the edge. */
export function forwardedHeaders(request: ForwardedRequest): HeaderList {
  const { received: { headers }, context } = request;
  const { spellings, own } = edgeOf(context);
  const forwarded: HeaderField[] = [];
  let [forwardedFor, userAgent] = ['', ''];
  for (const field of headers) {
    const lower = lowerName(field.name);
    if (lower === 'x-forwarded-for') forwardedFor += `${field.value}, `;
    else if (lower === 'user-agent') userAgent = field.value;
    const name = spellings.get(lower) ?? field.name;
    if (name !== '') forwarded.push(name === field.name ? field : { name, value: field.value });
  }
  const client = { forwardedFor, viewer: viewerKind(userAgent) };
  for (const { name, value } of own) forwarded.push({ name, value: value(request, client) });
  return forwarded;
}

interface EdgeHeader {
  readonly name: string;
  readonly value: (request: ForwardedRequest, client: { readonly forwardedFor: string; readonly viewer: ViewerKind }) => string;
}

interface Edge {
  /** By names in lower case: the spelling with which they are passed on; empty for those that are not. */
  readonly spellings: ReadonlyMap<string, string>;
  readonly own: readonly EdgeHeader[];
}

const OWN: Readonly<Record<Protocol, readonly EdgeHeader[]>> = {
  'rest': [],
  'http': [{ name: 'Content-Length', value: ({ received }) => String(received.body.length) }],
  'function-url': [],
  'websocket': [],
};

/** Made once for each stage. Only requests to EDGE endpoints pass through a content-delivery network. */
const edgeOf = perObject(({ protocol, vendor, endpointType }: ResponseContext): Edge => {
  const { headerPrefix: service, shortPrefix: platform, cdnName: cdn } = vendor;
  const isEdge = endpointType === 'EDGE';
  const behind = isEdge ? `, ${EDGE_ADDRESS}` : '';
  const own: EdgeHeader[] = [
    { name: `X-${capitalize(service)}-Trace-Id`, value: ({ ids }) => ids.trace.text },
    { name: 'X-Forwarded-For', value: ({ received }, { forwardedFor }) => `${forwardedFor}${received.peerIp ?? received.sourceIp}${behind}` },
    { name: 'X-Forwarded-Port', value: ({ received }) => String(received.port) },
    { name: 'X-Forwarded-Proto', value: ({ received }) => received.scheme },
  ];
  if (isEdge) {
    const viewer = (kind: ViewerKind): EdgeHeader['value'] => (_, client) => (client.viewer === kind ? 'true' : 'false');
    own.push(
      { name: 'Via', value: ({ received, ids }) => viaValue(ids.edgeHost, cdn, received.viaVersion ?? received.protocol) },
      { name: `X-${capitalize(platform)}-Cf-Id`, value: ({ ids }) => ids.edgeId },
      { name: `${cdn}-Forwarded-Proto`, value: ({ received }) => received.scheme },
      { name: `${cdn}-Is-Desktop-Viewer`, value: viewer('desktop') },
      { name: `${cdn}-Is-Mobile-Viewer`, value: viewer('mobile') },
      { name: `${cdn}-Is-SmartTV-Viewer`, value: viewer('smart-tv') },
      { name: `${cdn}-Is-Tablet-Viewer`, value: viewer('tablet') },
      { name: `${cdn}-Viewer-ASN`, value: () => VIEWER_ASN },
      { name: `${cdn}-Viewer-Country`, value: () => 'US' },
    );
  }
  own.push(...OWN[protocol]);
  const notPassedOn = [...DROPPED, ...own.map(({ name }) => name.toLowerCase())].map((name) => [name, ''] as const);
  return { spellings: new Map([...RESPELLED.map((name) => [name.toLowerCase(), name] as const), ...notPassedOn]), own };
});

/** `1.1 <host of the edge> (<network>)`, as RFC 9110 §7.6.3 requires. */
export function viaValue(edgeHost: string, cdn: string, protocol: string): string {
  return `${protocol === 'HTTP/1.1' ? '1.1' : protocol.replace('HTTP/', '')} ${edgeHost}.${cdn.toLowerCase()}.net (${cdn})`;
}
