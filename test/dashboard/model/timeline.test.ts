import { EMPTY_TIMELINE, MOST_REQUESTS, withPause, withRequests } from '../../../lib/dashboard/model/timeline';
import type { RequestSummary } from '../../../lib/dashboard/protocol';

const requests = (...ids: readonly string[]) => ids.map((id) => ({ id, status: 200 }) as RequestSummary);
const idsOf = (list: readonly RequestSummary[]) => list.map(({ id }) => id).join(' ');

test('the newest is first', () => {
  const timeline = withRequests(withRequests(EMPTY_TIMELINE, requests('1', '2')), requests('3'));
  expect(idsOf(timeline.requests)).toBe('3 2 1');
});

test('a summary that is sent again replaces the first one', () => {
  const timeline = withRequests(withRequests(EMPTY_TIMELINE, requests('1', '2')), [{ ...requests('1')[0], replayOf: '0' }]);
  expect(timeline.requests.map(({ id, replayOf }) => `${id} ${replayOf}`)).toEqual(['2 undefined', '1 0']);
});

test('while it is paused nothing moves; then what was waiting is shown', () => {
  const paused = withRequests(withPause(withRequests(EMPTY_TIMELINE, requests('1')), true), requests('2', '3', '2'));
  expect([idsOf(paused.requests), idsOf(paused.waiting)]).toEqual(['1', '3 2']);
  const running = withPause(paused, false);
  expect([idsOf(running.requests), idsOf(running.waiting)]).toEqual(['3 2 1', '']);
});

test('a thousand are kept', () => {
  const many = Array.from({ length: MOST_REQUESTS + 5 }, (_, index) => String(index));
  const { requests: kept } = withRequests(EMPTY_TIMELINE, requests(...many));
  expect([kept.length, kept[0]?.id]).toEqual([MOST_REQUESTS, String(MOST_REQUESTS + 4)]);
});
