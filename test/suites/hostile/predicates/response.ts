// Predicates about responses: status, headers, body.
import type { RunFacts } from '../case-run';
import { valuesOf, type ReadResponse, type ReadResponses } from '../responses';
import { COMPARISON, matching } from './compare';
import type { NamedPredicate } from './predicate';

const SERVER_ERRORS = [500, 502, 503, 504];

export const RESPONSE_PREDICATES: readonly NamedPredicate[] = [
  {
    pattern: /^status:(\d\d\d|[1-5]xx)$/,
    check: ({ read }, expected) => {
      const status = [...read.interims, ...complete(read)].map((each) => each.status).find((one) => isStatus(one, expected));
      return status === undefined ? undefined : `a response with ${status}`;
    },
  },
  {
    pattern: /^response\.([A-Za-z0-9-]+)=client-supplied$/,
    check: ({ read, exchange }, name) => {
      const sent = exchange.sent.toString('latin1');
      const value = headerValues(read, name).find((one) => one !== '' && sent.includes(one));
      return value === undefined ? undefined : `${name} is the client's ${value}`;
    },
  },
  {
    pattern: new RegExp(`^response\\.(?:header:)?([!#$%&'*+.^_\`|0-9A-Za-z-]+)${COMPARISON}`),
    check: ({ read }, name, ...comparison) => matching(name, headerValues(read, name), comparison),
  },
  {
    pattern: new RegExp(`^(?:response\\.)?body${COMPARISON}`),
    check: ({ read }, operator, operand) => matching('a body', bodies(read).filter((body) => body !== ''), [operator === '' ? undefined : operator, operand]),
  },
  {
    pattern: /^chunked-to-1\.0$/,
    check: ({ read, exchange }) => {
      const index = read.finals.findIndex(({ headers }, at) => exchange.requests[at]?.version === '1.0' && valuesOf(headers, 'transfer-encoding').length > 0);
      return index === -1 ? undefined : `response ${index + 1} is chunked`;
    },
  },
  {
    // A reader that expects no body takes what follows for the next response, so any byte of one is a problem of its own.
    pattern: /^body-on-head$/,
    check: ({ read, exchange }) => {
      const last = exchange.requests[read.finals.length - 1] ?? exchange.requests[0];
      return last?.method === 'HEAD' && (read.problem !== undefined || read.partial !== undefined) ? 'bytes follow the head' : undefined;
    },
  },
  {
    pattern: /^echo-of-headers$/,
    check: ({ read, exchange }) => {
      const lines = exchange.requests.flatMap(({ headers }) => headers).map(({ name, value }) => `${name}: ${value}`.toLowerCase());
      const line = lines.find((one) => bodies(read).some((body) => body.toLowerCase().includes(one)));
      return line === undefined ? undefined : `a body repeats ${line}`;
    },
  },
  {
    pattern: /^(?:redirect-to-evil|open-redirect)$/,
    check: ({ read, exchange }) => {
      const own = exchange.requests[0]?.headers.find(({ name }) => name.toLowerCase() === 'host')?.value;
      const away = headerValues(read, 'location').find((value) => new URL(value, `http://${own}`).host !== own);
      return away === undefined ? undefined : `Location leads to ${away}`;
    },
  },
  {
    pattern: /^reflected-unescaped-html$/,
    check: ({ read, exchange }) => {
      const tags = exchange.sent.toString('latin1').match(/<\/?[a-z][^>]*>/gi) ?? [];
      const texts = [...bodies(read), ...read.finals.flatMap(({ headers }) => headers.map(({ value }) => value))];
      const tag = tags.find((one) => texts.some((text) => text.includes(one)));
      return tag === undefined ? undefined : `a response contains ${tag}`;
    },
  },
  {
    pattern: /^reflects-request-headers$/,
    check: (run) => reflection(run, 'access-control-request-headers', 'access-control-allow-headers'),
  },
  { pattern: /^reflects-origin$/, check: (run) => reflection(run, 'origin', 'access-control-allow-origin') },
];

/** 5xx means 500, 502, 503 and 504; 501 and 505 are refusals. */
function isStatus(status: number, expected: string): boolean {
  if (expected === '5xx') return SERVER_ERRORS.includes(status);
  return expected.endsWith('xx') ? String(status)[0] === expected[0] : status === Number(expected);
}

/** The preflight of the fixture names no origin and no header of a client's choice, so what comes back as it was sent is reflected. */
function reflection({ read, exchange }: RunFacts, requestHeader: string, responseHeader: string): string | undefined {
  const sent = exchange.requests.flatMap(({ headers }) => headers)
    .filter((field) => field.name.toLowerCase() === requestHeader).map(({ value }) => value);
  const reflected = headerValues(read, responseHeader).find((value) => sent.some((text) => text !== '' && value.toLowerCase().includes(text.toLowerCase())));
  return reflected === undefined ? undefined : `${responseHeader} repeats ${requestHeader}: ${reflected.slice(0, 80)}`;
}

function complete({ finals, partial }: ReadResponses): readonly ReadResponse[] {
  return [...finals, ...(partial === undefined ? [] : [partial])];
}

function bodies(read: ReadResponses): readonly string[] {
  return complete(read).map(({ body }) => body.toString('latin1'));
}

function headerValues({ finals }: ReadResponses, name: string): readonly string[] {
  return finals.flatMap(({ headers }) => valuesOf(headers, name));
}
