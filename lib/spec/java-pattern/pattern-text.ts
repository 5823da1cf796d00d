/** A pattern that is being read, left to right. */
export interface PatternText {
  readonly isAtEnd: () => boolean;
  /** The next character, not consumed; empty at the end. */
  readonly peek: () => string;
  readonly next: () => string;
  /** The remaining text. */
  readonly rest: () => string;
  /** Reads a text if it comes next. */
  readonly skip: (wanted: string) => boolean;
  /** Reads what a sticky expression matches here. */
  readonly match: (expression: RegExp) => string | undefined;
  /** Reads the text after `\Q` up to `\E` or the end. */
  readonly quotation: () => string;
}

export function openPattern(pattern: string): PatternText {
  let at = 0;
  const take = (length: number): string => {
    at += length;
    return pattern.slice(at - length, at);
  };
  return {
    isAtEnd: () => at >= pattern.length,
    peek: () => pattern.charAt(at),
    next: () => take(1),
    rest: () => pattern.slice(at),
    skip: (wanted) => pattern.startsWith(wanted, at) && take(wanted.length) !== '',
    match: (expression) => {
      expression.lastIndex = at;
      const match = expression.exec(pattern)?.[0];
      return match === undefined ? undefined : take(match.length);
    },
    quotation: () => {
      const end = pattern.indexOf('\\E', at);
      const quoted = take((end === -1 ? pattern.length : end) - at);
      if (end !== -1) take(2);
      return quoted;
    },
  };
}
