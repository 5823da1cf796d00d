import type { LocalName } from '../runtime';
import type { Colors } from './terminal';

/** How many are listed; all are in the file of `--write-token-values`. */
const SHOWN = 12;

/** The parts that have values of deployed stacks, without the values: they may be secrets. */
export function fromStacksText(parts: readonly string[], colors: Colors): string {
  const lines = parts.length === 0 ? ['none: no variable or API key lacks a value, or the stack does not have its function'] : parts.slice(0, SHOWN);
  const more = parts.length > SHOWN ? `  ${colors.dim(`… ${parts.length - SHOWN} more`)}\n` : '';
  return `${colors.dim('values of the deployed stack (--from-stack):')}\n${lines.map((line) => `  ${line}\n`).join('')}${more}\n`;
}

/** Values that only a deployment knows, with what stands for each; nothing if there are none. */
export function localNamesText(names: readonly LocalName[], colors: Colors): string {
  if (names.length === 0) return '';
  const shown = names.slice(0, SHOWN);
  const width = Math.max(...shown.map(({ token }) => token.length));
  const lines = shown.map(({ token, value, usedBy }) => `  ${token.padEnd(width)}  ${value}  ${colors.dim(usedBy.join('; '))}\n`);
  const more = names.length > SHOWN ? `  ${colors.dim(`… ${names.length - SHOWN} more: --write-token-values`)}\n` : '';
  return `${colors.dim('local names of what only a deployment knows (replace one: --token-value NAME=VALUE):')}\n${lines.join('')}${more}\n`;
}
