import { sinceStartLines } from '../../../lib/cli/dev/dev-report';
import type { ApiFinding, Level } from '../../../lib/diff';

const finding = (level: Level, location: string): ApiFinding =>
  ({ api: 'Pets', rule: 'r', level, subject: location, location, why: 'Callers get 403.', fingerprint: '0'.repeat(12) });

test('changes since the start are listed by what callers notice, worst first, and no more than ten', () => {
  expect(sinceStartLines([finding('breaking', 'GET /a'), finding('security', 'API policy'), finding('cosmetic', 'API name')])).toEqual([
    'since the start: 1 breaking, 1 security', '  breaking  GET /a: Callers get 403.', '  security  API policy: Callers get 403.',
  ]);
  const many = sinceStartLines(Array.from({ length: 12 }, (_, index) => finding('behavior', `GET /${index}`)));
  expect([many.length, many.at(-1)]).toEqual([12, '  and 2 more: synthgate diff']);
});

test('what nobody notices is no line', () => {
  expect(sinceStartLines([finding('cosmetic', 'API name')])).toEqual([]);
  expect(sinceStartLines([])).toEqual([]);
});
