// R01–R45: what a function returns, and what the client gets. Every case checks the framing, too: the next response on the
// same connection must be the neighbor's.
import { until } from '../until';
import { checkResponse, type Expected } from './check';
import { exchange, type Exchanged } from './exchange';
import type { FaultCase, FaultTarget } from './fault-case';

const MALFORMED = { status: 502, code: 'RESULT_MALFORMED' };
const THREW = { status: 502, code: 'FUNCTION_ERROR' };
const TOO_LARGE = { status: 502, code: ['FUNCTION_RESULT_TOO_LARGE', 'RESULT_MALFORMED', 'FUNCTION_OUT_OF_MEMORY'] };
const NO_MEMORY = { status: 502, code: ['FUNCTION_OUT_OF_MEMORY', 'FUNCTION_CRASHED', 'FUNCTION_RESULT_TOO_LARGE', 'FUNCTION_ERROR'] };
const BODY = { status: 200, body: 'body' };

/** Headers that a function must not decide. */
const noneOf = (...names: readonly string[]) => ({ all }: Exchanged) => names.filter((name) => all(name).length > 0).map((name) => `the client got ${name}: ${all(name)}`);
const ownLength = (length: string) => ({ all }: Exchanged) => (all('content-length').join() === length ? [] : [`Content-Length is ${all('content-length')}`]);
const bodiless = { status: [204, 205, 304], body: '', headers: noneOf('content-length') };

/** Id, title, what is expected, and how many variants there are. */
const TABLE: readonly (readonly [id: string, title: string, expected: Expected, variants?: number])[] = [
  ['R01', 'CR LF in a header value', MALFORMED],
  ['R02', 'LF in a header value', MALFORMED],
  ['R03', 'NUL in a header value', MALFORMED],
  ['R04', 'a character without a byte in a header value', MALFORMED],
  ['R05', 'é in a header value: one byte, with a text and with bytes as body', { status: 200, headers: ({ header }) => (header('x-a') === 'é' ? [] : [`X-A is ${header('x-a')}`]) }, 2],
  ['R06', 'a space in a header name', MALFORMED],
  ['R07', 'CR LF in a header name', MALFORMED],
  ['R08', 'an empty header name', MALFORMED],
  ['R09', 'a colon in a header name', MALFORMED],
  ['R10', 'a header __proto__', { ...BODY, headers: ({ header }) => (header('__proto__') === 'a' ? [] : ['the header is missing']) }],
  ['R11', 'status 0, 99, 1000', MALFORMED, 3],
  ['R11b', 'status NaN, null, missing: 200', BODY, 3],
  ['R12', 'status 100, 101, 103, 199', MALFORMED, 4],
  ['R13', 'status 600, 999', MALFORMED, 2],
  ['R14', 'status as text', BODY],
  ['R15', 'a status that is not a number of three digits', MALFORMED, 5],
  ['R16', 'Content-Length too short', { ...BODY, headers: ownLength('4') }],
  ['R17', 'Content-Length too long', { ...BODY, headers: ownLength('4') }],
  ['R18', 'Content-Length twice', { ...BODY, headers: ownLength('4') }],
  ['R19', 'a Content-Length that is not a length', { ...BODY, headers: ownLength('4') }, 4],
  ['R20', 'Transfer-Encoding', { status: 200, body: '0\r\n\r\n', headers: noneOf('transfer-encoding') }, 3],
  ['R21', 'Transfer-Encoding with Content-Length', { status: 200, body: '0\r\n\r\n', headers: ownLength('5') }],
  ['R22', 'headers of one connection', { ...BODY, headers: noneOf('upgrade', 'trailer', 'proxy-connection', 'te') }, 6],
  ['R23', 'a body with 204, 304, 205', bodiless, 3],
  ['R24', 'Content-Length with 204, 304, 205', bodiless, 3],
  ['R25', 'a header that is a list, an object, null', MALFORMED, 3],
  ['R26', 'a body that is a number, an object', MALFORMED, 2],
  ['R26b', 'a body that is null', { status: 200, body: '' }],
  ['R27', 'BigInt', THREW],
  ['R28', 'a circle', THREW],
  ['R29', 'functions and symbols as members: left out', BODY],
  ['R30', 'a getter that throws', THREW],
  ['R31', 'a proxy that throws', THREW],
  ['R32', 'an endless toJSON', { status: 502, code: 'FUNCTION_TIMEOUT' }],
  ['R33', 'a body of 200 MB', NO_MEMORY],
  ['R34', 'a body just above the limit', TOO_LARGE],
  ['R35', '1,000,000 and 400,000 headers', TOO_LARGE, 2],
  ['R36', 'a header of 100 kB', MALFORMED],
  ['R37', '5,000 headers', MALFORMED],
  ['R38', 'bad Base64', { status: 500, code: 'RESULT_NOT_BASE64' }],
  ['R39', 'isBase64Encoded as text', MALFORMED],
  ['R40', 'an unknown member', MALFORMED],
  ['R41', 'statusMessage', MALFORMED],
  ['R42', 'half a surrogate pair: U+FFFD', { status: 200, body: 'a\u00ef\u00bf\u00bdb' }],
  ['R43', 'two replies: the first', { status: 200, body: 'first' }],
  ['R44', 'a response that is never completed', { status: 502, code: ['FUNCTION_CRASHED', 'FUNCTION_PROTOCOL_BROKEN'] }],
  ['R45', 'a list of cookies', { ...BODY, headers: ({ all }) => (all('set-cookie').join('|') === 'a=1|b=2' ? [] : [`Set-Cookie: ${all('set-cookie')}`]) }],
];

export const RESULT_CASES: readonly FaultCase[] = TABLE.map(([id, title, expected, variants = 1]) => (
  { id, title, run: (gateway) => play(gateway, { id, expected, variants }) }
));

interface ResultCase {
  readonly id: string;
  readonly expected: Expected;
  readonly variants: number;
}

async function play(gateway: FaultTarget, { id, expected, variants }: ResultCase): Promise<readonly string[]> {
  const problems: string[] = [];
  for (let variant = 0; variant < variants; variant += 1) {
    const response = await exchange(gateway, `/prod/results/${id}?variant=${variant}`);
    const requestId = response.header('x-amzn-requestid');
    await until(() => gateway.entries.some((entry) => entry.message === 'request' && entry.requestId === requestId));
    problems.push(...checkResponse(response, expected, { entries: gateway.entries, id }).map((problem) => `variant ${variant}: ${problem}`));
  }
  return problems;
}
