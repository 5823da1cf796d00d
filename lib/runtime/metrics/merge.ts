import { seriesKey, type Sample, type Snapshot } from './series';
import { metricRow } from './table';

/** One snapshot of those of several processes; series that are in one twice are one as well. */
export function merge(snapshots: readonly Snapshot[]): Snapshot {
  const merged = new Map<string, Sample>();
  for (const added of snapshots.flat()) {
    const key = seriesKey(added.metric, added.labels);
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { ...added, numbers: added.numbers.slice() });
    else add(known, added);
  }
  return [...merged.values()];
}

/** Leaves what stays of a process that has ended: no counter may go back. */
export function remains(snapshot: Snapshot): Snapshot {
  return snapshot.filter(({ metric }) => metricRow(metric).type !== 'gauge');
}

function add({ metric, numbers }: Sample, added: Sample): void {
  const isSum = metricRow(metric).merge === 'sum';
  for (const [index, value] of added.numbers.entries()) {
    const known = numbers[index] ?? 0;
    numbers[index] = isSum ? known + value : Math.max(known, value);
  }
}
