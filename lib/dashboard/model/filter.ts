import type { RequestSummary } from '../protocol';

/** Reads the value of a request that a term is compared with. */
type Field = (request: RequestSummary) => string | number | undefined;

const FIELDS: Readonly<Record<string, Field>> = {
  status: ({ status }) => status,
  ms: ({ ms }) => ms,
  method: ({ method }) => method,
  path: ({ path }) => path,
  query: ({ query }) => query,
  route: ({ route }) => route,
  code: ({ code }) => code,
  why: ({ why }) => why,
  function: (request) => request.function,
  step: ({ stoppedAt }) => stoppedAt,
  api: ({ api }) => api,
  stage: ({ stage }) => stage,
  id: ({ id }) => id,
};

export const FILTER_FIELDS: readonly string[] = Object.keys(FIELDS);

/** `is:error` and the like. */
const FLAGS: Readonly<Record<string, (request: RequestSummary) => boolean>> = {
  error: ({ status }) => status >= 400,
  replay: ({ replayOf }) => replayOf !== undefined,
  stopped: ({ code }) => code !== undefined,
  cors: ({ isBlockedByCors }) => isBlockedByCors === true,
};

export const FILTER_FLAGS: readonly string[] = Object.keys(FLAGS);

export type Predicate = (request: RequestSummary) => boolean;

/** `-status>=400`, `path:"/a b"`, `is:replay`, and anything else as text. */
const TERM = /(?<not>-?)(?:(?<name>[a-z]+)(?<operator>>=|<=|!=|[:=<>]))?(?:"(?<quoted>[^"]*)"?|(?<bare>\S+))/gi;

interface Term {
  readonly name: string | undefined;
  readonly operator: string;
  readonly value: string;
}

/**
 * Reads a filter: terms separated by spaces, all of which must hold. Case does not matter; a term whose field does not exist
 * is searched as text, so that a pasted URL works.
 * @example parseFilter('status>=400 method:POST,PUT -path:/health')
 */
export function parseFilter(text: string): Predicate {
  const terms = [...text.matchAll(TERM)].map(({ 0: whole, groups = {} }) => {
    const { not = '', name, operator = '', quoted, bare = '' } = groups;
    const term: Term = { name: name?.toLowerCase(), operator, value: (quoted ?? bare).toLowerCase() };
    const holds = predicateOf(term) ?? contains(whole.slice(not.length).toLowerCase());
    return not === '-' ? (request: RequestSummary) => !holds(request) : holds;
  });
  return (request) => terms.every((holds) => holds(request));
}

function predicateOf({ name, operator, value }: Term): Predicate | undefined {
  if (name === undefined) return contains(value);
  if (name === 'is') return anyOf(value, (flag) => FLAGS[flag]);
  const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  return field === undefined ? undefined : comparison(field, operator, value);
}

function anyOf(value: string, find: (one: string) => Predicate | undefined): Predicate | undefined {
  const terms = value.split(',').map(find);
  return terms.includes(undefined) ? undefined : (request) => terms.some((holds) => holds?.(request));
}

function comparison(field: Field, operator: string, value: string): Predicate | undefined {
  switch (operator) {
    case ':': return matching(field, value);
    case '=': return (request) => textOf(field(request)) === value;
    case '!=': return (request) => textOf(field(request)) !== value;
    default: return ordered(field, operator, value);
  }
}

/** `status:4xx`, `method:POST,PUT`, `path:/pets*`, `function:pet` as part of the text. */
function matching(field: Field, value: string): Predicate {
  const alternatives = value.split(',').map((one) => (/^[1-5]xx$/.test(one) ? `${one[0]}*` : one)).map((one) => ({
    one, pattern: one.includes('*') ? new RegExp(`^${one.split('*').map(escaped).join('.*')}$`, 's') : undefined,
  }));
  return (request) => {
    const text = textOf(field(request));
    return alternatives.some(({ one, pattern }) => pattern?.test(text) ?? text.includes(one));
  };
}

function ordered(field: Field, operator: string, value: string): Predicate | undefined {
  const limit = Number(value);
  if (value === '' || Number.isNaN(limit)) return undefined;
  const compare: (number: number) => boolean = {
    '>': (number: number) => number > limit,
    '>=': (number: number) => number >= limit,
    '<': (number: number) => number < limit,
  }[operator] ?? ((number) => number <= limit);
  return (request) => compare(Number(field(request)));
}

function contains(value: string): Predicate {
  return ({ method, path, query, status, why = '', code = '', route = '', ...request }) =>
    [`${method} ${path}${query === '' ? '' : `?${query}`}`, String(status), why, code, route, request.function ?? '']
      .some((text) => text.toLowerCase().includes(value));
}

function textOf(value: string | number | undefined): string {
  return String(value ?? '').toLowerCase();
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
