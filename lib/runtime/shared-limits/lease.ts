import { Demand } from './demand';

/** How long tokens taken ahead may be used. */
export const LEASE_MS = 100;

/** Tokens that the store gave ahead, so that requests need not wait for it: as many as came in the last 100 ms; unused ones lapse. */
export class Lease {
  #tokens = 0;
  #until = -Infinity;
  readonly #demand = new Demand();
  /** Tokens that were asked for, and have not come yet. */
  #coming = 0;

  public has(now: number): boolean {
    return this.#tokens >= 1 && now < this.#until;
  }

  public take(): void {
    this.#tokens -= 1;
  }

  /** Returns a token that was taken for a request which another limit refused. */
  public putBack(): void {
    this.#tokens += 1;
  }

  /** Notes that a request needs a token, whether or not one is here. */
  public noteRequest(now: number): void {
    this.#demand.note(now);
  }

  /** Returns how many tokens to ask for, and expects them until they come. @param most - how many this gateway may have */
  public expect(now: number, most: number): number {
    const wanted = this.#wanted(now, most);
    this.#coming += wanted;
    return wanted;
  }

  /** Adds tokens that came. All can be used for 100 ms from asking; a late answer revives none that have lapsed meanwhile. */
  public arrive(expected: number, tokens: number, { sentAt, now }: { readonly sentAt: number; readonly now: number }): void {
    this.#coming -= expected;
    if (tokens < 1) return;
    this.#tokens = tokens + (now < this.#until ? this.#tokens : 0);
    this.#until = sentAt + LEASE_MS;
  }

  public drop(): void {
    this.#tokens = 0;
  }

  /** Whether half of what may be held is used, so that more should be asked for. */
  public isLow(now: number, most: number): boolean {
    const wanted = this.#wanted(now, most);
    return this.#coming === 0 && wanted >= 1 && wanted >= this.#tokens;
  }

  #wanted(now: number, most: number): number {
    return Math.max(0, Math.min(most, this.#demand.of(now)) - this.#coming - (now < this.#until ? this.#tokens : 0));
  }
}
