import type { RequestIds, ServedStage } from '../exchange';
import { serviceHeaders, serviceLines } from '../front/response-headers';
import { capitalise } from '../front/vendor-words';
import { remapResponseHeaders } from '../mapping/header-rules';

/*
 * The plain results of functions, straight to the text of a response. Plain means: nothing of the result is refused,
 * renamed, dropped or decoded. All others take the road of integrations/proxy.ts, which must give the same for these; a
 * property test holds the two together.
 */

/** A response without what belongs to the connection: status, header lines each with CRLF, body. */
export interface PlainReply {
  readonly status: number;
  readonly head: string;
  readonly body: string;
  /** Of the body, in UTF-8. */
  readonly bytes: number;
}

const MEMBERS = new Set(['statusCode', 'headers', 'multiValueHeaders', 'body', 'isBase64Encoded']);
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e]*$/;
const BODILESS = new Set([204, 205, 304]);
const FRAMING = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding', 'date', 'upgrade', 'te', 'trailer', 'proxy-connection']);
const MAX_NAMES = 1_000;
/** Results with more, or with longer ones, are looked at closely by the other road. */
const MAX_PLAIN_HEADERS = 50;
const MAX_PLAIN_CHARACTERS = 4_096;
const MAX_PLAIN_PAYLOAD = 65_536;

/** What a function's answer becomes on one stage. */
export type PlainResponder = (payload: string, ids: RequestIds) => PlainReply | undefined;

/** Prepares what the stage decides, once at load. */
export function plainResponder({ vendor, endpointType }: Pick<ServedStage, 'vendor' | 'endpointType'>): PlainResponder {
  const front = { vendor, endpointType };
  const trace = `X-${capitalise(vendor.service)}-Trace-Id`;
  const own = new Set([trace, ...['REGIONAL', 'EDGE'].flatMap((type) => serviceHeaders(NO_IDS, 200, { vendor, endpointType: type }).map(({ name }) => name))]
    .map((name) => name.toLowerCase()));
  const plainNames = new Map<string, string | undefined>();
  /** The name in lower case, where it passes as it is. */
  const plainName = (name: string): string | undefined => {
    const lower = name.toLowerCase();
    const passes = NAME.test(name) && !own.has(lower) && !FRAMING.has(lower) && remapResponseHeaders([{ name, value: '' }], vendor.service)[0]?.name === name;
    const known = passes ? lower : undefined;
    if (plainNames.size < MAX_NAMES) plainNames.set(name, known);
    return known;
  };
  const nameOf = (name: string): string | undefined => (plainNames.has(name) ? plainNames.get(name) : plainName(name));
  return (payload, ids) => {
    const result = readResult(payload);
    if (result === undefined) return undefined;
    const lines = headerLines(result.headers, nameOf);
    if (lines === undefined) return undefined;
    const head = `${lines}${trace}: ${ids.trace.text}\r\n${serviceLines(ids, result.status, front)}`;
    return { status: result.status, head, body: result.body, bytes: Buffer.byteLength(result.body) };
  };
}

const NO_IDS: RequestIds = { requestId: '', extendedRequestId: '', frontId: '', frontHost: '', trace: { text: '' } };

interface PlainResult {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

function readResult(payload: string): PlainResult | undefined {
  const result = parseObject(payload);
  if (result === undefined) return undefined;
  for (const key of Object.keys(result)) if (!MEMBERS.has(key)) return undefined;
  const { statusCode: status, headers = {}, multiValueHeaders, body = '', isBase64Encoded = false } = result;
  const isPlain = typeof status === 'number' && Number.isInteger(status) && status >= 200 && status <= 599 && !BODILESS.has(status)
    && typeof body === 'string' && isBase64Encoded === false && multiValueHeaders === undefined && isRecord(headers);
  return isPlain ? { status, headers, body } : undefined;
}

function parseObject(payload: string): Readonly<Record<string, unknown>> | undefined {
  if (payload.length > MAX_PLAIN_PAYLOAD) return undefined; // it may have more members than are worth parsing
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    return undefined; // the other road says what is wrong
  }
  return isRecord(value) ? value : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function headerLines(headers: Readonly<Record<string, unknown>>, nameOf: (name: string) => string | undefined): string | undefined {
  let lines = '';
  let hasType = false;
  const seen: string[] = [];
  const names = Object.keys(headers);
  if (names.length > MAX_PLAIN_HEADERS) return undefined;
  for (const name of names) {
    const lower = nameOf(name);
    const value = headers[name];
    if (lower === undefined || seen.includes(lower)) return undefined;
    seen.push(lower);
    if (lower === 'content-type') hasType = true;
    const text = typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
    if (text === undefined || !VALUE.test(text)) return undefined;
    lines += `${name}: ${text}\r\n`;
  }
  if (lines.length > MAX_PLAIN_CHARACTERS) return undefined;
  return hasType ? lines : `Content-Type: application/json\r\n${lines}`;
}
