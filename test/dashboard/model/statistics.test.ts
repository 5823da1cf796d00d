import { statisticsOf } from '../../../lib/dashboard/model/statistics';
import type { RequestSummary } from '../../../lib/dashboard/protocol';

test('the header counts requests and errors, and knows the slowest of a hundred', () => {
  const requests = Array.from({ length: 200 }, (_, index) => ({ status: index % 50 === 0 ? 500 : 200, ms: index + 1 }) as RequestSummary);
  expect(statisticsOf(requests)).toEqual({ requests: 200, errors: 4, p99Ms: 198 });
  expect(statisticsOf([])).toEqual({ requests: 0, errors: 0, p99Ms: undefined });
});
