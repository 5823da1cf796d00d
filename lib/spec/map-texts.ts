/** The value with every text in it changed. Names of members stay. */
export function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  const visit = (given: unknown): unknown => {
    if (typeof given === 'string') return change(given);
    if (Array.isArray(given)) return given.map(visit);
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(Object.entries(given).map(([name, member]) => [name, visit(member)]));
  };
  return visit(value) as Value; // texts become texts and everything else stays, so the type does
}
