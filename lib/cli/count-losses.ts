import { GatewayError } from '../errors';
import type { Log } from '../runtime';
import type { WriteListener } from './standard-stream';

export interface LossLogs {
  /** Receives one entry when writing begins to fail. */
  readonly failing: Log;
  /** Receives one entry, with the number of lost lines, when writing works again. */
  readonly recovered: Log;
}

/** The lines of an output that are lost, reported once when they begin to be and once when they no longer are. */
export interface Losses extends WriteListener {
  /** Reports what has not been reported yet. */
  readonly close: () => void;
}

/** @param output - as a message names it */
export function countLosses(output: string, { failing, recovered }: LossLogs): Losses {
  let count = 0;
  let reason = '';
  const report = (log: Log): void => {
    if (count === 0) return;
    const { code, message } = new GatewayError('OUTPUT_LINES_LOST', { output, count, reason });
    count = 0;
    log({ level: 'error', code, message });
  };
  return {
    lost: (lines, error) => {
      const isFirst = count === 0;
      count += lines;
      reason = error.message;
      if (!isFirst) return;
      const { code, message } = new GatewayError('OUTPUT_NOT_WRITTEN', { output, reason });
      failing({ level: 'error', code, message });
    },
    written: () => report(recovered),
    close: () => report(failing),
  };
}
