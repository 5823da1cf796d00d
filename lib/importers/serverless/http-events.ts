import type { DocumentPath } from '../document/document-path';
import { isMap, listOf, mapOf, member, textOf, type JsonMap } from './value';

/** An `http` event of a function. */
export interface HttpEvent {
  /** Where it is in the file, as far as its functions are. */
  readonly origin: DocumentPath;
  readonly functionName: string;
  readonly path: string;
  /** Upper case; ANY for all. */
  readonly method: string;
  readonly settings: JsonMap;
}

/** The events of one kind of all functions: `http: GET users` or with settings. */
export function httpEvents(functions: JsonMap, kind: 'http' | 'httpApi'): readonly HttpEvent[] {
  return Object.entries(functions).flatMap(([functionName, fn]) => listOf(member(fn, 'events')).flatMap((event, index) => {
    const given = member(event, kind) ?? (event === kind ? {} : undefined);
    return given === undefined ? [] : [{ functionName, origin: ['functions', functionName, 'events', index, kind], ...readEvent(given) }];
  }));
}

function readEvent(given: unknown): Omit<HttpEvent, 'functionName' | 'origin'> {
  const short = textOf(given)?.trim();
  const [method = '*', path = ''] = short === undefined ? [textOf(member(given, 'method')), textOf(member(given, 'path'))] : short.split(/\s+/);
  return {
    path: `/${path.replace(/^\/+/, '').replace(/\/+$/, '')}`,
    method: method === '*' ? 'ANY' : method.toUpperCase(),
    settings: isMap(given) ? given : {},
  };
}

/** Events that have no part in an API, by kind. */
export function otherEvents(functions: JsonMap): readonly string[] {
  const kinds = Object.values(functions).flatMap((fn) => listOf(member(fn, 'events'))).flatMap((event) => Object.keys(mapOf(event)));
  return [...new Set(kinds)].filter((kind) => !['http', 'httpApi', 'websocket'].includes(kind)).sort();
}
