import { setFlagsFromString } from 'node:v8';

/**
 * Makes regular expressions of definitions harmless that would backtrack for hours over a client's text: V8 then goes on
 * with its linear engine. It covers all but back references and look-around, which that engine does not have.
 */
export function limitBacktracking(): void {
  setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');
}
