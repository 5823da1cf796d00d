// The HTTP servers behind recorded integrations.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { repository } from '../repository';
import { headerFields, type HeaderField } from './http-message';
import type { RecordedBackend } from './recorded-case';

/** A request that a backend received. */
export interface BackendCall {
  readonly method: string;
  readonly target: string;
  readonly url: URL;
  readonly headers: readonly HeaderField[];
  /** The first value of a header, its name in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly body: Buffer;
}

interface StoredFile {
  readonly body: Buffer;
  readonly contentType: string | undefined;
}

export interface Backends {
  /** Oldest first. */
  readonly calls: BackendCall[];
  readonly stored: (key: string) => StoredFile | undefined;
  /** Replaces `{backend.name}` by its URL, `{backendHost.name}` by host and port. */
  readonly fillIn: (text: string) => string;
  readonly close: () => Promise<void>;
}

type Store = Map<string, StoredFile>;
type Handler = (call: BackendCall, response: http.ServerResponse) => void;

/** Starts the backends of a setup. */
export async function startBackends(setup: Readonly<Record<string, RecordedBackend>>): Promise<Backends> {
  const calls: BackendCall[] = [];
  const stores: Store[] = [];
  const servers = new Map<string, http.Server>();
  for (const [name, backend] of Object.entries(setup)) {
    const handle = handlerOf(backend, stores);
    servers.set(name, await listen(backend, async (request, response) => {
      const call = await readCall(request);
      calls.push(call);
      handle(call, response);
    }));
  }
  const schemeOf = (name: string) => (setup[name]?.certificate === undefined ? 'http' : 'https');
  const hostOf = (name: string) => `127.0.0.1:${portOf(servers.get(name))}`;
  return {
    calls,
    stored: (key) => stores.map((store) => store.get(key)).find((object) => object !== undefined),
    fillIn: (text) => text
      .replace(/\{backend\.(\w+)\}/g, (_, name: string) => `${schemeOf(name)}://${hostOf(name)}`)
      .replace(/\{backendHost\.(\w+)\}/g, (_, name: string) => hostOf(name)),
    close: async () => {
      await Promise.all([...servers.values()].map(close));
    },
  };
}

function handlerOf(backend: RecordedBackend, stores: Store[]): Handler {
  switch (backend.kind) {
    case 'httpbin': return httpbin;
    case 'http-echo-json': return (call, response) => echoJson(call, response, backend);
    case 'status-echo': return statusEcho;
    case 'body-echo': return (call, response) => reply(response, { headers: { 'Content-Type': 'application/json' }, body: call.body });
    case 'capture-200': return (_, response) => reply(response, { headers: backend.responseHeaders ?? {}, body: responseBytes(backend) });
    case 'object-store': return objectStore(backend, stores);
    default: throw new Error(`unknown backend kind ${backend.kind}`);
  }
}

const httpbin: Handler = (call, response) => {
  const type = call.header('content-type') ?? '';
  const text = call.body.toString('utf8');
  const isForm = type.startsWith('application/x-www-form-urlencoded');
  const content = {
    args: joined(call.url.searchParams),
    data: isForm ? '' : text,
    files: {},
    form: isForm ? joined(new URLSearchParams(text)) : {},
    headers: Object.fromEntries(call.headers.map(({ name, value }) => [titleCase(name), value])),
    json: jsonOrNull(text),
    method: call.method,
    origin: '127.0.0.1',
    url: `http://${call.header('host')}${call.target}`,
  };
  const headers = {
    'Content-Type': 'application/json',
    'Server': 'gunicorn/19.9.0',
    'Connection': 'keep-alive',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Credentials': 'true',
  };
  reply(response, { headers, body: JSON.stringify(content) });
};

function echoJson(call: BackendCall, response: http.ServerResponse, { responseHeaders }: RecordedBackend): void {
  const content = {
    args: joined(call.url.searchParams),
    data: call.body.toString('utf8'),
    domain: call.header('host'),
    headers: Object.fromEntries(call.headers.map(({ name, value }) => [name.toLowerCase(), value])),
    method: call.method,
    origin: '127.0.0.1',
    path: call.url.pathname,
  };
  reply(response, { headers: { 'Content-Type': 'application/json', ...responseHeaders }, body: JSON.stringify(content) });
}

const statusEcho: Handler = (call, response) => {
  const status = Number(call.url.pathname.split('/').at(-1));
  reply(response, { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ status_code: status, message: '' }) });
};

function objectStore({ objects }: RecordedBackend, stores: Store[]): Handler {
  const store: Store = new Map(Object.entries(objects ?? {}).map(([key, { bodyBase64, contentType }]) => [
    key, { body: Buffer.from(bodyBase64, 'base64'), contentType },
  ]));
  stores.push(store);
  return (call, response) => {
    const key = decodeURIComponent(call.url.pathname.slice(1));
    if (call.method === 'PUT') {
      store.set(key, { body: call.body, contentType: call.header('content-type') });
      reply(response, { headers: { ETag: etag(call.body) }, body: '' });
      return;
    }
    const object = store.get(key);
    if (object === undefined) {
      const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code><Message>There is no such key.</Message><Key>${key}</Key></Error>`;
      reply(response, { status: 404, headers: { 'Content-Type': 'application/xml' }, body: xml });
      return;
    }
    const type = call.url.searchParams.get('response-content-type') ?? object.contentType ?? 'binary/octet-stream';
    reply(response, { headers: { 'ETag': etag(object.body), 'Content-Type': type }, body: object.body });
  };
}

interface BackendReply {
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

function reply(response: http.ServerResponse, { status = 200, headers, body }: BackendReply): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'Content-Length': bytes.length });
  response.end(bytes);
}

async function readCall(request: http.IncomingMessage): Promise<BackendCall> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer); // no encoding is set
  const { method = '', url = '', rawHeaders } = request;
  const headers = headerFields(rawHeaders);
  return {
    method,
    target: url,
    url: new URL(url, 'http://backend'),
    headers,
    header: (name) => headers.find((field) => field.name.toLowerCase() === name)?.value,
    body: Buffer.concat(parts),
  };
}

function joined(parameters: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name).join(',')]));
}

function titleCase(name: string): string {
  return name.toLowerCase().replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function responseBytes({ responseBody = '', responseBodyBase64 }: RecordedBackend): Buffer {
  return responseBodyBase64 === undefined ? Buffer.from(responseBody) : Buffer.from(responseBodyBase64, 'base64');
}

function etag(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}

type Serve = (request: http.IncomingMessage, response: http.ServerResponse) => Promise<void>;

function listen({ certificate }: RecordedBackend, serve: Serve): Promise<http.Server> {
  const listener: http.RequestListener = (request, response) => void serve(request, response);
  const server = certificate === undefined ? http.createServer(listener) : https.createServer(readCertificate(certificate), listener);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

/** One of test/support/certificates. */
function readCertificate(name: string): https.ServerOptions {
  const pem = readFileSync(path.join(repository, 'test', 'support', 'certificates', `${name}.pem`));
  return { key: pem, cert: pem };
}

function portOf(server: http.Server | undefined): number {
  return (server?.address() as AddressInfo).port; // listen() has given it a TCP port
}

function close(server: http.Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
