import { readResult, ResultProblem } from '../../../lib/runtime/authorizers/function-result';
import { decision } from '../../support/authorizers';

test('a decision is read, its context as texts', () => {
  expect(readResult(JSON.stringify(decision({ context: { a: 1, b: false, c: '' }, usageIdentifierKey: 'key', extra: 1 }))).principal(3)).toEqual({
    type: 'function', principalId: 'user-1', context: { a: '1', b: 'false', c: '' }, usageIdentifierKey: 'key', integrationLatency: 3,
  });
  expect(readResult(JSON.stringify(decision({ context: null }))).principal(0)).toMatchObject({ context: {} });
});

// All of these are 500.
test.each([
  ['null', null], ['a text', 'allow'], ['a list', [decision()]], ['no members', {}],
  ['no principalId', decision({ principalId: undefined })], ['an empty principalId', decision({ principalId: '' })], ['a number as principalId', decision({ principalId: 7 })],
  ['no policy', decision({ policyDocument: undefined })], ['no statements', decision({ policyDocument: { Version: '2012-10-17' } })],
  ['another effect', decision({}, { Effect: 'allow' })], ['no resource', decision({}, { Resource: undefined })], ['no action', decision({}, { Action: undefined })],
  ['a resource that is not a string', decision({}, { Resource: 7 })], ['a condition that is not evaluated', decision({}, { Condition: { DateLessThan: { 'aws:CurrentTime': '2030' } } })],
  ['an object in the context', decision({ context: { a: {} } })], ['a list in the context', decision({ context: { a: [] } })], ['null in the context', decision({ context: { a: null } })],
  ['a context that is not an object', decision({ context: 'a' })], ['a key that is not a string', decision({ usageIdentifierKey: 7 })],
  ['1 MB of context', decision({ context: { a: 'x'.repeat(1_048_576) } })],
  ['a Resource of 513 characters', decision({}, { Resource: 'x'.repeat(513) })],
])('%s is rejected', (_, result) => {
  expect(() => readResult(JSON.stringify(result))).toThrow(ResultProblem);
});

test('__proto__ in the context is rejected and pollutes no prototype', () => {
  expect(() => readResult(JSON.stringify(decision()).replace('{', '{"context":{"__proto__":"x"},'))).toThrow(ResultProblem);
  expect(() => readResult(JSON.stringify(decision()).replace('{', '{"context":{"__proto__":{"polluted":true}},'))).toThrow(ResultProblem);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test('a result that is not JSON is rejected', () => {
  expect(() => readResult('{')).toThrow(ResultProblem);
});

test('a Resource of 512 characters and a result of 65,536 bytes are the longest', () => {
  expect(readResult(JSON.stringify(decision({}, { Resource: 'x'.repeat(512) }))).principal(0).principalId).toBe('user-1');
  const empty = JSON.stringify(decision({ context: { a: '' } })).length;
  const sized = (bytes: number) => JSON.stringify(decision({ context: { a: 'x'.repeat(bytes - empty) } }));
  expect(readResult(sized(65_536)).bytes).toBe(65_536);
  expect(() => readResult(sized(65_537))).toThrow(ResultProblem);
});
