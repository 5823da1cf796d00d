import { CATALOG } from '../../lib/errors';
import { LIMITS } from '../../lib/spec';

test.each(Object.entries(LIMITS))('%s has a unit, a source, an error of the catalog, and numbers in order', (_, limit) => {
  const { unit, source, error, max } = limit;
  const { min = 0, default: standard = min } = limit as { min?: number; default?: number }; // some rows leave them out
  expect(unit).not.toBe('');
  expect(source).toMatch(/^https:\/\//);
  if (!error.startsWith('none; ')) expect(CATALOG).toHaveProperty(error);
  expect(min).toBeLessThanOrEqual(standard);
  expect(standard).toBeLessThanOrEqual(max);
});
