// The operators about a body.
import { isDeepStrictEqual } from 'node:util';
import { isSubset, valueAt, withLowerCaseNames } from './json-path.mjs';

const show = (value) => (value === undefined ? 'nothing' : JSON.stringify(value));
const unless = (isRight, problem) => (isRight ? [] : [problem]);
const textOf = (bytes) => bytes.toString('utf8');

/** Makes an operator over the parsed body. */
const onJson = (check) => (bytes, wanted) => {
  let value;
  try {
    value = JSON.parse(textOf(bytes));
  } catch {
    return [`no JSON: ${show(textOf(bytes))}`];
  }
  return check(value, wanted);
};

/** Makes an operator over `{path: wanted}`. */
const perPath = (check) => onJson((value, wanted) =>
  Object.entries(wanted).flatMap(([path, one]) => check(valueAt(value, path), one).map((problem) => `${path || '(root)'}: ${problem}`)));

/** Makes an operator over members that are texts with JSON inside. */
const perJsonText = (check) => perPath((text, wanted) => {
  try {
    return check(JSON.parse(text), wanted);
  } catch {
    return [`no JSON text: ${show(text)}`];
  }
});

const same = (seen, wanted) => unless(isDeepStrictEqual(seen, wanted), `expected ${show(wanted)}, seen ${show(seen)}`);
const subset = (seen, wanted) => unless(isSubset(seen, wanted), `expected at least ${show(wanted)}, seen ${show(seen)}`);
const keys = (seen, wanted) => same(Object.keys(seen ?? {}).sort(), [...wanted].sort());
const missing = (value, paths) => paths.filter((path) => valueAt(value, path) === undefined).map((path) => `${path} is not there`);
const unwanted = (value, paths) => paths.filter((path) => valueAt(value, path) !== undefined)
  .map((path) => `${path} is there: ${show(valueAt(value, path))}`);

/** Every operator: bytes and what is wanted in, problems out. */
export const BODY_OPERATORS = {
  exact: (bytes, wanted) => same(textOf(bytes), wanted),
  base64: (bytes, wanted) => same(bytes.toString('base64'), wanted),
  regex: (bytes, pattern) => unless(new RegExp(pattern).test(textOf(bytes)), `expected /${pattern}/, seen ${show(textOf(bytes))}`),
  json: onJson(same),
  jsonSubset: onJson(subset),
  jsonSubsetCI: onJson((value, wanted) => subset(withLowerCaseNames(value), withLowerCaseNames(wanted))),
  jsonPresent: onJson(missing),
  jsonAbsent: onJson(unwanted),
  jsonPresentCI: onJson((value, paths) => missing(withLowerCaseNames(value), paths.map((path) => path.toLowerCase()))),
  jsonAbsentCI: onJson((value, paths) => unwanted(withLowerCaseNames(value), paths.map((path) => path.toLowerCase()))),
  jsonKeys: perPath(keys),
  jsonAbsentKeysIn: perPath((seen, names) => names.filter((name) => Object.hasOwn(seen ?? {}, name)).map((name) => `${name} is there`)),
  jsonRegex: perPath((seen, pattern) => unless(typeof seen === 'string' && new RegExp(pattern).test(seen), `expected /${pattern}/, seen ${show(seen)}`)),
  jsonTypes: perPath((seen, type) => unless(isOfType(seen, type), `expected type ${type}, seen ${show(seen)}`)),
  jsonEqualPaths: onJson((value, pairs) => pairs.flatMap(([left, right]) =>
    unless(isDeepStrictEqual(valueAt(value, left), valueAt(value, right)), `${left} and ${right} differ: ${show(valueAt(value, left))}, ${show(valueAt(value, right))}`))),
  jsonPrefixOf: onJson((value, pairs) => pairs.flatMap(([prefix, whole]) =>
    unless(String(valueAt(value, whole)).startsWith(valueAt(value, prefix)), `${prefix} ${show(valueAt(value, prefix))} does not start ${show(valueAt(value, whole))}`))),
  jsonStringIsJson: perJsonText(same),
  jsonStringIsJsonSubset: perJsonText(subset),
  jsonStringHasKeys: perJsonText((seen, names) => names.filter((name) => !Object.hasOwn(seen, name)).map((name) => `${name} is not there`)),
};

function isOfType(value, type) {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return type === 'object' ? typeof value === 'object' && value !== null && !Array.isArray(value) : typeof value === type;
}
