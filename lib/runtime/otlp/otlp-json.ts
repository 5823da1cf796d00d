import { HISTOGRAM, type Sample, type Snapshot } from '../metrics/series';
import { metricRow, SECONDS, type MetricName } from '../metrics/table';
import type { Attributes, EndedSpan, SpanKind } from '../tracing/span';

/*
 * The JSON of OTLP/HTTP. Written here for a measured reason: the exporters of OpenTelemetry need a later Node than ours, and its
 * instrumentation of HTTP takes most of the requests per second of a server (open-telemetry/opentelemetry-js#4372, #4741).
 * @see https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */

const NANOSECONDS_PER_MS = 1e6;
const KINDS: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3, producer: 4 };
const ERROR_STATUS = 2;
const CUMULATIVE = 2;
const SCOPE = { name: 'synthgate' };

export interface Origin {
  /** With `service.name`. */
  readonly resource: Attributes;
  readonly pid: number;
}

export interface Period {
  readonly startMs: number;
  readonly nowMs: number;
}

/** The body of a request to `/v1/traces`. */
export function tracesJson(spans: readonly EndedSpan[], origin: Origin): string {
  return JSON.stringify({ resourceSpans: [{ resource: resourceOf(origin), scopeSpans: [{ scope: SCOPE, spans: spans.map(spanJson) }] }] });
}

/** The body of a request to `/v1/metrics`. @param startMs - when the counters were zero */
export function metricsJson(snapshot: Snapshot, origin: Origin, { startMs, nowMs }: Period): string {
  const byMetric = new Map<MetricName, Sample[]>();
  for (const sample of snapshot) byMetric.set(sample.metric, [...byMetric.get(sample.metric) ?? [], sample]);
  const times = { startTimeUnixNano: nanoseconds(startMs), timeUnixNano: nanoseconds(nowMs) };
  const metrics = [...byMetric].map(([name, samples]) => metricJson(name, samples, times));
  return JSON.stringify({ resourceMetrics: [{ resource: resourceOf(origin), scopeMetrics: [{ scope: SCOPE, metrics }] }] });
}

function resourceOf({ resource, pid }: Origin): unknown {
  return { attributes: attributesJson({ ...resource, 'process.pid': pid }) };
}

function spanJson({ traceId, spanId, parentId, name, kind, startMs, endMs, attributes, events, isError }: EndedSpan): unknown {
  return {
    traceId, spanId, ...(parentId === undefined ? {} : { parentSpanId: parentId }), name, kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(startMs), endTimeUnixNano: nanoseconds(endMs), attributes: attributesJson(attributes),
    events: events.map((event) => ({ timeUnixNano: nanoseconds(event.atMs), name: event.name })),
    ...(isError ? { status: { code: ERROR_STATUS } } : {}),
  };
}

interface Times {
  readonly startTimeUnixNano: string;
  readonly timeUnixNano: string;
}

function metricJson(metric: MetricName, samples: readonly Sample[], times: Times): unknown {
  const { type, openTelemetry: name, unit, help: description, labels } = metricRow(metric);
  const dataPoints = samples.map(({ labels: values, numbers }) => {
    const named = labels.flatMap((label, index) => (values[index] === '' ? [] : [[attributeOf(label), values[index] ?? ''] as const]));
    const value = type === 'histogram' ? histogramJson(numbers) : { asDouble: numbers[0] ?? 0 };
    return { ...times, attributes: attributesJson(Object.fromEntries(named)), ...value };
  });
  if (type === 'gauge') return { name, unit, description, gauge: { dataPoints } };
  if (type === 'counter') return { name, unit, description, sum: { dataPoints, aggregationTemporality: CUMULATIVE, isMonotonic: true } };
  return { name, unit, description, histogram: { dataPoints, aggregationTemporality: CUMULATIVE } };
}

function histogramJson(numbers: Float64Array): object {
  const counts = [...numbers.slice(0, HISTOGRAM.above + 1)];
  const sum = numbers[HISTOGRAM.sum] ?? 0;
  const count = counts.reduce((total, one) => total + one, 0);
  return { count: String(count), sum, bucketCounts: counts.map(String), explicitBounds: SECONDS };
}

/** Prometheus has `_` where OpenTelemetry has `.`; labels of ours have none. */
function attributeOf(label: string): string {
  return ATTRIBUTES[label] ?? label;
}

const ATTRIBUTES: Readonly<Record<string, string>> = {
  http_route: 'http.route', http_request_method: 'http.request.method', http_response_status_code: 'http.response.status_code',
};

function attributesJson(attributes: Attributes): unknown {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: valueJson(value) }));
}

function valueJson(value: string | number | boolean): unknown {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** More digits than a number has. */
function nanoseconds(ms: number): string {
  const whole = Math.floor(ms);
  return String(BigInt(whole) * BigInt(NANOSECONDS_PER_MS) + BigInt(Math.round((ms - whole) * NANOSECONDS_PER_MS)));
}
