import { replayText } from '../../../lib/dashboard/model/replay-text';

test.each([
  [[], 'same response'],
  [['status'], 'different status'],
  [['header content-type', 'header location'], 'different headers'],
  [['status', 'body /a', 'body /b'], 'different status and body'],
  [['body', 'header x', 'status'], 'different status, headers, and body'],
])('differences in %j are read as %j', (differences, text) => {
  expect(replayText(differences.map((what) => ({ what })))).toBe(text);
});
