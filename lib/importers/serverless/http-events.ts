import type { DocumentPath } from '../document/document-path';
import { isMap, isUnresolved, listOf, mapOf, member, textOf, type JsonMap } from './value';

/** An `http` or `httpApi` event of a function. */
export interface HttpEvent {
  /** The path of the event in the file, if its functions are declared there. */
  readonly origin: DocumentPath;
  readonly functionName: string;
  /** Undefined if it cannot be read, and may be any path. */
  readonly path: string | undefined;
  /** Upper case; ANY for all. Undefined if it cannot be read. */
  readonly method: string | undefined;
  readonly settings: JsonMap;
}

type Kind = 'http' | 'httpApi';

/** The path of the event of an HTTP API that takes everything. */
export const EVERYTHING = '*';

/** The events of one kind of all functions: `http: GET users` or with settings. */
export function httpEvents(functions: JsonMap, kind: Kind): readonly HttpEvent[] {
  return Object.entries(functions).flatMap(([functionName, fn]) => listOf(member(fn, 'events')).flatMap((event, index) => {
    const settings = member(event, kind) ?? (event === kind || Object.hasOwn(mapOf(event), kind) ? {} : undefined);
    return settings === undefined ? [] : [{ functionName, origin: ['functions', functionName, 'events', index, kind], ...readEvent(settings, kind) }];
  }));
}

/** Variables in place of functions and events, which are not here. */
export function unreadEvents(functions: unknown): readonly string[] {
  const parts = listOf(functions);
  const own = parts.flatMap((part) => Object.values(mapOf(part)));
  const events = own.flatMap((fn) => listOf(member(fn, 'events')));
  return [...parts, ...own, ...events].filter(isUnresolved);
}

function readEvent(event: unknown, kind: Kind): Omit<HttpEvent, 'functionName' | 'origin'> {
  const short = textOf(event)?.trim();
  const [method, path] = short === undefined ? [member(event, 'method'), member(event, 'path')] : short === EVERYTHING ? [undefined, short] : short.split(/\s+/);
  // paths of HTTP APIs are those of route keys, where a slash at the end counts
  return { path: kind === 'http' ? pathOf(path) : textOf(path), method: methodOf(method), settings: isMap(event) ? event : {} };
}

function pathOf(path: unknown): string | undefined {
  return typeof path === 'string' ? `/${path.replace(/^\/+/, '').replace(/\/+$/, '')}` : undefined;
}

function methodOf(method: unknown): string | undefined {
  if (typeof method !== 'string') return undefined;
  return method === '*' ? 'ANY' : method.toUpperCase();
}

const READ_KINDS: ReadonlySet<string> = new Set(['http', 'httpApi', 'websocket']);

/** Events that have no part in an API, by kind. */
export function otherEvents(functions: JsonMap): readonly string[] {
  const kinds = Object.values(functions).flatMap((fn) => listOf(member(fn, 'events'))).flatMap((event) => Object.keys(mapOf(event)));
  return [...new Set(kinds)].filter((kind) => !READ_KINDS.has(kind)).sort();
}
