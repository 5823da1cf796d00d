const ABSOLUTE = /^https?:\/\/([^/?]*)(.*)$/is;

/** Origin form and absolute form, which proxies send (RFC 9112 §3.2.2); undefined for `*`, an authority, another scheme. */
export function readRequestTarget(target: string) {
  if (target.startsWith('/')) return { originForm: target, authority: undefined };
  const match = ABSOLUTE.exec(target);
  if (match === null) return undefined;
  const rest = match[2] ?? '';
  return { originForm: rest.startsWith('/') ? rest : `/${rest}`, authority: match[1] };
}

/** Letters, digits, `-`, `.`, `_`, `~`, sub-delims, `:`, `@`; every segment begins with something other than a dot. */
const SAFE_PATH = /^(?:\/+[A-Za-z0-9_~!$&'()*+,=:@-][A-Za-z0-9._~!$&'()*+,;=:@-]*)*\/*$/;

/**
 * Why a target is rejected, or undefined. Paths are never decoded on the way to a function, but the backend may decode
 * them; a path that reads differently once decoded could then bypass an authorizer. So these are rejected: bytes that a URL
 * cannot contain, broken escapes, escapes that are not valid UTF-8 or a control character, and dot segments in any
 * encoding. Escapes in the query are data and are kept.
 * @see RFC 3986 §3.3, RFC 9112 §3.2
 */
export function targetProblem(originForm: string): string | undefined {
  const mark = originForm.indexOf('?');
  const path = mark === -1 ? originForm : originForm.slice(0, mark);
  if (mark !== -1 && /[^\x21-\x7e]|#/.test(originForm)) return 'it has characters that belong percent-encoded';
  return SAFE_PATH.test(path) ? undefined : pathProblem(path);
}

function pathProblem(path: string): string | undefined {
  if (/[^\x21-\x7e]|#/.test(path)) return 'it has characters that belong percent-encoded';
  const decoded = decode(path);
  if (decoded === undefined) return 'it has percent escapes that are not valid UTF-8';
  if (/[\x00-\x1f\x7f]/.test(decoded)) return 'it has an encoded control character';
  return hasDotSegment(decoded) ? 'it has a dot segment' : undefined;
}

/** How often a path is decoded to look for dot segments: once more than a proxy and a framework together do. */
const LAYERS = 3;

/** Whether a segment is `.` or `..`, with or without parameters (`..;x`), with either slash, or becomes one when decoded. */
function hasDotSegment(path: string, layers = LAYERS): boolean {
  if (path.split(/[/\\]/).some((segment) => /^\.{1,2}(?:;|$)/.test(segment))) return true;
  const further = layers > 1 && path.includes('%') ? decode(path) : undefined;
  return further !== undefined && hasDotSegment(further, layers - 1);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
