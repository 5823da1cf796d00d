import type { Received, RequestIds, ServedStage } from '../exchange';
import { lowerName, type HeaderField, type HeaderList } from '../headers';
import { capitalise } from './capitalise';

/**
 * Header lines of a client that nothing behind the front sees.
 * @see aws-data-plane §4, §7: recorded by the header remapping cases
 */
const DROPPED = new Set([
  'connection', 'content-length', 'content-md5', 'expect', 'max-forwards', 'proxy-authenticate', 'server', 'te',
  'transfer-encoding', 'trailer', 'upgrade', 'www-authenticate',
]);

/** Names whose spelling the service changes; all others stay as sent. */
const RESPELLED: ReadonlyMap<string, string> = new Map([['authorization', 'Authorization'], ['user-agent', 'User-Agent'], ['host', 'Host']]);

/** What the front's headers depend on. */
type ForwardingStage = Pick<ServedStage, 'vendor' | 'endpointType'>;

/**
 * The header lines that the gateway and its functions see: the client's without the dropped ones, and those of the front.
 * Hot path: names are made once for each stage.
 */
export function forwardedHeaders(received: Received, ids: RequestIds, stage: ForwardingStage): HeaderList {
  const names = namesOf(stage);
  const kept: HeaderField[] = [];
  let forwardedFor = '';
  let userAgent = '';
  for (const field of received.headers) {
    const lower = lowerName(field.name);
    if (lower === 'x-forwarded-for') forwardedFor += `${field.value}, `;
    if (lower === 'user-agent') userAgent = field.value;
    if (DROPPED.has(lower) || names.lower.has(lower)) continue;
    const spelling = RESPELLED.get(lower);
    kept.push(spelling === undefined || spelling === field.name ? field : { name: spelling, value: field.value });
  }
  kept.push(
    { name: names.trace, value: ids.trace.text },
    { name: 'X-Forwarded-For', value: forwardedFor + (received.peerIp ?? received.sourceIp) },
    { name: 'X-Forwarded-Port', value: String(received.port) },
    { name: 'X-Forwarded-Proto', value: received.scheme },
  );
  if (names.delivery !== undefined) addDelivery(kept, names.delivery, { received, ids, stage, userAgent });
  return kept;
}

/** The names of the front's headers on one stage. */
interface FrontNames {
  readonly trace: string;
  readonly delivery: DeliveryNames | undefined;
  /** All of them in lower case: what clients send under these is not passed on. */
  readonly lower: ReadonlySet<string>;
}

interface DeliveryNames {
  readonly id: string;
  readonly proto: string;
  readonly desktop: string;
  readonly mobile: string;
  readonly smartTv: string;
  readonly tablet: string;
  readonly country: string;
}

const namesByStage = new WeakMap<ForwardingStage, FrontNames>();

function namesOf(stage: ForwardingStage): FrontNames {
  const known = namesByStage.get(stage);
  if (known !== undefined) return known;
  const { vendor: { headerPrefix: service, shortPrefix: platform, cdnName: cdn }, endpointType } = stage;
  const trace = `X-${capitalise(service)}-Trace-Id`;
  const delivery = endpointType !== 'EDGE' ? undefined : {
    id: `X-${capitalise(platform)}-Cf-Id`,
    proto: `${cdn}-Forwarded-Proto`,
    desktop: `${cdn}-Is-Desktop-Viewer`,
    mobile: `${cdn}-Is-Mobile-Viewer`,
    smartTv: `${cdn}-Is-SmartTV-Viewer`,
    tablet: `${cdn}-Is-Tablet-Viewer`,
    country: `${cdn}-Viewer-Country`,
  };
  const all = [trace, 'X-Forwarded-For', 'X-Forwarded-Port', 'X-Forwarded-Proto', ...(delivery === undefined ? [] : ['Via', ...Object.values(delivery)])];
  const names = { trace, delivery, lower: new Set(all.map((name) => name.toLowerCase())) };
  namesByStage.set(stage, names);
  return names;
}

interface Viewed {
  readonly received: Received;
  readonly ids: RequestIds;
  readonly stage: ForwardingStage;
  readonly userAgent: string;
}

/** What the content-delivery front tells the function about the viewer. */
function addDelivery(headers: HeaderField[], names: DeliveryNames, { received, ids, stage, userAgent }: Viewed): void {
  const viewer = viewerKind(userAgent);
  headers.push(
    { name: 'Via', value: viaValue(ids.frontHost, stage.vendor.cdnName, received.protocol) },
    { name: names.id, value: ids.frontId },
    { name: names.proto, value: received.scheme },
    { name: names.desktop, value: viewer === 'desktop' ? 'true' : 'false' },
    { name: names.mobile, value: viewer === 'mobile' ? 'true' : 'false' },
    { name: names.smartTv, value: viewer === 'smart-tv' ? 'true' : 'false' },
    { name: names.tablet, value: viewer === 'tablet' ? 'true' : 'false' },
    { name: names.country, value: 'US' },
  );
}

/** `1.1 <host of the front> (<front>)`, as RFC 9110 §7.6.3 wants it. */
export function viaValue(frontHost: string, cdn: string, protocol: string): string {
  return `${protocol === 'HTTP/1.1' ? '1.1' : protocol.replace('HTTP/', '')} ${frontHost}.${cdn.toLowerCase()}.net (${cdn})`;
}

type ViewerKind = 'desktop' | 'mobile' | 'smart-tv' | 'tablet';

const MAX_VIEWERS = 500;
const MAX_AGENT_CHARACTERS = 300;
const viewers = new Map<string, ViewerKind>();

function viewerKind(userAgent: string): ViewerKind {
  const known = viewers.get(userAgent);
  if (known !== undefined) return known;
  const kind = kindOfViewer(userAgent);
  if (viewers.size < MAX_VIEWERS && userAgent.length <= MAX_AGENT_CHARACTERS) viewers.set(userAgent, kind);
  return kind;
}

function kindOfViewer(userAgent: string): ViewerKind {
  if (/smart-?tv|googletv|appletv|hbbtv|netcast/i.test(userAgent)) return 'smart-tv';
  if (/ipad|tablet|kindle|silk|android(?!.*mobile)/i.test(userAgent)) return 'tablet';
  return /mobi|iphone|ipod|android/i.test(userAgent) ? 'mobile' : 'desktop';
}
