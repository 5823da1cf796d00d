import { stackOf } from '../../../lib/dashboard/model/stack';

test('a function that threw says where', () => {
  const trace = ['TypeError: database is down', '    at handler (/var/task/src/pets.ts:8:11)'];
  expect(stackOf(JSON.stringify({ errorType: 'TypeError', errorMessage: 'database is down', trace }))).toBe(trace.join('\n'));
});

test('a long stack is cut', () => {
  const trace = Array.from({ length: 9 }, (_, index) => `line ${index}`);
  expect(stackOf(JSON.stringify({ trace }))?.split('\n').slice(-2)).toEqual(['line 5', '    … 3 more in the log']);
});

test.each([undefined, '', '{"trace"', '{"trace":[]}', '{"trace":[1]}', '"text"', 'null'])('%s has no stack', (result) => {
  expect(stackOf(result)).toBeUndefined();
});
