import type { LambdaError } from './ports';

/** A frame of the function's own code in Node.js. */
const NODE_FRAME = /^\s+at .*\/var\/task\//;
/** A frame of Python, which has no others of this form. */
const PYTHON_FRAME = /^\s+File "(?<file>[^"]+)", line (?<line>\d+), in (?<name>\S+)/;

/** A frame of Ruby: `app.rb:3:in 'Object#h'`; before Ruby 3.4 with a backquote. */
const RUBY_FRAME = /^(?<file>[^<].*?):(?<line>\d+):in [`'](?<name>.+)'$/;

/** A file of Ruby's own, or of a gem. */
const RUBY_PACKAGE = /[/\\](?:gems|lib[/\\]ruby)[/\\]/;

/** A file of Python's own, or of an installed package. */
const PYTHON_PACKAGE = /[/\\](?:site-packages|lib[/\\]python3\.\d+)[/\\]/;

/** Reads the error of a function; its process may have forged it, so nothing is assumed. */
export function readLambdaError(payload: string): Required<LambdaError> {
  const document = parse(payload);
  const trace: unknown = Reflect.get(document, 'trace') ?? Reflect.get(document, 'stackTrace');
  return {
    errorType: text(Reflect.get(document, 'errorType'), 'Error'),
    errorMessage: text(Reflect.get(document, 'errorMessage'), ''),
    trace: Array.isArray(trace) ? trace.filter((line) => typeof line === 'string') : [],
  };
}

/** An error of a function in a line: its class, message, and the place in the function's code that threw it. */
export function thrownText({ errorType, errorMessage, trace }: Required<LambdaError>): string {
  const place = placeOf(trace);
  return `${errorType}: ${errorMessage}${place === undefined ? '' : `, ${place}`}`;
}

/**
 * The innermost frame of the function's own code: the first one of Node.js, the first one of Ruby or the last one of Python that is in
 * no package.
 */
function placeOf(trace: readonly string[]): string | undefined {
  const nodeFrame = trace.find((line) => NODE_FRAME.test(line));
  if (nodeFrame !== undefined) return nodeFrame.trim();
  const frames = [...framesOf(trace, PYTHON_FRAME).reverse(), ...framesOf(trace, RUBY_FRAME)];
  const isPackage = (file: string): boolean => PYTHON_PACKAGE.test(file) || RUBY_PACKAGE.test(file);
  const { file, line, name } = frames.find((frame) => !isPackage(frame['file'] ?? '')) ?? frames[0] ?? {};
  return file === undefined ? undefined : `at ${name ?? ''} (${file}:${line ?? ''})`;
}

function framesOf(trace: readonly string[], form: RegExp): Record<string, string>[] {
  return trace.map((line) => form.exec(line)?.groups).filter((groups) => groups !== undefined);
}

function parse(payload: string): object {
  try {
    return Object(JSON.parse(payload));
  } catch {
    return {};
  }
}

function text(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
