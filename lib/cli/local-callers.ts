import path from 'node:path';
import { defaultStateDirectory, localApiKeysFile, localIssuerFile } from '../runtime';
import { readConfig } from './config';
import type { AppOptions, StateOptions } from './options';
import { givenState } from './state-directory';
import type { Terminal } from './terminal';

/** The files of callers that exist on this machine only: the key of the local issuer, and the secret of local API keys. */
export type LocalCallers = Readonly<Record<'localIssuer' | 'localApiKeys', string>>;

/**
 * The files of the project's local callers: in the given state directory, otherwise in that beside the configured output,
 * whatever is served. `dev` and `token` need not agree on more than the project.
 */
export async function projectCallers(options: StateOptions & Pick<AppOptions, 'output'>, terminal: Terminal): Promise<LocalCallers> {
  const state = givenState(options, terminal) ?? await projectState(options, terminal);
  return { localIssuer: localIssuerFile(state), localApiKeys: localApiKeysFile(state) };
}

async function projectState({ output }: Pick<AppOptions, 'output'>, { directory }: Terminal): Promise<string> {
  return defaultStateDirectory(path.resolve(directory, output ?? (await readConfig(directory)).output));
}
