import path from 'node:path';
import { defaultStateDirectory } from '../runtime';
import { readConfig } from './config';
import type { StateOptions } from './options';
import type { Terminal } from './terminal';

/** The state directory that is given, else the one beside the given assembly, else beside the configured one. */
export async function stateDirectoryOf(options: StateOptions & { readonly assembly?: string }, terminal: Terminal): Promise<string> {
  if (options.state !== undefined) return path.resolve(terminal.directory, options.state);
  return defaultStateDirectory(path.resolve(terminal.directory, options.assembly ?? (await readConfig(terminal.directory)).output));
}
