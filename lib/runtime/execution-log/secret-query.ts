import { LRUCache } from 'lru-cache';
import { maskKey } from '../access-log/variables';
import { isSecretParameter } from './secrets';

/** The pairs of a query without `?`, as sent. */
export function queryPairs(query: string): { readonly name: string; readonly value: string | undefined; readonly isSecret: boolean }[] {
  return query === '' ? [] : query.split('&').map((pair) => {
    const [name = '', value] = pair.split(/=(.*)/s);
    return { name, value, isSecret: value !== undefined && value !== '' && isSecretName(name) };
  });
}

/** By its name as sent: clients send the same names again and again. */
const SECRET_NAMES = new LRUCache<string, boolean>({ max: 200 });
const REMEMBERED_CHARACTERS = 64;

function isSecretName(name: string): boolean {
  const known = SECRET_NAMES.get(name);
  if (known !== undefined) return known;
  const isSecret = isSecretParameter(decodedText(name));
  if (name.length <= REMEMBERED_CHARACTERS) SECRET_NAMES.set(name, isSecret);
  return isSecret;
}

/** Hot path in `dev`: most queries have no secret. */
function hasSecret(query: string): boolean {
  for (let start = 0; start < query.length;) {
    const next = query.indexOf('&', start);
    const end = next === -1 ? query.length : next;
    const equals = query.indexOf('=', start);
    if (equals === -1) return false;
    if (equals < end - 1 && isSecretName(query.slice(start, equals))) return true;
    start = end + 1;
  }
  return false;
}

export function maskedQuery(query: string): string {
  if (!hasSecret(query)) return query;
  return queryPairs(query).map(({ name, value, isSecret }) => (value === undefined ? name : `${name}=${isSecret ? maskKey(value) : value}`)).join('&');
}

export function maskedUrl(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? url : `${url.slice(0, at + 1)}${maskedQuery(url.slice(at + 1))}`;
}

/** A text that gives a secret away, and what is shown instead. */
export type Replacement = readonly [text: string, shown: string];

/**
 * The forms that a secret of the query takes elsewhere: in an event, in a log line, in a template's output.
 * @param shortest - values below it are replaced only beside their name, as they may occur anywhere by chance
 */
export function queryReplacements(query: string, shortest: number): Replacement[] {
  const secrets = queryPairs(query).flatMap(({ name, value = '', isSecret }) => (isSecret ? [{ name: decodedText(name), value }] : []));
  const lists = new Map<string, string[]>();
  for (const { name, value } of secrets) lists.set(name, [...lists.get(name) ?? [], decodedText(value)]);
  const forms = (name: string, value: string): Replacement[] => [...besideName(name, value), ...anywhere(value, shortest)];
  return [
    ...secrets.flatMap(({ name, value }) => [...forms(name, value), ...forms(name, decodedText(value))]),
    ...[...lists].flatMap(([name, values]) => [
      [member(name, values), member(name, values.map(maskKey))] as const,
      ...assignments(name, values.join(','), values.map(maskKey).join(',')),
    ]),
  ];
}

function besideName(name: string, value: string): Replacement[] {
  const shown = maskKey(value);
  return [
    [member(name, value), member(name, shown)],
    [member(name, value, ' '), member(name, shown, ' ')],
    ...assignments(name, value, shown),
  ];
}

/** In a URL or in a line of the execution log; `country_code=1` is not `code=1`. */
function assignments(name: string, value: string, shown: string): Replacement[] {
  return ['?', '&', '{', ' '].map((before) => [`${before}${name}=${value}`, `${before}${name}=${shown}`]);
}

function anywhere(value: string, shortest: number): Replacement[] {
  return value.length < shortest ? [] : [value, JSON.stringify(value).slice(1, -1)].map((text) => [text, maskKey(value)]);
}

function member(name: string, value: unknown, space = ''): string {
  return `${JSON.stringify(name)}:${space}${JSON.stringify(value)}`;
}

/** A value as it was meant. */
export function decodedText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text; // as it was sent, then
  }
}
