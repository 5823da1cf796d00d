// One request over HTTP/2, as a browser would send it: header names in lower case.
import { connect, type IncomingHttpHeaders } from 'node:http2';
import type { RecordedResponse } from './http-message';
import type { RecordedRequest } from './recorded-case';
import { bodyOf, LEFT_OUT, targetOf, TIMEOUT_MS, textOf } from './send';

/** Headers of a connection with HTTP/1.1 that no client of HTTP/2 may send (RFC 9113 §8.2.2). */
const FORBIDDEN: readonly string[] = ['keep-alive', 'proxy-connection', 'te'];

/** Sends the request of a case; gives status, header fields and body. */
export function sendOverHttp2(url: string, request: RecordedRequest): Promise<RecordedResponse> {
  const { host } = new URL(url);
  const own = Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), textOf(value).trim()] as const);
  const { host: authority = host, ...headers } = Object.fromEntries(own.filter(([name]) => ![...LEFT_OUT, ...FORBIDDEN].includes(name)));
  const body = bodyOf(request);
  return new Promise((resolve, reject) => {
    const session = connect(url, { rejectUnauthorized: false, maxSessionMemory: 100 }); // a body of a case waits in memory
    session.on('error', reject);
    const stream = session.request(
      { ...headers, ':method': request.method, ':path': targetOf(request), ':authority': authority, ...(body.length === 0 ? {} : { 'content-length': String(body.length) }) },
      { endStream: body.length === 0 },
    );
    if (body.length > 0) stream.end(body);
    let answered: { readonly status: number; readonly headers: RecordedResponse['headers'] } | undefined;
    const chunks: Buffer[] = [];
    const fail = (error: Error): void => {
      session.destroy();
      reject(error);
    };
    stream.setTimeout(TIMEOUT_MS, () => fail(new Error(`no complete response within ${TIMEOUT_MS} ms`)));
    stream.on('response', (received) => { answered = { status: received[':status'] ?? 0, headers: fieldsOf(received) }; });
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', fail);
    // the answer to a refused body ends before its request does
    stream.on('end', () => {
      session.destroy();
      if (answered === undefined) reject(new Error('the stream ended without an answer'));
      else resolve({ ...answered, body: Buffer.concat(chunks) });
    });
  });
}

function fieldsOf(headers: IncomingHttpHeaders): RecordedResponse['headers'] {
  return Object.entries(headers).filter(([name]) => !name.startsWith(':')).flatMap(([name, value]) => [value ?? []].flat().map((one) => ({ name, value: one })));
}
