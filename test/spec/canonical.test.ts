import * as fc from 'fast-check';
import { canonicalText, sortKeys } from '../../lib/spec';

test('keys are sorted by code unit, arrays keep their order, undefined is left out', () => {
  expect(canonicalText({ b: 1, a: [3, 1, { d: undefined, c: null }], B: 'x', 10: 0, 9: 0 })).toBe(
    '{\n  "9": 0,\n  "10": 0,\n  "B": "x",\n  "a": [\n    3,\n    1,\n    {\n      "c": null\n    }\n  ],\n  "b": 1\n}\n');
});

test('same value, same text, whatever the order of its keys', () => {
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
    const reversed = Object.fromEntries(Object.entries(value).reverse());
    expect(canonicalText(reversed)).toBe(canonicalText(value));
    expect(JSON.parse(canonicalText(value))).toEqual(JSON.parse(JSON.stringify(value)));
    expect(canonicalText(sortKeys(value))).toBe(canonicalText(value));
  }));
});

test('response templates keep their order, because the first of them answers every other Accept', () => {
  const spec = { b: { responseTemplates: { 'text/xml': 'x', 'application/json': 'j', 'a/a': undefined } }, a: 1 };
  expect(JSON.stringify(JSON.parse(canonicalText(spec)))).toBe('{"a":1,"b":{"responseTemplates":{"text/xml":"x","application/json":"j"}}}');
});
