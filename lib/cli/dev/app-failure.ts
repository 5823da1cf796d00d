import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CATALOG } from '../../errors';
import { packageDirectory } from '../version';

export interface AppFailure {
  /** The output of the app before the error. */
  readonly output: string;
  /** The error with the line of source that caused it; empty if the app did not say. */
  readonly text: string;
  /** The code of an error of synthgate, if it is one. */
  readonly code: string | undefined;
}

const INVALID = /^\[DEFINITION_INVALID\] .*\n/;
/** How an error begins in the output: with a code, or as Node prints it. */
const START = /^(?:\[[A-Z][A-Z0-9_]+\] |[A-Z]\w*(?:Error|Exception)\b[^\n]*:|Error(?: \[\w+\])?:)/m;
/** Where Node throws it, or prints it from, and its version: the line of source follows the message here. */
const NOISE = [/^\S.*:\d+\n.*\n *\^+ *\n\n?/m, /^Require stack:\n(?:- .*\n)+/m, /^Node\.js v\S+\n?/m];
const FRAME = /^ {2,}at (?:.*\()?(.+?):(\d+):(\d+)\)?(?: \{)?$/;
const MISSING_PACKAGE = /^Error(?: \[\w+\])?: Cannot find (?:module|package) '([^'./][^']*)'.*$/m;
/** The members of an error, which Node prints below its stack. */
const MEMBERS = /^(?<last> {4}at .*) \{\n(?: {2}.*\n)*\}$/m;

/** Reads what an app printed until it failed. @param directory - of the project: places are relative to it */
export function readAppFailure(printed: string, directory: string): AppFailure {
  const plain = NOISE.reduce((text, noise) => text.replace(noise, ''), printed).replace(MEMBERS, '$<last>');
  const start = START.exec(plain)?.index;
  if (start === undefined) return { output: '', text: plain.trim(), code: undefined };
  const [output, error] = [plain.slice(0, start).trim(), plain.slice(start).trimEnd()];
  return { output, ...(INVALID.test(error) ? definitionErrors(error, directory) : thrownError(error, directory)) };
}

type ErrorText = Omit<AppFailure, 'output'>;

/** Each of the errors that a synthesis collected, with its line of source. */
function definitionErrors(error: string, directory: string): ErrorText {
  const [, ...lines] = error.split('\n');
  const body = lines.filter((line) => line.trim() !== CATALOG.DEFINITION_INVALID.help).map((line) => line.replace(/^ {2}/, ''));
  const all = body.join('\n').split(/^error: /m).slice(1).map((one) => withFrame(one.trimEnd(), directory));
  const only = all.length === 1 ? all[0] : undefined;
  if (only === undefined) return { text: [`${all.length} errors`, ...all].join('\n'), code: 'DEFINITION_INVALID' };
  return { text: only, code: /\[([A-Z0-9_]+)\]$/m.exec(only)?.[1] ?? 'DEFINITION_INVALID' };
}

/** `app.ts:12:7: message [CODE]`, the line of source, and the help. */
function withFrame(text: string, directory: string): string {
  const [first = '', ...help] = text.split('\n');
  const [, file = '', line = '', column = ''] = /^(\S+):(\d+):(\d+)(?:: | \()/.exec(first) ?? [];
  return [first, ...frameOf(path.resolve(directory, file), { line: Number(line), column: Number(column) }), ...help].join('\n');
}

/** An exception: its message, the line of source where the project threw it, and the stack without Node's frames and ours. */
function thrownError(error: string, directory: string): ErrorText {
  const missing = MISSING_PACKAGE.exec(error);
  const name = missing?.[1]?.split('/').slice(0, missing[1].startsWith('@') ? 2 : 1).join('/');
  const lines = error.replace(MISSING_PACKAGE, `cannot find the package "${name}": npm install ${name}`).split('\n');
  const ours = path.join(packageDirectory(), path.sep);
  const shown = lines.filter((line) => !FRAME.test(line) || !(line.includes('node:') || line.includes(ours)));
  const place = shown.map((line) => thrownAt(line)).find((found) => found !== undefined && isOfProject(found.file, directory));
  const end = shown.findIndex((line) => FRAME.test(line));
  const frame = place === undefined ? [] : frameOf(place.file, { ...place, name: path.relative(directory, place.file) });
  const head = end === -1 ? shown : shown.slice(0, end);
  const stack = end === -1 ? [] : shown.slice(end);
  const [, code, message] = /^\[([A-Z][A-Z0-9_]+)\] (.*)$/.exec(head[0] ?? '') ?? [];
  const description = message === undefined ? head : [`${message} [${code ?? ''}]`, ...head.slice(1)];
  // one frame says nothing that the line of source does not
  return { text: [...description, ...frame, ...(frame.length > 0 && stack.length === 1 ? [] : stack)].join('\n').trimEnd(), code };
}

function thrownAt(line: string): SourcePosition & { readonly file: string } | undefined {
  const [, place = '', number, column] = FRAME.exec(line) ?? [];
  const file = place.replace(/^async /, '');
  if (number === undefined || column === undefined) return undefined;
  return { file: file.startsWith('file:') ? fileURLToPath(file) : file, line: Number(number), column: Number(column) };
}

function isOfProject(file: string, directory: string): boolean {
  return file.startsWith(directory + path.sep) && !file.includes(`${path.sep}node_modules${path.sep}`);
}

function frameOf(file: string, place: SourcePosition): string[] {
  let source: string;
  try {
    source = readFileSync(file, 'utf8');
  } catch {
    return []; // the source is not there, as of generated code
  }
  return sourceFrame(source, place);
}

/** A place in a source; both numbers begin with 1. */
interface SourcePosition {
  readonly line: number;
  readonly column: number;
  /** Printed above the line. */
  readonly name?: string;
}

/** How much of a line is shown, and how much of it before the column at least: a wrapped line would leave its mark behind. */
const SHOWN = 72;
const SHOWN_BEFORE = 48;

/** The line of a source with a mark below its column, as esbuild prints it; nothing if the source has no such line. */
export function sourceFrame(source: string, { line, column, name }: SourcePosition): string[] {
  const text = source.split(/\r?\n/)[line - 1]?.replaceAll('\t', ' ');
  if (text === undefined || text.trim() === '') return [];
  const from = text.length <= SHOWN ? 0 : Math.max(0, column - 1 - SHOWN_BEFORE);
  const [before, after] = [from > 0 ? '…' : '', text.length > from + SHOWN ? '…' : ''];
  const mark = ' '.repeat(before.length + column - 1 - from);
  return [
    ...(name === undefined ? [] : [`    ${name}:${line}:${column}:`]),
    `    ${line} │ ${before}${text.slice(from, from + SHOWN)}${after}`,
    `    ${' '.repeat(String(line).length)} ╵ ${mark}^`,
  ];
}
