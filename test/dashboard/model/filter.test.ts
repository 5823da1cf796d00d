import { parseFilter } from '../../../lib/dashboard/model/filter';
import type { RequestSummary } from '../../../lib/dashboard/protocol';

const REQUESTS: readonly RequestSummary[] = [
  request({ id: 'ok', path: '/pets/7', query: 'color=red', function: 'Pets', route: '/pets/{petId}', ms: 3 }),
  request({ id: 'quota', method: 'POST', path: '/orders', status: 429, code: 'QUOTA_EXCEEDED', why: 'The quota is used up.', stoppedAt: 'quota' }),
  request({ id: 'unknown', path: '/cat', status: 403, code: 'ROUTE_UNKNOWN', why: 'No GET /cat', stoppedAt: 'route', isBlockedByCors: true }),
  request({ id: 'failed', method: 'PUT', path: '/a b', status: 502, function: 'Orders', ms: 1200, replayOf: 'ok' }),
];

test.each([
  ['', 'ok quota unknown failed'],
  ['status>=400', 'quota unknown failed'],
  ['status<400', 'ok'],
  ['status:4xx', 'quota unknown'],
  ['status=429', 'quota'],
  ['status!=429', 'ok unknown failed'],
  ['method:POST', 'quota'],
  ['method:post,put', 'quota failed'],
  ['-method:GET', 'quota failed'],
  ['method:GET status>=400', 'unknown'],
  ['path:/pets*', 'ok'],
  ['path:/*r*', 'quota'],
  ['path:"/a b"', 'failed'],
  ['query:color=red', 'ok'],
  ['function:pet', 'ok'],
  ['code:QUOTA_EXCEEDED', 'quota'],
  ['step:route', 'unknown'],
  ['ms>1000', 'failed'],
  ['ms<=3', 'ok quota unknown'],
  ['is:error', 'quota unknown failed'],
  ['is:replay', 'failed'],
  ['is:cors', 'unknown'],
  ['is:replay,cors', 'unknown failed'],
  ['-is:stopped', 'ok failed'],
  ['orders', 'quota failed'],
  ['GET', 'ok unknown'],
  ['"used up"', 'quota'],
  ['"GET /pets', 'ok'],
  ['429', 'quota'],
  // what has no such field is text
  ['nosuchfield:1', ''],
  ['is:nothing', ''],
  ['status>=many', ''],
  ['/pets/7?color=red', 'ok'],
  ['constructor:x', ''],
])('%s', (filter, ids) => {
  expect(REQUESTS.filter(parseFilter(filter)).map(({ id }) => id).join(' ')).toBe(ids);
});

function request(own: Partial<RequestSummary>): RequestSummary {
  return { id: 'id', at: 0, api: 'Pets', stage: 'prod', method: 'GET', path: '/', query: '', status: 200, ms: 1, ...own };
}
