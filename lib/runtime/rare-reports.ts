const REPORT_MS = 1_000;

/** Reports of something that may happen again and again, and must not fill the disk then. */
export interface RareReports<Value> {
  readonly add: (value: Value) => void;
  /** Reports what is not reported yet. */
  readonly end: () => void;
}

/**
 * Reports the first value at once, and then once a second the last one.
 * @param report - is also given how many came since the last report
 */
export function rareReports<Value>(report: (last: Value, count: number) => void): RareReports<Value> {
  let waiting: { readonly last: Value; readonly count: number } | undefined;
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    timer = undefined;
    if (waiting === undefined) return;
    const { last, count } = waiting;
    waiting = undefined;
    timer = setTimeout(tell, REPORT_MS).unref();
    report(last, count);
  };
  return {
    add: (last) => {
      waiting = { last, count: (waiting?.count ?? 0) + 1 };
      if (timer === undefined) tell();
    },
    end: () => {
      clearTimeout(timer);
      tell();
      clearTimeout(timer);
    },
  };
}
