import { unescape } from 'node:querystring';
import { spend } from '../sandbox/step-budget';
import { readJson } from './json';
import { hostObject, printValue, type ValueMap } from './velocity/values';

/** `$util` of templates. It has no state, so one instance is enough. @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html */
export const TEMPLATE_UTIL: ValueMap = hostObject({
  escapeJavaScript: (value) => (value === null || value === undefined ? 'null' : escapeJavaScript(encodable(value))),
  parseJson: (text) => readJson(printValue(text)),
  urlEncode: (value) => urlEncode(encodable(value)),
  urlDecode: (value) => unescape(encodable(value).replaceAll('+', ' ')),
  base64Encode: (value) => Buffer.from(printValue(value), 'utf8').toString('base64'),
  base64Decode: (value) => Buffer.from(printValue(value), 'base64').toString('utf8'),
});

/** A text whose characters may each be replaced. */
function encodable(value: unknown): string {
  const text = printValue(value);
  spend(text.length);
  return text;
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\b': '\\b', '\f': '\\f' };

/**
 * StringEscapeUtils of commons-lang 2.6. `'` becomes `\'`, which is not valid JSON; templates undo that with replaceAll.
 * @see https://commons.apache.org/proper/commons-lang/javadocs/api-2.6/org/apache/commons/lang/StringEscapeUtils.html
 */
function escapeJavaScript(text: string): string {
  return text.replace(/[\\"'/]/g, '\\$&').replace(/[\u0000-\u001f\u0080-\uffff]/g, (character) => ESCAPES[character] ?? unicodeEscape(character));
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** `application/x-www-form-urlencoded`, as java.net.URLEncoder writes it: a space is `+`; `*-._` are kept. */
function urlEncode(text: string): string {
  const wellFormed = Buffer.from(text, 'utf8').toString('utf8');
  return encodeURIComponent(wellFormed)
    .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}
