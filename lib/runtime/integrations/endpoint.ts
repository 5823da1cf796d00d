import type { ServedStage } from '../exchange';
import { withStageVariables } from './stage-function';

/** What a request puts into an endpoint's address. */
export interface EndpointValues {
  /** Values for `{name}`, as they are to appear: percent signs stay. */
  readonly path: readonly (readonly [string, string])[];
  /** A query as a client sent it. */
  readonly rawQuery?: string;
  /** Query parameters, decoded. */
  readonly query: readonly (readonly [string, readonly string[]])[];
}

/**
 * Compiles an integration's uri: stage variables at once (an unknown one is empty), `{name}` and the query per request. A
 * `{name}` without a value stays as text. The uri's own query comes first, then the client's, then what is mapped.
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

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)];
}

/** Encodes only what a path cannot carry, so that a value which is encoded already stays as it is. */
function encodePath(value: string | undefined): string | undefined {
  return value === undefined ? undefined : wellFormed(value).replace(/[^\u0021-\u007e]|[#?"<>\\^`{|}]/gu, (character) => encodeURIComponent(character));
}

/** A client's query stays as it was sent, but for characters that no address can carry. */
function encodeQuery(query: string): string {
  return wellFormed(query).replace(/[^\u0021-\u007e]|[#"<>]/gu, (character) => encodeURIComponent(character));
}

function encodeText(value: string): string {
  return encodeURIComponent(wellFormed(value));
}

/** Lone surrogates become U+FFFD; encodeURIComponent refuses them. */
function wellFormed(value: string): string {
  return Buffer.from(value, 'utf8').toString('utf8');
}
