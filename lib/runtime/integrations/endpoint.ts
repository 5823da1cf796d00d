import { readEndpoint } from '../http/endpoint-address';
import type { ServedStage } from '../plan/exchange';
import { withStageVariables } from './stage-function';

/** The parts of an endpoint's address that come from a request. */
export interface EndpointValues {
  /** Values for `{name}` as they should appear; percent signs are kept. */
  readonly path: readonly (readonly [string, string])[];
  /** A query as a client sent it. */
  readonly rawQuery?: string;
  /** Query parameters, decoded. */
  readonly query: readonly (readonly [string, readonly string[]])[];
}

/**
 * Compiles an integration's uri: stage variables at load (an unknown one is empty), `{name}` and the query per request. A
 * `{name}` without a value is kept as text. The uri's own query comes first, then the client's, then the mapped parameters.
 * @see aws-data-plane §8, Integration URI; §9
 */
export function compileEndpoint(uri: string, stage: ServedStage): (values: EndpointValues) => string {
  const [address = '', ownQuery = ''] = splitOnce(withStageVariables(uri, stage.variables), '?');
  return ({ path, rawQuery = '', query }) => {
    const values = new Map(path);
    const filled = (text: string) => text.replace(/\{(\w[^{}]*)\}/g, (whole, name: string) => encodePath(values.get(name.replace(/\+$/, ''))) ?? whole);
    const mapped = query.flatMap(([name, all]) => all.map((value) => `${encodeText(name)}=${encodeText(value)}`));
    const queries = [filled(ownQuery), encodeQuery(rawQuery), ...mapped].filter((part) => part !== '');
    return filled(address) + (queries.length === 0 ? '' : `?${queries.join('&')}`);
  };
}

/** Refuses an invalid address before the call is logged. @throws ENDPOINT_INVALID */
export function validEndpoint(url: string): string {
  readEndpoint(url);
  return url;
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)];
}

/** Encodes only characters that a path cannot contain, so that an encoded value is not encoded again. */
function encodePath(value: string | undefined): string | undefined {
  return value === undefined ? undefined : wellFormed(value).replace(/[^\u0021-\u007e]|[#?"<>\\^`{|}]/gu, (character) => encodeURIComponent(character));
}

/** Keeps a client's query as sent, except for characters that an address cannot contain. */
function encodeQuery(query: string): string {
  return wellFormed(query).replace(/[^\u0021-\u007e]|[#"<>]/gu, (character) => encodeURIComponent(character));
}

function encodeText(value: string): string {
  return encodeURIComponent(wellFormed(value));
}

/** Lone surrogates become U+FFFD; encodeURIComponent rejects them. */
function wellFormed(value: string): string {
  return Buffer.from(value, 'utf8').toString('utf8');
}
