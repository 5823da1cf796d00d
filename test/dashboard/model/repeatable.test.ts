import { isRepeatable } from '../../../lib/dashboard/model/repeatable';

test.each([
  ['GET', '/pets', true], ['POST', '/@connections/a=', true], ['MESSAGE', '/say', false], ['DISCONNECT', '/$disconnect', false], ['GET', '/$connect', false],
])('%s %s can be sent again as a request: %s', (method, path, expected) => {
  expect(isRepeatable({ method, path })).toBe(expected);
});
