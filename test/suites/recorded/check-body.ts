// The operators about a body.
import { isDeepStrictEqual } from 'node:util';
import { isSubset, valueAt, withLowerCaseNames } from './json-path';
import type { Operators } from './recorded-case';

/** Compares a body with the expectation of a case, which has the form that its operator needs, and returns the problems. */
type BodyOperator = (bytes: Buffer, expected: never) => readonly string[];
type JsonCheck<Expected> = (value: unknown, expected: Expected) => readonly string[];
type ByPath<Expected> = Readonly<Record<string, Expected>>;
type Pairs = readonly (readonly [string, string])[];

/** Problems of a body, each with its operator. */
export function checkBody(bytes: Buffer, expected: Operators | undefined): readonly string[] {
  return Object.entries(expected ?? {}).flatMap(([operator, one]) => {
    const check = BODY_OPERATORS[operator];
    if (check === undefined) return [`unknown body operator ${operator}`];
    return check(bytes, one as never).map((problem) => `body ${operator}: ${problem}`); // as the case file has it
  });
}

const show = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));
const unless = (isRight: boolean, problem: string): readonly string[] => (isRight ? [] : [problem]);
const textOf = (bytes: Buffer): string => bytes.toString('utf8');

/** Makes an operator over the parsed body. */
function onJson<Expected>(check: JsonCheck<Expected>): (bytes: Buffer, expected: Expected) => readonly string[] {
  return (bytes, expected) => {
    let value: unknown;
    try {
      value = JSON.parse(textOf(bytes));
    } catch {
      return [`not JSON: ${show(textOf(bytes))}`];
    }
    return check(value, expected);
  };
}

/** Makes an operator over `{path: expected}`. */
function perPath<Expected>(check: JsonCheck<Expected>): (bytes: Buffer, expected: ByPath<Expected>) => readonly string[] {
  return onJson((value, expected: ByPath<Expected>) => Object.entries(expected).flatMap(([path, one]) =>
    check(valueAt(value, path), one).map((problem) => `${path || '(root)'}: ${problem}`)));
}

/** Makes an operator over members that are texts with JSON inside. */
function perJsonText<Expected>(check: JsonCheck<Expected>): (bytes: Buffer, expected: ByPath<Expected>) => readonly string[] {
  return perPath((text, expected: Expected) => {
    try {
      return check(JSON.parse(String(text)), expected);
    } catch {
      return [`not a JSON text: ${show(text)}`];
    }
  });
}

const same = (actual: unknown, expected: unknown) => unless(isDeepStrictEqual(actual, expected), `expected ${show(expected)}, seen ${show(actual)}`);
const subset = (actual: unknown, expected: unknown) => unless(isSubset(actual, expected), `expected at least ${show(expected)}, seen ${show(actual)}`);
const keys = (actual: unknown, expected: readonly string[]) => same(Object.keys(Object(actual)).sort(), [...expected].sort());
const hasKey = (actual: unknown, name: string) => Object.hasOwn(Object(actual), name);
const missing = (value: unknown, paths: readonly string[]) => paths.filter((path) => valueAt(value, path) === undefined).map((path) => `${path} is missing`);
const unexpected = (value: unknown, paths: readonly string[]) => paths.filter((path) => valueAt(value, path) !== undefined)
  .map((path) => `${path} is there: ${show(valueAt(value, path))}`);
const lowerCase = (names: readonly string[]) => names.map((name) => name.toLowerCase());

/** Every operator by its name. */
export const BODY_OPERATORS: Readonly<Record<string, BodyOperator>> = {
  exact: (bytes, expected) => same(textOf(bytes), expected),
  base64: (bytes, expected) => same(bytes.toString('base64'), expected),
  regex: (bytes, pattern: string) => unless(new RegExp(pattern).test(textOf(bytes)), `expected /${pattern}/, seen ${show(textOf(bytes))}`),
  json: onJson(same),
  jsonSubset: onJson(subset),
  jsonSubsetCI: onJson((value, expected: unknown) => subset(withLowerCaseNames(value), withLowerCaseNames(expected))),
  jsonPresent: onJson(missing),
  jsonAbsent: onJson(unexpected),
  jsonPresentCI: onJson((value, paths: readonly string[]) => missing(withLowerCaseNames(value), lowerCase(paths))),
  jsonAbsentCI: onJson((value, paths: readonly string[]) => unexpected(withLowerCaseNames(value), lowerCase(paths))),
  jsonKeys: perPath(keys),
  jsonAbsentKeysIn: perPath((actual, names: readonly string[]) => names.filter((name) => hasKey(actual, name)).map((name) => `${name} is there`)),
  jsonRegex: perPath((actual, pattern: string) =>
    unless(typeof actual === 'string' && new RegExp(pattern).test(actual), `expected /${pattern}/, seen ${show(actual)}`)),
  jsonTypes: perPath((actual, type: string) => unless(isOfType(actual, type), `expected type ${type}, seen ${show(actual)}`)),
  jsonEqualPaths: onJson((value, pairs: Pairs) => pairs.flatMap(([left, right]) => {
    const [one, other] = [valueAt(value, left), valueAt(value, right)];
    return unless(isDeepStrictEqual(one, other), `${left} and ${right} differ: ${show(one)}, ${show(other)}`);
  })),
  jsonPrefixOf: onJson((value, pairs: Pairs) => pairs.flatMap(([prefix, whole]) => {
    const [start, text] = [String(valueAt(value, prefix)), String(valueAt(value, whole))];
    return unless(text.startsWith(start), `${prefix} ${show(start)} does not start ${show(text)}`);
  })),
  jsonStringIsJson: perJsonText(same),
  jsonStringIsJsonSubset: perJsonText(subset),
  jsonStringHasKeys: perJsonText((actual, names: readonly string[]) => names.filter((name) => !hasKey(actual, name)).map((name) => `${name} is missing`)),
};

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return type === 'object' ? typeof value === 'object' && value !== null && !Array.isArray(value) : typeof value === type;
}
