/** Whether a gateway should get requests, in a word. */
export type ReadyState = 'starting' | 'ready' | 'draining' | 'unavailable';

/** The readiness of a gateway: `starting` until it is `open`, `draining` from the first signal to stop on. */
export class Readiness {
  #countServing: (() => number) | undefined;
  #isDraining = false;

  /** The word for its state; a gateway none of whose processes serves is `unavailable`. */
  public get state(): ReadyState {
    if (this.#isDraining) return 'draining';
    if (this.#countServing === undefined) return 'starting';
    return this.#countServing() > 0 ? 'ready' : 'unavailable';
  }

  /** Everything is loaded, listening and warm. @param countServing - returns how many processes serve now */
  public open(countServing: () => number): void {
    this.#countServing = countServing;
  }

  /** Other requests should go elsewhere; there is no way back. */
  public drain(): void {
    this.#isDraining = true;
  }
}
