import { readFileSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../errors';
import type { ConfigFile } from './config-schema';
import { codeOf, messageOf } from './error-stack';

/** The configuration of a project. */
export interface Config {
  /** File or shell command. */
  readonly app?: string;
  /** Assembly directory, relative to the project. */
  readonly output: string;
  /** Context values for the app, as in CDK. */
  readonly context: Readonly<Record<string, unknown>>;
}

/**
 * Reads `synthgate.json`, and `cdk.json` for app and context if these are not set, with the lookups that the CDK remembers in
 * `cdk.context.json`. The CDK's output directory is not ours, so it is ignored.
 * @throws CONFIG_INVALID
 */
export async function readConfig(directory: string): Promise<Config> {
  const own = await readFile(path.join(directory, 'synthgate.json'), 'own');
  const cdk = await readFile(path.join(directory, 'cdk.json'), 'cdk');
  const lookups = await readFile(path.join(directory, 'cdk.context.json'), 'lookups');
  const app = own.app ?? cdk.app;
  const context = { ...lookups.context, ...cdk.context, ...own.context };
  return { ...(app === undefined ? {} : { app }), output: own.output ?? 'gateway.out', context };
}

/** The schema is loaded only if there is a file: without one, commands start faster. */
async function readFile(file: string, kind: 'own' | 'cdk' | 'lookups'): Promise<ConfigFile> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return {};
    throw new GatewayError('CONFIG_INVALID', { reason: messageOf(error) }, { location: file, cause: error });
  }
  const { parseConfig, reasonOf } = await import('./config-schema');
  try {
    return parseConfig(JSON.parse(text), kind);
  } catch (cause) {
    throw new GatewayError('CONFIG_INVALID', { reason: reasonOf(cause) }, { location: file, cause });
  }
}
