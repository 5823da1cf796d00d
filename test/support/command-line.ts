import { main } from '../../lib/cli/main';
import type { Terminal } from '../../lib/cli/terminal';

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in this process, in a directory, and keeps what it prints. @param ask - answers questions, as in a terminal */
export async function synthgate(
  directory: string, parameters: readonly string[], environment: Record<string, string> = {}, ask?: Terminal['ask'],
): Promise<CommandResult> {
  let [out, err] = ['', ''];
  const code = await main(parameters, {
    out: (text) => { out += text; },
    err: (text) => { err += text; },
    directory,
    environment: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    hasColor: false,
    ...(ask === undefined ? {} : { ask }),
  });
  return { code, out, err };
}
