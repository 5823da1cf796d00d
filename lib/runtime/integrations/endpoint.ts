import { readEndpoint } from '../http/endpoint-address';
import type { PathValue } from '../mapping/request-parameters';
import type { ServedStage } from '../plan/exchange';
import { withStageVariables } from './stage-function';

export interface EndpointValues {
  /** Values for `{name}`. */
  readonly path: readonly PathValue[];
  /** Query parameters, decoded: the client's and the mapped ones. */
  readonly query: readonly (readonly [string, readonly string[]])[];
}

/**
 * Compiles an integration's uri: stage variables at load (an unknown one is empty), `{name}` and the query per request. A
 * `{name}` without a value is kept as text. The uri's own query comes first.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/setup-http-integrations.html; for encoding
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
export function compileEndpoint(uri: string, stage: ServedStage): (values: EndpointValues) => string {
  const [, address = '', ownQuery = ''] = /^([^?]*)\??(.*)$/s.exec(withStageVariables(uri, stage.variables)) ?? [];
  return ({ path, query }) => {
    const added = query.flatMap(([name, all]) => all.map((value) => `${encodeParameter(name)}=${encodeParameter(value)}`));
    const queries = [filled(ownQuery, path, encodeParameter), ...added].filter((part) => part !== '');
    return filled(address, path, encodePath) + (queries.length === 0 ? '' : `?${queries.join('&')}`);
  };
}

/** A text with its `{name}` replaced; `encode` is for a client's texts. */
function filled(text: string, values: readonly PathValue[], encode: (text: string) => string): string {
  if (!text.includes('{')) return text;
  const byName = new Map(values.map((value) => [value.name, value]));
  return text.replace(/\{(\w[^{}]*)\}/g, (whole, name: string) => {
    const value = byName.get(name.replace(/\+$/, ''));
    if (value === undefined) return whole;
    return value.isEncoded ? encodeIllegal(value.text) : encode(value.text);
  });
}

/** Refuses an invalid address before the call is logged. @throws ENDPOINT_INVALID */
export function validEndpoint(url: string): string {
  readEndpoint(url);
  return url;
}

/** A client's text in a path: slashes separate segments, and a percent sign is one. */
function encodePath(text: string): string {
  return encodeIllegal(text.replaceAll('%', '%25'));
}

/** Encodes only characters that a path cannot contain, so that an encoded value is not encoded again. */
export function encodeIllegal(text: string): string {
  return wellFormed(text).replace(/[^\u0021-\u007e]|[#?"<>\\^`{|}]/gu, (character) => encodeURIComponent(character));
}

/**
 * A name or value in a query. As on AWS, `/` and `;` are not encoded, nor are other characters that a query may contain; those
 * that would separate parameters are.
 * @see https://github.com/ustayready/fireprox/issues/44 for the slash, https://repost.aws/questions/QUlwoyl28tTkyboWbiyDwn1Q
 * for the semicolon
 */
function encodeParameter(text: string): string {
  return encodeURI(wellFormed(text)).replace(/[&=+#]/g, (character) => encodeURIComponent(character));
}

/** Lone surrogates become U+FFFD; encodeURIComponent rejects them. */
function wellFormed(value: string): string {
  return Buffer.from(value, 'utf8').toString('utf8');
}
