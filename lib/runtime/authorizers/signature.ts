import { createHash, createHmac } from 'node:crypto';
import { GatewayError } from '../../errors';
import { headerValue, headerValues } from '../http/headers';
import type { Received } from '../http/request';
import { queryEntries, readTarget } from '../router/request-path';
import { missingParts, notParameters, readAuthorizationHeader, type SignatureParts } from './authorization-header';

/*
 * AWS Signature Version 4, the verifying side. The public libraries sign only: they rebuild what they would have signed themselves, and a
 * verifier must rebuild what the client says that it signed. Held by tests against two of them and against AWS's own examples.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */

const ALGORITHM = 'AWS4-HMAC-SHA256';
/** A week. */
const MAX_EXPIRES_SECONDS = 604_800;
const TIME = /^\d{8}T\d{6}Z$/;

export interface SentSignature {
  readonly accessKeyId: string;
  /** `20250101`. */
  readonly date: string;
  readonly region: string;
  readonly service: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  /** `20250101T000000Z`. */
  readonly time: string;
  /** How long a presigned URL is valid, if it has an expiry. */
  readonly expiresSeconds?: number;
  readonly sessionToken?: string;
}

/** Reads a signature from the Authorization header or the query. @throws SIGNATURE_MISSING, SIGNATURE_INCOMPLETE */
export function readSignature({ headers, target }: Received, platform: string): SentSignature {
  const authorization = headerValue(headers, 'authorization');
  const word = `x-${platform}-`.toLowerCase();
  if (authorization === undefined || authorization === '') {
    const query = signatureQuery(target, word);
    if (query.get(`${word}algorithm`) === undefined && query.get(`${word}signature`) === undefined) throw new GatewayError('SIGNATURE_MISSING');
    return fromQuery(query, word);
  }
  const read = readAuthorizationHeader(authorization, headers, platform);
  if (read.type === 'incomplete') throw incomplete(read.reason);
  if (read.algorithm !== ALGORITHM) throw incomplete(notParameters(authorization));
  const time = headerValue(headers, `${word}date`) ?? httpDate(headerValue(headers, 'date')) ?? '';
  if (!TIME.test(time)) throw incomplete('Authorization header requires existence of either a \'X-Amz-Date\' or a \'Date\' header.');
  const sessionToken = headerValue(headers, `${word}security-token`);
  return { ...signatureOf(read.parts), time, ...(sessionToken === undefined ? {} : { sessionToken }) };
}

/** The parameters that make a presigned URL, by lower-case name. */
function signatureQuery(target: string, word: string): ReadonlyMap<string, string> {
  const query = new Map<string, string>();
  for (const [name, values] of queryEntries(readTarget(target).query)) {
    const own = name.toLowerCase();
    if (!own.startsWith(word)) continue;
    if (values.length > 1 || query.has(own)) throw incomplete(`AWS query-string parameters must not include '${name}' twice.`);
    query.set(own, values[0] ?? '');
  }
  return query;
}

function fromQuery(query: ReadonlyMap<string, string>, word: string): SentSignature {
  const get = (name: string) => query.get(`${word}${name}`) ?? '';
  const requires = 'AWS query-string parameters must include';
  if (get('algorithm') !== ALGORITHM) throw incomplete(`${requires} 'X-Amz-Algorithm' with ${ALGORITHM}.`);
  const parts = { credential: get('credential'), signature: get('signature'), signedheaders: get('signedheaders') };
  const missing = missingParts(parts, requires);
  if (missing.length > 0) throw incomplete(missing.join(' '));
  const read = signatureOf(parts);
  if (!TIME.test(get('date'))) throw incomplete(`${requires} 'X-Amz-Date'.`);
  const expires = query.get(`${word}expires`);
  const sessionToken = query.get(`${word}security-token`);
  return { ...read, time: get('date'), ...(expires === undefined ? {} : { expiresSeconds: secondsOf(expires) }), ...(sessionToken === undefined ? {} : { sessionToken }) };
}

function secondsOf(expires: string): number {
  const seconds = /^\d{1,6}$/.test(expires) ? Number(expires) : 0;
  if (seconds < 1 || seconds > MAX_EXPIRES_SECONDS) throw incomplete(`X-Amz-Expires must be a number from 1 to ${MAX_EXPIRES_SECONDS}.`);
  return seconds;
}

function signatureOf({ credential, signature, signedheaders }: SignatureParts): Omit<SentSignature, 'time'> {
  const [accessKeyId = '', date = '', region = '', service = '', end, ...more] = credential.split('/');
  if (end !== 'aws4_request' || more.length > 0 || accessKeyId === '') throw incomplete('Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term.');
  return { accessKeyId, date, region, service, signedHeaders: signedheaders.split(';').map((name) => name.trim().toLowerCase()), signature };
}

/** The texts that a signature is made of. */
export interface SignedTexts {
  readonly canonicalRequest: string;
  readonly stringToSign: string;
}

/** Returns what the owner of a signature should have signed for this request. */
export function signedTexts(received: Received, sent: SentSignature, platform: string): SignedTexts {
  const canonical = canonicalRequest(received, sent, platform);
  const scope = `${sent.date}/${sent.region}/${sent.service}/aws4_request`;
  return { canonicalRequest: canonical, stringToSign: [ALGORITHM, sent.time, scope, sha256(canonical)].join('\n') };
}

/** The signature that the owner of the secret would have made for this request, as hexadecimal digits. */
export function expectedSignature(
  received: Received, sent: SentSignature, { secretAccessKey, platform }: { readonly secretAccessKey: string; readonly platform: string },
): string {
  const parts = [sent.date, sent.region, sent.service, 'aws4_request'];
  const key = parts.reduce<Buffer | string>((above, part) => hmac(above, part).digest(), `AWS4${secretAccessKey}`);
  return hmac(key, signedTexts(received, sent, platform).stringToSign).digest('hex');
}

function canonicalRequest(received: Received, { signedHeaders }: SentSignature, platform: string): string {
  const { method, target, headers, body } = received;
  const lines = signedHeaders.map((name) => `${name}:${headerValues(headers, name).map((value) => value.trim().replace(/ +/g, ' ')).join(',')}\n`);
  return [
    method, canonicalPath(target), signedQuery(received, platform), lines.join(''), signedHeaders.join(';'), sha256(body),
  ].join('\n');
}

/** The query as it is signed, and as what is behind the gateway sees it: names and values encoded in one way and sorted. */
export function signedQuery({ target, headers }: Pick<Received, 'target' | 'headers'>, platform: string): string {
  // in the query of a request that is signed in its headers it is a parameter as any other
  const isPresigned = (headerValue(headers, 'authorization') ?? '') === '';
  const ownName = `x-${platform}-signature`.toLowerCase();
  return queryEntries(readTarget(target).query)
    .filter(([name]) => !isPresigned || name.toLowerCase() !== ownName)
    .flatMap(([name, values]) => values.map((value) => [uriEncode(name), uriEncode(value)] as const))
    .sort((one, other) => compare(one[0], other[0]) || compare(one[1], other[1]))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** The path as the router sees it, each segment encoded once more. It is not normalized: `/prod/pets` is not `/prod//pets`. */
function canonicalPath(target: string): string {
  return readTarget(target).fullPath.split('/').map(uriEncode).join('/');
}

/** Everything but A-Z a-z 0-9 - . _ ~ is encoded (RFC 3986 §2.3). */
function uriEncode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** `Sun, 06 Nov 1994 08:49:37 GMT` as `19941106T084937Z`. */
function httpDate(text: string | undefined): string | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? text : timeText(time);
}

/** A time as signatures write it. */
export function timeText(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

/** Milliseconds since 1970 of a time as signatures write it; NaN if it is not a time. */
export function timeOf(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: string | Buffer, text: string) {
  return createHmac('sha256', key).update(text);
}

function incomplete(reason: string): GatewayError {
  return new GatewayError('SIGNATURE_INCOMPLETE', { reason });
}
