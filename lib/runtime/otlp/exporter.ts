import { GatewayError } from '../../errors';
import type { HeaderList } from '../http/headers';
import type { Snapshot } from '../metrics/series';
import { rareReports } from '../rare-reports';
import type { HttpClient, Log, SystemPorts } from '../ports';
import type { EndedSpan } from '../tracing/span';
import { metricsJson, tracesJson, type Origin } from './otlp-json';
import { openSendQueue } from './send-queue';

const TIMEOUT_MS = 5_000;
/** A collector answers with little. */
const ANSWER_BYTES = 65_536;
/** How long the end of a gateway may wait for the collector. */
const CLOSE_MS = 2_000;

export interface ExporterParts {
  /** The collector: `http://127.0.0.1:4318`. */
  readonly url: string;
  readonly origin: Origin;
  readonly headers: HeaderList;
  readonly http: HttpClient;
  readonly ports: Pick<SystemPorts, 'now' | 'log'>;
  readonly dropped: (count: number) => void;
}

export function openExporter({ url, origin, headers: given, http, ports, dropped }: ExporterParts) {
  const startMs = ports.now();
  const reports = reportsOf(url, ports.log);
  const post = async (path: string, json: string): Promise<void> => {
    const headers = [...given, { name: 'Content-Type', value: 'application/json' }];
    const request = { method: 'POST', url: `${url.replace(/\/$/, '')}${path}`, headers, body: Buffer.from(json), timeoutMs: TIMEOUT_MS, maxBytes: ANSWER_BYTES };
    const { status } = await http(request);
    if (status >= 300) throw new Error(`it answered ${status}`);
  };
  const spans = openSendQueue<EndedSpan>({
    send: (batch) => post('/v1/traces', tracesJson(batch, origin)),
    lost: (count, reason) => {
      dropped(count);
      reports.add(reason);
    },
  });
  return {
    span: spans.add,
    /** Never rejects. */
    metrics: (snapshot: Snapshot): Promise<void> => post('/v1/metrics', metricsJson(snapshot, origin, { startMs, nowMs: ports.now() }))
      .catch((error: unknown) => reports.add(error instanceof Error ? error.message : String(error))),
    close: async (): Promise<void> => {
      await spans.close(CLOSE_MS);
      reports.end();
    },
  };
}

/** At most one line a second. */
function reportsOf(url: string, log: Log) {
  return rareReports<string>((reason) => {
    const { code, message } = new GatewayError('TELEMETRY_NOT_SENT', { url, reason });
    log({ level: 'warn', code, message });
  });
}
