import { localApiKeysFile, localIssuerFile } from '../runtime';
import type { AppOptions, StateOptions } from './options';
import { projectStateDirectory } from './state-directory';
import type { Terminal } from './terminal';

/** The files of callers that exist on this machine only: the key of the local issuer, and the secret of local API keys. */
export type LocalCallers = Readonly<Record<'localIssuer' | 'localApiKeys', string>>;

/**
 * The files of the project's local callers: in the given state directory, otherwise in that beside the configured output,
 * whatever is served. `dev` and `token` need not agree on more than the project.
 */
export async function projectCallers(options: StateOptions & Pick<AppOptions, 'output'>, terminal: Terminal): Promise<LocalCallers> {
  const state = await projectStateDirectory(options, terminal);
  return { localIssuer: localIssuerFile(state), localApiKeys: localApiKeysFile(state) };
}
