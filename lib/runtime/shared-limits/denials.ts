import type { NamedLimit } from '../plan/limits';

/** Limits that refused a request: until they have a token again, or are changed, the store would refuse as well, and is not asked. */
export class Denials {
  readonly #until = new Map<string, { readonly limit: NamedLimit; readonly at: number }>();

  /** The first of these limits that refuses now. */
  public refusing(limits: readonly NamedLimit[], now: number): NamedLimit | undefined {
    return this.#until.size === 0 ? undefined : limits.find((limit) => this.#refuses(limit, now));
  }

  public note(limit: NamedLimit, until: number): void {
    this.#until.set(limit.name, { limit, at: until });
  }

  public clear(): void {
    this.#until.clear();
  }

  #refuses({ name, throttle }: NamedLimit, now: number): boolean {
    const denial = this.#until.get(name);
    if (denial === undefined) return false;
    const { rateLimit, burstLimit } = denial.limit.throttle;
    if (now < denial.at && rateLimit === throttle.rateLimit && burstLimit === throttle.burstLimit) return true;
    this.#until.delete(name);
    return false;
  }
}
