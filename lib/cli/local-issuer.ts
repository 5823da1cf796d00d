import path from 'node:path';
import { defaultStateDirectory, localIssuerFile } from '../runtime';
import { readConfig } from './config';
import type { AppOptions, StateOptions } from './options';
import { givenState } from './state-directory';
import type { Terminal } from './terminal';

/**
 * The file with the key of the project's local issuer: in the given state directory, otherwise in that beside the configured
 * output, whatever is served. `dev` and `token` need not agree on more than the project.
 */
export async function projectIssuerFile(options: StateOptions & Pick<AppOptions, 'output'>, terminal: Terminal): Promise<string> {
  const { directory } = terminal;
  const given = givenState(options, terminal);
  if (given !== undefined) return localIssuerFile(given);
  const output = options.output ?? (await readConfig(directory)).output;
  return localIssuerFile(defaultStateDirectory(path.resolve(directory, output)));
}
