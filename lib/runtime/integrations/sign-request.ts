import { sign, type Request } from 'aws4';
import { GatewayError } from '../../errors';
import { readEndpoint } from '../http/endpoint-address';
import type { HeaderField } from '../http/headers';
import type { AwsCredentials, BackendRequest } from '../ports';

/** The credentials, service, region and time of a signature. */
export interface Signing {
  readonly credentials: AwsCredentials;
  readonly service: string;
  readonly region: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The client that sends the request writes this header. The types of aws4 lack the member. @see https://github.com/mhart/aws4 */
const UNSIGNED = { extraHeadersToIgnore: { 'content-length': true } };

/** Headers that belong to the connection, or to the signature itself. */
const NOT_SIGNED = new Set(['host', 'content-length', 'authorization', 'x-amz-date', 'x-amz-security-token', 'x-amz-content-sha256']);

/**
 * A request with its signature, AWS Signature Version 4. The query is written as it is signed.
 * @throws ENDPOINT_INVALID for a path whose percent signs are not escapes
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signRequest<Unsigned extends Pick<BackendRequest, 'method' | 'url' | 'headers' | 'body'>>(request: Unsigned, { credentials, service, region, now }: Signing): Unsigned {
  const { method, body } = request;
  const { origin, authority, path } = readEndpoint(request.url);
  const headers = { ...joined(request.headers), 'X-Amz-Date': new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, '') };
  try {
    const unsigned: Request & typeof UNSIGNED = { method, host: authority, path, headers, body, service, region, ...UNSIGNED };
    const signed = sign(unsigned, { ...credentials });
    const sent = Object.entries(signed.headers ?? {}).map(([name, value]) => ({ name, value: String(value) }));
    return { ...request, url: `${origin}${signed.path ?? path}`, headers: sent.filter(({ name }) => name.toLowerCase() !== 'content-length') };
  } catch (cause) {
    if (!(cause instanceof URIError)) throw cause;
    const reason = `${JSON.stringify(path.slice(0, 200))} cannot be signed: a percent sign in it is not an escape`;
    throw new GatewayError('ENDPOINT_INVALID', { reason }, { cause });
  }
}

/** A signature counts repeated headers as one. */
function joined(headers: readonly HeaderField[]): Record<string, string> {
  const fields = new Map<string, HeaderField>();
  for (const { name, value } of headers) {
    const key = name.toLowerCase();
    const previous = fields.get(key);
    if (!NOT_SIGNED.has(key)) fields.set(key, { name: previous?.name ?? name, value: previous === undefined ? value : `${previous.value},${value}` });
  }
  return Object.fromEntries([...fields.values()].map(({ name, value }) => [name, value]));
}
