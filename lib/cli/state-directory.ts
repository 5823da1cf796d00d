import path from 'node:path';
import { defaultStateDirectory, localApiKeysFile, localIssuerFile } from '../runtime';
import { readConfig } from './config';
import type { StateOptions, AppOptions } from './options';
import type { Terminal } from './terminal';

/** The state directory that is given; undefined without one. */
export function givenState({ state }: StateOptions, { directory }: Pick<Terminal, 'directory'>): string | undefined {
  return state === undefined ? undefined : path.resolve(directory, state);
}

/** The state directory of an assembly, unless another is given. */
export function stateOf(source: string, options: StateOptions, terminal: Pick<Terminal, 'directory'>): string {
  return givenState(options, terminal) ?? defaultStateDirectory(source);
}

/** The given state directory, otherwise the one next to the configured output, whatever is served. */
export async function projectStateDirectory(
  options: StateOptions & { readonly output?: string | undefined }, terminal: Pick<Terminal, 'directory'>,
): Promise<string> {
  const directory = givenState(options, terminal);
  if (directory !== undefined) return directory;
  const { output = (await readConfig(terminal.directory)).output } = options;
  return defaultStateDirectory(path.resolve(terminal.directory, output));
}

/** The given state directory, otherwise the one next to the given assembly, otherwise next to the configured one. */
export function stateDirectoryOf(options: StateOptions & { readonly assembly?: string }, terminal: Terminal): Promise<string> {
  return projectStateDirectory({ ...options, output: options.assembly }, terminal);
}

/** The files of callers that exist on this machine only: the key of the local issuer, and the secret of local API keys. */
export type LocalCallers = Readonly<Record<'localIssuer' | 'localApiKeys', string>>;

/** The files of the project's local callers, whatever is served: `dev` and `token` need not agree on more than the project. */
export async function projectCallers(options: StateOptions & Pick<AppOptions, 'output'>, terminal: Terminal): Promise<LocalCallers> {
  const state = await projectStateDirectory(options, terminal);
  return { localIssuer: localIssuerFile(state), localApiKeys: localApiKeysFile(state) };
}
