import { RegExpParser } from '@eslint-community/regexpp';
import fc from 'fast-check';
import { UNLIMITED } from '../../lib/schema-containment/budget';
import { linearPattern } from '../../lib/schema-containment/linear-pattern';
import { schemaPattern } from '../../lib/schema-containment/pattern';

const leaf = fc.constantFrom('a', 'b', '[ab]', '[^a]', '\\d', '\\p{L}', '.', '\\b', '(?=a)', '(?!ab)', '^', '$', '');
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof({ maxDepth: 4 }, { arbitrary: leaf, weight: 3 },
    { arbitrary: fc.tuple(tie('expression'), tie('expression')).map(([left, right]) => left + right), weight: 3 },
    { arbitrary: fc.tuple(tie('expression'), tie('expression')).map(([left, right]) => `(?:${left}|${right})`), weight: 1 },
    { arbitrary: fc.tuple(tie('expression'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '+?')).map(([inner, count]) => `(${inner})${count}`), weight: 2 }),
}));
const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', 'é', '😀', ' ', '\n'), maxLength: 6 });

test('a match in linear time finds what V8 finds', () => {
  fc.assert(fc.property(expression, text, (pattern, searched) => {
    const tree = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
    expect([pattern, searched, linearPattern(tree)(searched, UNLIMITED)]).toEqual([pattern, searched, new RegExp(pattern, 'u').test(searched)]);
  }), { numRuns: 3_000 });
});

test('a pattern that JSON Schema does not allow is refused', () => {
  expect(() => schemaPattern('a\\-b')).toThrow(SyntaxError);
});
