import { GatewayError } from '../../../errors';
import type { Log } from '../../ports';
import type { Notice } from '../wire/frames';

const CODES = { 'result-ignored': 'FUNCTION_RESULT_IGNORED', 'not-async': 'FUNCTION_NOT_ASYNC' } as const;

/** Logs what instances report about their handler, each notice once. Any other text is forged, and ignored. */
export function noticeLog(functionName: string, log: Log): (notice: string) => void {
  const logged = new Set<string>();
  return (notice) => {
    if (!isNotice(notice) || logged.has(notice)) return;
    logged.add(notice);
    const { code, message } = new GatewayError(CODES[notice], { name: functionName });
    log({ level: 'warn', code, message, functionName });
  };
}

function isNotice(notice: string): notice is Notice {
  return Object.hasOwn(CODES, notice);
}
