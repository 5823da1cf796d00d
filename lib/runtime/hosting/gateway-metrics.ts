import { setTimeout as wait } from 'node:timers/promises';
import type { LocalFunctionEngine } from '../functions';
import { merge } from '../metrics/merge';
import { openMetrics } from '../metrics/metrics';
import type { Snapshot } from '../metrics/series';
import { metricsText } from '../metrics/write-text';
import type { Log } from '../ports';
import type { Listeners } from './listeners';
import type { ServeOptions } from './serve-options';

type MetricsOptions = Pick<ServeOptions, 'managementPort' | 'healthPort' | 'dashboard' | 'otlp'>;

const SEND_EVERY_MS = 30_000;
/** How long the end of a gateway may wait for the collector. */
const FLUSH_MS = 1_000;

/** The parts of a gateway that are measured, and what takes the metrics. */
interface MeasuredParts {
  readonly engine: Pick<LocalFunctionEngine, 'uses' | 'waitingEvents'>;
  readonly sendMetrics: (snapshot: Snapshot) => Promise<void>;
}

/** Opens the metrics; they count if a port shows them. */
export function openGatewayMetrics({ managementPort, healthPort, dashboard = false, otlp }: MetricsOptions, log: Log) {
  const isShown = managementPort !== undefined || healthPort !== undefined || dashboard !== false || otlp !== undefined;
  const own = isShown ? openMetrics(log) : undefined;
  let ofOthers = (): Promise<readonly Snapshot[]> => Promise.resolve([]);
  const read = async (): Promise<Snapshot> => (own === undefined ? [] : merge([own.snapshot(), ...await ofOthers()]));
  let timer: NodeJS.Timeout | undefined;
  let page: Promise<string> | undefined;
  return {
    /** The metrics of this process; undefined if no port shows them, and so nothing is counted. */
    own,
    /** The gateway serves: functions run here, and perhaps in other processes. @returns the part that sends the last metrics */
    opened: ({ engine: { uses, waitingEvents }, sendMetrics }: MeasuredParts, { snapshots }: Pick<Listeners, 'snapshots'>) => {
      own?.look({ functions: uses, waitingEvents });
      ofOthers = snapshots;
      if (otlp === undefined) return { close: () => Promise.resolve() };
      const send = (): Promise<void> => read().then(sendMetrics);
      timer = setInterval(() => void send(), SEND_EVERY_MS).unref();
      return { close: () => Promise.race([send(), wait(FLUSH_MS, undefined, { ref: false })]) };
    },
    /** Returns what answers `GET /metrics`; those who ask at the same time share it. */
    page: (): Promise<string> => page ??= read().then(metricsText).finally(() => { page = undefined; }),
    close: (): void => {
      clearInterval(timer);
      own?.close();
    },
  };
}
