import * as fc from 'fast-check';
import { compileTemplate } from '../../../lib/runtime/mapping/template';
import { templateScope } from '../../../lib/runtime/mapping/template-scope';
import { validated } from '../../support/exchange';

/* Properties of $input. */

function render(template: string, payload: string): string {
  return compileTemplate('test', template).render(templateScope(validated()).variables(payload));
}

/** Values as JSON has them: it knows no -0. */
const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);

test('any JSON body through $input.json(\'$\') is the same JSON', () => {
  fc.assert(fc.property(fc.json(), (text) => {
    expect(JSON.parse(render('$input.json(\'$\')', text))).toEqual(JSON.parse(text));
  }));
});

test.each([
  ['{"a": 10.00, "b": [1.0, 1e3, -0.50], "c": 12345678901234567890}', '{"a":10.0,"b":[1.0,1000.0,-0.5],"c":12345678901234567890}'],
  ['{"text": "10.00 \\u00e9 \\/ \\"quoted\\" "}', '{"text":"10.00 é / \\"quoted\\" "}'],
  ['[0.1234567890123456789, 9007199254740993, 12345678.5, 0]', '[0.1234567890123456789,9007199254740993,1.23456785E7,0]'],
])('the whole body is written like any part of it: %s', (body, text) => {
  expect(render('$input.json(\'$\')', body)).toBe(text);
  expect(render('$input.json(\'$.o\')', `{"o": ${body}}`)).toBe(text);
});

test('the members of the whole body keep their order, integers among their names too', () => {
  expect(render('$input.json(\'$\')', '{"b": 1, "2": 2, "a": 3, "1": 4}')).toBe('{"b":1,"2":2,"a":3,"1":4}');
});

test('a member through $input.json is its JSON, whatever surrounds it', () => {
  fc.assert(fc.property(json, json, (inside, other) => {
    const body = JSON.stringify({ a: { b: [other, inside] }, c: other });
    expect(JSON.parse(render('{"it": $input.json(\'$.a.b[1]\')}', body))).toEqual({ it: inside });
  }));
});

test('white space around and in a body does not count', () => {
  fc.assert(fc.property(json, fc.constantFrom(' ', '\n', '\t', '  '), (value, space) => {
    const body = `${space}${JSON.stringify(value, undefined, space)}${space}`;
    expect(JSON.parse(render('$input.json(\'$\')', body))).toEqual(value);
  }));
});

test('any body through $input.body is itself, an empty one is {}', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
    expect(render('$input.body', text)).toBe(text === '' ? '{}' : text);
  }));
});

test('a body that is not JSON has no parts', () => {
  fc.assert(fc.property(fc.constantFrom('a=b', '{', '', 'nul'), (text) => {
    expect(render('$input.json(\'$.a\')|$input.path(\'$.a\')|', text)).toBe('""||');
  }));
});

test('an invalid JSONPath fails the template or finds nothing', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 12 }).filter((path) => !/['$#\\]/.test(path)), (path) => {
    try {
      expect(typeof render(`$input.json('$${path}')`, '{"a": [1, {"b": 2}]}')).toBe('string');
    } catch (error) {
      expect(error).toMatchObject({ code: 'TEMPLATE_FAILED' });
    }
  }));
});
