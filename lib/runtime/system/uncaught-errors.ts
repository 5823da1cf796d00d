import { GatewayError } from '../../errors';
import type { Log } from '../ports';
import { defectText } from './defect-text';
import { rareReports } from '../rare-reports';

/**
 * Keeps a process that serves from being ended by an error that nothing handles, rejected promises included. It is the last line of
 * defense: such an error is a defect, so it is logged with its stack and counted. A start that fails still ends its process, because
 * this begins once the gateway serves; memory that runs out does in any case.
 * @returns stops it
 */
export function surviveUncaughtErrors(log: Log): () => void {
  let total = 0;
  const reports = rareReports((error: unknown, count) => {
    try {
      const { code, message } = new GatewayError('UNCAUGHT_ERROR', { count, total, reason: defectText(error) });
      log({ level: 'error', code, message });
    } catch {
      // a log that fails cannot be told; what is thrown here would end the process
    }
  });
  const survive = (error: unknown): void => {
    total += 1;
    reports.add(error);
  };
  process.on('uncaughtException', survive);
  return () => {
    process.off('uncaughtException', survive);
    reports.end();
  };
}
