// Words about responses: status, headers, body.
import { valuesOf } from '../responses.mjs';
import { COMPARISON, found } from './compare.mjs';

const SERVER_ERRORS = [500, 502, 503, 504];

export const RESPONSE_WORDS = [
  {
    // 5xx means 500, 502, 503 and 504; 501 and 505 are refusals.
    pattern: /^status:(\d\d\d|[1-5]xx)$/,
    check: ({ read }, wanted) => {
      const statuses = [...read.interims, ...read.finals, ...(read.partial === undefined ? [] : [read.partial])].map((each) => each.status);
      const isIt = wanted === '5xx' ? (status) => SERVER_ERRORS.includes(status)
        : wanted.endsWith('xx') ? (status) => String(status)[0] === wanted[0]
          : (status) => status === Number(wanted);
      const status = statuses.find(isIt);
      return status === undefined ? undefined : `a response with ${status}`;
    },
  },
  {
    pattern: /^response\.([A-Za-z0-9-]+)=client-supplied$/,
    check: ({ read, exchange }, name) => {
      const sent = exchange.sent.toString('latin1');
      const value = read.finals.flatMap(({ headers }) => valuesOf(headers, name)).find((one) => one !== '' && sent.includes(one));
      return value === undefined ? undefined : `${name} is the client's ${value}`;
    },
  },
  {
    pattern: new RegExp(`^response\\.(?:header:)?([!#$%&'*+.^_\`|0-9A-Za-z-]+)${COMPARISON}`),
    check: ({ read }, name, ...comparison) =>
      found(name, read.finals.flatMap(({ headers }) => valuesOf(headers, name)), ...comparison),
  },
  {
    pattern: new RegExp(`^(?:response\\.)?body${COMPARISON}`),
    check: ({ read }, ...comparison) => found('a body', bodies(read).filter((body) => body !== ''), ...comparison),
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
      const away = read.finals.flatMap(({ headers }) => valuesOf(headers, 'location')).find((value) => new URL(value, `http://${own}`).host !== own);
      return away === undefined ? undefined : `Location leads to ${away}`;
    },
  },
  {
    pattern: /^reflected-unescaped-html$/,
    check: ({ read, exchange }) => {
      const tags = exchange.sent.toString('latin1').match(/<\/?[a-z][^>]*>/gi) ?? [];
      const tag = tags.find((one) => [...bodies(read), ...headerTexts(read)].some((text) => text.includes(one)));
      return tag === undefined ? undefined : `a response contains ${tag}`;
    },
  },
  {
    pattern: /^reflects-request-headers$/,
    check: (scene) => reflection(scene, 'access-control-request-headers', 'access-control-allow-headers'),
  },
  { pattern: /^reflects-origin$/, check: (scene) => reflection(scene, 'origin', 'access-control-allow-origin') },
];

function bodies({ finals, partial }) {
  return [...finals, ...(partial === undefined ? [] : [partial])].map(({ body }) => body.toString('latin1'));
}

/** The fixture's preflight names no origin and no header of a client's choice, so what comes back as it was sent is reflected. */
function reflection({ read, exchange }, asked, answered) {
  const sent = exchange.requests.flatMap(({ headers }) => headers)
    .filter((field) => field.name.toLowerCase() === asked).map(({ value }) => value);
  const seen = read.finals.flatMap(({ headers }) => valuesOf(headers, answered));
  const reflected = seen.find((value) => sent.some((text) => text !== '' && value.toLowerCase().includes(text.toLowerCase())));
  return reflected === undefined ? undefined : `${answered} is what was asked for: ${reflected.slice(0, 80)}`;
}

function headerTexts({ finals }) {
  return finals.flatMap(({ headers }) => headers.map(({ value }) => value));
}
