import type { EventFormat } from '../plan/exchange';
import { proxyReply } from '../lambda-format/result';
import { httpReply } from '../lambda-format/http-result';
import { headerValue, mediaType, withoutHeaders } from '../http/headers';
import { FRAMING } from '../http/framing';
import type { Reply } from '../http/reply';
import { OF_THE_CONNECTION, remapResponseHeaders } from '../mapping/header-rules';
import type { RoutedRequest, ServedStage } from '../plan/exchange';
import { textResponder, type TextResponder } from './text-reply';

/** The form of a proxy function's event and result, and of the response that the gateway makes of it. */
export interface FunctionFormat {
  readonly event: EventFormat;
  /** Whether successful responses carry the trace header. */
  readonly tracesResponses: boolean;
  /** Whether the body of a POST declared as JSON must be JSON. */
  readonly requiresJsonBody: boolean;
  /** The response to a result that came as text; undefined for those that `reply` must read. */
  readonly textReply: TextResponder;
  /** @throws RESULT_MALFORMED, RESULT_NOT_BASE64 */
  readonly reply: (payload: string, functionName: string, request: Pick<RoutedRequest, 'headers'>) => Reply;
}

/** The format of a REST API's functions. */
export function restFormat(stage: ServedStage): FunctionFormat {
  const { vendor, binaryMediaTypes } = stage;
  return {
    event: 'rest',
    tracesResponses: true,
    requiresJsonBody: true,
    textReply: textResponder(stage),
    reply: (payload, functionName, { headers }) => {
      const reply = proxyReply(payload, { functionName, accept: mediaType(headerValue(headers, 'accept')), binaryMediaTypes });
      return { ...reply, headers: remapResponseHeaders(withoutHeaders(reply.headers, OF_THE_CONNECTION), vendor.headerPrefix) };
    },
  };
}

/** The formats of an HTTP API's functions, by payload format version. */
export function httpFormat(stage: ServedStage, format: Exclude<EventFormat, 'rest'>): FunctionFormat {
  return {
    event: format,
    tracesResponses: false,
    requiresJsonBody: false,
    textReply: textResponder(stage),
    reply: (payload, functionName) => {
      const reply = httpReply(payload, { format, functionName });
      return { ...reply, headers: withoutHeaders(reply.headers, DROPPED) };
    },
  };
}

/** Headers of a function that belong to the connection. */
const DROPPED: ReadonlySet<string> = new Set([...FRAMING, ...OF_THE_CONNECTION]);
