import { readFileSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../errors';
import type * as schemas from './config-schema';
import type { ConfigFile, OwnConfig } from './config-schema';
import { codeOf, messageOf } from './error-stack';

export interface Config {
  /** File or shell command. */
  readonly app?: string;
  /** Assembly directory, relative to the project. */
  readonly output: string;
  /** Context values for the app, as in CDK. */
  readonly context: Readonly<Record<string, unknown>>;
  /** Options of commands, by name of the flag in camel case, as commander reads them. */
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * Reads `synthgate.json`, and `cdk.json` for app and context if these are not set, with the lookups that the CDK remembers in
 * `cdk.context.json`. The CDK's output directory is not ours, so it is ignored.
 * @throws CONFIG_INVALID
 */
export async function readConfig(directory: string): Promise<Config> {
  const { options, ...own } = await readFile<OwnConfig>(path.join(directory, 'synthgate.json'), { options: {} }, ({ parseOwnConfig }) => parseOwnConfig);
  const cdk = await readFile<ConfigFile>(path.join(directory, 'cdk.json'), {}, ({ parseForeignConfig }) => (text) => parseForeignConfig(text, 'cdk'));
  const lookups = await readFile<ConfigFile>(path.join(directory, 'cdk.context.json'), {}, ({ parseForeignConfig }) => (text) => parseForeignConfig(text, 'lookups'));
  const app = own.app ?? cdk.app;
  const context = { ...lookups.context, ...cdk.context, ...own.context };
  return { ...(app === undefined ? {} : { app }), output: own.output ?? 'gateway.out', context, options };
}

type Parse<Content> = (text: string) => Content;

/** The schema is loaded only if there is a file: without one, commands start faster. */
async function readFile<Content>(file: string, absent: Content, parser: (loaded: typeof schemas) => Parse<Content>): Promise<Content> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return absent;
    throw new GatewayError('CONFIG_INVALID', { reason: messageOf(error) }, { location: file, cause: error });
  }
  const parse = parser(await import('./config-schema'));
  try {
    return parse(text);
  } catch (cause) {
    throw new GatewayError('CONFIG_INVALID', { reason: messageOf(cause) }, { location: file, cause });
  }
}
