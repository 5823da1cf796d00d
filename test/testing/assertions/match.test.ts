import { Capture, Match as CdkMatch } from 'aws-cdk-lib/assertions';
import { compare } from '../../../lib/testing/assertions/compare';
import { mismatchLines } from '../../../lib/testing/assertions/failure';
import { Match } from '../../../lib/testing/assertions/match';
import { codeOf } from '../../support/error-code';

const lines = (pattern: unknown, actual: unknown): string[] => mismatchLines(compare(pattern, actual, 'partial'));

describe('literals', () => {
  test.each<[unknown, unknown]>([
    [1, 1], ['a', 'a'], [null, null], [{ a: 1 }, { a: 1, b: 2 }], [{ a: { b: [1] } }, { a: { b: [1], c: 2 } }], [[{ a: 1 }], [{ a: 1, b: 2 }]], [{}, { a: 1 }],
  ])('%j matches %j', (pattern, actual) => expect(lines(pattern, actual)).toEqual([]));

  test.each<[unknown, unknown, string[]]>([
    [1, 2, ['expected 1, is 2']],
    [1, undefined, ['is missing, expected 1']],
    [{ a: { 'x-y': 1, 'b.c': 2 } }, { a: {} }, ['a.x-y: is missing, expected 1', 'a["b.c"]: is missing, expected 2']],
    [[1, 2], [1], ['expected 2 elements, has 1: [1]']],
    [{ list: [{ a: 1 }, { a: 2 }] }, { list: [{ a: 1 }, { a: 3 }] }, ['list[1].a: expected 2, is 3']],
    [{ a: 1 }, [1], ['expected {"a":1}, is [1]']],
    [[1], 'a', ['expected [1], is "a"']],
    [{ a: Match.anyValue() }, null, ['expected {"a":"Match.anyValue()"}, is null']],
  ])('%j does not match %j', (pattern, actual, expected) => expect(lines(pattern, actual)).toEqual(expected));
});

describe('matchers', () => {
  test.each<[string, unknown, unknown]>([
    ['absent', { a: Match.absent() }, {}],
    ['anyValue', { a: Match.anyValue() }, { a: 0 }],
    ['exact', Match.exact({ a: { b: 1 } }), { a: { b: 1 } }],
    ['objectEquals', { a: Match.objectEquals({ b: 1 }) }, { a: { b: 1 } }],
    ['objectLike in an exact object', Match.exact({ a: Match.objectLike({ b: 1 }) }), { a: { b: 1, c: 2 } }],
    ['arrayEquals', Match.arrayEquals([1, 2]), [1, 2]],
    ['arrayWith', Match.arrayWith(['b', 'd']), ['a', 'b', 'c', 'd']],
    ['arrayWith of objects', Match.arrayWith([{ a: 1 }]), [{ a: 2 }, { a: 1, b: 1 }]],
    ['arrayWith nothing', Match.arrayWith([]), []],
    ['stringLikeRegexp', Match.stringLikeRegexp('^ab+'), 'x\nabb'],
    ['stringLikeRegexp of an expression with a state', Match.stringLikeRegexp(/a/g), 'a'],
    ['serializedJson', Match.serializedJson({ a: [1] }), '{"a":[1],"b":2}'],
    ['not', { a: Match.not('x') }, { a: 'y' }],
    ['not absent', { a: Match.not(Match.absent()) }, { a: 1 }],
  ])('%s matches', (_, pattern, actual) => expect([lines(pattern, actual), lines(pattern, actual)]).toEqual([[], []]));

  test.each<[string, unknown, unknown, string[]]>([
    ['absent', { a: Match.absent() }, { a: 1 }, ['a: expected to be absent, is 1']],
    ['anyValue', { a: Match.anyValue() }, {}, ['a: is missing, expected any value']],
    ['exact', Match.exact({ a: { b: 1 } }), { a: { b: 1, c: 2 } }, ['a.c: expected to be absent, is 2']],
    ['objectEquals', { a: Match.objectEquals({ b: 1 }) }, { a: { b: 1, 'c/d': 2 } }, ['a["c/d"]: expected to be absent, is 2']],
    ['arrayEquals', Match.arrayEquals([{ a: 1 }]), [{ a: 1, b: 2 }], ['[0].b: expected to be absent, is 2']],
    ['arrayWith, missing', Match.arrayWith(['z']), ['a'], ['no element matches "z"', 'elements are ["a"]']],
    ['arrayWith, another order', Match.arrayWith(['b', 'a']), ['a', 'b'], ['no element after [1] matches "a"', 'elements are ["a","b"]']],
    ['arrayWith, the nearest', Match.arrayWith([{ a: 1, b: 2 }]), [{ a: 2 }, { a: 1 }], ['no element matches {"a":1,"b":2}', '[1].b: is missing, expected 2']],
    ['arrayWith, nothing there', Match.arrayWith([{ a: 1 }]), [], ['no element matches {"a":1}', 'the array is empty']],
    ['arrayWith, no array', Match.arrayWith([1]), 1, ['expected an array, is 1']],
    ['stringLikeRegexp', Match.stringLikeRegexp('^a'), 'b', ['expected a string that matches /^a/gm, is "b"']],
    ['stringLikeRegexp, no text', Match.stringLikeRegexp('^a'), 1, ['expected a string that matches /^a/gm, is 1']],
    ['serializedJson', Match.serializedJson({ a: 1 }), '{"a":2}', ['a: expected 1, is 2']],
    ['serializedJson, no JSON', Match.serializedJson({ a: 1 }), '{', ['expected a string of JSON, is "{"']],
    ['not', { a: Match.not(Match.stringLikeRegexp('x')) }, { a: 'x' }, ['a: expected not to match Match.stringLikeRegexp(/x/gm), is "x"']],
  ])('%s says what is wrong', (_, pattern, actual, expected) => expect(lines(pattern, actual)).toEqual(expected));

  test('an invalid pattern is an error, not a mismatch', () => {
    const broken = { get a(): never { throw new Error('mine'); } };
    expect(() => lines(Match.serializedJson(broken), '{"a":1}')).toThrow('mine');
  });

  test('an invalid expression is refused', () => {
    expect(codeOf(() => Match.stringLikeRegexp('('))).toBe('TEST_PATTERN_INVALID');
  });
});

describe('matchers of aws-cdk-lib', () => {
  test('are taken wherever ours are', () => {
    const pattern = { a: CdkMatch.anyValue(), b: CdkMatch.absent(), c: CdkMatch.arrayWith([CdkMatch.stringLikeRegexp('^x')]), d: [CdkMatch.objectLike({ e: 1 })] };
    expect(lines(pattern, { a: 1, c: ['y', 'xy'], d: [{ e: 1, f: 2 }] })).toEqual([]);
    const wrong = lines(pattern, { b: 1, c: ['y'], d: [{ e: 2 }] });
    expect(wrong.map((line) => line.split(':')[0])).toEqual(['a', 'b', 'c', 'c', 'd[0]']);
  });

  test('captures keep what they saw', () => {
    const capture = new Capture();
    expect(lines({ a: { b: capture } }, { a: { b: 'seen' } })).toEqual([]);
    expect(capture.asString()).toBe('seen');
  });

  test('agree with ours', () => {
    // not null, which CDK's objectLike throws at
    const values = [undefined, 0, 'ab', [], ['a'], ['a', { b: 1 }], {}, { b: 1 }, { b: 1, c: [1] }, '{"b":1}'];
    const pairs = [
      [Match.absent(), CdkMatch.absent()], [Match.anyValue(), CdkMatch.anyValue()],
      [Match.objectLike({ b: 1 }), CdkMatch.objectLike({ b: 1 })],
      [Match.objectEquals({ b: 1 }), CdkMatch.objectEquals({ b: 1 })], [Match.arrayWith(['a']), CdkMatch.arrayWith(['a'])],
      [Match.arrayEquals(['a']), CdkMatch.arrayEquals(['a'])], [Match.stringLikeRegexp('a.'), CdkMatch.stringLikeRegexp('a.')],
      [Match.serializedJson({ b: 1 }), CdkMatch.serializedJson({ b: 1 })], [Match.not('ab'), CdkMatch.not('ab')],
      [Match.exact({ b: 1 }), CdkMatch.exact({ b: 1 })],
    ];
    for (const [own, cdk] of pairs) {
      for (const value of values) {
        expect([own.name, value, lines(own, value).length > 0]).toEqual([own.name, value, lines(cdk, value).length > 0]);
      }
    }
  });
});
