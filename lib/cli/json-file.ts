import type { Option } from 'commander';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../errors';
import { localValuesSchema } from '../runtime';
import { fileOption } from './config-form';
import type { Terminal } from './terminal';
import { givenValues } from './token-values-file';

/** Options for values known only after deployment. */
export interface TokenValueOptions {
  readonly tokenValue?: Readonly<Record<string, string>>;
  readonly tokenValues?: string;
  readonly writeTokenValues?: string;
}

export const tokenValuesOption = (): Option => fileOption(
  '--token-values <file>',
  'JSON file with token values: {"<token>": "<value>"}; also of SSM parameters (ssm:<name>) and secrets (secretsmanager:<name>[:<key>])',
);

/** The values of the file, which need not exist if it is to be written, and of single options, which win. @throws OPTION_INVALID */
export function localTokenValues(options: TokenValueOptions, terminal: Pick<Terminal, 'directory'>): Record<string, string> {
  const { tokenValue, tokenValues, writeTokenValues } = options;
  const isWritten = tokenValues !== undefined && tokenValues === writeTokenValues;
  const isNew = isWritten && !existsSync(path.resolve(terminal.directory, tokenValues));
  const kind = { schema: localValuesSchema, allowed: 'a JSON object with string values', terminal };
  return { ...givenValues(readJsonFile('--token-values', isNew ? undefined : tokenValues, kind) ?? {}), ...tokenValue };
}

export interface JsonFile<Content> {
  readonly schema: { readonly parse: (content: unknown) => Content };
  readonly allowed: string;
  readonly terminal: Pick<Terminal, 'directory'>;
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
