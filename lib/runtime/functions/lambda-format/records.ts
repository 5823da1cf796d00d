import { eachParameter } from '../../router/request-path';

/** The two records of a query: the last value of each parameter, and all of them; null if there is none. */
export interface QueryRecords {
  readonly queryStringParameters: Record<string, string> | null;
  readonly multiValueQueryStringParameters: Record<string, readonly string[]> | null;
}

/** The records of parameters that have been read. */
export function queryRecords(query: Readonly<Record<string, readonly string[]>>): QueryRecords {
  let queryStringParameters: Record<string, string> | null = null;
  let multiValueQueryStringParameters: Record<string, readonly string[]> | null = null;
  for (const name of Object.keys(query)) {
    const values = query[name] ?? [];
    putMember(queryStringParameters ??= {}, name, values.at(-1) ?? '');
    putMember(multiValueQueryStringParameters ??= {}, name, values.slice());
  }
  return { queryStringParameters, multiValueQueryStringParameters };
}

/** The records of a query as it was sent. Hot path: reading the parameters first took as long again. */
export function queryTextRecords(query: string): QueryRecords {
  if (query === '') return NO_QUERY;
  const single: Record<string, string> = {};
  const multi: Record<string, string[]> = {};
  let isEmpty = true;
  eachParameter(query, (name, value) => {
    isEmpty = false;
    // nearly always it is new: not even inherited
    if (multi[name] !== undefined && hasOwn(multi, name)) multi[name].push(value);
    else putMember(multi, name, [value]);
    putMember(single, name, value);
  });
  return isEmpty ? NO_QUERY : { queryStringParameters: single, multiValueQueryStringParameters: multi };
}

const NO_QUERY: QueryRecords = { queryStringParameters: null, multiValueQueryStringParameters: null };
// Taken before user code runs, which may replace it in the instance.
const { hasOwn } = Object;

/** A copy, or null if it would be empty. */
export function valuesRecord(values: Readonly<Record<string, string>>): Record<string, string> | null {
  let made: Record<string, string> | null = null;
  for (const name of Object.keys(values)) putMember(made ??= {}, name, values[name] ?? '');
  return made;
}

/** Names may come from the client: `__proto__` is a name like any other. */
export function putMember<Value>(record: Record<string, Value>, key: string, value: Value): void {
  if (key === '__proto__') Object.defineProperty(record, key, { value, writable: true, enumerable: true, configurable: true });
  else record[key] = value;
}
