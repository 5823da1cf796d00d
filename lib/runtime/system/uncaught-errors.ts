import { GatewayError } from '../../errors';
import type { Log } from '../ports';

/** Errors are logged at once, and then once a second with their number: one that is thrown again and again must not fill the disk. */
const REPORT_MS = 1_000;

/**
 * Keeps a process that serves from being ended by an error that nothing handles, rejected promises included. It is the last line of
 * defense: such an error is a defect, so it is logged with its stack and counted. A start that fails still ends its process, because
 * this begins once the gateway serves; memory that runs out does in any case.
 * @returns stops it
 */
export function surviveUncaughtErrors(log: Log): () => void {
  let total = 0;
  let unreported = 0;
  let last: unknown;
  let timer: NodeJS.Timeout | undefined;
  const report = (): void => {
    timer = undefined;
    if (unreported === 0) return;
    timer = setTimeout(report, REPORT_MS).unref();
    const { code, message } = new GatewayError('UNCAUGHT_ERROR', { count: unreported, total, reason: textOf(last) });
    unreported = 0;
    log({ level: 'error', code, message });
  };
  const survive = (error: unknown): void => {
    total += 1;
    unreported += 1;
    last = error;
    if (timer === undefined) report();
  };
  process.on('uncaughtException', survive);
  return () => {
    process.off('uncaughtException', survive);
    clearTimeout(timer);
    timer = undefined;
    report();
    clearTimeout(timer);
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.stack ?? error.message : String(error);
}
