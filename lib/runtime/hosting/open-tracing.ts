import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type * as OpenTelemetry from '@opentelemetry/api';
import { GatewayError } from '../../errors';
import { otlpEnvironment } from '../otlp/environment';
import { openExporter } from '../otlp/exporter';
import type { SystemPorts } from '../ports';
import { loadProjectPackage } from '../project-package';
import { createHttpClient } from '../system/http-client';
import { sdkSpans } from '../tracing/sdk-spans';
import type { StartSpan } from '../tracing/span';
import { recordSpans } from '../tracing/span';
import { createTracing, type GatewayTracing } from '../tracing/tracing';
import type { Snapshot } from '../metrics/series';
import type { ServeOptions } from './serve-options';
import { TELEMETRY_OPTIONS } from './telemetry-options';

type TracingOptions = Pick<ServeOptions, 'otlp' | 'traceSampling' | 'trustTrace'>;

export interface OpenTracing {
  /** Undefined if nobody takes traces. */
  readonly tracing: GatewayTracing | undefined;
  readonly sendMetrics: (snapshot: Snapshot) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface SpanTaker extends Omit<OpenTracing, 'tracing'> {
  readonly start: StartSpan;
}

const PACKAGE = '@opentelemetry/api';
/** How long the end of a gateway may wait for an SDK to send its spans. */
const FLUSH_MS = 2_000;

const INSTANCE_DIGITS = 32;

const NOTHING: OpenTracing = { tracing: undefined, sendMetrics: () => Promise.resolve(), close: () => Promise.resolve() };

/**
 * Opens the traces: for the collector that is named, or else for the SDK that this process has registered. Nobody registers one by
 * accident, so no option says it.
 * @param dropped - counts spans that are lost
 * @throws OPTION_INVALID for options of traces that nobody takes, and for variables of OpenTelemetry that cannot be read
 */
export function openTracing(options: TracingOptions, ports: SystemPorts, dropped: (count: number) => void): OpenTracing {
  const { otlp: url, traceSampling: sampling = 1, trustTrace: trustsCallers = false } = options;
  const taker = url === undefined ? openSdk() : openCollector(url, ports, dropped);
  if (taker === undefined) {
    refuseInVain(options);
    return NOTHING;
  }
  const { start, ...rest } = taker;
  return { tracing: createTracing({ start, sampling, trustsCallers, ports }), ...rest };
}

function openCollector(url: string, ports: SystemPorts, dropped: (count: number) => void): SpanTaker {
  const { headers, resource: given } = otlpEnvironment(process.env);
  // in containers every process has the id 1
  const resource = { 'service.instance.id': ports.randomHex(INSTANCE_DIGITS), 'host.name': hostname(), ...given };
  const http = createHttpClient();
  const exporter = openExporter({ url, headers, origin: { resource, pid: process.pid }, http: http.request, ports, dropped });
  return {
    start: recordSpans(exporter.span, ports),
    sendMetrics: exporter.metrics,
    close: async () => {
      await exporter.close();
      await http.close();
    },
  };
}

function openSdk(): SpanTaker | undefined {
  const api = loadProjectPackage(PACKAGE) as typeof OpenTelemetry | undefined; // the package of that name
  const sdk = api && sdkSpans(api);
  return sdk && {
    start: sdk.start,
    sendMetrics: NOTHING.sendMetrics,
    // what fails is in the SDK's own log
    close: () => Promise.race([sdk.flush().catch(() => undefined), setTimeout(FLUSH_MS, undefined, { ref: false })]),
  };
}

/** @throws OPTION_INVALID */
function refuseInVain(options: TracingOptions): void {
  for (const option of ['traceSampling', 'trustTrace'] as const) {
    const value = options[option];
    if (value === undefined || value === TELEMETRY_OPTIONS[option].default.value) continue;
    throw new GatewayError('OPTION_INVALID', { option, given: String(value), allowed: `no value without the option otlp or a registered SDK of OpenTelemetry (${PACKAGE})` });
  }
}
