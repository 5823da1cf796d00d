// `=value`, `~pattern` or nothing after a name: equal to it, matched by it, there at all.

/** The end of a predicate's pattern. */
export const COMPARISON = '(?:(=|~)([^]*))?$';

/** Why a comparison holds, or nothing. */
export function matching(what: string, values: readonly string[], [operator, operand = '']: readonly (string | undefined)[]): string | undefined {
  const test = operator === undefined ? () => true
    : operator === '=' ? (value: string) => value === operand
      : (value: string) => new RegExp(operand).test(value);
  const match = values.find(test);
  return match === undefined ? undefined : `${what} is ${JSON.stringify(match)}`;
}
