import type { IncomingMessage } from 'node:http';

export interface PostedBody {
  /** Undefined if it is larger than allowed. */
  readonly text: string | undefined;
  readonly bytes: number;
}

/** Reads a body to its end. Bytes above the limit are counted, not kept: a client that is not read sees no answer either. */
export function readPosted(request: IncomingMessage, maxBytes: number, callback: (body: PostedBody) => void): void {
  let kept: Buffer[] = [];
  let bytes = 0;
  request.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes <= maxBytes) kept.push(piece);
    else kept = [];
  });
  request.on('end', () => {
    const [only] = kept;
    const whole = kept.length === 1 && only !== undefined ? only : Buffer.concat(kept);
    callback({ text: bytes > maxBytes ? undefined : whole.toString('utf8'), bytes });
  });
}

/** Error types that Lambda passes on. */
const KNOWN_TYPE = /(?:Runtime|Function)\.[A-Z][A-Za-z]+/;

/** The type of an error that a client reports in a header or trailer. @param otherwise - for types that Lambda replaces */
export function reportedType(header: string | readonly string[] | undefined, otherwise: string): string {
  const type = String(header ?? '');
  return KNOWN_TYPE.test(type) ? type : otherwise;
}

/** The document of a failed call: whatever was posted, or the reported type if that was nothing. */
export function callErrorDocument(text: string, errorType: string): string {
  return text === '' ? JSON.stringify({ errorType, errorMessage: '' }) : text;
}

/** The document of a failed start, of which the type and the message are read: a text is the message. */
export function initErrorDocument(text: string, errorType: string): string {
  const posted = parse(text);
  return JSON.stringify(posted === undefined ? { errorType, errorMessage: text } : { errorType, errorMessage: '', ...posted });
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
