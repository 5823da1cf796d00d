import type { Protocol } from '../../spec';
import { serviceHeaders } from '../edge/response-headers';
import { DEFAULT_TYPES } from '../lambda-format/http-result';
import { MAX_HEAD_CHARACTERS, MAX_HEADERS } from '../lambda-format/text-result';
import { BODILESS, FIELD_NAME, FRAMING } from '../http/framing';
import { capitalize } from '../http/capitalize';
import { flat } from '../http/flat';
import { perObject } from '../http/per-object';
import type { TextReply } from '../http/reply';
import type { RequestIds } from '../http/request';
import { OF_THE_CONNECTION, remapResponseHeaders } from '../mapping/header-rules';
import type { ResponseContext } from '../plan/exchange';
import type { TextResult } from '../ports';

/*
 * Converts text results directly to the text of a response if nothing in them is refused, renamed, dropped or decoded.
 * result.ts reads all others and must give the same for these, which a property test checks.
 */

const VALUE = /^[\t\x20-\x7e]*$/;
const STATUS = /^[2-5][0-9][0-9]$/;
/** Maximum number of remembered heads, and maximum length of one: functions repeat the same few. */
const MAX_HEADS = 500;
const MAX_REMEMBERED_CHARACTERS = 1_024;

/** The response to a function's result; `undefined` if result.ts must read it. */
export type TextResponder = (result: Pick<TextResult, 'head' | 'body'>) => TextReply | undefined;

interface CheckedHead {
  readonly status: number;
  /** The result's lines, each with CRLF. */
  readonly text: string;
}

/** Created once for all methods, so that shared data stays in the processor's caches. */
export function textResponder({ protocol, vendor }: Pick<ResponseContext, 'protocol' | 'vendor'>): TextResponder {
  return RESPONDERS[protocol](vendor);
}

const RESPONDERS: Readonly<Record<Protocol, (vendor: ResponseContext['vendor']) => TextResponder>> = {
  'rest': perObject((vendor) => compileTextResponder('application/json', restPasses(vendor))),
  'http': perObject((vendor) => compileTextResponder(DEFAULT_TYPES.http, httpPasses('http', vendor))),
  'function-url': perObject((vendor) => compileTextResponder(DEFAULT_TYPES['function-url'], httpPasses('function-url', vendor))),
  'websocket': () => () => undefined,
};

/** Whether a header of a function is sent as it is. */
type Passes = (name: string) => boolean;

function restPasses(vendor: ResponseContext['vendor']): Passes {
  const trace = `X-${capitalize(vendor.headerPrefix)}-Trace-Id`;
  const own = new Set([trace, ...['REGIONAL', 'EDGE'].flatMap((type) => serviceHeaders(NO_IDS, 200, { protocol: 'rest', vendor, endpointType: type }).map(({ name }) => name))]
    .map((name) => name.toLowerCase()));
  return (name) => !own.has(name.toLowerCase()) && remapResponseHeaders([{ name, value: '' }], vendor.headerPrefix)[0]?.name === name;
}

function httpPasses(protocol: Protocol, vendor: ResponseContext['vendor']): Passes {
  const own = new Set(serviceHeaders(NO_IDS, 200, { protocol, vendor, endpointType: 'REGIONAL' }).map(({ name }) => name.toLowerCase()));
  return (name) => !own.has(name.toLowerCase());
}

function compileTextResponder(defaultType: string, passesThrough: Passes): TextResponder {
  const passes: Passes = (name) => {
    const lower = name.toLowerCase();
    return FIELD_NAME.test(name) && !FRAMING.has(lower) && !OF_THE_CONNECTION.has(lower) && passesThrough(name);
  };
  const check = (head: string): CheckedHead | undefined => {
    const [status = '', ...lines] = head.split('\n');
    const code = Number(status);
    if (!STATUS.test(status) || BODILESS.has(code) || lines.length > MAX_HEADERS || head.length > MAX_HEAD_CHARACTERS) return undefined;
    const text = responseLines(lines, passes, defaultType);
    return text === undefined ? undefined : { status: code, text: flat(text) };
  };
  const remembered = new Map<string, CheckedHead | undefined>();
  const checked = (head: string): CheckedHead | undefined => {
    const known = remembered.get(head);
    if (known !== undefined || remembered.has(head)) return known;
    const reply = check(head);
    if (remembered.size >= MAX_HEADS) remembered.clear();
    // a copy: what is cut out of an answer keeps all of it
    if (head.length <= MAX_REMEMBERED_CHARACTERS) remembered.set(flat(head), reply);
    return reply;
  };
  return ({ head, body }) => {
    const known = checked(head);
    return known === undefined ? undefined : { status: known.status, head: known.text, text: body };
  };
}

const NO_IDS: RequestIds = { requestId: '', invocationId: '', extendedRequestId: '', edgeId: '', edgeHost: '', trace: { text: '' } };

/** Header lines as they are sent; undefined if one needs the general reader. */
function responseLines(lines: readonly string[], passes: Passes, defaultType: string): string | undefined {
  const seen = new Set<string>();
  let text = '';
  for (const line of lines) {
    const colon = line.indexOf(': ');
    const name = line.slice(0, colon);
    const lower = name.toLowerCase();
    if (colon === -1 || seen.has(lower) || !passes(name) || !VALUE.test(line.slice(colon + 2))) return undefined;
    seen.add(lower);
    text += `${line}\r\n`;
  }
  return seen.has('content-type') ? text : `Content-Type: ${defaultType}\r\n${text}`;
}
