import { labelOf } from '../function-label';
import { withoutHeaders } from '../http/headers';
import type { BackendRequest, CallOutcome, FunctionEngine, FunctionVersion, HttpClient, Invocation } from '../ports';
import { methodName } from '../plan/known-methods';
import { spanMethod, type CallSpan, type GatewayTracing } from './tracing';

const TRACEPARENT: ReadonlySet<string> = new Set(['traceparent']);

/** Outcomes that are errors of a span; typed over all. */
const IS_ERROR: Readonly<Record<CallOutcome['type'], boolean>> = {
  'result': false, 'text-result': false, 'stream': false, 'function-error': true, 'timeout': true, 'failed': true, 'throttled': true,
};

type CallIds = Pick<Invocation, 'requestId' | 'invocationId'>;

/** The same engine; calls of traced requests have a span, and the function is told of it as by Lambda. */
export function tracedEngine(engine: FunctionEngine, tracing: GatewayTracing): FunctionEngine {
  const { call: callNow } = engine;
  const begin = (version: FunctionVersion, { requestId, invocationId }: CallIds, isEvent = false): CallSpan | undefined =>
    tracing.call(requestId, {
      name: `invoke ${labelOf(version)}`, kind: isEvent ? 'producer' : 'client',
      attributes: { 'faas.invoked_name': labelOf(version), 'faas.invocation_id': invocationId },
    });
  return {
    ...engine,
    invoke: async (version, call) => {
      const span = begin(version, call);
      const outcome = span === undefined ? await engine.invoke(version, call)
        : await span.within(() => engine.invoke(version, { ...call, traceId: span.xray }));
      endOf(span, outcome);
      return outcome;
    },
    ...(callNow && {
      call: (version, call, settle) => {
        const span = begin(version, call);
        if (span === undefined) return callNow(version, call, settle);
        return span.within(() => callNow(version, { ...call, traceId: span.xray }, (outcome) => {
          endOf(span, outcome);
          settle(outcome);
        }));
      },
    }),
    invokeAsync: async (version, call) => {
      const span = begin(version, call, true);
      await ended(span, engine.invokeAsync(version, span === undefined ? call : { ...call, traceId: span.xray }));
      span?.end({}, false);
    },
  };
}

function endOf(span: CallSpan | undefined, { type }: CallOutcome): void {
  span?.end(IS_ERROR[type] ? { 'error.type': type } : {}, IS_ERROR[type]);
}

/** The same client; requests that a traced request makes have a span, and `traceparent` says so. */
export function tracedHttp(http: HttpClient, tracing: GatewayTracing): HttpClient {
  return async (request) => {
    const span = tracing.call(request.requestId, { name: spanMethod(request.method), kind: 'client', attributes: backendAttributes(request) });
    if (span === undefined) return http(request);
    const headers = [...withoutHeaders(request.headers, TRACEPARENT), { name: 'traceparent', value: span.traceparent }];
    const response = await ended(span, span.within(() => http({ ...request, headers })));
    endWithStatus(span, response.status);
    return response;
  };
}

/** For a client every status from 400 on is an error. @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/#status */
function endWithStatus(span: CallSpan, status: number): void {
  const isError = status >= 400;
  span.end({ 'http.response.status_code': status, ...(isError ? { 'error.type': String(status) } : {}) }, isError);
}

/** Ends the span of what fails. */
async function ended<Result>(span: CallSpan | undefined, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    span?.end({ 'error.type': error instanceof Error ? error.name : 'error' }, true);
    throw error;
  }
}

/** Neither path nor query: they may have secrets. */
function backendAttributes({ method, url }: BackendRequest): Record<string, string | number> {
  const { hostname, port, protocol } = new URL(url);
  return { 'http.request.method': methodName(method), 'server.address': hostname, 'server.port': port === '' ? DEFAULT_PORTS[protocol] ?? 0 : Number(port) };
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
