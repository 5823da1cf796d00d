import type { StoreMeter, StoreOutcome } from '../plan/meter';
import type { Script } from './script';
import type { StoreClient } from './store-client';

/** Failures in a row after which no request waits for the store. */
const FAILURES = 3;

export interface ScriptCall {
  readonly keys: readonly string[];
  readonly values: readonly string[];
  /** @default - that of the connection */
  readonly timeoutMs?: number;
}

/** The store does not answer, or refuses to. */
export class StoreFailure extends Error {}

export interface StoreConnectionParts {
  readonly client: StoreClient;
  /** The time within which the store has to answer while requests wait. */
  readonly timeoutMs: number;
  /** Called when the store is no longer asked, with a reason, and when it is again. */
  readonly changed: (reason: string | undefined) => void;
  /** Told of every call, if somebody looks at metrics. */
  readonly asked?: StoreMeter['asked'] | undefined;
}

class NoAnswer extends Error {}

/** Runs scripts in the store. After three failures in a row it is away, and nothing waits for it until a call of `attempt` succeeds. */
export class StoreConnection {
  readonly #client: StoreClient;
  readonly #changed: StoreConnectionParts['changed'];
  readonly #timeoutMs: number;
  readonly #asked: StoreConnectionParts['asked'];
  #failures = 0;
  #isThere = true;

  public constructor({ client, timeoutMs, changed, asked }: StoreConnectionParts) {
    this.#asked = asked;
    this.#client = client;
    this.#timeoutMs = timeoutMs;
    this.#changed = changed;
  }

  public get isThere(): boolean {
    return this.#isThere;
  }

  /** Runs a script while a request waits. @throws StoreFailure, at once while the store is away */
  public async run(script: Script, keys: readonly string[], values: readonly string[]): Promise<readonly unknown[]> {
    if (!this.#isThere) throw new StoreFailure('the store is away');
    return this.attempt(script, { keys, values });
  }

  /** Runs a script also while the store is away, which ends if it answers. @throws StoreFailure */
  public async attempt(script: Script, { keys, values, timeoutMs = this.#timeoutMs }: ScriptCall): Promise<readonly unknown[]> {
    const startedAt = performance.now();
    const note = (outcome: StoreOutcome): void => this.#asked?.(outcome, (performance.now() - startedAt) / 1_000);
    try {
      const reply = await within(timeoutMs, this.#evaluate(script, keys, values));
      note('ok');
      this.#failures = 0;
      this.#use(true);
      return reply;
    } catch (cause) {
      note(cause instanceof NoAnswer ? 'timeout' : 'failed');
      const failure = new StoreFailure(cause instanceof Error ? cause.message : String(cause), { cause });
      this.#fail(failure);
      throw failure;
    }
  }

  /** Opens a new connection: packets may be lost on the way of this one. */
  public reconnect(): void {
    try {
      // a program's own client may return a promise all the same
      void Promise.resolve(this.#client.reconnect?.()).catch(() => undefined);
    } catch {
      // the next call says that the store does not answer
    }
  }

  public leave(reason: string): void {
    this.#failures = FAILURES;
    this.#use(false, reason);
  }

  #fail({ message }: StoreFailure): void {
    this.#failures += 1;
    if (this.#failures < FAILURES || !this.#isThere) return;
    this.#use(false, message);
    this.reconnect();
  }

  #use(isThere: boolean, reason?: string): void {
    if (this.#isThere === isThere) return;
    this.#isThere = isThere;
    this.#changed(reason);
  }

  /** A store that was started again no longer knows the script. */
  async #evaluate({ sha1, text }: Script, keys: readonly string[], values: readonly string[]): Promise<readonly unknown[]> {
    const send = (): Promise<unknown> => this.#client.eval(text, keys, values);
    const reply = await (sha1 === undefined ? send() : this.#client.evalsha(sha1, keys, values).catch((error: unknown) => {
      if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return send();
      throw error;
    }));
    if (!Array.isArray(reply)) throw new TypeError(`the store answered ${typeof reply} where a list was expected`);
    return reply;
  }
}

/** Rejects if a promise takes longer. If this process was late, what has arrived meanwhile is read before. */
function within<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new NoAnswer(`no answer within ${timeoutMs} ms`))), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
