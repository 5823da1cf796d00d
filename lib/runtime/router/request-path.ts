import { parse } from 'node:querystring';
import type { RequestPath } from '../exchange';

/**
 * Splits a request target into stage, path and query. Paths are never decoded; slashes right after the stage become one
 * in `path` and stay as sent in `fullPath`.
 * @see aws-data-plane §3; recorded cases proxy-path-*
 */
export function readTarget(target: string): RequestPath {
  const mark = target.indexOf('?');
  const fullPath = mark === -1 ? target : target.slice(0, mark);
  const match = /^\/+([^/]*)\/*(.*)$/s.exec(fullPath);
  return {
    stageName: match?.[1] ?? '',
    path: `/${match?.[2] ?? ''}`,
    fullPath,
    query: mark === -1 ? '' : target.slice(mark + 1),
  };
}

/** Decoded query parameters, all values in order: `+` is a space, a broken `%` stays, `;` separates like `&`. */
export function readQuery(query: string): Record<string, readonly string[]> {
  const values = Object.create(null) as Record<string, readonly string[]>; // null prototype: names are the client's
  if (query === '') return values;
  for (const [name, value] of Object.entries(parse(query.replaceAll(';', '&'), '&', '=', { maxKeys: 0 }))) {
    if (value !== undefined && name !== '') values[name] = typeof value === 'string' ? [value] : value;
  }
  return values;
}
