/** Calls `run` for each item, at most `concurrency` at a time, in order of the list. */
export async function inParallel<Item>(items: readonly Item[], concurrency: number, run: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
