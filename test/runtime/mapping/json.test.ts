import * as fc from 'fast-check';
import { JavaDecimal, JavaDouble, numberText, type JavaNumber } from '../../../lib/runtime/mapping/java-number';
import { isLargerThan, JsonDepthError, jsonText, parseJson, readJson } from '../../../lib/runtime/mapping/json';

/* JSON keeps kind and digits of its numbers. */

test.each([
  ['9007199254740993', '9007199254740993'],
  ['-12345678901234567890', '-12345678901234567890'],
  ['1.0', '1.0'],
  ['10.00', '10.0'],
  ['1e3', '1000.0'],
  ['1E+22', '1.0E22'],
  ['-0.0', '-0.0'],
  ['-0', '0'],
  ['12345678.5', '1.23456785E7'],
  ['0.00015', '1.5E-4'],
  ['0.30000000000000004', '0.30000000000000004'],
  ['3.14159265358979323846264', '3.14159265358979323846264'],
  ['1.50000000000000000000', '1.50000000000000000000'],
  ['1.5000000000000000000001e-9', '1.5000000000000000000001E-9'],
  ['1e400', 'null'],
])('%s is written as %s', (text, written) => {
  expect(jsonText(parseJson(text))).toBe(written);
  expect(jsonText(parseJson(`{"a":[${text} , "${text}"],"b":{"${text}":${text}}}`))).toBe(`{"a":[${written},"${text}"],"b":{"${text}":${written}}}`);
});

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 30 });
const integer = fc.tuple(fc.constantFrom('', '-'), digits).map(([sign, text]) => sign + (text.replace(/^0+(?=\d)/, '')));
const number = fc.tuple(integer, fc.oneof(fc.constant(''), digits.map((text) => `.${text}`)), fc.constantFrom('', '', 'e5', 'E-3', 'e+30')).map((parts) => parts.join(''));

/** JSON with all kinds of numbers, spaces and escapes. */
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    number,
    fc.string().map((text) => JSON.stringify(text)),
    fc.constantFrom('"1.0"', '"\\"1.0,"', 'null', 'true', '"1e3]"', '"\\u0031.0"'),
    fc.array(tie('json'), { maxLength: 4 }).map((items) => `[${items.join(' ,')}]`),
    fc.array(fc.tuple(fc.constantFrom('a', 'b', '__proto__', '1.0', ''), tie('json')), { maxLength: 4 }).map((members) =>
      `{${members.map(([name, value]) => `"${name}" : ${value}`).join(',\n')}}`),
  ),
}));

/** Numbers as JSON.parse has them. */
function inJavaScript(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof JavaDouble) return value.value;
  if (value instanceof JavaDecimal) return Number(numberText(value));
  if (Array.isArray(value)) return value.map(inJavaScript);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inJavaScript(member)]));
}

test('any JSON has the values that JSON.parse gives it, besides the kinds of its numbers', () => {
  fc.assert(fc.property(json, (text) => {
    expect(inJavaScript(parseJson(text))).toEqual(inJavaScript(JSON.parse(text)));
  }), { numRuns: 500 });
});

test('what is not JSON is not read, however its numbers look', () => {
  const broken = fc.array(fc.constantFrom('1.0', '-', '5', 'e', '.', '1e3', '0', '[', ']', ',', ' ', '"', '12345678901234567'), { maxLength: 7 }).map((parts) => parts.join(''));
  fc.assert(fc.property(broken, (text) => {
    let isJson = true;
    try {
      JSON.parse(text);
    } catch {
      isJson = false;
    }
    expect(parseJson(text) !== undefined).toBe(isJson);
  }), { numRuns: 2_000 });
});

test('integers of any length are written as they were read', () => {
  fc.assert(fc.property(fc.array(fc.bigInt(), { minLength: 1 }), (integers) => {
    const text = `[${integers.join(',')}]`;
    expect(jsonText(parseJson(text))).toBe(text);
  }));
});

test('reading what was written gives the same', () => {
  fc.assert(fc.property(json, (text) => {
    const written = jsonText(parseJson(text)) ?? '';
    expect(jsonText(parseJson(written))).toBe(written);
  }));
});

test('a small number of a body is not taken for a stand-in', () => {
  const body = parseJson('[1.0, 1e-300, 2e-300, 0.0000000000000001]') as JavaNumber[];
  expect(body.map(numberText)).toEqual(['1.0', '1.0E-300', '2.0E-300', '1.0E-16']);
});

describe('JSON that is nested too deeply', () => {
  const nested = (open: string, close: string, levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`;

  test.each([['[', ']'], ['{"a":', '}'], ['[{"[[[":', '}]']])('%s 100,000 levels deep is refused before it fills the stack', (open, close) => {
    expect(() => parseJson(nested(open, close, 100_000))).toThrow(new JsonDepthError());
    expect(() => readJson(nested(open, close, 100_000))).toThrow('JSON nested deeper than 1000 levels');
  });

  test('1,000 levels are read and written, whatever is in texts', () => {
    const text = nested('["]]]",', ']', 1_000);
    expect(jsonText(readJson(text))).toBe(text);
    expect(() => readJson(nested('["]]]",', ']', 1_001))).toThrow(JsonDepthError);
  });

  test('a value is measured with all that it shares, and cycles come to an end', () => {
    expect([isLargerThan('abc', 2), isLargerThan('abc', 3), isLargerThan(['abc'], 130), isLargerThan(['abc'], 131), isLargerThan({ ab: null }, 129)])
      .toEqual([true, false, true, false, true]);
    const shared = Array.from({ length: 40 }).reduce<unknown>((list) => [list, list], 1);
    expect(isLargerThan(shared, 1_000_000)).toBe(true);
  });
});
