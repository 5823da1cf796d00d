import { createHash } from 'node:crypto';
import { headerValue, type HeaderList } from '../http/headers';

/** An Authorization header as the service reads it: as a signature, whatever it is. */
export type AuthorizationHeader =
  | { readonly type: 'complete'; readonly algorithm: string; readonly parts: SignatureParts }
  /** The message for the client. */
  | { readonly type: 'incomplete'; readonly reason: string };

/** By lower-case name; empty where one is missing. */
export type SignatureParts = Readonly<Record<(typeof PARTS)[number][0], string>>;

/** In the order in which the service names what is missing. */
const PARTS = [['credential', 'Credential'], ['signature', 'Signature'], ['signedheaders', 'SignedHeaders']] as const;

/**
 * Reads `<algorithm> Credential=…, SignedHeaders=…, Signature=…`. A word without an equal sign behind the first one is not a
 * parameter; otherwise everything that is missing is named. Clients read a hash of what they sent, never the value.
 * @param platform - the vendor's word in X-<platform>-Date
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 * @example readAuthorizationHeader('Bearer abc', headers, 'amz') // incomplete: Invalid key=value pair (missing equal-sign) …
 */
export function readAuthorizationHeader(header: string, headers: HeaderList, platform: string): AuthorizationHeader {
  const [algorithm = '', ...parameters] = header.split(/[\s,]+/).filter((word) => word !== '');
  if (parameters.some((word) => !word.includes('='))) return { type: 'incomplete', reason: notParameters(header) };
  const { credential = '', signature = '', signedheaders = '' } = Object.fromEntries(parameters.map(nameAndValue));
  const parts = { credential, signature, signedheaders };
  const missing = missingParts(parts, 'Authorization header requires');
  const hasDate = [`x-${platform}-date`, 'date'].some((name) => headerValue(headers, name) !== undefined);
  const sentences = hasDate ? missing : [...missing, 'Authorization header requires existence of either a \'X-Amz-Date\' or a \'Date\' header.'];
  if (sentences.length === 0) return { type: 'complete', algorithm, parts };
  return { type: 'incomplete', reason: `${sentences.join(' ')} (Hashed with SHA-256 and encoded with Base64) Authorization=${hashOf(header)}` };
}

export function missingParts(parts: SignatureParts, requires: string): string[] {
  return PARTS.filter(([name]) => parts[name] === '').map(([, spelling]) => `${requires} '${spelling}' parameter.`);
}

/** The message for an Authorization header that is not a list of parameters. */
export function notParameters(header: string): string {
  return `Invalid key=value pair (missing equal-sign) in Authorization header (hashed with SHA-256 and encoded with Base64): '${hashOf(header)}'.`;
}

function nameAndValue(parameter: string): readonly [string, string] {
  const at = parameter.indexOf('=');
  return [parameter.slice(0, at).toLowerCase(), parameter.slice(at + 1)];
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
