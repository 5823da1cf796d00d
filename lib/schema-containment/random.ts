/** Numbers that look random and are the same in every run. */
export interface Random {
  /** At least 0 and below 1. */
  readonly next: () => number;
  readonly integer: (below: number) => number;
  readonly pick: <Item>(items: readonly Item[]) => Item | undefined;
  readonly chance: (probability: number) => boolean;
}

/** Mulberry32, a generator of 32 bits. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6D2B79F5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (below: number): number => Math.floor(next() * below);
  return { next, integer, pick: (items) => items[integer(items.length)], chance: (probability) => next() < probability };
}
