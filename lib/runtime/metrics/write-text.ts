import { HISTOGRAM, type Sample, type Snapshot } from './series';
import { METRICS, metricRow, SECONDS, type MetricName } from './table';

/** The media type of what `metricsText` writes. @see https://prometheus.io/docs/instrumenting/exposition_formats/ */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The one writer of the text that Prometheus reads. Metrics without a series have no lines. */
export function metricsText(snapshot: Snapshot): string {
  const byMetric = new Map<MetricName, Sample[]>();
  for (const sample of snapshot) {
    const samples = byMetric.get(sample.metric);
    if (samples === undefined) byMetric.set(sample.metric, [sample]);
    else samples.push(sample);
  }
  const names = Object.keys(METRICS).filter((name): name is MetricName => byMetric.has(name as MetricName)); // the table's own keys
  return names.map((name) => `${headOf(name)}${(byMetric.get(name) ?? []).map(linesOf).join('')}`).join('');
}

function headOf(name: MetricName): string {
  const { type, help } = metricRow(name);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

function linesOf({ metric, labels, numbers }: Sample): string {
  const { type, labels: names } = metricRow(metric);
  const texts = names.flatMap((name, index) => labelText(name, labels[index] ?? ''));
  const inBraces = texts.join(',');
  if (type !== 'histogram') return `${metric}${inBraces === '' ? '' : `{${inBraces}}`} ${numberText(numbers[0] ?? 0)}\n`;
  return histogramLines(metric, inBraces, numbers);
}

function histogramLines(metric: MetricName, labels: string, numbers: Float64Array): string {
  const before = labels === '' ? '' : `${labels},`;
  let count = 0;
  let lines = '';
  for (const [index, bound] of SECONDS.entries()) {
    count += numbers[index] ?? 0;
    lines += `${metric}_bucket{${before}le="${bound}"} ${count}\n`;
  }
  count += numbers[HISTOGRAM.above] ?? 0;
  const own = labels === '' ? '' : `{${labels}}`;
  return `${lines}${metric}_bucket{${before}le="+Inf"} ${count}\n`
    + `${metric}_sum${own} ${numberText(numbers[HISTOGRAM.sum] ?? 0)}\n${metric}_count${own} ${count}\n`;
}

/** An empty value is the same as no label, which is shorter. */
function labelText(name: string, value: string): readonly string[] {
  return value === '' ? [] : [`${name}="${value.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`))}"`];
}

function numberText(value: number): string {
  return Number.isFinite(value) ? String(value) : 'NaN';
}
