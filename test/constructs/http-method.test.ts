import { HttpMethod } from '../../lib/constructs';
import { HTTP_METHODS } from '../../lib/spec';

test('names every method of the spec', () => {
  expect(Object.values(HttpMethod).sort()).toEqual([...HTTP_METHODS].sort());
});
