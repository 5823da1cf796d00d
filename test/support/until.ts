/** Polls `look` until it returns something; fails after `withinMs`. */
export async function until<Value>(look: () => Value | undefined, withinMs = 60_000): Promise<Value> {
  for (const endMs = Date.now() + withinMs; Date.now() < endMs;) {
    const result = look();
    if (result !== undefined) return result;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`it did not happen within ${withinMs} ms`);
}
