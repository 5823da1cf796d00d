import type * as OpenTelemetry from '@opentelemetry/api';
import type { SpanKind, SpanStart, StartSpan } from './span';

const TRACER = 'synthgate';

/** @returns undefined if no SDK is registered, and spans would go nowhere */
export function sdkSpans(api: typeof OpenTelemetry): { readonly start: StartSpan; readonly flush: () => Promise<void> } | undefined {
  const provider = registered(api.trace.getTracerProvider());
  if (provider === undefined) return undefined;
  const tracer = provider.getTracer(TRACER);
  return { start: (start) => openSpan(api, tracer, start), flush: () => flushOf(provider) };
}

/** Until an SDK is registered, the provider stands in for it and has no tracer behind it. */
function registered(provider: OpenTelemetry.TracerProvider | OpenTelemetry.ProxyTracerProvider): OpenTelemetry.TracerProvider | undefined {
  if (!('getDelegateTracer' in provider)) return provider;
  return provider.getDelegateTracer(TRACER) === undefined ? undefined : provider.getDelegate();
}

function openSpan(api: typeof OpenTelemetry, tracer: OpenTelemetry.Tracer, start: SpanStart): ReturnType<StartSpan> {
  const { context, trace, SpanStatusCode } = api;
  const options = { kind: kindsOf(api)[start.kind], startTime: timeOf(start.startMs), attributes: start.attributes };
  const span = tracer.startSpan(start.name, options, parentOf(api, start));
  if (!span.isRecording()) return undefined; // the SDK's sampler has decided so
  const { traceId, spanId } = span.spanContext();
  return {
    traceId,
    spanId,
    event: (name, atMs) => void span.addEvent(name, timeOf(atMs)),
    within: (work) => context.with(trace.setSpan(context.active(), span), work),
    end: ({ endMs, name, attributes, isError }) => {
      span.setAttributes(attributes);
      if (name !== undefined) span.updateName(name);
      if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(timeOf(endMs));
    },
  };
}

/** The gateway has chosen the request: its caller's span counts as sampled, whatever a stranger says of it. */
function parentOf(api: typeof OpenTelemetry, { traceId, parentId, kind }: SpanStart): OpenTelemetry.Context {
  const { ROOT_CONTEXT, trace, TraceFlags } = api;
  if (parentId === undefined) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: parentId, traceFlags: TraceFlags.SAMPLED, isRemote: kind === 'server' });
}

function kindsOf({ SpanKind: kinds }: typeof OpenTelemetry): Readonly<Record<SpanKind, OpenTelemetry.SpanKind>> {
  return { server: kinds.SERVER, internal: kinds.INTERNAL, client: kinds.CLIENT, producer: kinds.PRODUCER };
}

/** Seconds and nanoseconds: a number alone could be taken for a time since the start of the process. */
function timeOf(ms: number): OpenTelemetry.HrTime {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, Math.floor((ms - seconds * 1_000) * 1e6)];
}

/** Providers of SDKs can do that; the interface of the API does not say so. */
async function flushOf(provider: OpenTelemetry.TracerProvider & { readonly forceFlush?: () => Promise<void> }): Promise<void> {
  await provider.forceFlush?.();
}
