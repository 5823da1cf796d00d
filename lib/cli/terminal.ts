import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createColors } from 'picocolors';
import { GatewayError } from '../errors';
import { standardStream, type WriteListener } from './standard-stream';

/** The environment of a command. */
export interface Terminal {
  /** Standard output: results that another program may read. @throws OUTPUT_NOT_WRITTEN */
  readonly out: (text: string) => void;
  /** The same for a text in UTF-8, one character per byte. */
  readonly outUtf8?: (text: string) => void;
  /** Standard error: warnings, progress, errors. It never fails. */
  readonly err: (text: string) => void;
  /** Has a listener learn what cannot be written to `out`, which no longer throws: for commands that go on without. */
  readonly onWritten?: (listener: WriteListener) => void;
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether `out` is a terminal with colors. */
  readonly hasColor: boolean;
  /** How many characters a line has now; undefined where output is not a terminal. */
  readonly columns?: () => number | undefined;
  /** Asks a question and resolves with the line that is typed; undefined where nobody can answer. */
  readonly ask?: (question: string) => Promise<string>;
}

export type Colors = ReturnType<typeof createColors>;

/** The listener of standard output, unless a command sets another. A reader that has seen enough (`synthgate ls | head`) is no error. */
const REQUIRED: WriteListener = {
  lost: (_, { code, message }) => {
    if (code === 'EPIPE' || code === 'ECONNRESET') return;
    throw new GatewayError('OUTPUT_NOT_WRITTEN', { output: 'standard output', reason: message });
  },
  written: () => undefined,
};
const IGNORED: WriteListener = { lost: () => undefined, written: () => undefined };

export function processTerminal(): Terminal {
  let listener = REQUIRED;
  const out = standardStream(process.stdout, {
    lost: (lines, error) => listener.lost(lines, error),
    written: () => listener.written(),
  });
  const err = standardStream(process.stderr, IGNORED);
  return {
    out: (text) => out(text),
    outUtf8: (text) => out(text, 'latin1'),
    err: (text) => err(text),
    onWritten: (given) => { listener = given; },
    directory: process.cwd(),
    environment: process.env,
    hasColor: process.stdout.isTTY === true,
    ...(process.stdout.isTTY === true ? { columns: () => process.stdout.columns } : {}),
    ...(process.stdin.isTTY === true && process.stdout.isTTY === true ? { ask } : {}),
  };
}

/** Loaded when something is asked. */
async function ask(question: string): Promise<string> {
  const prompt = await import('./prompt');
  return prompt.ask(question);
}

/** Whether to use colors: not with --no-color or NO_COLOR; always with FORCE_COLOR. @see https://no-color.org */
export function usesColor(terminal: Terminal, options: { readonly color?: boolean }): boolean {
  const { NO_COLOR, FORCE_COLOR } = terminal.environment;
  if (options.color === false || (NO_COLOR ?? '') !== '') return false;
  return (FORCE_COLOR ?? '') !== '' || terminal.hasColor;
}

/** The color functions; identity functions without colors. */
export function colorsOf(terminal: Terminal, options: { readonly color?: boolean }): Colors {
  return createColors(usesColor(terminal, options));
}

export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Writes a file, whose directory need not exist. */
export function writeText(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Prints a result, or writes it to the file that is given. */
export function printOrWrite(text: string, file: string | undefined, { out, directory }: Terminal): void {
  if (file === undefined) out(text);
  else writeText(path.resolve(directory, file), text);
}
