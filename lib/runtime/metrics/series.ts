import { metricRow, SECONDS, type LabelsOf, type MetricName, type NamesOf } from './table';

/** Numbers of one series: the value, or of a histogram how many values fell into each bucket, into none, and their sum. */
export type Numbers = Float64Array;

/** A series as it is passed between processes. */
export interface Sample {
  readonly metric: MetricName;
  /** In the order of the metric's labels. */
  readonly labels: readonly string[];
  readonly numbers: Numbers;
}

export type Snapshot = readonly Sample[];

/** Positions in the numbers of a histogram, after its buckets. */
export const HISTOGRAM = { above: SECONDS.length, sum: SECONDS.length + 1, size: SECONDS.length + 2 } as const;

/** The series of this process. They stay until it ends, so that no counter goes back, whatever a reload removes. */
export class SeriesStore {
  readonly #series = new Map<string, Sample>();
  readonly #readers: (() => Snapshot)[] = [];

  /** Finds or makes a series. For load time: a request adds to the numbers. */
  public numbers<Name extends MetricName>(metric: Name, labels: LabelsOf<Name>): Numbers {
    const { type, labels: names } = metricRow(metric);
    const values = names.map((name) => textOf(labels, name));
    const key = seriesKey(metric, values);
    const known = this.#series.get(key);
    if (known !== undefined) return known.numbers;
    const numbers = new Float64Array(type === 'histogram' ? HISTOGRAM.size : 1);
    this.#series.set(key, { metric, labels: values, numbers });
    return numbers;
  }

  /** Adds values that are looked at when somebody asks. */
  public read(reader: () => Snapshot): void {
    this.#readers.push(reader);
  }

  public snapshot(): Snapshot {
    return [...this.#series.values(), ...this.#readers.flatMap((reader) => reader())];
  }
}

export function sample<Name extends NamesOf<'gauge' | 'counter'>>(metric: Name, labels: LabelsOf<Name>, value: number): Sample {
  return { metric, labels: metricRow(metric).labels.map((name) => textOf(labels, name)), numbers: Float64Array.of(value) };
}

/** Tells series apart; no label has the character in between. */
export function seriesKey(metric: MetricName, labels: readonly string[]): string {
  return `${metric}\0${labels.join('\0')}`;
}

export function increment(numbers: Numbers, by = 1): void {
  numbers[0] = (numbers[0] ?? 0) + by;
}

/** Hot path: most requests fall into the first buckets. */
export function observe(numbers: Numbers, seconds: number): void {
  let bucket = 0;
  while (bucket < HISTOGRAM.above && seconds > (SECONDS[bucket] ?? Infinity)) bucket += 1;
  numbers[bucket] = (numbers[bucket] ?? 0) + 1;
  numbers[HISTOGRAM.sum] = (numbers[HISTOGRAM.sum] ?? 0) + seconds;
}

/** Labels have all their names: the type says so. */
function textOf(labels: Readonly<Record<string, string>>, name: string): string {
  return labels[name] ?? '';
}
