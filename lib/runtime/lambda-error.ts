import type { LambdaError } from './ports';

/** A frame of the function's own code in Node.js. */
const NODE_FRAME = /^\s+at .*\/var\/task\//;
/** A frame of Python, which has no others of this form. */
const PYTHON_FRAME = /^\s+File "(?<file>[^"]+)", line (?<line>\d+), in (?<name>\S+)/;

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

/** The innermost frame of the function's own code: the first one of Node.js, the last one of Python that is in no package. */
function placeOf(trace: readonly string[]): string | undefined {
  const nodeFrame = trace.find((line) => NODE_FRAME.test(line));
  if (nodeFrame !== undefined) return nodeFrame.trim();
  const frames = trace.map((line) => PYTHON_FRAME.exec(line)?.groups).filter((groups) => groups !== undefined).reverse();
  const { file, line, name } = frames.find((frame) => !PYTHON_PACKAGE.test(frame['file'] ?? '')) ?? frames[0] ?? {};
  return file === undefined ? undefined : `at ${name ?? ''} (${file}:${line ?? ''})`;
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
