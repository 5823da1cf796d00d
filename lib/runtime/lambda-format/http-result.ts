import { GatewayError } from '../../errors';
import type { PayloadFormatVersion, Protocol } from '../../spec';
import type { HeaderField } from '../http/headers';
import type { Reply } from '../http/reply';
import { hasMoreParts } from './json-parts';
import { ALWAYS_PARSED, bodyOf, cookieHeaders, kindOf, MAX_PARTS, mergedHeaders, parsePayload, readObject, readStatus, type Malformed } from './result';

/** The type of a response whose function names none. */
export const DEFAULT_TYPES: Readonly<Record<Protocol, string>> = {
  'rest': 'application/json', 'http': 'text/plain; charset=utf-8', 'function-url': 'application/json', 'websocket': 'application/json',
};

type Result = Readonly<Record<string, unknown>>;
type ReadResult = (payload: string, malformed: Malformed, defaultType: string) => Reply;

/**
 * Converts the result of a function of an HTTP API into the response. Members that the format does not have are ignored.
 * @throws by the returned reply: RESULT_MALFORMED (500), RESULT_NOT_BASE64 (500)
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function httpReply(
  payload: string,
  { format, functionName, protocol }: { readonly protocol: Protocol; readonly format: PayloadFormatVersion; readonly functionName: string },
): Reply {
  const malformed: Malformed = (reason) => new GatewayError('RESULT_MALFORMED', { name: functionName, reason });
  return READERS[format](payload, malformed, DEFAULT_TYPES[protocol]);
}

const READERS: Readonly<Record<PayloadFormatVersion, ReadResult>> = {
  '1.0': (payload, malformed, defaultType) => {
    const result = readObject(parsePayload(payload, malformed), 'the result', malformed);
    return structured(result, mergedHeaders(result, malformed, ['headers', 'multiValueHeaders']), { malformed, defaultType });
  },
  '2.0': (payload, malformed, defaultType) => {
    const result = readInferable(payload, malformed);
    if (!hasStatus(result)) {
      const body = Buffer.from(typeof result === 'string' ? result : payload);
      return { status: 200, headers: [{ name: 'Content-Type', value: 'application/json' }], body };
    }
    return structured(result, [...cookieHeaders(result.cookies, malformed), ...mergedHeaders(result, malformed, ['headers'])], { malformed, defaultType });
  },
};

/** The value of a result in format 2.0; undefined for one that is no response with a status, whatever it is. */
function readInferable(payload: string, malformed: Malformed): unknown {
  // a list or a text has no status, whatever is in it
  const mayHaveStatus = /^\s*\{/.test(payload) && payload.includes('"statusCode"');
  if (payload.length > ALWAYS_PARSED && !mayHaveStatus && hasMoreParts(payload, MAX_PARTS)) return undefined;
  try {
    return parsePayload(payload, malformed);
  } catch (error) {
    if (mayHaveStatus && hasMoreParts(payload, MAX_PARTS)) throw error;
    return undefined; // what is not JSON is the body as it is
  }
}

function hasStatus(result: unknown): result is Result {
  return typeof result === 'object' && result !== null && !Array.isArray(result) && Object.hasOwn(result, 'statusCode');
}

function structured(
  result: Result, headers: readonly HeaderField[],
  { malformed, defaultType }: { readonly malformed: Malformed; readonly defaultType: string },
): Reply {
  if (result.statusCode === undefined || result.statusCode === null) throw malformed(`statusCode is ${kindOf(result.statusCode)}; it must be an integer from 200 to 599`);
  const hasType = headers.some(({ name }) => name.toLowerCase() === 'content-type');
  return {
    status: readStatus(result.statusCode, malformed),
    headers: hasType ? headers : [{ name: 'Content-Type', value: defaultType }, ...headers],
    body: bodyOf(result, () => true, malformed),
  };
}
