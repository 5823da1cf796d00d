import { GatewayError } from '../../errors';
import { LIMITS, type ProxyIntegrationSpec } from '../../spec';
import { recordedCall, recordedResult } from '../execution-log/function-endpoint';
import { preludeReply } from '../lambda-format/result';
import { textResultJson } from '../lambda-format/text-result';
import { labelOf } from '../function-label';
import { readStreamHead, type StreamHead } from '../functions/wire/stream-head';
import { withoutHeaders } from '../http/headers';
import { perObject } from '../http/per-object';
import type { GatewayReply, Reply } from '../http/reply';
import { streamLimits } from '../http/reply-stream';
import { illegalRequestHeader, OF_THE_CONNECTION, remapResponseHeaders } from '../mapping/header-rules';
import type { ServedStage, Validated } from '../plan/exchange';
import type { CompiledIntegration } from '../plan/integration';
import type {
  CallOutcome, EventPayload, FunctionStream, FunctionVersion, InvocationOutcome, TextResult,
} from '../ports';
import type { CompileContext } from './compile-context';
import { FunctionEvent } from './function-event';
import { httpFormat, restFormat, webSocketFormat, type FunctionFormat } from './function-format';
import { callError, functionError, functionThrew, type Call } from './function-outcome';
import { stageFunction } from './stage-function';

/** The response of Invoke: the function's own, or Lambda's error for a function that could not give any. */
type FunctionAnswer = FunctionResult | FailedAnswer | { readonly type: 'stream'; readonly head: StreamHead; readonly stream: FunctionStream };
type FunctionResult = TextResult | Extract<InvocationOutcome, { readonly type: 'result' | 'function-error' }>;

interface FailedAnswer {
  readonly type: 'failed';
  /** JSON text of Lambda's error. */
  readonly payload: string;
  readonly error: GatewayError;
}

type ProxyContext = Pick<CompileContext, 'stage' | 'engine' | 'ports'>;
type Proxy = CompiledIntegration<{ readonly version: FunctionVersion; readonly payload: EventPayload }, FunctionAnswer>;

/** The proxies of the stages that call an engine, by their settings. */
const proxiesOf = perObject<ProxyContext['engine'], (stage: ServedStage) => Map<string, Proxy>>(() => perObject(() => new Map()));

/** Function proxies of a REST API, an HTTP API and a WebSocket API. */
export const compileProxy = proxyWith(restFormat);
export const compileHttpApiProxy = proxyWith(httpFormat);
export const compileWebSocketProxy = proxyWith(webSocketFormat);

/** Compiles one proxy for all methods of a stage with the same integration. */
function proxyWith(formatOf: (stage: ServedStage, spec: ProxyIntegrationSpec) => FunctionFormat) {
  return (spec: ProxyIntegrationSpec, context: ProxyContext): Proxy => {
    const known = proxiesOf(context.engine)(context.stage);
    const key = JSON.stringify(spec);
    const proxy = known.get(key) ?? newProxy(spec, context, formatOf(context.stage, spec));
    known.set(key, proxy);
    return proxy;
  };
}

/** Function proxy: the event goes in, the return value is the response. With STREAM it is what a streaming handler writes. */
function newProxy(spec: ProxyIntegrationSpec, { stage, engine, ports: { now } }: ProxyContext, format: FunctionFormat): Proxy {
  const version = stageFunction(spec.function, stage);
  const illegal = illegalMapping(spec, stage.vendor.headerPrefix);
  const isStreamed = spec.responseTransferMode === 'STREAM';
  const { textReply, tracesResponses, requiresJsonBody } = format;
  return {
    tracesResponses,
    tracesErrors: true,
    requiresJsonBody,
    mapsResponses: false,
    label: `proxy ${stage.functionLabel?.(spec.function) ?? spec.function}`,
    endpoint: {
      request: ({ version: called, payload }, validated) => recordedCall(called, payload.json(), validated),
      answer: (answer, validated) => recordedResult(answerText(answer), validated),
    },
    request: (validated) => {
      if (spec.httpMethod !== 'POST') throw new GatewayError('INTEGRATION_METHOD_NOT_POST', { given: spec.httpMethod });
      if (illegal !== undefined) throw new GatewayError('INTEGRATION_HEADER_ILLEGAL', { name: illegal });
      return { version: version(), payload: withinLimit(new FunctionEvent(format.prepare(validated), format.event)) };
    },
    call: ({ version: called, payload }, { ids, recorder }, result) => {
      const { requestId, invocationId, trace: { text: traceId } } = ids;
      const { timeoutMs } = spec;
      if (engine.call === undefined) {
        const invocation = { requestId, invocationId, timeoutMs, traceId, isStreamed, payload: payload.json() };
        return engine.invoke(called, invocation).then((outcome) => answerOf(outcome, { version: called, invocationId, now }));
      }
      const invocation = { requestId, invocationId, timeoutMs, traceId, isStreamed, payload, takesText: recorder === undefined };
      engine.call(called, invocation, (outcome) => {
        if (isResult(outcome)) result.answered(outcome);
        else answerOf(outcome, { version: called, invocationId, now }).then(result.answered, result.failed);
      });
      return undefined;
    },
    response: (answer, { version: called }, validated) => {
      if (answer.type === 'stream') return streamedReply(answer, { version: called, invocationId: validated.ids.invocationId, now }, validated);
      if (answer.type === 'failed') throw answer.error;
      return (answer.type === 'text-result' ? textReply(answer) : undefined) ?? resultReply(answer, labelOf(called), (payload, name) => format.reply(payload, name, validated));
    },
  };
}

/** @throws the errors of calls that Invoke does not answer with 200 */
async function answerOf(outcome: CallOutcome, call: Call): Promise<FunctionAnswer> {
  if (isResult(outcome)) return outcome;
  if (outcome.type !== 'stream') return failedAnswer(outcome, call);
  const head = await readStreamHead(outcome.stream, labelOf(call.version));
  if (!('type' in head)) return { type: 'stream', head, stream: outcome.stream };
  return head.type === 'function-error' ? head : failedAnswer(head, call);
}

/** A function that takes too long, or whose process ends, has failed like one that throws. @see https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html */
function failedAnswer(outcome: InvocationOutcome, call: Call): FailedAnswer {
  const [failure, error] = [functionError(outcome, call), callError(outcome, call)];
  if (failure === undefined) throw error;
  return { type: 'failed', payload: JSON.stringify(failure), error };
}

function isResult(outcome: CallOutcome): outcome is FunctionResult {
  const { type } = outcome;
  return type === 'text-result' || type === 'result' || type === 'function-error';
}

/** Parameter mappings have no effect here, but a header name that may not be mapped fails every call. @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html */
function illegalMapping({ requestParameters }: ProxyIntegrationSpec, service: string): string | undefined {
  const prefix = 'integration.request.header.';
  const names = Object.keys(requestParameters).filter((target) => target.startsWith(prefix)).map((target) => target.slice(prefix.length));
  return illegalRequestHeader(names, 'function', service);
}

/** Simple requests are far below the limit. @throws REQUEST_TOO_LARGE: a synchronous call is limited to 6 MB, headers included */
function withinLimit(payload: EventPayload): EventPayload {
  if (payload.raw !== undefined) return payload;
  const { max } = LIMITS.functionPayloadBytes;
  const text = payload.json();
  if (text.length > max || (text.length > max / 3 && Buffer.byteLength(text) > max)) throw new GatewayError('REQUEST_TOO_LARGE', { max });
  return payload;
}

function answerText(answer: FunctionAnswer): string {
  if (answer.type === 'stream') return answer.head.prelude;
  return answer.type === 'text-result' ? textResultJson(answer) : answer.payload;
}

function resultReply(answer: FunctionResult, functionName: string, read: (payload: string, functionName: string) => Reply): GatewayReply {
  if (answer.type === 'function-error') throw functionThrew(functionName, answer.payload);
  return read(answerText(answer), functionName);
}

function streamedReply({ head, stream }: Extract<FunctionAnswer, { readonly type: 'stream' }>, call: Call, { stage }: Validated): Reply {
  try {
    const { status, headers } = preludeReply(head.prelude, labelOf(call.version));
    const limits = streamLimits(stage.endpointType);
    const body = { chunks: bodyChunks(stream, head, call), cancel: stream.cancel, limits };
    const passed = remapResponseHeaders(withoutHeaders(headers, OF_THE_CONNECTION), stage.vendor.headerPrefix);
    return { status, headers: passed, body: Buffer.alloc(0), stream: body };
  } catch (error) {
    stream.cancel();
    throw error;
  }
}

/** The body of a function's stream after its head; throws the function's failure. */
async function* bodyChunks(stream: FunctionStream, { rest }: StreamHead, call: Call): AsyncGenerator<Buffer> {
  if (rest.length > 0) yield rest;
  for (;;) {
    const part = await stream.next();
    if (part.type === 'end') return;
    if (part.type === 'broken') throw callError(part.outcome, call);
    if (part.bytes.length > 0) yield part.bytes;
  }
}
