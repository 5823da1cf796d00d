import type { RequestSummary } from '../protocol';

/** `3 ms`, `1.24 s`, `0.4 ms`. */
export function formatMs(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  if (ms >= 10 || ms === 0) return `${Math.round(ms)} ms`;
  return `${ms < 0.05 ? '<0.1' : ms.toFixed(1)} ms`;
}

/** `814 B`, `1.2 kB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Local time of day: `14:03:02`. */
export function formatTime(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
}

/** Local date and time: `2025-03-01 14:03:02`. */
export function formatDate(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())} ${formatTime(at)}`;
}

const UNITS = [['d', 86_400_000], ['h', 3_600_000], ['min', 60_000], ['s', 1000], ['ms', 1]] as const;

/** `1 d 2 h`: the two largest units; `0 s` for nothing. */
export function formatDuration(ms: number): string {
  const { parts } = UNITS.reduce<{ readonly parts: readonly string[]; readonly left: number }>(({ parts: found, left }, [unit, size]) => {
    const count = Math.floor(left / size);
    return { parts: count > 0 ? [...found, `${count} ${unit}`] : found, left: left % size };
  }, { parts: [], left: Math.abs(Math.round(ms)) });
  return parts.length === 0 ? '0 s' : `${ms < 0 ? '−' : ''}${parts.slice(0, 2).join(' ')}`;
}

/** Reads `90`, `90s`, `36 h`, `1d 2h` as ms; a bare number is in seconds. Undefined if it is none of these. */
export function parseDuration(text: string): number | undefined {
  const normalized = text.trim().toLowerCase();
  if (/^\d+(\.\d+)?$/.test(normalized)) return Number(normalized) * 1000;
  if (!/^(\d+(\.\d+)?\s*(ms|s|min|m|h|d)\s*)+$/.test(normalized)) return undefined;
  const sizes: Readonly<Record<string, number>> = { ...Object.fromEntries(UNITS), m: 60_000 };
  return [...normalized.matchAll(/(\d+(?:\.\d+)?)\s*(ms|s|min|m|h|d)/g)].reduce((sum, [, count, unit = 's']) => sum + Number(count) * (sizes[unit] ?? 0), 0);
}

/** `1,204`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}

/** `ok`, `redirect`, `client`, `server`: the color of a status. */
export function statusKind(status: number): 'ok' | 'redirect' | 'client' | 'server' {
  if (status >= 500) return 'server';
  if (status >= 400) return 'client';
  return status >= 300 ? 'redirect' : 'ok';
}

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  200: 'OK', 201: 'Created', 202: 'Accepted', 204: 'No Content', 301: 'Moved Permanently', 302: 'Found', 303: 'See Other', 304: 'Not Modified',
  307: 'Temporary Redirect', 308: 'Permanent Redirect', 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found',
  405: 'Method Not Allowed', 409: 'Conflict', 410: 'Gone', 413: 'Content Too Large', 415: 'Unsupported Media Type', 418: "I'm a teapot",
  422: 'Unprocessable Content', 429: 'Too Many Requests', 500: 'Internal Server Error', 501: 'Not Implemented', 502: 'Bad Gateway',
  503: 'Service Unavailable', 504: 'Gateway Timeout',
};

export function statusText(status: number): string {
  return STATUS_TEXTS[status] ?? '';
}

/** A sentence of the gateway as one of the page. */
export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** `Student` of `PetsApi-Student`: names of keys and plans begin with that of their API, unless they were given. */
export function shortName(name: string, api: string): string {
  return name.startsWith(`${api}-`) ? name.slice(api.length + 1) : name;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/** The path below the stage; all of it if there is no such stage, as it probably was left out. */
export function shownPath({ code, stage, path }: Pick<RequestSummary, 'code' | 'stage' | 'path'>): string {
  return code === 'STAGE_UNKNOWN' ? `/${stage}${path === '/' ? '' : path}` : path;
}
