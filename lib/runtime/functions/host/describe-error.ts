import path from 'node:path';
import { types } from 'node:util';
import type { ErrorDocument } from '../frames';

/** Where the host called the handler; what stands below says nothing about the function. */
const OWN_FRAME = /^ +at run(?:Streaming)?Call \(.*(?:call\.ts|instance[\w-]*\.js):/;

/** Anything that was thrown, as Lambda reports it; survives `null`, text, and objects whose getters throw. */
export function describeError(thrown: unknown): ErrorDocument {
  try {
    if (isErrorLike(thrown)) {
      return {
        errorType: String(thrown.name),
        errorMessage: `${String(thrown.message)}${notPermitted(thrown)}`,
        trace: String(thrown.stack ?? '').split('\n'),
      };
    }
    return { errorType: typeof thrown, errorMessage: String(thrown), trace: [] };
  } catch {
    return {
      errorType: 'handled',
      errorMessage: 'something was thrown whose name, message and stack cannot be read',
      trace: [],
    };
  }
}

/** Node's own text does not say which permission is missing, and names a flag that a function has no say in. */
function notPermitted(thrown: object): string {
  const code: unknown = Reflect.get(thrown, 'code');
  if (code !== 'ERR_ACCESS_DENIED' && code !== 'ERR_DLOPEN_DISABLED') return '';
  const [permission, resource]: readonly unknown[] = [Reflect.get(thrown, 'permission'), Reflect.get(thrown, 'resource')];
  const what = [permission, resource].filter((text) => typeof text === 'string' && text !== '').join(' ');
  return ` [${what === '' ? code : what}: not permitted to this function; see --allow of synthgate serve]`;
}

/** On the error output, as Lambda does, so that the log says where; user code may have broken that output. */
export function writeError(described: ErrorDocument, directory: string): void {
  try {
    process.stderr.write(`${errorText(described, directory)}\n`);
  } catch {
    // the answer has all of it
  }
}

/** Its stack, or its message. Places inside the function's own directory are told as from there. */
function errorText({ errorType, errorMessage, trace }: ErrorDocument, directory: string): string {
  const end = trace.findIndex((line) => OWN_FRAME.test(line));
  const shown = end < 0 ? trace : trace.slice(0, end);
  const text = shown.length > 0 ? shown.join('\n') : `${errorType}: ${errorMessage}`;
  return text.replaceAll(`${directory}${path.sep}`, '');
}

/** Errors of other realms and look-alikes count too. */
function isErrorLike(thrown: unknown): thrown is Error {
  if (types.isNativeError(thrown)) return true;
  return typeof thrown === 'object' && thrown !== null && 'name' in thrown && 'message' in thrown && 'stack' in thrown;
}
