import { REASONS_TEXT } from './reasons';

/*
 * Every metric of the gateway. There is no library behind it for a measured reason: with 1,000 routes an exposition has 8 MB, which
 * prom-client writes in a second during which no request is answered (prometheus/client_js#543), and what it aggregates over the
 * processes of a cluster passes through the primary label by label (#628). Here a series is an array of numbers that is found once, at
 * load; a request adds to it, and a scrape adds the arrays of all processes. docs/performance.md has what that costs.
 */

/** Upper bounds of the buckets in seconds. @see https://opentelemetry.io/docs/specs/semconv/http/http-metrics/ */
export const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] as const;

/** One metric: every member has to be decided. */
export interface MetricRow {
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** One line. */
  readonly help: string;
  readonly labels: readonly string[];
  /** How the values of several processes become one. */
  readonly merge: 'sum' | 'max';
  /** The name without the unit and the suffixes that Prometheus wants. */
  readonly openTelemetry: string;
  /** UCUM, as OpenTelemetry writes units. */
  readonly unit: string;
}

const EACH_FUNCTION = { labels: ['function'], merge: 'sum' } as const;
const EVENT_LOOP = { type: 'gauge', labels: [], merge: 'max', unit: 's' } as const;

/** All metrics, in the order in which they are written. */
export const METRICS = {
  http_server_request_duration_seconds: {
    type: 'histogram', merge: 'sum', openTelemetry: 'http.server.request.duration', unit: 's',
    labels: ['api', 'stage', 'http_route', 'http_request_method', 'http_response_status_code'],
    help: 'Time from the first line of a request to the end of its answer. http_route is the stage and the resource path; without it, no '
      + 'route took the request. Routes after the first 1,000 are grouped by their first segment, as in /prod/pets/*, and statuses of a '
      + 'route after the first 16 by their class, as in 4xx.',
  },
  synthgate_rejections_total: {
    type: 'counter', merge: 'sum', openTelemetry: 'synthgate.rejections', unit: '{request}', labels: ['api', 'stage', 'reason', 'limit'],
    help: `Answers that the gateway gave itself instead of the integration, by reason: ${REASONS_TEXT}. Of throttle and quota, limit says whose it was.`,
  },
  synthgate_authorizer_cache_total: {
    type: 'counter', merge: 'sum', openTelemetry: 'synthgate.authorizer.cache', unit: '{lookup}', labels: ['api', 'stage', 'authorizer', 'result'],
    help: 'Look-ups in the cache of an authorizer function: hit or miss.',
  },
  synthgate_function_invocations_total: {
    type: 'counter', openTelemetry: 'synthgate.function.invocations', unit: '{invocation}', ...EACH_FUNCTION, labels: ['function', 'outcome'],
    help: 'Calls of a function by outcome: ok, error (the handler threw), timeout, failed (its process did), throttled (no instance was free).',
  },
  synthgate_function_duration_seconds: {
    type: 'histogram', openTelemetry: 'synthgate.function.duration', unit: 's', ...EACH_FUNCTION,
    help: 'Time of a call, with the wait for an instance; of a stream, until it begins.',
  },
  synthgate_function_queue_seconds: {
    type: 'histogram', openTelemetry: 'synthgate.function.queue', unit: 's', ...EACH_FUNCTION,
    help: 'Time that a call waited for an instance.',
  },
  synthgate_function_cold_starts_total: {
    type: 'counter', openTelemetry: 'synthgate.function.cold_starts', unit: '{invocation}', ...EACH_FUNCTION,
    help: 'Calls that had to wait for an instance to load its code.',
  },
  synthgate_function_instances: {
    type: 'gauge', openTelemetry: 'synthgate.function.instances', unit: '{instance}', ...EACH_FUNCTION,
    help: 'Instances of a function.',
  },
  synthgate_function_memory_bytes: {
    type: 'gauge', openTelemetry: 'synthgate.function.memory', unit: 'By', ...EACH_FUNCTION,
    help: 'Resident memory of the instances of a function that run; on Linux only.',
  },
  synthgate_async_events_total: {
    type: 'counter', merge: 'sum', openTelemetry: 'synthgate.async_events', unit: '{event}', labels: ['step'],
    help: 'Steps of asynchronous events: accepted, delivered, attempt_failed, to_destination, dead.',
  },
  synthgate_async_events_waiting: {
    type: 'gauge', merge: 'sum', openTelemetry: 'synthgate.async_events.waiting', unit: '{event}', labels: [],
    help: 'Asynchronous events that are not delivered yet.',
  },
  synthgate_limits_store_seconds: {
    type: 'histogram', merge: 'sum', openTelemetry: 'synthgate.limits.store', unit: 's', labels: ['outcome'],
    help: 'Time of calls of the store of shared limits by outcome: ok, failed, timeout.',
  },
  synthgate_limits_store_up: {
    type: 'gauge', merge: 'max', openTelemetry: 'synthgate.limits.store.up', unit: '{store}', labels: [],
    help: 'Whether requests ask the store of shared limits: 1, or 0 after failures in a row, until it answers again.',
  },
  synthgate_limits_store_fallbacks_total: {
    type: 'counter', merge: 'sum', openTelemetry: 'synthgate.limits.store.fallbacks', unit: '{request}', labels: [],
    help: 'Requests that this gateway decided by its share of the limits, because the store did not answer.',
  },
  synthgate_spans_dropped_total: {
    type: 'counter', merge: 'sum', openTelemetry: 'synthgate.spans.dropped', unit: '{span}', labels: [],
    help: 'Spans of traces that were not sent to the collector of --otlp.',
  },
  synthgate_processes: {
    type: 'gauge', merge: 'sum', openTelemetry: 'synthgate.processes', unit: '{process}', labels: [],
    help: 'Processes of the gateway that the other values are of, without those of functions.',
  },
  nodejs_eventloop_delay_p50_seconds: {
    ...EVENT_LOOP, openTelemetry: 'nodejs.eventloop.delay.p50', help: 'Median delay of the event loop since the last scrape; the worst of all processes.',
  },
  nodejs_eventloop_delay_p99_seconds: {
    ...EVENT_LOOP, openTelemetry: 'nodejs.eventloop.delay.p99', help: 'The 99th percentile of the delay of the event loop since the last scrape; the worst of all processes.',
  },
  nodejs_eventloop_delay_max_seconds: {
    ...EVENT_LOOP, openTelemetry: 'nodejs.eventloop.delay.max', help: 'Longest delay of the event loop since the last scrape; the worst of all processes.',
  },
  nodejs_eventloop_utilization_ratio: {
    ...EVENT_LOOP, openTelemetry: 'nodejs.eventloop.utilization', unit: '1',
    help: 'Part of the time since the last scrape in which the event loop was busy; the worst of all processes.',
  },
  process_cpu_seconds_total: {
    type: 'counter', merge: 'sum', openTelemetry: 'process.cpu.time', unit: 's', labels: [],
    help: 'CPU time of the processes of the gateway, without those of functions.',
  },
  process_resident_memory_bytes: {
    type: 'gauge', merge: 'sum', openTelemetry: 'process.memory.usage', unit: 'By', labels: [],
    help: 'Resident memory of the processes of the gateway, without those of functions.',
  },
  v8js_memory_heap_used_bytes: {
    type: 'gauge', merge: 'sum', openTelemetry: 'v8js.memory.heap.used', unit: 'By', labels: [],
    help: 'JavaScript heap in use.',
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

export type MetricName = keyof typeof METRICS;

/** The values of a metric's labels, all of them: an empty text is a label that does not apply. */
export type LabelsOf<Name extends MetricName> = Readonly<Record<(typeof METRICS)[Name]['labels'][number], string>>;

export type NamesOf<Type extends MetricRow['type']> = { readonly [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never }[MetricName];

export function metricRow(name: MetricName): MetricRow {
  return METRICS[name];
}
