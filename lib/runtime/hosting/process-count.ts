import { GatewayError } from '../../errors';
import type { ServeOption } from '../options/serve-option';
import { SERVE_OPTIONS, type ServeOptions } from './serve-options';
import { mayHaveWorkers } from './workers/fork';

/** Returns the number of processes if the other options allow it. @throws OPTION_INVALID */
export function processCount(options: ServeOptions): number {
  const { processes: count = 1, serverLimits } = options;
  const most = serverLimits?.maxConnections ?? count;
  const refuse = (allowed: string): never => {
    throw new GatewayError('OPTION_INVALID', { option: 'processes', given: String(count), allowed });
  };
  if (count > most) refuse(`at most as many as connections, ${most}`);
  if (count === 1) return count;
  for (const [name, row] of Object.entries<ServeOption>(SERVE_OPTIONS)) {
    if (typeof row.workers === 'string' || isDefault(row, options[name as keyof ServeOptions])) continue; // each name of the table
    refuse(`1 with ${row.workers.singleProcess}`);
  }
  if (!mayHaveWorkers()) refuse('1 in a process that is itself a worker of a cluster');
  return count;
}

function isDefault({ default: byDefault }: ServeOption, given: unknown): boolean {
  return given === undefined || ('value' in byDefault && byDefault.value === given);
}
