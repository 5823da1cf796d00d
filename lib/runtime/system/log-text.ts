import { createColors } from 'picocolors';
import type { Log, LogEntry } from '../ports';
import { printable, printableUtf8 } from '../http/printable';
import { flat } from '../http/flat';
import { utf8Text } from '../http/utf8-text';
import { outputLines } from '../output-lines';
import { wrapLines } from './wrap-lines';

export interface TextLogOptions {
  /** Whether to color; default false. */
  readonly color?: boolean;
  /** Wall clock, ms since 1970; default the system's. */
  readonly now?: () => number;
  /** How many characters a line of the terminal has now: longer texts continue in words on the next line. Default: they are not broken. */
  readonly columns?: () => number | undefined;
  /** Writes the lines of requests in UTF-8, one character per byte, where lines are not broken: it costs less. Default: as all others. */
  readonly writeUtf8?: (text: string) => void;
}

type Colors = ReturnType<typeof createColors>;

/** Maximum length of a path that is shown in full; shorter ones are padded to it. */
const PATH_CHARACTERS = { max: 200, min: 24 };
const INDENT = ' '.repeat(9);

/**
 * A log for people: one line per request, followed by the reason if the gateway refused it, and the output of functions,
 * prefixed with the first digits of the request's id.
 *
 * Written here because pino-pretty would leave this layout to a function of ours, and read every entry back from JSON for it.
 * @example
 * 12:03:41 Pets  1a2b3c4d │ looked up pet 7
 * 12:03:41 GET    /prod/pets/7             → 200    12 ms  proxy Pets  1a2b3c4d
 */
export function textLog(write: (text: string) => void, { color = false, now = Date.now, columns, writeUtf8 }: TextLogOptions = {}): Log {
  const colors = createColors(color);
  const writeRequest = columns === undefined ? writeUtf8 : undefined;
  const parts = requestParts(colors, writeRequest === undefined ? PLAIN : UTF8);
  const writeLine = (line: string): void => {
    const width = columns?.();
    write(`${width === undefined ? line : wrapLines(line, width, INDENT)}\n`);
  };
  return (entry) => {
    const time = colors.dim(timeOf(now()));
    if (entry.message !== 'request') writeLine(`${time} ${entryText(entry, colors)}`);
    else if (writeRequest === undefined) writeLine(requestText(time, entry, { parts, colors }));
    else writeRequest(`${requestText(time, entry, { parts, colors })}\n`);
  };
}

function entryText(entry: LogEntry, colors: Colors): string {
  if (entry.fields?.stream !== undefined) return outputText(entry, colors);
  const [first = '', ...more] = entry.message.split('\n');
  const line = `${levelText(entry, colors)}${printable(first)}${codeText(entry, colors)}${idText(entry, colors)}`;
  return [line, ...below(more), ...stackText(entry, colors)].join('\n');
}

/** Hot path: one line per request. */
function requestText(time: string, entry: LogEntry, { parts, colors }: { readonly parts: RequestParts; readonly colors: Colors }): string {
  const { method, path, query, status, durationMs, target, explain, stack } = entry.fields ?? {};
  const asked = pathText(query === undefined ? textOf(path) : `${textOf(path)}?${textOf(query)}`, parts);
  const end = parts.end(Number(status), Number(durationMs), textOf(target));
  const line = parts.start(time, textOf(method)) + asked + end + idText(entry, colors);
  if (explain === undefined && stack === undefined) return line;
  const reason = explain === undefined ? [] : below([textOf(explain)]).map((one) => colors.yellow(one));
  return [line, ...[...reason, ...stackText(entry, colors)].map(parts.encode)].join('\n');
}

/** The parts of a line before and after the path, which have few different texts. The fewer parts a line has, the sooner it is joined. */
interface RequestParts extends LineForm {
  readonly start: (time: string, method: string) => string;
  readonly end: (status: number, durationMs: number, target: string) => string;
}

function requestParts(colors: Colors, form: LineForm): RequestParts {
  const { encode } = form;
  const arrow = colors.dim('→');
  const end = remembered((target: string, facts: number) => {
    const duration = `${Math.floor(facts / STATUSES)} ms`.padStart(8);
    return encode(` ${arrow} ${statusText(facts % STATUSES, colors)} ${duration}  ${printable(target)}`);
  });
  return {
    ...form,
    start: remembered((time: string, method: string) => encode(`${time} ${printable(method).padEnd(6)} `)),
    end: (status, durationMs, target) => end(target, Math.max(0, Math.round(durationMs)) * STATUSES + status),
  };
}

/** More than there are. */
const STATUSES = 1_000;

/** How lines are written: as texts, or in UTF-8 with one character per byte. */
interface LineForm {
  readonly encode: (text: string) => string;
  /** The same for a text of which nothing is known. */
  readonly shown: (text: string) => string;
}

const PLAIN: LineForm = { encode: (text) => text, shown: printable };
const UTF8: LineForm = { encode: (text) => flat(utf8Text(text)), shown: printableUtf8 };

const MAX_REMEMBERED = 1_000;

/** Making them anew took three times as long as the rest of the line, and requests at the same time often have the same. */
function remembered<Second>(make: (first: string, second: Second) => string): (first: string, second: Second) => string {
  const known = new Map<string, Map<Second, string>>();
  let count = 0;
  return (first, second) => {
    const before = known.get(first)?.get(second);
    if (before !== undefined) return before;
    if (count >= MAX_REMEMBERED) {
      known.clear();
      count = 0;
    }
    count += 1;
    const bySecond = known.get(first) ?? new Map<Second, string>();
    known.set(first, bySecond);
    const text = make(first, second);
    bySecond.set(second, text);
    return text;
  };
}

function pathText(path: string, { shown }: LineForm): string {
  const start = path.length > PATH_CHARACTERS.max ? `${path.slice(0, PATH_CHARACTERS.max)}…` : path;
  const text = shown(start);
  const characters = text === start ? start.length : printable(start).length;
  return characters >= PATH_CHARACTERS.min ? text : text + SPACES.slice(characters);
}

const SPACES = ' '.repeat(PATH_CHARACTERS.min);

function outputText(entry: LogEntry, colors: Colors): string {
  const bar = entry.fields?.stream === 'stderr' ? colors.red('│') : colors.dim('│');
  const [first = '', ...further] = outputLines(entry.message);
  const line = `${colors.cyan(printable(entry.functionName ?? ''))}${idText(entry, colors)} ${bar} ${printable(first)}`;
  return [line, ...further.map((text) => `${INDENT}${printable(text)}`)].join('\n');
}

/** Further lines are indented, so none of them looks like an entry of its own. */
function below(lines: readonly string[]): string[] {
  return lines.flatMap((text) => text.split('\n')).map((line) => `${INDENT}${printable(line)}`);
}

function stackText(entry: LogEntry, colors: Colors): string[] {
  const stack = entry.fields?.stack;
  return typeof stack === 'string' ? below([stack]).map((line) => colors.dim(line)) : [];
}

function levelText({ level }: LogEntry, colors: Colors): string {
  if (level === 'error') return `${colors.red('error')} `;
  return level === 'warn' ? `${colors.yellow('warn')} ` : '';
}

function statusText(status: number, colors: Colors): string {
  const text = String(status);
  if (status >= 500) return colors.red(text);
  return status >= 400 ? colors.yellow(text) : colors.green(text);
}

/** Omitted if the message already names the code. */
function codeText({ code, message }: LogEntry, colors: Colors): string {
  return code === undefined || message.includes(`[${code}]`) ? '' : ` ${colors.dim(`[${code}]`)}`;
}

function idText({ requestId }: LogEntry, colors: Colors): string {
  return requestId === undefined ? '' : `  ${colors.dim(printable(requestId.slice(0, 8)))}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

let lastSecond = Number.NaN;
let lastTime = '';

function timeOf(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  if (second === lastSecond) return lastTime;
  const time = new Date(milliseconds);
  lastSecond = second;
  lastTime = [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
  return lastTime;
}
