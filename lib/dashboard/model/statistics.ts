import type { RequestSummary } from '../protocol';

export function statisticsOf(requests: readonly RequestSummary[]) {
  const durations = requests.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    requests: requests.length,
    errors: requests.filter(({ status }) => status >= 400).length,
    /** The 99th percentile of the durations; undefined without requests. */
    p99Ms: durations[Math.ceil(durations.length * 0.99) - 1],
  };
}
