import { createColors } from 'picocolors';

/** What a command sees of the world it was called in. */
export interface Terminal {
  /** Results: what another program may read. */
  readonly out: (text: string) => void;
  /** Everything about the work itself: warnings, progress, errors. */
  readonly err: (text: string) => void;
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether `out` is a terminal that shows colours. */
  readonly hasColor: boolean;
}

export type Colors = ReturnType<typeof createColors>;

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    directory: process.cwd(),
    environment: process.env,
    hasColor: process.stdout.isTTY === true,
  };
}

/** Whether to colour: not with --no-color, nor with NO_COLOR; always with FORCE_COLOR. @see https://no-color.org */
export function usesColor(terminal: Terminal, options: { readonly color?: boolean }): boolean {
  const { NO_COLOR, FORCE_COLOR } = terminal.environment;
  if (options.color === false || (NO_COLOR ?? '') !== '') return false;
  return (FORCE_COLOR ?? '') !== '' || terminal.hasColor;
}

/** The colours to write with; plain text where there are none. */
export function colorsOf(terminal: Terminal, options: { readonly color?: boolean }): Colors {
  return createColors(usesColor(terminal, options));
}

/** A value as a program reads it. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
