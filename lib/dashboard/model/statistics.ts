import type { RequestSummary } from '../protocol';

export interface Statistics {
  readonly requests: number;
  readonly errors: number;
  /** The 99th percentile of the durations; undefined without requests. */
  readonly p99Ms: number | undefined;
}

/** Returns the statistics that the header shows. */
export function statisticsOf(requests: readonly RequestSummary[]): Statistics {
  const durations = requests.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    requests: requests.length,
    errors: requests.filter(({ status }) => status >= 400).length,
    p99Ms: durations[Math.ceil(durations.length * 0.99) - 1],
  };
}
