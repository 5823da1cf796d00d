/** The prototype of records whose names others choose: it has no members, so no name is found in it. */
const NO_MEMBERS: unknown = Object.create(null);

/** A class, because V8 keeps `Object.create(null)` itself as a hash table, ten times as slow to make and to read. */
const NullRecord = function NullRecord() { /* no members */ } as unknown as new () => object;
NullRecord.prototype = NO_MEMBERS;

/** An empty record without inherited members: `constructor` and `__proto__` are names like any other in it. */
export function nullRecord<Value>(): Record<string, Value> {
  return new NullRecord() as Record<string, Value>; // it has no members yet
}
