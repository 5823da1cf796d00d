import type { RequestIds, ServedStage } from '../exchange';
import { BODILESS, FIELD_NAME, FRAMING } from '../framing';
import { serviceHeaders, serviceLines } from '../front/response-headers';
import { capitalise } from '../front/capitalise';
import { OF_THE_CONNECTION } from '../integrations/proxy';
import { remapResponseHeaders } from '../mapping/header-rules';
import { MAX_HEAD_CHARACTERS, MAX_HEADERS, type PlainResult } from './plain-result';

/*
 * The plain results of functions, straight to the text of a response. Plain means: nothing of the result is refused,
 * renamed, dropped or decoded. All others take the road of integrations/proxy.ts, which must give the same for these; a
 * property test holds the two together.
 */

/** A response without what belongs to the connection: status, header lines each with CRLF, and body. */
export interface PlainReply {
  readonly status: number;
  readonly head: string;
  /** A character for each byte. */
  readonly body: string;
}

const VALUE = /^[\t\x20-\x7e]*$/;
const STATUS = /^[2-5][0-9][0-9]$/;
/** Heads that are remembered, and the characters of one at the most: functions say the same few again and again. */
const MAX_HEADS = 500;
const MAX_REMEMBERED_CHARACTERS = 1_024;

/** What a function's answer becomes on one stage; `undefined` where it is not plain after all. */
export type PlainResponder = (result: PlainResult, ids: RequestIds) => PlainReply | undefined;

/** The head of a result, checked. */
interface CheckedHead {
  readonly status: number;
  /** The result's own lines, and the name of the first line that the gateway adds. */
  readonly text: string;
}

/** Prepares what the stage decides, once at load. */
export function plainResponder({ vendor, endpointType }: Pick<ServedStage, 'vendor' | 'endpointType'>): PlainResponder {
  const linesOf = serviceLines({ vendor, endpointType });
  const trace = `X-${capitalise(vendor.headerPrefix)}-Trace-Id`;
  const own = new Set([trace, ...['REGIONAL', 'EDGE'].flatMap((type) => serviceHeaders(NO_IDS, 200, { vendor, endpointType: type }).map(({ name }) => name))]
    .map((name) => name.toLowerCase()));
  const passes = (name: string): boolean => {
    const lower = name.toLowerCase();
    const isOurs = own.has(lower) || FRAMING.has(lower) || OF_THE_CONNECTION.has(lower);
    return FIELD_NAME.test(name) && !isOurs && remapResponseHeaders([{ name, value: '' }], vendor.headerPrefix)[0]?.name === name;
  };
  const check = (head: string): CheckedHead | undefined => {
    const [status = '', ...lines] = head.split('\n');
    const code = Number(status);
    if (!STATUS.test(status) || BODILESS.has(code) || lines.length > MAX_HEADERS || head.length > MAX_HEAD_CHARACTERS) return undefined;
    const text = responseLines(lines, passes);
    return text === undefined ? undefined : { status: code, text: `${text}${trace}: ` };
  };
  const remembered = new Map<string, CheckedHead | undefined>();
  const checked = (head: string): CheckedHead | undefined => {
    const known = remembered.get(head);
    if (known !== undefined || remembered.has(head)) return known;
    const made = check(head);
    if (remembered.size >= MAX_HEADS) remembered.clear();
    if (head.length <= MAX_REMEMBERED_CHARACTERS) remembered.set(head, made);
    return made;
  };
  return ({ head, body }, ids) => {
    const known = checked(head);
    if (known === undefined) return undefined;
    const { status, text } = known;
    return { status, head: `${text}${ids.trace.text}\r\n${linesOf(ids, status)}`, body };
  };
}

const NO_IDS: RequestIds = { requestId: '', extendedRequestId: '', frontId: '', frontHost: '', trace: { text: '' } };

/** Header lines as they are sent; undefined where one is not as it should be. */
function responseLines(lines: readonly string[], passes: (name: string) => boolean): string | undefined {
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
  return seen.has('content-type') ? text : `Content-Type: application/json\r\n${text}`;
}
