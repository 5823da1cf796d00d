import fc from 'fast-check';
import { RE2JS } from 're2js';
import { linearSource } from '../../../lib/runtime/sandbox/linear-source';

test.each([
  ['(?=a)b'], ['(?<!a)b'], ['(a)\\1'], ['(?<n>a)\\k<n>'], ['[\\ud83d\\ude00]'], ['\\ud83d'],
])('%s has no counterpart', (source) => {
  expect(linearSource(source, '')).toBeUndefined();
});

test.each([
  ['^(?:Bearer [\\w.-]*)$', 11], ['^(?:[^\\n]*Error[^]*)', 9], ['a{3}b', 5], ['\\s+', 2], ['^a?b$', 5],
])('%s is compared in %i steps for each character', (source, steps) => {
  expect(linearSource(source, '')?.directSteps).toBeLessThanOrEqual(steps + 8);
});

test.each([['(a|b)'], ['(a+)+'], ['^a*b*$'], ['a*b'], ['\\s+$'], ['(?:ab)*'], ['a|b']])('%s may come back to a character', (source) => {
  expect(linearSource(source, '')?.directSteps).toBeUndefined();
});

const atom = fc.constantFrom('a', 'b', '[ab]', '[^a]', '.', '\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '[\\d_]', '[^\\s]', '[]', '[^]', '\\b', '\\B', '^', '$', '\\u00e9', '\\.');
const quantifier = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?');
const piece = fc.tuple(atom, quantifier).map(([one, times]) => (/^(\^|\$|\\[bB])$/.test(one) ? one : one + times));
const group = fc.tuple(fc.array(piece, { minLength: 1, maxLength: 3 }), fc.array(piece, { maxLength: 2 }), fc.constantFrom('(', '(?:'), quantifier)
  .map(([one, other, open, times]) => `${open}${one.join('')}${other.length === 0 ? '' : `|${other.join('')}`})${times}`);
const source = fc.array(fc.oneof(piece, group), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', '_', '.', '\n', '\u2028', 'é'), maxLength: 12 });

test.each(['', 'u'] as const)('RE2 finds what V8 finds, flags "%s"', (flags) => {
  fc.assert(fc.property(source, text, (one, given) => {
    // how far a match goes where a repetition may be empty is JavaScript's own way, which Java and RE2 do not share
    const finds = (pattern: string) => RE2JS.compile(linearSource(pattern, flags)?.source ?? '').matcher(given);
    const whole = `^(?:${one})$`;
    expect(finds(whole).find()).toBe(new RegExp(whole, flags).test(given));
    const matcher = finds(one);
    expect(matcher.find() ? matcher.start() : undefined).toBe(new RegExp(one, flags).exec(given)?.index);
  }), { numRuns: 1_000 });
});

test('a character of two halves is one, as in Java', () => {
  const finds = (one: string, given: string) => RE2JS.compile(linearSource(one, '')?.source ?? '').matches(given);
  expect(finds('.{2}', '😀é')).toBe(true);
  expect(finds('(?:\\ud83d\\ude00)+', '😀😀')).toBe(true);
  expect(finds('[\\u0000-\\uffff]', '😀')).toBe(true);
});
