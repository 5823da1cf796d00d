import { merge, remains } from '../../../lib/runtime/metrics/merge';
import { increment, observe, sample, SeriesStore } from '../../../lib/runtime/metrics/series';
import { METRICS, metricRow, type MetricName } from '../../../lib/runtime/metrics/table';
import { metricsText } from '../../../lib/runtime/metrics/write-text';

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('a histogram has cumulative buckets, a sum and a count', () => {
  const store = new SeriesStore();
  const numbers = store.numbers('synthgate_function_queue_seconds', { function: 'F' });
  for (const seconds of [0, 0.005, 0.0051, 3, 11]) observe(numbers, seconds);
  const lines = linesOf(metricsText(store.snapshot()));
  expect(lines.map((line) => line.replace('synthgate_function_queue_seconds', ''))).toEqual([
    ...[['0.005', 2], ['0.01', 3], ['0.025', 3], ['0.05', 3], ['0.075', 3], ['0.1', 3], ['0.25', 3], ['0.5', 3], ['0.75', 3], ['1', 3], ['2.5', 3], ['5', 4], ['7.5', 4], ['10', 4], ['+Inf', 5]]
      .map(([bound, count]) => `_bucket{function="F",le="${bound}"} ${count}`),
    '_sum{function="F"} 14.0101', '_count{function="F"} 5',
  ]);
});

test('labels are escaped, and empty ones left out', () => {
  const store = new SeriesStore();
  increment(store.numbers('synthgate_rejections_total', { api: 'a"b\\c\nd', stage: '', reason: 'key', limit: '' }));
  expect(metricsText(store.snapshot())).toBe([
    `# HELP synthgate_rejections_total ${METRICS.synthgate_rejections_total.help}`, '# TYPE synthgate_rejections_total counter',
    'synthgate_rejections_total{api="a\\"b\\\\c\\nd",reason="key"} 1', '',
  ].join('\n'));
});

test('values of processes are added or the worst of them, as the table says', () => {
  const process = (bytes: number, seconds: number) => [
    sample('process_resident_memory_bytes', {}, bytes), sample('nodejs_eventloop_delay_p99_seconds', {}, seconds), sample('process_cpu_seconds_total', {}, seconds),
  ];
  const both = merge([process(1, 0.25), process(2, 0.5)]);
  expect(linesOf(metricsText(both))).toEqual(['nodejs_eventloop_delay_p99_seconds 0.5', 'process_cpu_seconds_total 0.75', 'process_resident_memory_bytes 3']);
  expect(linesOf(metricsText(remains(both)))).toEqual(['process_cpu_seconds_total 0.75']);
  expect(process(1, 0.25)).toEqual(process(1, 0.25)); // merging writes into none of them
});

test.each(Object.keys(METRICS) as MetricName[])('%s has the name that its type and unit ask for', (name) => { // the table's own keys
  const { type, unit, help, labels } = metricRow(name);
  expect(name).toMatch(/^(http|synthgate|nodejs|process|v8js)_[a-z0-9_]+$/);
  expect(name.endsWith('_total')).toBe(type === 'counter');
  const ending = new Map([['s', /_seconds(_total)?$/], ['By', /_bytes$/], ['1', /_ratio$/]]).get(unit);
  expect(name).toMatch(ending ?? /./);
  expect(help).toMatch(/^[A-Z].*\.$/);
  expect(labels.filter((label) => !/^[a-z_]+$/.test(label))).toEqual([]);
});
