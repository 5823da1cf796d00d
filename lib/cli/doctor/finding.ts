/** One line of `synthgate doctor`. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'error';
  /** The subject of the check: `Node.js`, `port 3000`. */
  readonly subject: string;
  readonly text: string;
  /** The action that fixes the problem. */
  readonly fix?: string;
}

export function ok(subject: string, text: string): Finding {
  return { level: 'ok', subject, text };
}

export function warning(subject: string, text: string, fix: string): Finding {
  return { level: 'warning', subject, text, fix };
}

export function error(subject: string, text: string, fix: string): Finding {
  return { level: 'error', subject, text, fix };
}
