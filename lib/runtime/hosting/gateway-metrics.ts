import type { LocalFunctionEngine } from '../functions';
import { merge } from '../metrics/merge';
import { openMetrics, type Metrics } from '../metrics/metrics';
import type { Snapshot } from '../metrics/series';
import { metricsText } from '../metrics/write-text';
import type { Log } from '../ports';
import type { Listeners } from './listeners';
import type { ServeOptions } from './serve-options';

/** Options with which somebody can ask for metrics. */
type MetricsOptions = Pick<ServeOptions, 'managementPort' | 'healthPort' | 'dashboard'>;

/** The metrics of all processes of a gateway. */
export interface GatewayMetrics {
  /** The metrics of this process; undefined if no port shows them, and so nothing is counted. */
  readonly own: Metrics | undefined;
  /** The gateway serves: functions run here, and perhaps in other processes. */
  readonly opened: (engine: Pick<LocalFunctionEngine, 'uses' | 'waitingEvents'>, listeners: Pick<Listeners, 'snapshots'>) => void;
  /** Returns what answers `GET /metrics`. */
  readonly page: () => Promise<string>;
  readonly close: () => void;
}

/** Opens the metrics; they count if a port shows them. */
export function openGatewayMetrics({ managementPort, healthPort, dashboard = false }: MetricsOptions, log: Log): GatewayMetrics {
  const isShown = managementPort !== undefined || healthPort !== undefined || dashboard !== false;
  const own = isShown ? openMetrics(log) : undefined;
  let ofOthers = (): Promise<readonly Snapshot[]> => Promise.resolve([]);
  return {
    own,
    opened: ({ uses, waitingEvents }, { snapshots }) => {
      own?.look({ functions: uses, waitingEvents });
      ofOthers = snapshots;
    },
    page: async () => (own === undefined ? '' : metricsText(merge([own.snapshot(), ...await ofOthers()]))),
    close: () => own?.close(),
  };
}
