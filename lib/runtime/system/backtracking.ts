import { setFlagsFromString } from 'node:v8';

/**
 * Defuses regular expressions of definitions that would backtrack for hours over a client's text: V8 switches to its linear
 * engine. Back references and look-around are not covered, because that engine does not support them.
 */
export function limitBacktracking(): void {
  setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');
}
