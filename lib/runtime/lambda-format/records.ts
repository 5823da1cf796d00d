/** The two records of a query: the last value of each parameter, and all of them; null if there is none. */
interface QueryRecords {
  readonly queryStringParameters: Record<string, string> | null;
  readonly multiValueQueryStringParameters: Record<string, readonly string[]> | null;
}

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

/** A copy, or null if it would be empty. */
export function valuesRecord(values: Readonly<Record<string, string>>): Record<string, string> | null {
  let record: Record<string, string> | null = null;
  for (const name of Object.keys(values)) putMember(record ??= {}, name, values[name] ?? '');
  return record;
}

/** Names may come from the client: `__proto__` is a name like any other. */
export function putMember<Value>(record: Record<string, Value>, key: string, value: Value): void {
  if (key === '__proto__') Object.defineProperty(record, key, { value, writable: true, enumerable: true, configurable: true });
  else record[key] = value;
}
