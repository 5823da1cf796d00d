import { merge, remains } from '../../metrics/merge';
import type { Snapshot } from '../../metrics/series';
import type { FromPrimary } from './messages';

/** How long a worker may take; after that its last values count, as a busy one must not make the counters go back. */
const ANSWER_MS = 1_000;

/** A worker that can be asked. */
export interface AskedWorker {
  readonly id: number;
  readonly post: (message: FromPrimary) => void;
}

/** The metrics of the workers. Counters of workers that have ended stay, except for what came after the last time they were asked. */
export class WorkerSnapshots {
  readonly #last = new Map<number, Snapshot>();
  readonly #waiting = new Map<number, Set<() => void>>();
  #ended: Snapshot = [];

  /** Asks these workers at once. */
  public async read(workers: readonly AskedWorker[]): Promise<readonly Snapshot[]> {
    await Promise.all(workers.map((worker) => this.#ask(worker)));
    return [this.#ended, ...this.#last.values()];
  }

  public received(id: number, snapshot: Snapshot): void {
    this.#last.set(id, snapshot);
    this.#answer(id);
  }

  /** The worker has ended. */
  public lost(id: number): void {
    const last = this.#last.get(id);
    this.#last.delete(id);
    if (last !== undefined) this.#ended = merge([this.#ended, remains(last)]);
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
