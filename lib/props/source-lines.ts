import type { IConstruct } from 'constructs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where a construct was declared. Taking a stack trace is cheap until somebody reads it: only then it is written as text. */
interface Trace {
  readonly stack?: string;
}

const MARK = Symbol.for('synthgate.trace');
/** The frames between the constructor and the user's line, such as those of `addMethod`, are fewer. */
const FRAMES = 8;

const PACKAGE_DIRECTORY = path.resolve(__dirname, '..', '..');
const OWN_DIRECTORIES = ['build', 'lib'].map((name) => path.join(PACKAGE_DIRECTORY, name, path.sep));
const INSTALLED = `${path.sep}node_modules${path.sep}`;
const FRAME = /^\s+at (?:.* \()?(.+?):(\d+):(\d+)\)?$/;

/** Keeps the line that declares a construct; `target` is the class that is being made. */
export function rememberSourceLine(construct: IConstruct, target: NewableFunction): void {
  const trace: Trace = {};
  capture(trace, target);
  Object.defineProperty(construct, MARK, { value: trace, configurable: true });
}

/** `app.ts:12:7`, relative to the working directory; undefined where it is not known. */
export function sourceLineOf(construct: IConstruct): string | undefined {
  return isTraced(construct) ? sourceLineIn(construct[MARK]) : undefined;
}

/** The line of the definition that is being run. */
export function currentSourceLine(): string | undefined {
  const trace: Trace = {};
  capture(trace, currentSourceLine);
  return sourceLineIn(trace);
}

function capture(trace: Trace, above: NewableFunction | (() => unknown)): void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  Error.captureStackTrace(trace, above);
  Error.stackTraceLimit = stackTraceLimit;
}

function isTraced(construct: IConstruct): construct is IConstruct & { readonly [MARK]: Trace } {
  return MARK in construct;
}

/** The innermost frame outside of this library and Node; one of an installed package only if there is no other. */
function sourceLineIn({ stack = '' }: Trace): string | undefined {
  // In other languages than JavaScript, the frames are those of jsii.
  if (process.env.JSII_AGENT !== undefined) return undefined;
  const frames = stack.split('\n').flatMap((line) => {
    const [, file = '', row = '', column = ''] = FRAME.exec(line) ?? [];
    const name = file.startsWith('file:') ? fileURLToPath(file) : file;
    return path.isAbsolute(name) && !OWN_DIRECTORIES.some((directory) => name.startsWith(directory)) ? [{ name, row, column }] : [];
  });
  const frame = frames.find(({ name }) => !name.includes(INSTALLED)) ?? frames[0];
  if (frame === undefined) return undefined;
  const relative = path.relative(process.cwd(), frame.name);
  return `${relative.startsWith('..') ? frame.name : relative}:${frame.row}:${frame.column}`;
}
