import { canonicalText } from '../spec';

type Named<Value> = Readonly<Partial<Record<string, Value>>>;

interface Entry<Value> {
  readonly name: string;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

export function isSame(left: unknown, right: unknown): boolean {
  return left === right || canonicalText({ value: left }) === canonicalText({ value: right });
}

/** The names of both sides whose values differ, sorted. */
export function changedEntries<Value>(before: Named<Value> = {}, after: Named<Value> = {}): Entry<Value>[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
    .map((name) => ({ name, before: own(before, name), after: own(after, name) }))
    .filter((entry) => !isSame(entry.before, entry.after));
}

/** The names that both sides have, sorted, with their values. */
export function sharedEntries<Value>(before: Named<Value> = {},
  after: Named<Value> = {}): { readonly name: string; readonly before: Value; readonly after: Value }[] {
  return Object.keys(before).sort().flatMap((name) => {
    const [then, now] = [own(before, name), own(after, name)];
    return then === undefined || now === undefined ? [] : [{ name, before: then, after: now }];
  });
}

export function own<Value>(values: Named<Value>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

export function without(list: readonly string[], others: readonly string[]): string[] {
  return list.filter((member) => !others.includes(member));
}
