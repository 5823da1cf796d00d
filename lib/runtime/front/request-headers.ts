import type { VendorSpec } from '../../spec';
import type { Received, RequestIds, ServedStage } from '../exchange';
import { headerValues, withoutHeaders, type HeaderField, type HeaderList } from '../headers';
import { capitalise } from './vendor-words';

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

/** The header lines that the gateway and its functions see: the client's without the dropped ones, and those of the front. */
export function forwardedHeaders(received: Received, ids: RequestIds, stage: ServedStage): HeaderList {
  const front = frontHeaders(received, ids, stage);
  const replaced = new Set(front.map((field) => field.name.toLowerCase()));
  const kept = withoutHeaders(received.headers, DROPPED).filter((field) => !replaced.has(field.name.toLowerCase()));
  return [...kept.map(({ name, value }) => ({ name: RESPELLED.get(name.toLowerCase()) ?? name, value })), ...front];
}

function frontHeaders(received: Received, ids: RequestIds, stage: ServedStage): HeaderField[] {
  const { vendor, endpointType } = stage;
  const forwardedFor = [...headerValues(received.headers, 'x-forwarded-for'), received.peerIp ?? received.sourceIp].join(', ');
  const always = [
    { name: `X-${capitalise(vendor.service)}-Trace-Id`, value: ids.trace.text },
    { name: 'X-Forwarded-For', value: forwardedFor },
    { name: 'X-Forwarded-Port', value: String(received.port) },
    { name: 'X-Forwarded-Proto', value: received.scheme },
  ];
  return endpointType === 'EDGE' ? [...always, ...deliveryHeaders(received, ids, vendor)] : always;
}

/** What the content-delivery front tells the function about the viewer. */
function deliveryHeaders(received: Received, ids: RequestIds, { platform, contentDelivery: cdn }: VendorSpec): HeaderField[] {
  const viewer = viewerKind(headerValues(received.headers, 'user-agent').at(-1) ?? '');
  return [
    { name: 'Via', value: viaValue(ids.frontId, cdn, received.protocol) },
    { name: `X-${capitalise(platform)}-Cf-Id`, value: ids.frontId },
    { name: `${cdn}-Forwarded-Proto`, value: received.scheme },
    { name: `${cdn}-Is-Desktop-Viewer`, value: String(viewer === 'desktop') },
    { name: `${cdn}-Is-Mobile-Viewer`, value: String(viewer === 'mobile') },
    { name: `${cdn}-Is-SmartTV-Viewer`, value: String(viewer === 'smart-tv') },
    { name: `${cdn}-Is-Tablet-Viewer`, value: String(viewer === 'tablet') },
    { name: `${cdn}-Viewer-Country`, value: 'US' },
  ];
}

/** `1.1 <host of the front> (<front>)`, as RFC 9110 §7.6.3 wants it. */
export function viaValue(frontId: string, cdn: string, protocol: string): string {
  const host = Buffer.from(frontId).toString('hex').slice(0, 32);
  return `${protocol.replace('HTTP/', '')} ${host}.${cdn.toLowerCase()}.net (${cdn})`;
}

function viewerKind(userAgent: string): 'desktop' | 'mobile' | 'smart-tv' | 'tablet' {
  if (/smart-?tv|googletv|appletv|hbbtv|netcast/i.test(userAgent)) return 'smart-tv';
  if (/ipad|tablet|kindle|silk|android(?!.*mobile)/i.test(userAgent)) return 'tablet';
  return /mobi|iphone|ipod|android/i.test(userAgent) ? 'mobile' : 'desktop';
}
