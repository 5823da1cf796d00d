import path from 'node:path';
import { types } from 'node:util';
import type { ErrorDocument } from '../frames';

/** Where the host called the handler; the frames below say nothing about the function. */
const OWN_FRAME = /^ +at run(?:Streaming)?Call \(.*(?:call\.ts|instance[\w-]*\.js):/;

/** Describes any thrown value as Lambda does, including `null`, strings, and objects whose getters throw. */
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

/** Node's own message does not name the missing permission, and suggests a flag that a function cannot set. */
function notPermitted(thrown: object): string {
  const code: unknown = Reflect.get(thrown, 'code');
  if (code !== 'ERR_ACCESS_DENIED' && code !== 'ERR_DLOPEN_DISABLED') return '';
  const [permission, resource]: readonly unknown[] = [Reflect.get(thrown, 'permission'), Reflect.get(thrown, 'resource')];
  const what = [permission, resource].filter((text) => typeof text === 'string' && text !== '').join(' ');
  return ` [${what === '' ? code : what}: not permitted to this function; see --allow of synthgate serve]`;
}

/** Writes to standard error, as Lambda does, so that the log shows the location; user code may have broken that stream. */
export function writeError(described: ErrorDocument, directory: string): void {
  try {
    process.stderr.write(`${errorText(described, directory)}\n`);
  } catch {
    // the answer contains all of it
  }
}

/** Its stack, or its message. Paths inside the function's own directory are relative to it. */
function errorText({ errorType, errorMessage, trace }: ErrorDocument, directory: string): string {
  const end = trace.findIndex((line) => OWN_FRAME.test(line));
  const shown = end < 0 ? trace : trace.slice(0, end);
  const text = shown.length > 0 ? shown.join('\n') : `${errorType}: ${errorMessage}`;
  return text.replaceAll(`${directory}${path.sep}`, '');
}

/** Includes errors of other realms and look-alikes. */
function isErrorLike(thrown: unknown): thrown is Error {
  if (types.isNativeError(thrown)) return true;
  return typeof thrown === 'object' && thrown !== null && 'name' in thrown && 'message' in thrown && 'stack' in thrown;
}
