import { readFileSync } from 'node:fs';

/** The memory use of Node before it runs anything. */
export interface EmptyProcess {
  /** The content of /proc/self/status; empty where there is none. */
  readonly status: string;
}

let own: EmptyProcess | undefined;

/**
 * Remembers what this process takes, before it loads anything: functions' memory limits are relative to it, and measuring it in
 * another process takes 50 ms. A process that was started with options of its own takes more.
 */
export function recordEmptyProcess(): void {
  if (process.execArgv.length > 0 || process.env['NODE_OPTIONS'] !== undefined) return;
  own = { status: statusOfProcess() };
}

/** Returns the memory use of this process when it was still empty; undefined if it was not recorded. */
export function emptyProcess(): EmptyProcess | undefined {
  return own;
}

function statusOfProcess(): string {
  try {
    return readFileSync('/proc/self/status', 'utf8');
  } catch {
    return '';
  }
}
