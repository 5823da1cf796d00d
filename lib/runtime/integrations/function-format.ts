import type { ProxyIntegrationSpec } from '../../spec';
import { proxyReply } from '../lambda-format/result';
import { httpReply } from '../lambda-format/http-result';
import { headerValue, mediaType, withoutHeaders } from '../http/headers';
import { FRAMING } from '../http/framing';
import type { Reply } from '../http/reply';
import { compileRequestMappings, compileResponseMappings } from '../mapping/http-mappings';
import { OF_THE_CONNECTION, remapResponseHeaders } from '../mapping/header-rules';
import type { EventFormat, RoutedRequest, ServedStage } from '../plan/exchange';
import { textResponder, type TextResponder } from './text-reply';

/** The form of a proxy function's event and result, and of the response that the gateway makes of it. */
export interface FunctionFormat {
  readonly event: EventFormat;
  readonly prepare: (request: RoutedRequest) => RoutedRequest;
  readonly tracesResponses: boolean;
  readonly requiresJsonBody: boolean;
  /** The response to a result that came as text; undefined for those that `reply` must read. */
  readonly textReply: TextResponder;
  /** @throws RESULT_MALFORMED, RESULT_NOT_BASE64 */
  readonly reply: (payload: string, functionName: string, request: RoutedRequest) => Reply;
}

export function restFormat(stage: ServedStage): FunctionFormat {
  const { vendor, binaryMediaTypes } = stage;
  return {
    event: 'rest',
    prepare: (request) => request,
    tracesResponses: true,
    requiresJsonBody: true,
    textReply: textResponder(stage),
    reply: (payload, functionName, { headers }) => {
      const reply = proxyReply(payload, { functionName, accept: mediaType(headerValue(headers, 'accept')), binaryMediaTypes });
      return { ...reply, headers: remapResponseHeaders(withoutHeaders(reply.headers, OF_THE_CONNECTION), vendor.headerPrefix) };
    },
  };
}

/** The format of a WebSocket API's functions: the result is that of a REST API, of which clients get no headers but the subprotocol's. */
export function webSocketFormat(): FunctionFormat {
  return {
    event: 'websocket',
    prepare: (request) => request,
    tracesResponses: false,
    requiresJsonBody: false,
    textReply: () => undefined,
    reply: (payload, functionName) => proxyReply(payload, { functionName, accept: undefined, binaryMediaTypes: [] }),
  };
}

/** The formats of an HTTP API's functions, by payload format version, with the mappings of the integration. */
export function httpFormat(stage: ServedStage, spec: ProxyIntegrationSpec): FunctionFormat {
  const { payloadFormatVersion: format = '2.0', requestMappings, responseMappings } = spec;
  const mapRequest = compileRequestMappings(requestMappings);
  const mapResponse = compileResponseMappings(responseMappings);
  return {
    event: format,
    prepare: (request) => mapRequest(request).request,
    tracesResponses: false,
    requiresJsonBody: false,
    textReply: responseMappings === undefined ? textResponder(stage) : () => undefined,
    reply: (payload, functionName, request) => {
      const reply = httpReply(payload, { format, functionName, protocol: stage.protocol });
      return mapResponse({ ...reply, headers: withoutHeaders(reply.headers, DROPPED) }, request);
    },
  };
}

const DROPPED: ReadonlySet<string> = new Set([...FRAMING, ...OF_THE_CONNECTION]);
