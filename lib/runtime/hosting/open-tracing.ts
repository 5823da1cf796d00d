import { openExporter } from '../otlp/exporter';
import type { SystemPorts } from '../ports';
import { createHttpClient } from '../system/http-client';
import { recordSpans } from '../tracing/span-recorder';
import { createTracing, type GatewayTracing } from '../tracing/tracing';
import type { Snapshot } from '../metrics/series';
import type { ServeOptions } from './serve-options';

type TracingOptions = Pick<ServeOptions, 'otlp' | 'traceSampling' | 'trustTrace'>;

/** The traces of a process, and what sends them. */
export interface OpenTracing {
  /** Undefined if nobody takes traces. */
  readonly tracing: GatewayTracing | undefined;
  /** Sends metrics to the same collector. */
  readonly sendMetrics: (snapshot: Snapshot) => Promise<void>;
  readonly close: () => Promise<void>;
}

const NOTHING: OpenTracing = { tracing: undefined, sendMetrics: () => Promise.resolve(), close: () => Promise.resolve() };

/** Opens the traces, if a collector is named. @param dropped - counts spans that are lost */
export function openTracing(options: TracingOptions, ports: SystemPorts, dropped: (count: number) => void): OpenTracing {
  const { otlp: url, traceSampling: sampling = 1, trustTrace: trustsCallers = false } = options;
  if (url === undefined) return NOTHING;
  const http = createHttpClient();
  const exporter = openExporter({ url, origin: { serviceName: 'synthgate', pid: process.pid }, http: http.request, ports, dropped });
  return {
    tracing: createTracing({ start: recordSpans(exporter.span, ports), sampling, trustsCallers, ports }),
    sendMetrics: exporter.metrics,
    close: async () => {
      await exporter.close();
      await http.close();
    },
  };
}
