import { GatewayError } from '../../../errors';
import type { Log } from '../../ports';
import type { Notice } from '../wire/frames';

const CODES = { 'result-ignored': 'FUNCTION_RESULT_IGNORED', 'not-async': 'FUNCTION_NOT_ASYNC' } as const;

/** Notices of a function's instances about its handler; each is logged once, no matter how often it is sent. */
export class FunctionNotices {
  readonly #log: Log;
  readonly #logged = new Set<string>();

  public constructor(private readonly functionName: string, log: Log) {
    this.#log = log;
  }

  /** Logs a notice. Any other text is forged, and ignored. */
  public readonly log = (notice: string): void => {
    if (!isNotice(notice) || this.#logged.has(notice)) return;
    this.#logged.add(notice);
    const code = CODES[notice];
    const { message } = new GatewayError(code, { name: this.functionName });
    this.#log({ level: 'warn', code, message, functionName: this.functionName });
  };
}

function isNotice(notice: string): notice is Notice {
  return Object.hasOwn(CODES, notice);
}
