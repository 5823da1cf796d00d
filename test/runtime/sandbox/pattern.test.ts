import { javaPattern, preparePattern, schemaPattern, templatePattern } from '../../../lib/runtime/sandbox/pattern';
import { withinSteps } from '../../../lib/runtime/sandbox/step-budget';

const STEPS = 100_000;
const matches = (pattern: string, text: string) => withinSteps(STEPS, () => javaPattern(pattern, 'whole').test(text));

test.each([['Bearer [\\w.-]+', true], ['(?:Bearer|Basic) ([\\w-]+\\.?){2,40}', true], ['[a-z]+', false]])('%s, on a token: %s', (pattern, isMatch) => {
  expect(matches(pattern, 'Bearer abc.def-x')).toEqual({ value: isMatch });
});

test('an expression that backtracks without end is matched in linear steps', () => {
  expect(matches('(.*a){20}', `${'a'.repeat(40)}b`)).toEqual({ value: false });
  expect(matches('(a|a)*', `${'a'.repeat(1_000)}!`)).toEqual({ value: false });
  expect(matches('(?:a?){30}a{30}', 'a'.repeat(30))).toEqual({ value: true });
});

test('one that is too large for the text is interrupted before it begins', () => {
  expect(matches('(.*a){20}', 'a'.repeat(10_000))).toBeUndefined();
});

test.each([['(a+)+\\1'], ['(?=a)a'], ['a*+b'], ['(?>a+)b']])('%s is matched only where there is a deadline', (pattern) => {
  expect(matches(pattern, 'aab')).toBeUndefined();
  expect(withinSteps(STEPS, () => javaPattern(pattern, 'anywhere').test('aab'), { hasDeadline: true })).toEqual({ value: true });
});

test.each([
  ['whole', 'ab', 'ab', true], ['whole', 'ab', 'abc', false], ['whole', 'ab', 'xab', false], ['anywhere', 'ab', 'xabc', true],
  ['whole', 'a|b', 'bc', false], ['whole', 'a|bc', 'bc', true], ['whole', 'a|ab', 'ab', true], ['whole', 'ab', 'ab\n', false],
] as const)('%s: %s on %s is %s', (extent, pattern, text, isMatch) => {
  expect(javaPattern(pattern, extent).test(text)).toBe(isMatch);
});

test.each(['([a-c])(?<n>\\d)?', '(?=[a-c])([a-c])(?<n>\\d)?', '(?:([a-c])(?<n>\\d)?)|z'])('%s: groups are available by number and by name', (pattern) => {
  const matches = [...javaPattern(pattern, 'anywhere').matches('a1 b')].map(({ index, text, group, named }) => [index, text, group(1), named('n'), group(9), named('x')]);
  expect(matches).toEqual([[0, 'a1', 'a', '1', undefined, undefined], [3, 'b', 'b', undefined, undefined, undefined]]);
});

test('an expression that a request brings is compiled only where there is a deadline, one of a template before', () => {
  expect(withinSteps(STEPS, () => templatePattern('brought[0-9]', 'whole'))).toBeUndefined();
  preparePattern('written[0-9]', 'whole');
  preparePattern('broken[', 'whole');
  expect(withinSteps(STEPS, () => templatePattern('written[0-9]', 'whole').test('written1'))).toEqual({ value: true });
  expect(() => templatePattern('broken[', 'whole')).toThrow('character class');
});

test('patterns of schemas search anywhere, in whole characters', () => {
  expect(schemaPattern('^.$').test('😀')).toBe(true);
  expect(schemaPattern('b').test('abc')).toBe(true);
  expect(schemaPattern('b').toString()).not.toBe(schemaPattern('c').toString());
  expect(withinSteps(STEPS, () => schemaPattern('^(a|a)*$').test(`${'a'.repeat(500)}!`))).toEqual({ value: false });
});
