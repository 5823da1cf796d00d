import { readJavaPattern } from '../../../lib/spec';

const wholeMatch = (pattern: string, text: string) => new RegExp(`^(?:${readJavaPattern(pattern).source})$`).test(text);

/** java.util.regex.Pattern: what `Pattern.matches(pattern, text)` answers. */
const MATCHES: readonly (readonly [pattern: string, taken: readonly string[], refused: readonly string[]])[] = [
  ['(?i)not found.*', ['NOT FOUND: 7', 'Not found'], ['nicht found']],
  ['(?i)é', ['é'], ['É']],
  ['(?iu)é', ['é', 'É'], ['e']],
  ['a(?i)b(?-i)c', ['abc', 'aBc'], ['Abc', 'abC']],
  ['(?i:method) not', ['METHOD not'], ['method NOT']],
  ['(?i)[a-cx]+\\p{Lower}', ['ABXq', 'abxQ'], ['abd1']],
  ['(?i)[^a]', ['b', 'B'], ['a', 'A']],
  ['(?s).*end', ['a\nend'], []],
  ['.*end', ['an end'], ['a\nend', 'a\u0085end']],
  ['(\\n|.)*end', ['a\nend'], []],
  ['(?m)(.|\\n)*^b$(.|\\n)*', ['a\nb\nc', 'b'], ['ab']],
  ['(?x) a b # letters', ['ab'], ['a b']],
  ['\\Aab\\z', ['ab'], ['abc']],
  ['\\Qa.b*\\E+', ['a.b*', 'a.b**'], ['axb']],
  ['\\Q(open', ['(open'], []],
  ['a++b', ['aab'], []],
  ['.*+b', [], ['aab']],
  ['(?>a|ab)c', ['ac'], ['abc']],
  ['(x)(a|b)?+\\2\\1', ['xaax', 'xx'], ['xab']],
  ['(?<one>a)\\k<one>', ['aa'], ['ab']],
  ['[a-z&&[^bc]]+', ['adz'], ['ab', '&']],
  ['[a-d[m-p]]+', ['am'], ['e']],
  ['[^a-d[m-p]]+', ['ez'], ['a', 'm']],
  ['[\\w&&\\D]+', ['ab_'], ['a1']],
  ['[]a-]+', [']a-'], ['b']],
  ['\\p{Alpha}\\p{Punct}\\p{XDigit}\\P{Upper}', ['a!Fx'], ['é!Fx', 'a!FX']],
  ['\\p{Lu}\\p{IsGreek}\\p{IsAlphabetic}\\pN', ['Éλé7'], ['éλé7']],
  ['\\h\\H\\v\\R', ['\u00a0a\n\r\n', '\tb\u000b\n'], ['aa\n\n']],
  ['\\x41\\u0042\\x{43}\\0104\\cA\\t\\e', ['ABCD\u0001\t\u001b'], []],
  ['\\d\\s', ['1 '], ['\u0661 ', '1\u00a0']],
  ['\\bword\\b', ['word'], ['wordy']],
  ['a{2}b{1,}c{0,2}?d', ['aabcd', 'aabbd'], ['abd']],
  ['4\\d{2}', ['404'], ['4044', '50']],
  ['(?=a)a(?!b)c(?<=c)(?<!d)', ['ac'], []],
  ['😀+x', [], ['y']],
];

describe.each(MATCHES)('the Java expression %s', (pattern, taken, refused) => {
  test(`takes ${JSON.stringify(taken)} and not ${JSON.stringify(refused)}`, () => {
    expect(taken.filter((text) => wholeMatch(pattern, text))).toEqual(taken);
    expect(refused.filter((text) => wholeMatch(pattern, text))).toEqual([]);
  });
});

test.each([
  ['*a', 'nothing before it'],
  ['a**', 'nothing before it'],
  ['"code":{', 'nothing before it'],
  ['(a', 'not closed'],
  ['a)', 'was not opened'],
  ['[a', 'not closed'],
  ['[z-a]', 'goes backwards'],
  ['\\p{Nonsense}', 'unknown property'],
  ['\\G', 'means nothing'],
  ['\\y', 'means nothing'],
  ['\\2(a)', 'no group 2'],
  ['(?d)a', 'the flag d'],
  ['(?P<a>b)', 'what Java does not know'],
  ['\\k<none>(?<one>a)', 'named'],
])('what Java does not read, or has no counterpart, is refused: %s', (pattern, reason) => {
  expect(() => readJavaPattern(pattern)).toThrow(reason);
});

test('the numbers of Java\'s groups are kept where JavaScript needs more of them', () => {
  const { source, groups } = readJavaPattern('(a)(?>x|(y))++(b)');
  const match = new RegExp(source).exec('ayb');
  expect(groups.map((number) => match?.[number])).toEqual(['ayb', 'a', 'y', 'b']);
});
