// The operators of recorded cases: what is expected, compared with what came. Each gives a list of problems.
import { isDeepStrictEqual } from 'node:util';
import type { BackendCall, Backends } from './backends';
import { BODY_OPERATORS, checkBody } from './check-body';
import type { HeaderField, RecordedResponse } from './http-message';
import type { Expectation, Operators, StoredObject } from './recorded-case';

/** Compares a value with the expectation of a case, which has the form that its operator needs, and returns the problems. */
type Operator<Actual> = (actual: Actual, expected: never) => readonly string[];
type Texts = Readonly<Record<string, string>>;

/** Problems of a response. */
export function checkResponse(response: RecordedResponse, { status, body, headers }: Expectation): readonly string[] {
  return [
    ...(status === undefined ? [] : equal('status', response.status, status)),
    ...checkBody(response.body, body),
    ...checkHeaders(response.headers, headers),
  ];
}

interface Headers {
  readonly fields: readonly HeaderField[];
  /** By their names in lower case. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

function checkHeaders(fields: readonly HeaderField[], expected: Operators | undefined): readonly string[] {
  const values = new Map<string, readonly string[]>();
  for (const { name, value } of fields) {
    const key = name.toLowerCase();
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  return applied({ what: 'header', operators: HEADER_OPERATORS, expected }, { fields, values });
}

/** Problems of the last call of a backend. */
export function checkBackend(call: BackendCall | undefined, expected: Operators | undefined): readonly string[] {
  if (expected === undefined) return [];
  if (call === undefined) return ['backend: it was not called'];
  return applied({ what: 'backend', operators: BACKEND_OPERATORS, expected }, call);
}

/** Problems of an object that should be in the object store now. */
export function checkStored(backends: Backends, expected: StoredObject | undefined): readonly string[] {
  if (expected === undefined) return [];
  const object = backends.stored(expected.key);
  if (object === undefined) return [`stored object ${expected.key}: missing`];
  return [
    ...(expected.bodyBase64 === undefined ? [] : equal('stored bytes (base64)', object.body.toString('base64'), expected.bodyBase64)),
    ...(expected.contentType === undefined ? [] : equal('stored content type', object.contentType, expected.contentType)),
  ];
}

interface Check<Actual> {
  readonly what: string;
  readonly operators: Readonly<Record<string, Operator<Actual>>>;
  readonly expected: Operators | undefined;
}

function applied<Actual>({ what, operators, expected }: Check<Actual>, actual: Actual): readonly string[] {
  return Object.entries(expected ?? {}).flatMap(([name, one]) => {
    const check = operators[name];
    return check === undefined ? [`unknown ${what} operator ${name}`] : check(actual, one as never); // as the case file has it
  });
}

const joinedValue = (values: Headers['values'], name: string): string | undefined => values.get(name.toLowerCase())?.join(', ');

const HEADER_OPERATORS: Readonly<Record<string, Operator<Headers>>> = {
  equal: ({ values }, expected: Texts) => perHeader(expected, (name, value) => equal(`header ${name}`, joinedValue(values, name), value)),
  equalJoined: ({ values }, expected: Texts) => perHeader(expected, (name, value) => equal(`header ${name}, joined`, joinedValue(values, name), value)),
  regex: ({ values }, expected: Texts) => perHeader(expected, (name, pattern) => matches(`header ${name}`, joinedValue(values, name), pattern)),
  present: ({ values }, expected: readonly string[]) => expected.filter((name) => !values.has(name.toLowerCase()))
    .map((name) => `header ${name}: expected, but missing`),
  absent: ({ values }, expected: readonly string[]) => expected.filter((name) => values.has(name.toLowerCase()))
    .map((name) => `header ${name}: not expected, seen ${JSON.stringify(joinedValue(values, name))}`),
  nameCase: ({ fields }, expected: readonly string[]) => expected.filter((name) => !fields.some((field) => field.name === name))
    .map((name) => `header ${name}: not in this spelling; seen ${fields.map((field) => field.name).join(' ')}`),
  names: ({ values }, expected: readonly string[]) => equal('header names', [...values.keys()].sort(), expected.map((name) => name.toLowerCase()).sort()),
  exactly: ({ values }, expected: Texts) => equal(
    'headers',
    Object.fromEntries([...values].sort().map(([name, list]) => [name, list.join(', ')])),
    Object.fromEntries(Object.entries(expected).map(([name, value]) => [name.toLowerCase(), value]).sort()),
  ),
};

const textOf = (call: BackendCall): string => call.body.toString('utf8');
const onBody = (operator: string): Operator<BackendCall> => (call, expected) =>
  (BODY_OPERATORS[operator]?.(call.body, expected) ?? []).map((problem) => `backend body: ${problem}`);

const BACKEND_OPERATORS: Readonly<Record<string, Operator<BackendCall>>> = {
  method: (call, expected) => equal('backend method', call.method, expected),
  path: (call, expected: string) => equal('backend path', expected.includes('?') ? call.target : call.url.pathname, expected),
  body: (call, expected) => equal('backend body', textOf(call), expected),
  bodyBase64: onBody('base64'),
  bodyJson: onBody('json'),
  bodyJsonSubset: onBody('jsonSubset'),
  bodyJsonPresent: onBody('jsonPresent'),
  headersEqual: (call, expected: Texts) => perHeader(expected, (name, value) => equal(`backend header ${name}`, call.header(name.toLowerCase()), value)),
  headersRegex: (call, expected: Texts) => perHeader(expected, (name, pattern) => matches(`backend header ${name}`, call.header(name.toLowerCase()), pattern)),
  headersPresent: (call, expected: readonly string[]) => expected.filter((name) => call.header(name.toLowerCase()) === undefined)
    .map((name) => `backend header ${name}: expected, but missing`),
  headersAbsent: (call, expected: readonly string[]) => expected.filter((name) => call.header(name.toLowerCase()) !== undefined)
    .map((name) => `backend header ${name}: not expected, seen ${JSON.stringify(call.header(name.toLowerCase()))}`),
};

function perHeader(expected: Texts, check: (name: string, value: string) => readonly string[]): readonly string[] {
  return Object.entries(expected).flatMap(([name, value]) => check(name, value));
}

function equal(what: string, actual: unknown, expected: unknown): readonly string[] {
  return isDeepStrictEqual(actual, expected) ? [] : [`${what}: expected ${JSON.stringify(expected)}, seen ${JSON.stringify(actual)}`];
}

function matches(what: string, actual: string | undefined, pattern: string): readonly string[] {
  return actual !== undefined && new RegExp(pattern).test(actual) ? [] : [`${what}: expected /${pattern}/, seen ${JSON.stringify(actual)}`];
}
