import { merge, remains } from '../../metrics/merge';
import type { Snapshot } from '../../metrics/series';
import type { FromPrimary } from './messages';

/** How long a worker may take; after that its last values count, as a busy one must not make the counters go back. */
const ANSWER_MS = 1_000;

export interface AskedWorker {
  readonly id: number;
  readonly post: (message: FromPrimary) => void;
}

/** Workers that have ended and whose last message may still be on its way. */
const MAX_LATE = 64;

/** The metrics of the workers. Counters of workers that have ended stay, except for what one that was killed did not send. */
export class WorkerSnapshots {
  readonly #last = new Map<number, Snapshot>();
  /** Counters of the workers that ended last, in this order. */
  readonly #late = new Map<number, Snapshot>();
  readonly #waiting = new Map<number, Set<() => void>>();
  #ended: Snapshot = [];

  public async read(workers: readonly AskedWorker[]): Promise<readonly Snapshot[]> {
    await Promise.all(workers.map((worker) => this.#ask(worker)));
    return [this.#ended, ...this.#late.values(), ...this.#last.values()];
  }

  public received(id: number, snapshot: Snapshot): void {
    // the system may tell the end of a process before its last message
    if (this.#late.has(id)) this.#late.set(id, remains(snapshot));
    else this.#last.set(id, snapshot);
    this.#answer(id);
  }

  public lost(id: number): void {
    this.#late.set(id, remains(this.#last.get(id) ?? []));
    this.#last.delete(id);
    const [oldest] = this.#late;
    if (oldest !== undefined && this.#late.size > MAX_LATE) {
      this.#late.delete(oldest[0]);
      this.#ended = merge([this.#ended, oldest[1]]);
    }
    this.#answer(id);
  }

  #ask({ id, post }: AskedWorker): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(id) ?? new Set();
      const timer = setTimeout(resolve, ANSWER_MS);
      waiting.add(() => {
        clearTimeout(timer);
        resolve();
      });
      this.#waiting.set(id, waiting);
      post({ type: 'read-metrics' });
    });
  }

  #answer(id: number): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    for (const resume of waiting ?? []) resume();
  }
}
