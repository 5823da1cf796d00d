import {
  capitalized, formatBytes, formatCount, formatDate, formatDuration, formatMs, formatTime, parseDuration, shortName, shownPath,
  statusKind, statusText,
} from '../../../lib/dashboard/model/format';

test('durations of steps and requests', () => {
  expect([0, 0.01, 0.44, 3.2, 36.4, 1240, 29_000].map(formatMs)).toEqual(['0 ms', '<0.1 ms', '0.4 ms', '3.2 ms', '36 ms', '1.24 s', '29.0 s']);
});

test('how far the clock is ahead', () => {
  expect([0, 1000, 90_000, 86_400_000, 93_600_000, -5000].map(formatDuration)).toEqual(['0 s', '1 s', '1 min 30 s', '1 d', '1 d 2 h', '−5 s']);
});

test.each([
  ['90', 90_000], ['90s', 90_000], ['36 h', 129_600_000], ['1d 2h', 93_600_000], ['5m', 300_000], ['5 min', 300_000], ['250ms', 250], ['1.5h', 5_400_000],
  ['', undefined], ['soon', undefined], ['-5s', undefined], ['5 weeks', undefined],
])('the duration %j', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test('bytes, counts and times', () => {
  expect([814, 1234, 5_600_000].map(formatBytes)).toEqual(['814 B', '1.2 kB', '5.6 MB']);
  expect(formatCount(1204)).toBe('1,204');
  expect(formatTime(new Date(2025, 2, 1, 4, 3, 2).getTime())).toBe('04:03:02');
  expect(formatDate(new Date(2025, 2, 1, 4, 3, 2).getTime())).toBe('2025-03-01 04:03:02');
});

test('names and sentences of the gateway', () => {
  expect([shortName('PetsApi-Student', 'PetsApi'), shortName('mine', 'PetsApi')]).toEqual(['Student', 'mine']);
  expect([capitalized('no GET on /cat'), capitalized('')]).toEqual(['No GET on /cat', '']);
});

test('a status has a color and a text', () => {
  expect([200, 302, 404, 502].map(statusKind)).toEqual(['ok', 'redirect', 'client', 'server']);
  expect([statusText(429), statusText(299)]).toEqual(['Too Many Requests', '']);
});

test('the path of an unknown stage is shown with it: the stage was probably left out', () => {
  const paths = [{ stage: 'prod', path: '/pets' }, { code: 'ROUTE_UNKNOWN', stage: 'prod', path: '/cat' }].map(shownPath);
  expect([...paths, ...['/', '/7'].map((path) => shownPath({ code: 'STAGE_UNKNOWN', stage: 'pets', path }))]).toEqual(['/pets', '/cat', '/pets', '/pets/7']);
});
