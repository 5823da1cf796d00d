import { readTraceparent, readXrayTrace, traceparentOf, xrayRoot, type TraceParent } from '../edge/trace-parent';
import { headerValue, headerValues, withoutHeaders, type HeaderList } from '../http/headers';
import { perObject } from '../http/per-object';
import type { Received, RequestIds } from '../http/request';
import { isText } from '../http/reply';
import type { RoutedRequest } from '../plan/exchange';
import { methodName, OTHER_METHOD } from '../plan/known-methods';
import type { RunStep, Step } from '../plan/step';
import type { RequestSpan, SpanFacts, Tracing } from '../plan/tracing';
import type { SystemPorts } from '../ports';
import { stageSegment } from '../../spec';
import type { Attributes, OpenSpan, SpanStart, StartSpan } from './span';

/** The step whose calls have a span of their own between the request and them. */
const AUTHORIZE = 'authorize';
const REPLACED: ReadonlySet<string> = new Set(['traceparent']);
const REPLACED_WITH_STATE: ReadonlySet<string> = new Set([...REPLACED, 'tracestate']);
/** A tracestate that is longer need not be passed on. @see https://www.w3.org/TR/trace-context/#tracestate-limits */
const TRACESTATE_CHARACTERS = 512;
const RANDOM_DIGITS = 8;

export interface TracingParts {
  readonly start: StartSpan;
  /** The part of the requests that is traced, from 0 to 1. */
  readonly sampling: number;
  /** Whether callers decide whether their traces are kept. */
  readonly trustsCallers: boolean;
  readonly ports: Pick<SystemPorts, 'now' | 'monotonicNow' | 'randomHex'>;
}

export interface CallSpan {
  readonly traceparent: string;
  /** The trace as X-Ray writes it: what Lambda has in the environment of a function. */
  readonly xray: string;
  readonly within: OpenSpan['within'];
  readonly end: (attributes: Attributes, isError: boolean) => void;
}

export interface GatewayTracing extends Tracing {
  /** Begins the span of a call; undefined if its request is not traced. */
  readonly call: (requestId: string | undefined, call: Pick<SpanStart, 'name' | 'kind' | 'attributes'>) => CallSpan | undefined;
}

interface Running {
  readonly span: OpenSpan;
  authorizer: OpenSpan | undefined;
  readonly begin: (name: string, startMs: number) => OpenSpan | undefined;
  readonly now: () => number;
}

export function createTracing({ start, sampling, trustsCallers, ports }: TracingParts): GatewayTracing {
  const running = new Map<string, Running>();
  const isSampled = (parent: TraceParent | undefined): boolean => {
    if (trustsCallers && parent?.isSampled !== undefined) return parent.isSampled;
    return sampling >= 1 || Number.parseInt(ports.randomHex(RANDOM_DIGITS), 16) / 0x1_0000_0000 < sampling;
  };
  return {
    begin: (received, ids) => {
      const parent = readTraceparent(received.headers) ?? sentXrayTrace(received);
      if (!isSampled(parent)) return undefined;
      const traceId = parent?.traceId ?? readXrayTrace(ids.trace.text)?.traceId ?? ports.randomHex(32);
      const startMs = received.receivedAt;
      const [name, attributes] = [spanMethod(received.method), requestAttributes(received)];
      const span = start({ name, kind: 'server', startMs, traceId, parentId: parent?.spanId, attributes });
      if (span === undefined) return undefined;
      const [wall, monotonic] = [ports.now(), ports.monotonicNow()];
      const { traceId: id, spanId: parentId } = span;
      const request: Running = {
        span, authorizer: undefined, now: () => wall + ports.monotonicNow() - monotonic,
        begin: (name, at) => start({ name, kind: 'internal', startMs: at, traceId: id, parentId, attributes: {} }),
      };
      running.set(ids.requestId, request);
      return requestSpan(request, ids, () => running.delete(ids.requestId));
    },
    watch: watchSteps,
    call: (requestId, { name, kind, attributes }) => {
      const request = requestId === undefined ? undefined : running.get(requestId);
      if (request === undefined) return undefined;
      const { traceId, spanId: parentId } = request.authorizer ?? request.span;
      const span = start({ name, kind, startMs: request.now(), traceId, parentId, attributes });
      return span && {
        traceparent: traceparentOf(span),
        xray: `${xrayRoot(span.traceId)};Parent=${span.spanId};Sampled=1`,
        within: span.within,
        end: (more, isError) => span.end({ endMs: request.now(), attributes: more, isError }),
      };
    },
  };
}

/** The trace that the client names in X-Ray's header. The text of the request's ids has a Parent that the gateway made. */
function sentXrayTrace({ headers }: Received): TraceParent | undefined {
  return readXrayTrace(headerValue(headers, 'x-amzn-trace-id') ?? '');
}

function requestSpan(request: Running, ids: RequestIds, forget: () => void): RequestSpan {
  const { span } = request;
  const endAuthorizer = (isError: boolean): void => {
    request.authorizer?.end({ endMs: request.now(), attributes: {}, isError });
    request.authorizer = undefined;
  };
  return {
    spanId: span.spanId,
    ids: { ...ids, trace: { text: tracedText(ids.trace.text, span) } },
    headers: (headers) => {
      const kept = withoutHeaders(headers, keepsState(headers) ? REPLACED : REPLACED_WITH_STATE);
      return [...kept, { name: 'traceparent', value: traceparentOf(span) }];
    },
    step: (name) => {
      const at = request.now();
      span.event(name, at);
      if (request.authorizer !== undefined) endAuthorizer(false);
      if (name === AUTHORIZE) request.authorizer = request.begin(AUTHORIZE, at);
    },
    finished: (sent, facts) => {
      forget();
      const error = isText(sent) ? undefined : sent.error;
      endAuthorizer(error !== undefined);
      const known = { 'http.response.status_code': sent.status, 'synthgate.request_id': ids.requestId, ...placeAttributes(facts) };
      const attributes = { ...known, ...(error === undefined ? {} : { 'error.type': error.code }) };
      span.end({ endMs: request.now(), name: nameOf(facts), attributes, isError: sent.status >= 500 });
    },
  };
}

/** Whether the state belongs to the trace, and all its lines together are short enough to be passed on. */
function keepsState(headers: HeaderList): boolean {
  return readTraceparent(headers) !== undefined && headerValues(headers, 'tracestate').join(',').length <= TRACESTATE_CHARACTERS;
}

/** The same text about the span; of fields that a kind of API does not have, none is added. */
function tracedText(text: string, { traceId, spanId }: OpenSpan): string {
  return text.replace(/Root=[\w:.-]+/, xrayRoot(traceId)).replace(/Parent=[\w:.-]+/, `Parent=${spanId}`).replace(/Sampled=[\w:.-]+/, 'Sampled=1');
}

/** The same list for the same steps: methods share them. */
const watchSteps = perObject((steps: readonly Step[]): readonly Step[] => steps.map((step) => ({ ...step, run: watched(step) })));

function watched({ name, run }: Step): RunStep<never> {
  const inner = run as RunStep<RoutedRequest>; // the steps before it have proved what it needs, here as there
  const outer: RunStep<RoutedRequest> = (request, results, continuation) => {
    request.span?.step(name);
    return inner(request, results, continuation);
  };
  return outer;
}

/** No query: it may have secrets. @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/ */
function requestAttributes({ method, target, scheme, protocol }: Received): Attributes {
  return {
    'http.request.method': methodName(method), 'url.path': target.split('?', 1)[0] ?? '', 'url.scheme': scheme,
    'network.protocol.version': protocol.replace('HTTP/', ''),
  };
}

function nameOf(facts: SpanFacts): string {
  const route = routeOf(facts);
  const method = spanMethod(facts.method);
  return route === undefined ? method : `${method} ${route}`;
}

/** A method in the name of a span, which no client chooses. */
export function spanMethod(method: string): string {
  const name = methodName(method);
  return name === OTHER_METHOD ? 'HTTP' : name;
}

function placeAttributes(facts: SpanFacts): Attributes {
  const { stage } = facts;
  const route = routeOf(facts);
  return {
    ...(stage === undefined ? {} : { 'synthgate.api_id': stage.apiId, 'synthgate.stage': stage.name }),
    ...(route === undefined ? {} : { 'http.route': route }),
  };
}

function routeOf({ stage, resourcePath }: SpanFacts): string | undefined {
  return stage === undefined || resourcePath === undefined ? undefined : `${stageSegment(stage.name)}${resourcePath}`;
}
