import { isDeeperThan, MAX_READ_LEVELS } from '../../../spec';
import { differsEachTime } from '../../inspection/differs-each-time';
import type { Difference, RequestRecord } from '../../inspection/protocol';

/** More are not told apart by eye. */
const MOST = 100;

/** How an answer differs from another: status, headers, and JSON bodies member by member. */
export function differencesOf(before: Pick<RequestRecord, 'status' | 'response'>, after: Pick<RequestRecord, 'status' | 'response'>): Difference[] {
  const status = before.status === after.status ? [] : [difference('status', String(before.status), String(after.status))];
  return [...status, ...headerDifferences(before, after), ...bodyDifferences(before.response.body, after.response.body)].slice(0, MOST);
}

function difference(what: string, before: string | undefined, after: string | undefined): Difference {
  return { what, before, after };
}

type Answered = Pick<RequestRecord, 'response'>;

function headerDifferences(before: Answered, after: Answered): Difference[] {
  const [old, now] = [before, after].map(headersOf);
  const names = [...new Set([...old?.keys() ?? [], ...now?.keys() ?? []])].sort();
  return names.flatMap((name) => (old?.get(name) === now?.get(name) ? [] : [difference(`header ${name}`, old?.get(name), now?.get(name))]));
}

function headersOf({ response }: Answered): Map<string, string> {
  const headers = new Map<string, string>();
  for (const { name, value } of response.headers) {
    const key = name.toLowerCase();
    if (differsEachTime(key)) continue;
    const known = headers.get(key);
    headers.set(key, known === undefined ? value : `${known}, ${value}`);
  }
  return headers;
}

function bodyDifferences(before: string, after: string): Difference[] {
  if (before === after) return [];
  const [old, now] = [before, after].map(parsed);
  if (old === undefined || now === undefined) return [difference('body', before, after)];
  return valueDifferences(old.value, now.value, '');
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return isDeeperThan(value, MAX_READ_LEVELS) ? undefined : { value };
  } catch {
    return undefined; // a text: it is compared as a whole
  }
}

function valueDifferences(before: unknown, after: unknown, pointer: string): Difference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) {
    return [difference(`body ${pointer}`.trimEnd(), JSON.stringify(before), JSON.stringify(after))];
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => valueDifferences(before[name], after[name], `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`));
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
