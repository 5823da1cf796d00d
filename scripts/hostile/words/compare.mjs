// `=value`, `~pattern` or nothing after a name: equal to it, matched by it, there at all.

/** The end of a word's pattern. */
export const COMPARISON = '(?:(=|~)([^]*))?$';

/** The values of a list that fulfil a comparison. */
export function fulfilling(values, operator, wanted) {
  if (operator === undefined) return values;
  const test = operator === '=' ? (value) => value === wanted : (value) => new RegExp(wanted).test(value);
  return values.filter((value) => test(String(value)));
}

/** Why a comparison holds, or nothing. */
export function found(what, values, operator, wanted) {
  const [first] = fulfilling(values, operator, wanted);
  return first === undefined ? undefined : `${what} is ${JSON.stringify(first)}`;
}
