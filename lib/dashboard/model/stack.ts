/** More is in the log. */
const SHOWN_LINES = 6;

/** The stack in the result of a function that threw, as Lambda reports it; undefined if there is none. */
export function stackOf(result: string | undefined): string | undefined {
  const trace = traceOf(result);
  if (trace.length === 0) return undefined;
  const hidden = trace.length - SHOWN_LINES;
  return [...trace.slice(0, SHOWN_LINES), ...(hidden > 0 ? [`    … ${hidden} more in the log`] : [])].join('\n');
}

function traceOf(result: string | undefined): readonly string[] {
  try {
    const { trace } = JSON.parse(result ?? '') as { readonly trace?: unknown };
    return Array.isArray(trace) ? trace.filter((line) => typeof line === 'string') : [];
  } catch {
    return []; // cut, or another text
  }
}
