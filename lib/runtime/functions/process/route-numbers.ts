import type { RawEvent } from '../../ports';

/**
 * Maximum number of routes sent to a process before numbering restarts: every reload brings new ones. All routes of a large API
 * must fit, or else they are sent over and over; a process needs 0.65 kB for each.
 */
const MAX_ROUTES = 32_768;
const FEW = 64;

type Route = Pick<RawEvent, 'stage' | 'method'>;

/**
 * The routes that one process knows, by number: 0, 1, 2… An array of a stage's methods, where a map would be looked up in main
 * memory for each call of a large API.
 */
export class RouteNumbers {
  /** By stage, for each method its number plus one. */
  #stages = new WeakMap<object, Int32Array>();
  #last: object | undefined;
  #ofLast: Int32Array = new Int32Array(0);
  #count = 0;

  public constructor(private readonly maximum = MAX_ROUTES) {}

  /** Hot path. */
  public numberOf({ stage, method }: Route): number | undefined {
    const next = (stage === this.#last ? this.#ofLast : this.#use(stage))[method];
    return next === undefined || next === 0 ? undefined : next - 1;
  }

  /** Numbers a route that has no number. After the last number comes 0, and no other route has one any more. */
  public add({ stage, method }: Route): number {
    if (this.#count >= this.maximum) {
      this.#stages = new WeakMap();
      this.#count = 0;
    }
    const known = this.#use(stage);
    const numbers = method < known.length ? known : grown(known, method);
    const number = this.#count;
    this.#count += 1;
    numbers[method] = this.#count;
    this.#stages.set(stage, numbers);
    this.#ofLast = numbers;
    return number;
  }

  #use(stage: object): Int32Array {
    this.#last = stage;
    this.#ofLast = this.#stages.get(stage) ?? new Int32Array(0);
    return this.#ofLast;
  }
}

function grown(numbers: Int32Array, method: number): Int32Array {
  const larger = new Int32Array(Math.max(FEW, 2 * (method + 1)));
  larger.set(numbers);
  return larger;
}
