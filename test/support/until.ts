/** What `look` finds as soon as it finds something; fails when that takes longer than `withinMs`. */
export async function until<Value>(look: () => Value | undefined, withinMs = 20_000): Promise<Value> {
  for (const endMs = Date.now() + withinMs; Date.now() < endMs;) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`it did not happen within ${withinMs} ms`);
}
