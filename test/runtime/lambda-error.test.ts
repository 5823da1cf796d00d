import { readLambdaError } from '../../lib/runtime/lambda-error';

test('an error of a function is read as the function reported it', () => {
  const error = { errorType: 'TypeError', errorMessage: 'no pets', trace: ['TypeError: no pets', '    at handler'] };
  expect(readLambdaError(JSON.stringify(error))).toEqual(error);
});

test.each(['', 'no JSON', 'null', '5', '"text"', '[]', '{"errorType":1,"errorMessage":{},"trace":"no list"}'])('%j is an error without a message', (payload) => {
  expect(readLambdaError(payload)).toEqual({ errorType: 'Error', errorMessage: '', trace: [] });
});

test('lines of a trace that are not strings are left out', () => {
  expect(readLambdaError('{"trace":["a",1,null,"b"]}').trace).toEqual(['a', 'b']);
});
