/** The methods of one type of value by name: the parts of Java's String, List, Map and numbers that templates use. */
export type MethodsOf<Value> = Readonly<Record<string, (value: Value, ...args: readonly unknown[]) => unknown>>;
