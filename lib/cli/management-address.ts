import path from 'node:path';
import { GatewayError } from '../errors';
import { readManagementAddress, writeManagementAddress, type Log } from '../runtime';
import type { GatewayCommandOptions } from './gateway-command';
import { stateDirectoryOf, stateOf } from './state-directory';
import type { Terminal } from './terminal';

export interface ServedSource {
  /** The source as the user named it. */
  readonly named: string | undefined;
  /** The source itself if it is an assembly; otherwise the assembly that was made from it. */
  readonly assembly: string;
}

/** Writes the address of a gateway whose source was imported to the state of the project, where `explain` and `mcp` look. */
export async function announceInProject(
  { named, assembly }: ServedSource, options: GatewayCommandOptions, { terminal, log }: { readonly terminal: Terminal; readonly log: Log },
): Promise<void> {
  const isImported = named === undefined || path.resolve(terminal.directory, named) !== assembly;
  const own = stateOf(assembly, options, terminal);
  const ofProject = await stateDirectoryOf(options, terminal);
  const address = isImported && own !== ofProject ? readManagementAddress(own) : undefined;
  if (address === undefined) return;
  try {
    writeManagementAddress(ofProject, address);
  } catch (error) {
    if (!GatewayError.isGatewayError(error)) throw error;
    log({ level: 'warn', message: `synthgate explain and mcp need --state ${own}`, fields: { code: error.code } });
  }
}
