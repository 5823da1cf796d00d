/** Methods of one type of value, by name: what Java's String, List, Map and numbers offer and templates use. */
export type MethodsOf<Value> = Readonly<Record<string, (value: Value, ...given: readonly unknown[]) => unknown>>;
