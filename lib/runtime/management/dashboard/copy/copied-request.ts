import { isSecretHeader } from '../../../execution-log/secrets';
import { queryPairs } from '../../../execution-log/secret-query';
import { CONNECTION_HEADERS } from '../../../http/header-names';
import type { HeaderLine, RequestRecord } from '../../../inspection/protocol';
import type { RequestSurroundings } from '../dashboard-ports';

export interface CopiedRequest extends RequestSurroundings {
  readonly hidesSecrets: boolean;
  /** The record with its secrets, whose form a test repeats. */
  readonly original: RequestRecord;
}

/** Headers that clients add themselves. */
const OF_CLIENTS: ReadonlySet<string> = new Set([...CONNECTION_HEADERS, 'accept-encoding', 'user-agent']);

export function copiedHeaders({ request }: Pick<RequestRecord, 'request'>): readonly HeaderLine[] {
  return request.headers.filter(({ name }) => !OF_CLIENTS.has(name.toLowerCase()) && !name.toLowerCase().startsWith('sec-'));
}

/** The variable that has a hidden secret: `X_API_KEY`; undefined if the value may be shown. */
export function variableOf(header: HeaderLine, { hidesSecrets }: Pick<CopiedRequest, 'hidesSecrets'>): string | undefined {
  return hidesSecrets && isSecretHeader(header) ? variableName(header.name) : undefined;
}

/** A part of a URL: text as it is sent, or the variable that has a hidden secret. */
export type UrlPart = { readonly text: string } | { readonly variable: string };

/** Path and query of the request; values of secrets come from variables, if they are hidden. */
export function urlParts({ request: { url } }: Pick<RequestRecord, 'request'>, { hidesSecrets }: Pick<CopiedRequest, 'hidesSecrets'>): readonly UrlPart[] {
  const at = url.indexOf('?');
  if (!hidesSecrets || at === -1) return [{ text: url }];
  const parts: UrlPart[] = [];
  let text = url.slice(0, at + 1);
  for (const [index, { name, value, isSecret }] of queryPairs(url.slice(at + 1)).entries()) {
    text += `${index === 0 ? '' : '&'}${name}${value === undefined ? '' : '='}`;
    if (isSecret) {
      parts.push({ text }, { variable: variableName(name) });
      text = '';
    } else {
      text += value ?? '';
    }
  }
  return text === '' ? parts : [...parts, { text }];
}

function variableName(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_').replace(/^(?=\d)/, '_');
}
