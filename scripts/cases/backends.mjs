// The HTTP servers behind recorded integrations.
import { createHash } from 'node:crypto';
import http from 'node:http';
import { headerFields } from './send.mjs';

/** Starts the backends of a setup. `calls` holds what they were asked, oldest first. */
export async function startBackends(setup) {
  const calls = [];
  const stores = [];
  const servers = new Map();
  for (const [name, backend] of Object.entries(setup)) {
    const answer = kindOf(backend, stores);
    servers.set(name, await listen(async (request, response) => {
      const call = await readCall(request);
      calls.push(call);
      answer(call, response);
    }));
  }
  const hostOf = (name) => `127.0.0.1:${servers.get(name).address().port}`;
  return {
    calls,
    stored: (key) => stores.map((store) => store.get(key)).find((object) => object !== undefined),
    forget: () => { calls.length = 0; },
    fillIn: (text) => text
      .replace(/\{backend\.(\w+)\}/g, (_, name) => `http://${hostOf(name)}`)
      .replace(/\{backendHost\.(\w+)\}/g, (_, name) => hostOf(name)),
    close: () => Promise.all([...servers.values()].map(close)),
  };
}

function kindOf(backend, stores) {
  switch (backend.kind) {
    case 'httpbin': return httpbin;
    case 'http-echo-json': return (call, response) => echoJson(call, response, backend);
    case 'status-echo': return statusEcho;
    case 'body-echo': return (call, response) => reply(response, 200, { 'Content-Type': 'application/json' }, call.body);
    case 'capture-200': return (_, response) => reply(response, 200, backend.responseHeaders ?? {}, backend.responseBody ?? '');
    case 'object-store': return objectStore(backend, stores);
    default: throw new Error(`unknown backend kind ${backend.kind}`);
  }
}

function httpbin(call, response) {
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
  reply(response, 200, {
    'Content-Type': 'application/json',
    'Server': 'gunicorn/19.9.0',
    'Connection': 'keep-alive',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Credentials': 'true',
  }, JSON.stringify(content));
}

function echoJson(call, response, { responseHeaders }) {
  const content = {
    args: joined(call.url.searchParams),
    data: call.body.toString('utf8'),
    domain: call.header('host'),
    headers: Object.fromEntries(call.headers.map(({ name, value }) => [name.toLowerCase(), value])),
    method: call.method,
    origin: '127.0.0.1',
    path: call.url.pathname,
  };
  reply(response, 200, { 'Content-Type': 'application/json', ...responseHeaders }, JSON.stringify(content));
}

function statusEcho(call, response) {
  const status = Number(call.url.pathname.split('/').at(-1));
  reply(response, status, { 'Content-Type': 'application/json' }, JSON.stringify({ status_code: status, message: '' }));
}

function objectStore({ objects }, stores) {
  const store = new Map(Object.entries(objects ?? {}).map(([key, { bodyBase64, contentType }]) => [
    key, { body: Buffer.from(bodyBase64, 'base64'), contentType },
  ]));
  stores.push(store);
  return (call, response) => {
    const key = decodeURIComponent(call.url.pathname.slice(1));
    if (call.method === 'PUT') {
      store.set(key, { body: call.body, contentType: call.header('content-type') });
      reply(response, 200, { ETag: etag(call.body) }, '');
      return;
    }
    const object = store.get(key);
    if (object === undefined) {
      const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code><Message>There is no such key.</Message><Key>${key}</Key></Error>`;
      reply(response, 404, { 'Content-Type': 'application/xml' }, xml);
      return;
    }
    const type = call.url.searchParams.get('response-content-type') ?? object.contentType ?? 'binary/octet-stream';
    reply(response, 200, { 'ETag': etag(object.body), 'Content-Type': type }, object.body);
  };
}

function reply(response, status, headers, body) {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'Content-Length': bytes.length });
  response.end(bytes);
}

async function readCall(request) {
  const parts = [];
  for await (const part of request) {
    parts.push(part);
  }
  const headers = headerFields(request.rawHeaders);
  return {
    method: request.method,
    target: request.url,
    url: new URL(request.url, 'http://backend'),
    headers,
    header: (name) => headers.find((field) => field.name.toLowerCase() === name)?.value,
    body: Buffer.concat(parts),
  };
}

function joined(parameters) {
  return Object.fromEntries([...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name).join(',')]));
}

function titleCase(name) {
  return name.toLowerCase().replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

function jsonOrNull(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function etag(body) {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}

function listen(serve) {
  const server = http.createServer(serve);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

function close(server) {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(resolve);
  });
}
