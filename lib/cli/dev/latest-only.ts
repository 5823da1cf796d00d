/**
 * Returns a task that never runs twice at a time. Whoever asks for it meanwhile gets the run that begins after the present one, which all
 * of them share: it sees what they changed.
 */
export function latestOnly(task: () => Promise<void>): () => Promise<void> {
  let [running, next]: (Promise<void> | undefined)[] = [];
  const begin = (): Promise<void> => {
    next = undefined;
    running = task().finally(() => { running = undefined; });
    return running;
  };
  return () => {
    if (running === undefined) return begin();
    next ??= running.then(begin, begin);
    return next;
  };
}
