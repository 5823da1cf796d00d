import path from 'node:path';
import { defaultStateDirectory } from '../runtime';
import { readConfig } from './config';
import type { StateOptions } from './options';
import type { Terminal } from './terminal';

/** The given state directory, otherwise the one next to the given assembly, otherwise next to the configured one. */
export async function stateDirectoryOf(options: StateOptions & { readonly assembly?: string }, terminal: Terminal): Promise<string> {
  if (options.state !== undefined) return path.resolve(terminal.directory, options.state);
  return defaultStateDirectory(path.resolve(terminal.directory, options.assembly ?? (await readConfig(terminal.directory)).output));
}
