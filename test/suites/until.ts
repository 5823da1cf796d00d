type Found<Value> = Exclude<Value, false | undefined>;

/** Polls until something is found; undefined when it is not found in time. */
export async function until<Value>(find: () => Value | Promise<Value>, withinMs = 60_000): Promise<Found<Value> | undefined> {
  for (const endsAt = Date.now() + withinMs; Date.now() < endsAt;) {
    const result = await find();
    // the two values that mean nothing was found are excluded here
    if (result !== undefined && result !== false) return result as Found<Value>;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return undefined;
}
