import path from 'node:path';
import { localApiKeysFile } from '../system/local-api-keys';
import { localIssuerFile } from '../system/local-issuer-file';
import type { ServeOptions } from './serve-options';

/** The options of callers that exist on this machine only. */
type LocalCallers = Pick<ServeOptions, 'localIssuer' | 'localApiKeys'>;

/** The files of local tokens and local API keys, where these are accepted: `true` stands for the file in the state directory. */
export function localFiles({ localIssuer, localApiKeys }: LocalCallers, stateDirectory: string): LocalCallers {
  return {
    localIssuer: chosen(localIssuer, localIssuerFile(stateDirectory)),
    localApiKeys: chosen(localApiKeys, localApiKeysFile(stateDirectory)),
  };
}

/** The directory into which dependencies of functions are installed; `true` stands for the one in the state directory. */
export function dependenciesDirectory({ install }: Pick<ServeOptions, 'install'>, stateDirectory: string): string | undefined {
  const directory = chosen(install, path.join(stateDirectory, 'deps'));
  return directory === undefined ? undefined : path.resolve(directory);
}

function chosen(option: boolean | string | undefined, file: string): string | undefined {
  return option === true ? file : option === false ? undefined : option;
}
