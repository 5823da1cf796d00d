import { types } from 'node:util';
import type { ErrorDocument } from '../wire/frames';
import { traceOf, withLambdaPaths } from './lambda-paths';
import type { HostSettings } from '../wire/assignment';

/** Describes any thrown value as Lambda does, also `null`, strings, and objects whose getters throw. */
export function describeError(thrown: unknown, settings: HostSettings | undefined): ErrorDocument {
  const named = (text: string) => (settings === undefined ? text : withLambdaPaths(text, settings));
  try {
    if (isErrorLike(thrown)) {
      return {
        errorType: String(thrown.name),
        errorMessage: named(`${String(thrown.message)}${notPermitted(thrown)}`),
        trace: traceOf(String(thrown.stack ?? ''), settings),
      };
    }
    return { errorType: typeof thrown, errorMessage: named(String(thrown)), trace: [] };
  } catch {
    // Lambda's own words
    return {
      errorType: 'handled',
      errorMessage: 'callback called with Error argument, but there was a problem while retrieving one or more of its message, name, and stack',
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
  const isTmp = permission === 'FileSystemWrite' && typeof resource === 'string' && resource.startsWith('/tmp/');
  const advice = isTmp ? 'write to os.tmpdir(), or see --sandbox of synthgate serve' : 'see --allow of synthgate serve';
  return ` [${what === '' ? code : what}: not permitted to this function; ${advice}]`;
}

/** Writes to standard error, as Lambda does, so that the log shows the location; user code may have broken that stream. */
export function writeError({ errorType, errorMessage, trace }: ErrorDocument): void {
  try {
    process.stderr.write(`${trace.length > 0 ? trace.join('\n') : `${errorType}: ${errorMessage}`}\n`);
  } catch {
    // the answer contains all of it
  }
}

/** Includes errors of other realms and look-alikes. */
function isErrorLike(thrown: unknown): thrown is Error {
  if (types.isNativeError(thrown)) return true;
  return typeof thrown === 'object' && thrown !== null && 'name' in thrown && 'message' in thrown && 'stack' in thrown;
}
