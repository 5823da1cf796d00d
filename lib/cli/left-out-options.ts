import type { Option } from 'commander';
import { warning, type Issue } from '../errors';
import { readConfig } from './config';
import { configFormOf } from './config-form';
import type { Terminal } from './terminal';

/** Options that have another value in a container, whatever a project says. */
const OF_CONTAINERS: readonly string[] = ['host', 'port', 'healthPort', 'state', 'jsonLogs', 'managementPort', 'dashboard'];

/** The options of `serve` in `synthgate.json` that what a command writes does not have. @throws CONFIG_INVALID */
export async function leftOutOptions(what: string, taken: readonly Option[], { directory }: Pick<Terminal, 'directory'>): Promise<readonly Issue[]> {
  const { options } = await readConfig(directory);
  const known = [...OF_CONTAINERS, ...taken.filter((option) => configFormOf(option) !== undefined).map((option) => option.attributeName())];
  const leftOut = Object.keys(options).filter((name) => !known.includes(name)).sort();
  return leftOut.length === 0 ? [] : [warning('SERVE_OPTIONS_LEFT_OUT', 'synthgate.json', { what, options: leftOut.join(', ') })];
}
