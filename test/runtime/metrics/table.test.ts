import { readFileSync } from 'node:fs';
import path from 'node:path';
import { METRICS, metricRow, type MetricName } from '../../../lib/runtime/metrics/table';

const docs = path.resolve(__dirname, '..', '..', '..', 'docs');
const NAMES = Object.keys(METRICS) as MetricName[]; // the table's own keys

test('the guide lists every metric with its type and labels', () => {
  const rows = NAMES.map((name) => {
    const { type, labels } = metricRow(name);
    return `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ') || '–'} |`;
  });
  const guide = readFileSync(path.join(docs, 'guides', 'observe.md'), 'utf8').split('\n');
  expect(guide.filter((line) => /^\| `\w+_\w+` \| (counter|gauge|histogram) \|/.test(line))).toEqual(rows);
});

test('the Grafana dashboard asks for metrics and labels that exist, and for all of them', () => {
  const dashboard = JSON.parse(readFileSync(path.join(docs, 'media', 'grafana-dashboard.json'), 'utf8')) as Dashboard;
  const questions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const asked = new Set(questions.flatMap((question) => question.match(/\b(?:http|synthgate|nodejs|process|v8js)_\w+_\w+\b/g) ?? []));
  const printed = new Set(NAMES.flatMap((name) => (metricRow(name).type === 'histogram' ? [`${name}_bucket`, `${name}_count`] : [name])));
  const labels = new Set<string>(NAMES.flatMap((name) => [...metricRow(name).labels]));
  expect([...asked].filter((name) => !printed.has(name) && !labels.has(name))).toEqual([]);
  expect(NAMES.filter((name) => !questions.some((question) => question.includes(name)))).toEqual([]);
  const grouped = questions.flatMap((question) => [...question.matchAll(/by \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(', ')));
  expect(grouped.filter((name) => !labels.has(name) && !['le', 'instance'].includes(name))).toEqual([]);
});

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}
