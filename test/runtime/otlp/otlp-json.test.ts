import { increment, observe, sample, SeriesStore } from '../../../lib/runtime/metrics/series';
import { metricsJson } from '../../../lib/runtime/otlp/otlp-json';

test('metrics have the names and units of OpenTelemetry, cumulative since the start', () => {
  const store = new SeriesStore();
  observe(store.numbers('http_server_request_duration_seconds', {
    api: 'Shop', stage: 'prod', http_route: '/prod/pets', http_request_method: 'GET', http_response_status_code: '200',
  }), 0.02);
  increment(store.numbers('synthgate_spans_dropped_total', {}), 3);
  const snapshot = [...store.snapshot(), sample('synthgate_processes', {}, 2)];
  const sent: unknown = JSON.parse(metricsJson(snapshot, { resource: { 'service.name': 'shop' }, pid: 7 }, { startMs: 1_700_000_000_000, nowMs: 1_700_000_000_001 }));
  const times = { startTimeUnixNano: '1700000000000000000', timeUnixNano: '1700000000001000000' };
  expect(sent).toMatchObject({ resourceMetrics: [{
    resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }, { key: 'process.pid', value: { intValue: '7' } }] },
    scopeMetrics: [{ metrics: [
      { name: 'http.server.request.duration', unit: 's', histogram: { aggregationTemporality: 2, dataPoints: [{
        ...times, count: '1', sum: 0.02, bucketCounts: ['0', '0', '1', ...Array<string>(12).fill('0')],
        attributes: expect.arrayContaining([{ key: 'http.route', value: { stringValue: '/prod/pets' } }]),
      }] } },
      { name: 'synthgate.spans.dropped', sum: { aggregationTemporality: 2, isMonotonic: true, dataPoints: [{ asDouble: 3 }] } },
      { name: 'synthgate.processes', gauge: { dataPoints: [{ asDouble: 2 }] } },
    ] }],
  }] });
});
