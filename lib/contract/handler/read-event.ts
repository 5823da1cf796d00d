import type { TextValues } from '../definition';
import { isJson } from '../responses';
import { isSecondFormat, type GatewayEvent } from './event';

/** The values of a request before the contract's schemas see them. */
export interface RequestValues {
  readonly params: TextValues;
  readonly query: TextValues;
  /** Names in lower case; the values of a repeated header are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly principal: unknown;
}

/** Reads the values of both payload formats alike. */
export function requestValues(event: GatewayEvent): RequestValues {
  return { params: paramsOf(event), query: queryOf(event), headers: headersOf(event), principal: principalOf(event) };
}

/** A body that cannot be read, as the answer that the client receives. */
export interface UnreadableBody {
  readonly status: 400 | 415;
  readonly message: string;
}

/** The media type that a request says to have, and that of its contract. */
export interface MediaTypes {
  readonly received: string | undefined;
  readonly declared: string | undefined;
}

/** Values that a body may be read as, of which the schema takes one: text and bytes, if it is not JSON. */
export interface ReadBody {
  readonly readings: readonly unknown[];
}

/** The body as JSON, undefined if there is none; of another media type, as text and as bytes. */
export function bodyOf(event: GatewayEvent, { received, declared }: MediaTypes): ReadBody | UnreadableBody {
  if (!isJson(declared)) return { readings: rawBodies(event, declared) };
  if (typeof event.body !== 'string' || event.body === '') return { readings: [undefined] };
  if (!isJson(received)) return { status: 415, message: 'Unsupported Media Type' };
  try {
    return { readings: [JSON.parse(bytesOf(event.body, event.isBase64Encoded).toString('utf8'))] };
  } catch {
    return { status: 400, message: 'Invalid request body' };
  }
}

/** No body and an empty one arrive alike. Bytes that are no text in UTF-8 are read as bytes only. */
function rawBodies({ body, isBase64Encoded }: GatewayEvent, declared: string | undefined): readonly unknown[] {
  if (typeof body !== 'string' || body === '') return [undefined, '', new Uint8Array()];
  const bytes = new Uint8Array(bytesOf(body, isBase64Encoded));
  const text = textOf(bytes);
  if (text === undefined) return [bytes];
  return isBase64Encoded === true && !TEXT_TYPE.test(declared ?? '') ? [bytes, text] : [text, bytes];
}

const TEXT_TYPE = /^text\/|[/+]xml\b|x-www-form-urlencoded|charset=/i;

function bytesOf(body: string, isBase64Encoded: boolean | undefined): Buffer {
  return Buffer.from(body, isBase64Encoded === true ? 'base64' : 'utf8');
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** REST APIs, whose events have no version, pass path parameters on as they were sent; HTTP APIs decode them. */
function paramsOf({ version, pathParameters }: GatewayEvent): Record<string, string> {
  const values = present(pathParameters);
  return version === undefined ? Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decoded(value)])) : values;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign that begins no character
  }
}

function queryOf(event: GatewayEvent): TextValues {
  if (isSecondFormat(event)) return textValues([...new URLSearchParams(event.rawQueryString ?? '')]);
  const several = Object.entries(event.multiValueQueryStringParameters ?? {});
  if (several.length > 0) return textValues(several.flatMap(([name, values]) => (values ?? []).map((value) => [name, value] as const)));
  return present(event.queryStringParameters);
}

/** A name that occurs once has a text, one that is repeated a list. */
function textValues(pairs: Iterable<readonly [string, string]>): TextValues {
  const values = new Map<string, string | string[]>();
  for (const [name, value] of pairs) {
    const before = values.get(name);
    values.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(values);
}

function headersOf(event: GatewayEvent): Record<string, string> {
  const several = Object.entries(event.multiValueHeaders ?? {}).map(([name, values]) => [name, (values ?? []).join(',')] as const);
  // format 2.0 has cookies apart
  const cookies = event.cookies === undefined ? [] : [['cookie', event.cookies.join('; ')] as const];
  const pairs = [...several.length > 0 ? several : Object.entries(present(event.headers)), ...cookies];
  return Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

/**
 * The claims of a token, or what a Lambda or IAM authorizer says of the caller.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
function principalOf(event: GatewayEvent): unknown {
  const authorizer = event.requestContext?.authorizer;
  if (typeof authorizer !== 'object' || authorizer === null) return undefined;
  const { claims, jwt, lambda, iam }: { claims?: unknown; jwt?: { claims?: unknown } | null; lambda?: unknown; iam?: unknown } = authorizer;
  if (isSecondFormat(event)) return jwt?.claims ?? lambda ?? iam ?? undefined;
  // the context of a Lambda authorizer has texts only
  return typeof claims === 'object' && claims !== null ? claims : authorizer;
}

function present(values: Readonly<Record<string, string | undefined>> | null | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(values ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
