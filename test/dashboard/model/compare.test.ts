import { compareAnswers } from '../../../lib/dashboard/model/compare';

const answer = (status: number, body: string, id: string) => ({
  status, response: { body, headers: [{ name: 'x-amzn-RequestId', value: id }, { name: 'Age', value: id }, { name: 'x-synthgate-explain', value: id }, { name: 'Content-Type', value: 'application/json' }] },
});

test('answers are compared by status, headers and lines of the body, not by what differs each time', () => {
  const text = compareAnswers(answer(429, '{"message":"Limit","a":1}', '1'), answer(200, '{"message":"Limit","a":2}', '2'))
    .map(({ kind, text: line }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${line}`);
  expect(text).toEqual([
    '-HTTP 429', '+HTTP 200', ' content-type: application/json', ' ', ' {', '   "message": "Limit",', '-  "a": 1', '+  "a": 2', ' }',
  ]);
});

test('the same answer has no differences', () => {
  expect(compareAnswers(answer(200, 'text', '1'), answer(200, 'text', '2')).every(({ kind }) => kind === 'same')).toBe(true);
});
