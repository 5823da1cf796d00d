import { capitalize } from '../http/capitalize';
import type { Received, RequestIds } from '../http/request';
import { lowerName } from '../http/headers';
import { perObject } from '../http/per-object';
import type { ResponseContext } from '../plan/exchange';
import { viewerKind, type ViewerKind } from './viewer-kind';

/**
 * Header lines of a client that are not passed on beyond the edge.
 * @see aws-data-plane §4, §7: recorded by the header remapping cases
 */
const DROPPED = new Set([
  'connection', 'content-length', 'content-md5', 'expect', 'max-forwards', 'proxy-authenticate', 'server', 'te',
  'transfer-encoding', 'trailer', 'upgrade', 'www-authenticate',
]);

/** Names whose spelling the service changes; all others are kept as sent. */
const RESPELLED: ReadonlyMap<string, string> = new Map([['authorization', 'Authorization'], ['user-agent', 'User-Agent'], ['host', 'Host']]);

/** The address of the content-delivery edge in X-Forwarded-For, behind that of the viewer; as in AWS's sample of an event. */
const EDGE_ADDRESS = '127.0.0.2';
/** The viewer's network: a number for documentation, RFC 5398. */
const VIEWER_ASN = '64496';

/** Sources of forwarded header values besides the client's own headers. */
type EdgeSource =
  | 'trace' | 'forwardedFor' | 'forwardedForEdge' | 'port' | 'scheme' | 'via' | 'edgeId' | 'asn' | 'country'
  | 'desktop' | 'mobile' | 'smart-tv' | 'tablet';

/** What happens to the header lines of a request, based on their names alone. */
export interface ForwardingPlan {
  /** The names that the rest of the gateway sees, in their order: the client's, then the edge's. */
  readonly names: readonly string[];
  /** The client's lines that are passed on. */
  readonly passedOn: readonly number[];
  /** Where the values of the edge's lines come from. */
  readonly own: readonly EdgeSource[];
  readonly forwardedForAt: readonly number[];
  readonly userAgentAt: number;
}

/** What the edge's own values are made from. */
export interface ForwardedRequest {
  readonly received: Pick<Received, 'sourceIp' | 'peerIp' | 'port' | 'scheme' | 'protocol' | 'viaVersion'>;
  readonly ids: Pick<RequestIds, 'trace' | 'edgeId' | 'edgeHost'>;
  readonly context: ResponseContext;
}

/** Decides what happens to header lines with these names, in this order. */
export function planForwarding(given: readonly string[], context: ResponseContext): ForwardingPlan {
  const own = edgeNames(context);
  const names: string[] = [];
  const passedOn: number[] = [];
  const forwardedForAt: number[] = [];
  let userAgentAt = -1;
  for (const [index, name] of given.entries()) {
    const lower = lowerName(name);
    if (lower === 'x-forwarded-for') forwardedForAt.push(index);
    if (lower === 'user-agent') userAgentAt = index;
    if (DROPPED.has(lower) || own.lower.has(lower)) continue;
    names.push(RESPELLED.get(lower) ?? name);
    passedOn.push(index);
  }
  return { names: [...names, ...own.names], passedOn, own: own.sources, forwardedForAt, userAgentAt };
}

/** The values of all forwarded headers, in the order of the plan's names. Hot path. @param values - of the client's header lines */
export function forwardedValues(plan: ForwardingPlan, values: readonly string[], request: ForwardedRequest): string[] {
  const { passedOn, own, userAgentAt } = plan;
  const forwarded: string[] = [];
  for (const index of passedOn) forwarded.push(values[index] ?? '');
  const client = { plan, values, viewer: viewerKind(values[userAgentAt] ?? '') };
  for (const source of own) forwarded.push(edgeValue(source, request, client));
  return forwarded;
}

function edgeValue(source: EdgeSource, { received, ids, context }: ForwardedRequest, { plan, values, viewer }: FromClient): string {
  switch (source) {
    case 'trace': return ids.trace.text;
    case 'forwardedFor': return forwardedFor(plan, values) + (received.peerIp ?? received.sourceIp);
    case 'forwardedForEdge': return `${forwardedFor(plan, values)}${received.peerIp ?? received.sourceIp}, ${EDGE_ADDRESS}`;
    case 'port': return String(received.port);
    case 'scheme': return received.scheme;
    case 'via': return viaValue(ids.edgeHost, context.vendor.cdnName, received.viaVersion ?? received.protocol);
    case 'edgeId': return ids.edgeId;
    case 'asn': return VIEWER_ASN;
    case 'country': return 'US';
    default: return viewer === source ? 'true' : 'false';
  }
}

/** What the edge's own values need of the client's. */
interface FromClient {
  readonly plan: ForwardingPlan;
  readonly values: readonly string[];
  readonly viewer: ViewerKind;
}

function forwardedFor({ forwardedForAt }: ForwardingPlan, values: readonly string[]): string {
  let text = '';
  for (const index of forwardedForAt) text += `${values[index] ?? ''}, `;
  return text;
}

/** The edge's headers on one stage. */
interface EdgeNames {
  readonly names: readonly string[];
  readonly sources: readonly EdgeSource[];
  /** In lower case; clients' values for these names are not passed on. */
  readonly lower: ReadonlySet<string>;
}

/** Made once for each stage. Only requests to EDGE endpoints pass through a content-delivery network. */
const edgeNames = perObject((context: ResponseContext): EdgeNames => {
  const { vendor: { headerPrefix: service, shortPrefix: platform, cdnName: cdn }, endpointType } = context;
  const all: readonly (readonly [string, EdgeSource])[] = [
    [`X-${capitalize(service)}-Trace-Id`, 'trace'],
    ['X-Forwarded-For', endpointType === 'EDGE' ? 'forwardedForEdge' : 'forwardedFor'],
    ['X-Forwarded-Port', 'port'],
    ['X-Forwarded-Proto', 'scheme'],
    ...endpointType !== 'EDGE' ? [] : [
      ['Via', 'via'],
      [`X-${capitalize(platform)}-Cf-Id`, 'edgeId'],
      [`${cdn}-Forwarded-Proto`, 'scheme'],
      [`${cdn}-Is-Desktop-Viewer`, 'desktop'],
      [`${cdn}-Is-Mobile-Viewer`, 'mobile'],
      [`${cdn}-Is-SmartTV-Viewer`, 'smart-tv'],
      [`${cdn}-Is-Tablet-Viewer`, 'tablet'],
      [`${cdn}-Viewer-ASN`, 'asn'],
      [`${cdn}-Viewer-Country`, 'country'],
    ] as const,
  ];
  return {
    names: all.map(([name]) => name), sources: all.map(([, source]) => source), lower: new Set(all.map(([name]) => name.toLowerCase())),
  };
});

/** `1.1 <host of the edge> (<network>)`, as RFC 9110 §7.6.3 requires. */
export function viaValue(edgeHost: string, cdn: string, protocol: string): string {
  return `${protocol === 'HTTP/1.1' ? '1.1' : protocol.replace('HTTP/', '')} ${edgeHost}.${cdn.toLowerCase()}.net (${cdn})`;
}
