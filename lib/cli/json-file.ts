import { Option } from 'commander';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../errors';
import { localValuesSchema } from '../runtime';
import type { Terminal } from './terminal';

/** Options for values known only after deployment. */
export interface TokenValueOptions {
  readonly tokenValue?: Readonly<Record<string, string>>;
  readonly tokenValues?: string;
}

export const tokenValuesOption = (): Option => new Option('--token-values <file>', 'JSON file with token values: {"<token>": "<value>"}');

/** The local values: those of the file, overridden by those of single options. @throws OPTION_INVALID */
export function localTokenValues({ tokenValue, tokenValues }: TokenValueOptions, terminal: Terminal): Record<string, string> {
  return { ...readJsonFile('--token-values', tokenValues, { schema: localValuesSchema, allowed: 'a JSON object with string values', terminal }), ...tokenValue };
}

/** The expected content of an option's file. */
export interface JsonFile<Content> {
  readonly schema: { readonly parse: (content: unknown) => Content };
  /** A description of the expected content, for the message. */
  readonly allowed: string;
  readonly terminal: Terminal;
}

/** The content of an option's file; undefined without the option. Error messages name the file, never its content. */
export function readJsonFile<Content>(option: string, given: string | undefined, kind: JsonFile<Content>): Content | undefined {
  const { schema, allowed, terminal } = kind;
  if (given === undefined) return undefined;
  const file = path.resolve(terminal.directory, given);
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new GatewayError('OPTION_INVALID', { option, given, allowed }, { location: file, cause });
  }
}
