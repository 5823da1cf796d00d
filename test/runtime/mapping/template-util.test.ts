import * as fc from 'fast-check';
import { compileTemplate } from '../../../lib/runtime/mapping/template';
import { templateScope } from '../../../lib/runtime/mapping/template-scope';
import { validated } from '../../support/exchange';

/* Properties of $util, through templates. */

const QUERY = compiled('$input.params("v")');
const anyText = fc.string({ unit: 'binary' }).filter((text) => !/\p{Surrogate}/u.test(text));

function compiled(template: string): (v: string) => string {
  const { render } = compileTemplate('test', template);
  return (v) => render(templateScope(validated({ queryParameters: { v: [v] } })).variables(''));
}

test('a parameter prints as it is', () => {
  fc.assert(fc.property(anyText, (text) => {
    expect(QUERY(text)).toBe(text);
  }));
});

test('escapeJavaScript makes a JSON text, once \\\' is undone as templates do', () => {
  const render = compiled('"$util.escapeJavaScript($input.params("v")).replaceAll("\\\\\'","\'")"');
  fc.assert(fc.property(anyText, (text) => {
    expect(JSON.parse(render(text))).toBe(text);
  }));
});

test.each([
  ['a/b', 'a\\/b'], ['\'"\\', '\\\'\\"\\\\'], ['\n\r\t\b\f', '\\n\\r\\t\\b\\f'], ['\u0001\u001f', '\\u0001\\u001F'], ['~\u007f', '~\u007f'],
  ['é', '\\u00E9'], ['ŉ', '\\u0149'], ['€', '\\u20AC'], ['😀', '\\uD83D\\uDE00'], ['<&$>', '<&$>'],
])('escapeJavaScript of %j is that of commons-lang 2.6: %s', (text, escaped) => {
  expect(compiled('$util.escapeJavaScript($input.params("v"))')(text)).toBe(escaped);
});

test('escapeJavaScript alone makes a JavaScript text', () => {
  const render = compiled('$util.escapeJavaScript($input.params("v"))');
  fc.assert(fc.property(anyText, (text) => {
    const escaped = render(text);
    expect(escaped).not.toMatch(/[\r\n\u2028\u2029]/);
    for (const quote of ['"', '\'']) expect((new Function(`return ${quote}${escaped}${quote}`) as () => string)()).toBe(text);
  }));
});

test('urlDecode undoes urlEncode, which is what a form sends', () => {
  const both = compiled('$util.urlDecode($util.urlEncode($input.params("v")))');
  const encode = compiled('$util.urlEncode($input.params("v"))');
  fc.assert(fc.property(anyText, (text) => {
    expect(both(text)).toBe(text);
    expect(encode(text)).toMatch(/^[\w*.+%-]*$/);
    expect(new URLSearchParams(`v=${encode(text)}`).get('v')).toBe(text);
  }));
});

test('urlDecode takes any text', () => {
  const decode = compiled('$util.urlDecode($input.params("v"))');
  fc.assert(fc.property(fc.oneof(anyText, fc.constantFrom('%', '%zz', '%e6', '%00')), (text) => {
    expect(typeof decode(text)).toBe('string');
  }));
});

test('base64Decode undoes base64Encode', () => {
  const both = compiled('$util.base64Decode($util.base64Encode($input.params("v")))');
  const encode = compiled('$util.base64Encode($input.params("v"))');
  fc.assert(fc.property(anyText, (text) => {
    expect(both(text)).toBe(text);
    expect(encode(text)).toBe(Buffer.from(text, 'utf8').toString('base64'));
  }));
});

test('parseJson of an escaped JSON text is what was escaped', () => {
  const render = compiled('#set($o = $util.parseJson($input.params("v")))$o.a');
  fc.assert(fc.property(anyText, (text) => {
    expect(render(JSON.stringify({ a: text }))).toBe(text);
  }));
});
