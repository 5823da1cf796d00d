import { closeText, withConnections } from '../../../lib/dashboard/model/connections';
import type { ConnectionSummary } from '../../../lib/dashboard/protocol';

const connections = (...ids: readonly string[]) => ids.map((id) => ({ id, frameCount: 0 }) as ConnectionSummary);

test('the newest is first, and one that changes keeps its place', () => {
  const all = withConnections(withConnections([], connections('1', '2')), [...connections('3'), { ...connections('1')[0], frameCount: 2 }]);
  expect(all.map(({ id, frameCount }) => `${id} ${frameCount}`)).toEqual(['3 0', '2 0', '1 2']);
});

test('a close has its code, and the reason or what the code means', () => {
  expect([closeText({ at: 1, requestId: '', code: 1009, reason: '' }), closeText({ at: 1, requestId: '', code: 4000, reason: 'bye' })]).toEqual(['1009 message too big', '4000 bye']);
});
