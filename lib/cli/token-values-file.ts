import type { Option } from 'commander';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../errors';
import type { ImpliedValues } from '../importers';
import { localNames, localValuesSchema, missingTokenValues, type ValueOptions } from '../runtime';
import { fileOption } from './config-form';
import type { Terminal } from './terminal';

/** The beginning of names that say something about the next one: JSON has no comments. */
const COMMENT = '// ';

export const writeTokenValuesOption = (): Option =>
  fileOption('--write-token-values <file>', 'write a JSON file for --token-values with all missing tokens to fill in, and what needs them; existing values are kept');

/** The options and values that decide which token values are missing, and the terminal for messages. */
export interface ValuesFor {
  readonly options: ValueOptions;
  /** Values of tokens by the templates of the source; given ones win. @default - those in the assembly */
  readonly implied?: ImpliedValues | undefined;
  readonly terminal: Terminal;
}

/** Writes a file for `--token-values` with what needs each value. What it has stays; only its owner can read it. @throws OPTION_INVALID */
export function writeTokenValues(given: string, source: string, { options, implied, terminal }: ValuesFor): void {
  const file = path.resolve(terminal.directory, given);
  const missing = missingTokenValues(source, { ...options, tokenValues: { ...implied?.values, ...options.tokenValues } });
  const local = localNames(source, options, implied);
  const known = existsSync(file) ? readValues(given, file) : {};
  const needs = [
    ...missing.map(({ token, neededBy }) => [token, neededBy.join('; ')] as const),
    ...local.map(({ token, value, usedBy }) => [token, `${value} unless given: ${usedBy.join('; ')}`] as const),
  ];
  const added = needs.flatMap(([token, why]) => [[`${COMMENT}${token}`, why], [token, known[token] ?? '']]);
  const text = `${JSON.stringify({ ...known, ...Object.fromEntries(added) }, null, 2)}\n`;
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  writeFileSync(file, text, { mode: 0o600 });
  const replaceable = local.length === 0 ? '' : `, ${local.length} with a local name that another can replace`;
  terminal.err(`wrote ${given}: ${missing.length} value${missing.length === 1 ? '' : 's'} to fill in${replaceable}\n`);
}

/** The values of a file: neither comments nor what is still empty. */
export function givenValues(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !name.startsWith(COMMENT) && value !== ''));
}

function readValues(given: string, file: string): Record<string, string> {
  try {
    return localValuesSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new GatewayError('OPTION_INVALID', { option: '--write-token-values', given, allowed: 'a file that does not exist, or a JSON object with string values' }, { location: file, cause });
  }
}
