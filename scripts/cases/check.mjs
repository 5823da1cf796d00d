// The operators of recorded cases: what is expected, compared with what came. Each answers a list of problems.
import { isDeepStrictEqual } from 'node:util';
import { BODY_OPERATORS } from './check-body.mjs';

/** Problems of a response. */
export function checkResponse(response, { status, body, headers }) {
  return [
    ...equal('status', response.status, status),
    ...checkBody(response.body, body),
    ...checkHeaders(response.headers, headers),
  ];
}

function checkBody(bytes, expected) {
  return Object.entries(expected ?? {}).flatMap(([operator, wanted]) => {
    const check = BODY_OPERATORS[operator];
    return check === undefined ? [`unknown body operator ${operator}`] : check(bytes, wanted).map((problem) => `body ${operator}: ${problem}`);
  });
}

function checkHeaders(fields, expected) {
  const values = new Map();
  for (const { name, value } of fields) {
    const key = name.toLowerCase();
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  return Object.entries(expected ?? {}).flatMap(([operator, wanted]) => {
    const check = HEADER_OPERATORS[operator];
    return check === undefined ? [`unknown header operator ${operator}`] : check({ fields, values }, wanted);
  });
}

const joinedValue = (values, name) => values.get(name.toLowerCase())?.join(', ');

const HEADER_OPERATORS = {
  equal: ({ values }, wanted) => perHeader(wanted, (name, value) => equal(`header ${name}`, joinedValue(values, name), value)),
  equalJoined: ({ values }, wanted) => perHeader(wanted, (name, value) => equal(`header ${name}, joined`, joinedValue(values, name), value)),
  regex: ({ values }, wanted) => perHeader(wanted, (name, pattern) => matches(`header ${name}`, joinedValue(values, name), pattern)),
  present: ({ values }, wanted) => wanted.filter((name) => !values.has(name.toLowerCase())).map((name) => `header ${name}: expected, but not there`),
  absent: ({ values }, wanted) => wanted.filter((name) => values.has(name.toLowerCase()))
    .map((name) => `header ${name}: expected not to be there, seen ${JSON.stringify(joinedValue(values, name))}`),
  nameCase: ({ fields }, wanted) => wanted.filter((name) => !fields.some((field) => field.name === name))
    .map((name) => `header ${name}: not there in this spelling; seen ${fields.map((field) => field.name).join(' ')}`),
  names: ({ values }, wanted) => equal('header names', [...values.keys()].sort(), wanted.map((name) => name.toLowerCase()).sort()),
  exactly: ({ values }, wanted) => equal(
    'headers',
    Object.fromEntries([...values].sort().map(([name, list]) => [name, list.join(', ')])),
    Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name.toLowerCase(), value]).sort()),
  ),
};

/** Problems of the last call of a backend. */
export function checkBackend(call, expected) {
  if (expected === undefined) {
    return [];
  }
  if (call === undefined) {
    return ['backend: it was not called'];
  }
  return Object.entries(expected).flatMap(([operator, wanted]) => {
    const check = BACKEND_OPERATORS[operator];
    return check === undefined ? [`unknown backend operator ${operator}`] : check(call, wanted);
  });
}

const textOf = (call) => call.body.toString('utf8');

const BACKEND_OPERATORS = {
  method: (call, wanted) => equal('backend method', call.method, wanted),
  path: (call, wanted) => equal('backend path', wanted.includes('?') ? call.target : call.url.pathname, wanted),
  body: (call, wanted) => equal('backend body', textOf(call), wanted),
  bodyJson: (call, wanted) => BODY_OPERATORS.json(call.body, wanted).map((problem) => `backend body: ${problem}`),
  bodyJsonSubset: (call, wanted) => BODY_OPERATORS.jsonSubset(call.body, wanted).map((problem) => `backend body: ${problem}`),
  bodyJsonPresent: (call, wanted) => BODY_OPERATORS.jsonPresent(call.body, wanted).map((problem) => `backend body: ${problem}`),
  headersEqual: (call, wanted) => perHeader(wanted, (name, value) => equal(`backend header ${name}`, call.header(name.toLowerCase()), value)),
  headersRegex: (call, wanted) => perHeader(wanted, (name, pattern) => matches(`backend header ${name}`, call.header(name.toLowerCase()), pattern)),
  headersPresent: (call, wanted) => wanted.filter((name) => call.header(name.toLowerCase()) === undefined)
    .map((name) => `backend header ${name}: expected, but not there`),
  headersAbsent: (call, wanted) => wanted.filter((name) => call.header(name.toLowerCase()) !== undefined)
    .map((name) => `backend header ${name}: expected not to be there, seen ${JSON.stringify(call.header(name.toLowerCase()))}`),
};

/** Problems of an object that should be in the object store now. */
export function checkStored(backends, expected) {
  if (expected === undefined) {
    return [];
  }
  const object = backends.stored(expected.key);
  if (object === undefined) {
    return [`stored object ${expected.key}: not there`];
  }
  return [
    ...equal('stored bytes (base64)', object.body.toString('base64'), expected.bodyBase64),
    ...equal('stored content type', object.contentType, expected.contentType),
  ];
}

function perHeader(wanted, check) {
  return Object.entries(wanted).flatMap(([name, value]) => check(name, value));
}

function equal(what, seen, wanted) {
  return wanted === undefined || isDeepStrictEqual(seen, wanted) ? [] : [`${what}: expected ${JSON.stringify(wanted)}, seen ${JSON.stringify(seen)}`];
}

function matches(what, seen, pattern) {
  return seen !== undefined && new RegExp(pattern).test(seen) ? [] : [`${what}: expected /${pattern}/, seen ${JSON.stringify(seen)}`];
}
