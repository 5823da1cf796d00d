/** Methods of one type of value, by name: those of Java's String, List, Map and numbers that templates use. */
export type MethodsOf<Value> = Readonly<Record<string, (value: Value, ...given: readonly unknown[]) => unknown>>;
