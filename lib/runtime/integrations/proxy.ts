import { GatewayError } from '../../errors';
import { LIMITS, type ProxyIntegrationSpec } from '../../spec';
import type { CompiledIntegration, Reply, Validated } from '../exchange';
import { recordedCall, recordedResult } from '../execution-log/function-endpoint';
import { proxyEvent } from '../functions/event';
import { preludeReply, proxyReply } from '../functions/result';
import { readStreamHead, type StreamHead } from '../functions/stream-head';
import { headerValue, mediaType, withoutHeaders } from '../headers';
import { illegalRequestHeader, remapResponseHeaders } from '../mapping/header-rules';
import type { FunctionStream, FunctionVersion, InvocationOutcome } from '../ports';
import { bodyChunks, brokenStream } from '../streaming/function-body';
import { streamLimits } from '../streaming/reply-stream';
import type { CompileContext } from './compile-context';
import { stageFunction } from './stage-function';

interface FunctionCall {
  readonly version: FunctionVersion;
  readonly payload: string;
}

/** What a function said itself. */
type FunctionAnswer =
  | Extract<InvocationOutcome, { readonly type: 'result' | 'function-error' }>
  | { readonly type: 'stream'; readonly head: StreamHead; readonly stream: FunctionStream };

/**
 * Function proxy: the event goes in, the return value is the response; no mapping in between. With STREAM the response is
 * what a streaming handler writes, while it writes it; other handlers answer as ever.
 */
export function compileProxy(
  spec: ProxyIntegrationSpec,
  { stage, engine }: CompileContext,
): CompiledIntegration<FunctionCall, FunctionAnswer> {
  const version = stageFunction(spec.function, stage);
  const illegal = illegalMapping(spec, stage.vendor.headerPrefix);
  const isStreamed = spec.responseTransferMode === 'STREAM';
  return {
    tracesResponses: true,
    requiresJsonBody: true,
    label: `proxy ${spec.function}`,
    endpoint: {
      request: ({ version: called, payload }, validated) => recordedCall(called, payload, validated),
      answer: (answer, validated) => recordedResult(answer.type === 'stream' ? answer.head.prelude : answer.payload, validated),
    },
    request: (validated) => {
      if (spec.httpMethod !== 'POST') throw new GatewayError('INTEGRATION_METHOD_NOT_POST', { given: spec.httpMethod });
      if (illegal !== undefined) throw new GatewayError('INTEGRATION_HEADER_ILLEGAL', { name: illegal });
      return { version: version(), payload: withinLimit(JSON.stringify(proxyEvent(validated))) };
    },
    call: async ({ version: called, payload }, { ids }) => {
      const timeoutMs = Math.min(spec.timeoutMs, called.timeoutMs);
      const invocation = { requestId: ids.requestId, payload, timeoutMs, traceId: ids.trace.text };
      const outcome = await engine.invoke(called, isStreamed ? { ...invocation, isStreamed } : invocation);
      if (outcome.type === 'result' || outcome.type === 'function-error') return outcome;
      if (outcome.type !== 'stream') throw brokenStream(outcome, called);
      const head = await readStreamHead(outcome.stream, called.name);
      if ('type' in head) throw brokenStream(head, called);
      return { type: 'stream', head, stream: outcome.stream };
    },
    response: (answer, { version: called }, validated) =>
      answer.type === 'stream' ? streamedReply(answer, called, validated) : replyOf(answer, called.name, validated),
  };
}

/** Whether every call of such an integration is refused. */
export function isIllegalProxy(spec: ProxyIntegrationSpec, service: string): boolean {
  return spec.httpMethod !== 'POST' || illegalMapping(spec, service) !== undefined;
}

/** Parameter mappings have no effect here, but a header name that may not be mapped fails every call. @see aws-data-plane §4, §7 */
function illegalMapping({ requestParameters }: ProxyIntegrationSpec, service: string): string | undefined {
  const prefix = 'integration.request.header.';
  const names = Object.keys(requestParameters).filter((target) => target.startsWith(prefix)).map((target) => target.slice(prefix.length));
  return illegalRequestHeader(names, 'function', service);
}

/** @throws REQUEST_TOO_LARGE: a synchronous call takes 6 MB, headers and all */
function withinLimit(payload: string): string {
  const { max } = LIMITS.functionPayloadBytes;
  if (payload.length > max || (payload.length > max / 3 && Buffer.byteLength(payload) > max)) throw new GatewayError('REQUEST_TOO_LARGE', { max });
  return payload;
}

/** A function says nothing about the connection; a mapped response may name this one. @see recorded case remap-http-full-response */
export const OF_THE_CONNECTION: ReadonlySet<string> = new Set(['te']);

/** @throws FUNCTION_ERROR (502), and the errors of a result */
function replyOf(answer: Exclude<FunctionAnswer, { readonly type: 'stream' }>, functionName: string, { headers, stage }: Validated) {
  if (answer.type === 'function-error') throw new GatewayError('FUNCTION_ERROR', { name: functionName, errorMessage: answer.errorMessage });
  const accept = mediaType(headerValue(headers, 'accept'));
  const reply = proxyReply(answer.payload, { functionName, accept, binaryMediaTypes: stage.binaryMediaTypes });
  return { ...reply, headers: remapResponseHeaders(withoutHeaders(reply.headers, OF_THE_CONNECTION), stage.vendor.headerPrefix) };
}

/** @throws RESULT_MALFORMED (502) */
function streamedReply(
  { head, stream }: Extract<FunctionAnswer, { readonly type: 'stream' }>, version: FunctionVersion, { stage }: Validated,
): Reply {
  try {
    const { status, headers } = preludeReply(head.prelude, version.name);
    const limits = streamLimits(stage.endpointType);
    const body = { chunks: bodyChunks(stream, head, version), cancel: stream.cancel, limits };
    const passed = remapResponseHeaders(withoutHeaders(headers, OF_THE_CONNECTION), stage.vendor.headerPrefix);
    return { status, headers: passed, body: Buffer.alloc(0), stream: body };
  } catch (error) {
    stream.cancel();
    throw error;
  }
}
