/** The wanted name, with as many underscores as make it another than those that are taken. */
export function freeName(wanted: string, taken: readonly string[]): string {
  return taken.includes(wanted) ? freeName(`${wanted}_`, taken) : wanted;
}
