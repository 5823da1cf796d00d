import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { GatewayError } from '../../errors';
import type { HeaderField } from '../http/headers';
import { readEndpoint, type Endpoint } from '../http/endpoint-address';
import type { BackendRequest, BackendResponse, HttpClient } from '../ports';
import { reasonOf, systemCode } from '../state/system-error';
import { certificateFailure } from './certificate-failure';

/** Methods that may be retried if a kept-alive connection turns out to be closed (RFC 9110 §9.2.2). */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
/** Methods that carry a Content-Length even without a body (RFC 9110 §8.6). */
const WITH_LENGTH = new Set(['POST', 'PUT', 'PATCH']);

/** How long an idle connection is kept: backends that never close theirs would exhaust the file descriptors. */
const KEEP_MS = 5_000;

export interface HttpClientOptions {
  /** How long an idle connection is kept, in ms. @default 5,000 */
  readonly keepMs?: number;
  /** Whether any certificate is accepted: for requests of a gateway to itself, whose certificate may be for another name. */
  readonly acceptsAnyCertificate?: boolean;
}

/**
 * The real client for HTTP backends: connections are reused, redirects are not followed, nothing is decompressed. It uses
 * node:http because undici refuses the request header Upgrade, which a mapping may set (recorded cases
 * remap-http-full-request, remap-http-proxy-full-request).
 */
export function createHttpClient(
  { keepMs = KEEP_MS, acceptsAnyCertificate = false }: HttpClientOptions = {},
): { readonly request: HttpClient; readonly close: () => Promise<void> } {
  // the timeout closes idle connections; for one in use it only emits an event that nobody listens to
  const options = { keepAlive: true, timeout: keepMs };
  const secure = acceptsAnyCertificate ? { ...options, rejectUnauthorized: false } : options;
  const agents = { http: new http.Agent(options), https: new https.Agent(secure) };
  return {
    request: async (request) => send(request, readEndpoint(request.url), agents),
    close: () => { // also the connections in use
      agents.http.destroy();
      agents.https.destroy();
      return Promise.resolve();
    },
  };
}

type Agents = Readonly<{ http: http.Agent; https: https.Agent }>;

/** @throws ENDPOINT_UNREACHABLE, ENDPOINT_CERTIFICATE_INVALID, ENDPOINT_TIMEOUT, ENDPOINT_RESPONSE_TOO_LARGE, ENDPOINT_INVALID */
async function send(request: BackendRequest, endpoint: Endpoint, agents: Agents): Promise<BackendResponse> {
  const abort = new AbortController();
  const timer = setTimeout(() => {
    abort.abort(new GatewayError('ENDPOINT_TIMEOUT', { endpoint: endpoint.origin, timeoutMs: request.timeoutMs }));
  }, request.timeoutMs);
  const errorOf = (cause: unknown): unknown => endpointError(abort.signal.aborted ? abort.signal.reason : cause, endpoint);
  let isRunning = false;
  try {
    const incoming = await attempt(request, endpoint, { agents, signal: abort.signal, mayRetry: IDEMPOTENT.has(request.method) });
    if (request.isStreamed !== true) return await read(incoming, request.maxBytes, endpoint);
    isRunning = true;
    return { ...headOf(incoming), body: Buffer.alloc(0), stream: streamOf(incoming, { timer, errorOf }) };
  } catch (cause) {
    throw errorOf(cause);
  } finally {
    if (!isRunning) clearTimeout(timer);
  }
}

/** The body as it arrives. The connection is read no faster than the chunks are taken. */
function streamOf(
  incoming: http.IncomingMessage, running: { readonly timer: NodeJS.Timeout; readonly errorOf: (cause: unknown) => unknown },
): NonNullable<BackendResponse['stream']> {
  let isCancelled = false;
  incoming.once('close', () => clearTimeout(running.timer));
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of incoming as AsyncIterable<Buffer>) yield chunk; // no encoding is set, so chunks are buffers
    } catch (cause) {
      if (!isCancelled) throw running.errorOf(cause);
    }
  }
  const cancel = (): void => {
    isCancelled = true;
    incoming.destroy();
  };
  return { chunks: chunks(), cancel };
}

interface Attempt {
  readonly agents: Agents;
  readonly signal: AbortSignal;
  readonly mayRetry: boolean;
}

async function attempt(request: BackendRequest, endpoint: Endpoint, { agents, signal, mayRetry }: Attempt): Promise<http.IncomingMessage> {
  const outgoing = open(request, endpoint, { agents, signal });
  try {
    write(outgoing, request, endpoint);
    return await answerOf(outgoing);
  } catch (cause) {
    const code = verificationCode(outgoing.socket);
    outgoing.destroy();
    if (code !== undefined) throw new GatewayError('ENDPOINT_CERTIFICATE_INVALID', { endpoint: endpoint.origin, ...certificateFailure(code, cause) }, { cause });
    const wasStale = outgoing.reusedSocket && systemCode(cause) === 'ECONNRESET';
    if (!mayRetry || !wasStale || signal.aborted) throw cause;
    return await attempt(request, endpoint, { agents, signal, mayRetry: false });
  }
}

/** Node's code if the certificate of a connection was not accepted; it is set before the connection ends. */
function verificationCode(socket: Socket | null): string | undefined {
  return socket instanceof TLSSocket && Boolean(socket.authorizationError) ? String(socket.authorizationError) : undefined;
}

function open({ method, serverName }: BackendRequest, { protocol, host, port, path }: Endpoint, { agents, signal }: Omit<Attempt, 'mayRetry'>): http.ClientRequest {
  const options = { method, host, port, path, signal, setHost: false };
  const outgoing = protocol === 'https'
    ? https.request({ ...options, agent: agents.https, ...serverNameOf(serverName) })
    : http.request({ ...options, agent: agents.http });
  outgoing.on('error', () => undefined); // answerOf and read handle it too; without a listener it would end the process
  return outgoing;
}

/** Addresses are not names (RFC 6066 §3). */
function serverNameOf(serverName: string | undefined): { readonly servername?: string } {
  return serverName === undefined || isIP(serverName) > 0 ? {} : { servername: serverName };
}

function write(outgoing: http.ClientRequest, { method, headers, body }: BackendRequest, { authority }: Endpoint): void {
  const sent = new Set(headers.map(({ name }) => name.toLowerCase()));
  if (!sent.has('host')) outgoing.setHeader('Host', authority);
  for (const { name, value } of headers) outgoing.appendHeader(name, value);
  if (body !== undefined || WITH_LENGTH.has(method)) outgoing.setHeader('Content-Length', body?.length ?? 0);
  if (sent.has('trailer')) flushWithTrailer(outgoing);
  outgoing.end(body);
}

/** Node refuses the header Trailer without chunked framing, although RFC 9110 §6.6.2 allows it in any message. */
function flushWithTrailer(outgoing: http.ClientRequest): void {
  outgoing.chunkedEncoding = true;
  outgoing.flushHeaders();
  outgoing.chunkedEncoding = false;
}

function answerOf(outgoing: http.ClientRequest): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
    outgoing.once('close', () => reject(new Error('the connection was closed without an answer')));
    outgoing.once('upgrade', (_, socket) => {
      socket.destroy();
      reject(new Error('the endpoint switched protocols'));
    });
  });
}

async function read(incoming: http.IncomingMessage, maxBytes: number, { origin }: Endpoint): Promise<BackendResponse> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) { // no encoding is set, so chunks are buffers
    bytes += chunk.length;
    if (bytes > maxBytes) throw new GatewayError('ENDPOINT_RESPONSE_TOO_LARGE', { endpoint: origin, max: maxBytes });
    chunks.push(chunk);
  }
  return { ...headOf(incoming), body: Buffer.concat(chunks) };
}

function headOf(incoming: http.IncomingMessage): Pick<BackendResponse, 'status' | 'headers'> {
  return { status: incoming.statusCode ?? 0, headers: headerFields(incoming.rawHeaders) };
}

/** Names as the backend spelled them; every line on its own. */
function headerFields(raw: readonly string[]): HeaderField[] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [{ name, value: raw[index + 1] ?? '' }] : []));
}

function endpointError(cause: unknown, { origin }: Endpoint): unknown {
  if (GatewayError.isGatewayError(cause)) return cause;
  const code = systemCode(cause);
  const reason = code || reasonOf(cause);
  if (code.startsWith('ERR_')) return new GatewayError('ENDPOINT_INVALID', { reason: `the request cannot be sent: ${reason}` }, { cause });
  return new GatewayError('ENDPOINT_UNREACHABLE', { endpoint: origin, reason }, { cause });
}
