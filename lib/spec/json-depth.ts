/** The depth, in lists and objects, to which JSON is read that a person or a tool sends, compares or copies. */
export const MAX_READ_LEVELS = 100;

/** Whether lists and objects are nested in each other in more levels than that; does not use the stack, and ends for cycles. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level: ReadonlySet<unknown> = new Set([value].filter(isContainer));
  for (let depth = 1; level.size > 0; depth += 1) {
    if (depth > levels) return true;
    level = new Set([...level].flatMap((node) => Object.values(node as object).filter(isContainer))); // the filter has left objects only
  }
  return false;
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
