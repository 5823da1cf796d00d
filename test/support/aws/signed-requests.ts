import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { expectedSignature, readSignature } from '../../../lib/runtime/authorizers/signature';
import { received } from '../exchange';

/** A request as a service received it. */
export interface ServiceRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The name of the service in the signature. */
  readonly service: string;
  readonly region: string;
}

/** Reads a whole request; undefined if its signature is not one that the owner of a secret would have made. */
export async function readSigned(request: IncomingMessage, ...secrets: readonly string[]): Promise<ServiceRequest | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk); // no encoding is set
  const [method, target, body] = [request.method ?? '', request.url ?? '/', Buffer.concat(chunks)];
  const headers = request.rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [{ name, value: request.rawHeaders[index + 1] ?? '' }] : []));
  const sent = received({ method, target, headers, body });
  const signature = readSignature(sent, 'amz');
  const isSigned = secrets.some((secretAccessKey) => expectedSignature(sent, signature, { secretAccessKey, platform: 'amz' }) === signature.signature);
  if (!isSigned) return undefined;
  return { method, url: new URL(target, 'http://service'), headers: request.headers, body, service: signature.service, region: signature.region };
}
