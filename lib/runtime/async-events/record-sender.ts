import { GatewayError } from '../../errors';
import type { HttpClient } from '../ports';
import { Pauses } from './pauses';

const TIMEOUT_MS = 10_000;
/** Maximum bytes of an answer that are read; only the status is used. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_PARALLEL = 10;

export interface RecordSenderOptions {
  readonly http: HttpClient;
  /** Waits before the second and the third attempt, in ms. */
  readonly retryDelaysMs: readonly number[];
}

export interface SentRecord {
  readonly url: string;
  /** The same for each attempt, even after a restart of the gateway. */
  readonly id: string;
  /** JSON text. */
  readonly record: string;
}

/** The outcome of a record; a stopped one may have arrived. */
export type SendOutcome = { readonly type: 'delivered' | 'stopped' } | { readonly type: 'failed'; readonly reason: string };

/** Posts records of failed events. A 2xx answer accepts a record; anything else is retried, up to three attempts in total. */
export class RecordSender {
  readonly #waiting: (() => void)[] = [];
  readonly #pauses = new Pauses();
  #running = 0;
  #isStopped = false;

  public constructor(private readonly options: RecordSenderOptions) {}

  public async send(sent: SentRecord): Promise<SendOutcome> {
    let reason = '';
    for (const delayMs of [0, ...this.options.retryDelaysMs]) {
      await this.#pauses.wait(delayMs);
      if (this.#isStopped) return { type: 'stopped' };
      await this.#take();
      try {
        if (this.#isStopped) return { type: 'stopped' };
        reason = await post(this.options.http, sent);
      } finally {
        this.#give();
      }
      if (reason === '') return { type: 'delivered' };
    }
    return { type: 'failed', reason };
  }

  /** Starts no more attempts; running ones end within ten seconds. */
  public stop(): void {
    this.#isStopped = true;
    this.#pauses.end();
  }

  async #take(): Promise<void> {
    if (this.#running < MAX_PARALLEL) {
      this.#running += 1;
      return;
    }
    // the finished one passes its place on
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}

/** Why it was not accepted; empty if it was. */
async function post(http: HttpClient, { url, id, record }: SentRecord): Promise<string> {
  try {
    const { status } = await http({
      method: 'POST',
      url,
      headers: [{ name: 'Content-Type', value: 'application/json' }, { name: 'Idempotency-Key', value: id }],
      body: Buffer.from(record),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
    return status >= 200 && status < 300 ? '' : `it answered ${status}`;
  } catch (error) {
    if (GatewayError.isGatewayError(error)) return error.message;
    throw error;
  }
}
