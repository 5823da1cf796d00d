import { deploymentId, stableId } from '../../lib/spec';

test('an id depends on the text only, and looks like the service\'s', () => {
  expect(stableId('a')).toBe(stableId('a'));
  expect(stableId('a')).not.toBe(stableId('b'));
  for (let count = 0; count < 200; count++) expect(stableId(String(count))).toMatch(/^[a-z0-9]{10}$/);
  expect(deploymentId('ab')).toMatch(/^[a-z0-9]{6}$/);
});
