import { GatewayError } from '../../errors';
import { LIMITS } from '../../spec';
import { decodeBase64 } from '../http/base64';
import { isFinalStatus } from '../http/final-status';
import { FIELD_NAME } from '../http/framing';
import type { HeaderField } from '../http/headers';
import { matchesMediaTypes } from '../http/media-types';
import { hasMoreParts } from './json-parts';
import type { Reply } from '../http/reply';

export interface ResultContext {
  readonly functionName: string;
  /** The first media type of the client's Accept. */
  readonly accept: string | undefined;
  readonly binaryMediaTypes: readonly string[];
}

/** Node's clients read no more than 2,000 fields of a response and silently drop the rest; half of them are reserved for the service. */
const MAX_FIELDS = 1000;

/** A text up to this length is parsed whatever it contains. */
export const ALWAYS_PARSED = 65_536;
/** All headers with lists of their own, their names and values, and the surrounding members. */
export const MAX_PARTS = 3 * MAX_FIELDS + 100;

const PRELUDE_MEMBERS = new Set(['statusCode', 'headers', 'multiValueHeaders', 'cookies']);
const MEMBERS = new Set(['statusCode', 'headers', 'multiValueHeaders', 'body', 'isBase64Encoded']);
/** RFC 9110 §5.5: visible characters, spaces, tabs, and obs-text; never line breaks, NUL or characters beyond one byte. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

export type Malformed = (reason: string) => GatewayError;

/**
 * Converts a function's return value into the response: `statusCode`, `headers`, `multiValueHeaders`, `body` and
 * `isBase64Encoded`, all optional, and nothing else.
 * @throws RESULT_MALFORMED (502), RESULT_NOT_BASE64 (500)
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html#api-gateway-simple-proxy-for-lambda-output-format; recorded cases proxy-response-*
 */
export function proxyReply(payload: string, context: ResultContext): Reply {
  const malformed: Malformed = (reason) => new GatewayError('RESULT_MALFORMED', { name: context.functionName, reason });
  const result = readObject(parsePayload(payload, malformed), 'the result', malformed);
  refuseUnknown(result, MEMBERS, malformed);
  const headers = withContentType(mergedHeaders(result, malformed));
  const decodes = (): boolean => matchesMediaTypes(context.accept ?? '*/*', context.binaryMediaTypes);
  return { status: readStatus(result.statusCode, malformed), headers, body: bodyOf(result, decodes, malformed) };
}

/** Converts the prelude of a response stream into status and headers. @throws RESULT_MALFORMED (502) */
export function preludeReply(prelude: string, functionName: string): Pick<Reply, 'status' | 'headers'> {
  const malformed: Malformed = (reason) => new GatewayError('RESULT_MALFORMED', { name: functionName, reason: `in its metadata, ${reason}` });
  const result = readObject(parsePayload(prelude, malformed), 'the metadata', malformed);
  refuseUnknown(result, PRELUDE_MEMBERS, malformed);
  const headers = [...mergedHeaders(result, malformed), ...cookieHeaders(result.cookies, malformed)];
  return { status: readStatus(result.statusCode, malformed), headers: withContentType(headers) };
}

function refuseUnknown(result: object, members: ReadonlySet<string>, malformed: Malformed): void {
  const unknown = Object.keys(result).find((key) => !members.has(key));
  if (unknown !== undefined) throw malformed(`unknown member ${JSON.stringify(unknown)}; expected ${[...members].join(', ')}`);
}

function withContentType(headers: HeaderField[]): HeaderField[] {
  const hasType = headers.some((field) => field.name.toLowerCase() === 'content-type');
  return hasType ? headers : [{ name: 'Content-Type', value: 'application/json' }, ...headers];
}

export function cookieHeaders(cookies: unknown, malformed: Malformed): HeaderField[] {
  if (cookies === undefined || cookies === null) return [];
  if (!Array.isArray(cookies)) throw malformed(`cookies is ${kindOf(cookies)}; it must be a list`);
  return cookies.map((value: unknown) => readField({ name: 'Set-Cookie', value }, 'cookies', malformed));
}

export function parsePayload(payload: string, malformed: Malformed): unknown {
  if (payload.length > ALWAYS_PARSED && hasMoreParts(payload, MAX_PARTS)) throw malformed('it has more members than any response can have');
  try {
    return JSON.parse(payload);
  } catch {
    throw malformed('it is not valid JSON');
  }
}

export function readObject(value: unknown, what: string, malformed: Malformed): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(`${what} is ${kindOf(value)}; it must be an object`);
  return value as Readonly<Record<string, unknown>>; // an object and not an array, checked above
}

/** A final status, or its decimal text. */
export function readStatus(given: unknown, malformed: Malformed): number {
  if (given === undefined || given === null) return 200;
  const status = typeof given === 'string' && /^\d{3}$/.test(given) ? Number(given) : given;
  if (isFinalStatus(status)) return status;
  throw malformed(`statusCode is ${typeof given === 'object' ? kindOf(given) : JSON.stringify(given)}; it must be an integer from 200 to 599`);
}

type HeaderMember = 'headers' | 'multiValueHeaders';

/** Multi-value headers first, then the single ones; a name in two spellings uses the first one. */
const MULTI_FIRST: readonly HeaderMember[] = ['multiValueHeaders', 'headers'];

export function mergedHeaders(result: Readonly<Record<string, unknown>>, malformed: Malformed, order = MULTI_FIRST): HeaderField[] {
  const spelling = new Map<string, string>();
  const fields: HeaderField[] = [];
  let bytes = 0;
  const add = (name: string, value: unknown, where: string): void => {
    const spelled = spelling.get(name.toLowerCase()) ?? name;
    spelling.set(name.toLowerCase(), spelled);
    const field = readField({ name: spelled, value }, where, malformed);
    bytes += field.value.length;
    if (bytes > LIMITS.responseHeaderBytes.max) throw malformed(`its header values are more than ${LIMITS.responseHeaderBytes.max} bytes`);
    if (fields.length >= MAX_FIELDS) throw malformed(`it has more than ${MAX_FIELDS} headers`);
    fields.push(field);
  };
  for (const member of order) {
    for (const [name, value] of membersOf(result, member, malformed)) {
      for (const entry of valuesOf(member, name, value)) add(name, entry, member);
    }
  }
  return fields;

  function valuesOf(member: HeaderMember, name: string, value: unknown): readonly unknown[] {
    if (member === 'headers') return [value];
    if (!Array.isArray(value)) throw malformed(`multiValueHeaders[${JSON.stringify(name)}] is ${kindOf(value)}; it must be a list`);
    return value;
  }
}

function membersOf(result: Readonly<Record<string, unknown>>, member: string, malformed: Malformed): [string, unknown][] {
  const value = result[member];
  return value === undefined || value === null ? [] : Object.entries(readObject(value, member, malformed));
}

function readField({ name, value }: { readonly name: string; readonly value: unknown }, where: string, malformed: Malformed): HeaderField {
  if (!FIELD_NAME.test(name)) throw malformed(`${where} has the name ${JSON.stringify(name)}, which is not a valid header name`);
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    throw malformed(`${where}[${JSON.stringify(name)}] is ${kindOf(value)}; it must be text, a number or a boolean`);
  }
  const text = String(value);
  if (!FIELD_VALUE.test(text)) throw malformed(`${where}[${JSON.stringify(name)}] has characters that a header cannot carry`);
  return { name, value: text };
}

/** The body of a result. @param decodes - whether base64 is decoded */
export function bodyOf({ body, isBase64Encoded }: Readonly<Record<string, unknown>>, decodes: () => boolean, malformed: Malformed): Buffer {
  if (isBase64Encoded !== undefined && isBase64Encoded !== null && typeof isBase64Encoded !== 'boolean') {
    throw malformed(`isBase64Encoded is ${kindOf(isBase64Encoded)}; it must be a boolean`);
  }
  if (body === undefined || body === null) return Buffer.alloc(0);
  if (typeof body !== 'string') throw malformed(`body is ${kindOf(body)}; it must be text: use JSON.stringify`);
  // encoders of mail break base64 into lines
  return isBase64Encoded === true && decodes() ? decodeBase64(body.replace(/\s+/g, '')) : Buffer.from(body, 'utf8');
}

export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `${typeof value} ${JSON.stringify(value) ?? ''}`.slice(0, 60);
}
