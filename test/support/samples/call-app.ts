import { sign } from 'aws4';
import { createServer, type Server } from 'node:http';
import type { TestGateway } from '../../../lib/testing';
import { listening } from '../aws/service-server';
import { CREDENTIALS, type Call, type Given } from './call';

/** The answer to a call; of its headers, only those that the call expects. */
export interface Answer {
  readonly line: string;
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | null>>;
}

/** Makes a call. */
export async function answerTo(gateway: TestGateway, [line, , { body, headers = {} } = {}, given = {}]: Call): Promise<Answer> {
  const { api, method, target } = partsOf(line);
  const base = api === undefined ? gateway.url() : gateway.apis.find(({ name }) => name === api)?.url;
  if (base === undefined) throw new Error(`${line}: the API is not served`);
  const authorization: Record<string, string> = given.token === undefined ? {} : { Authorization: await gateway.token(given.token) };
  const request = requestOf(`${base}${target}`, method, { ...given, headers: { ...authorization, ...given.headers } });
  const response = await fetch(`${base}${target}`, request);
  const text = await response.text();
  const received = Object.keys(headers).map((name) => [name, response.headers.get(name)]);
  return { line, status: response.status, body: typeof body === 'object' ? parsed(text) : text, headers: Object.fromEntries(received) };
}

/** Returns the answer that `answerTo` must give. */
export function expectedOf([line, status, { body = '', headers = {} } = {}]: Call): Answer {
  return { line, status, body: typeof body === 'string' ? expect.stringContaining(body) : expect.objectContaining(body), headers };
}

/** The methods of all APIs, `API METHOD path`, that no call has reached. */
export function uncalled(gateway: TestGateway, calls: readonly Call[]): string[] {
  const samples = calls.map(([line]) => partsOf(line));
  const routes = gateway.apis.flatMap(({ name, stages }) => stages[0].routes.map((route) => ({ name, ...route })));
  const isCalled = (route: typeof routes[number]) => samples.some(({ api = gateway.api.name, method, target }) =>
    api === route.name && [method, 'ANY'].includes(route.method) && pathPattern(route.path).test(target));
  return routes.filter((route) => !isCalled(route)).map(({ name, method, path }) => `${name} ${method} ${path}`);
}

function partsOf(line: string) {
  const [, api, method = '', target = ''] = /^(?:(.*) )?([A-Z]+) (\S+)$/.exec(line) ?? [];
  return { api, method, target };
}

/** Returns the pattern of the request targets that reach a path, on any stage. */
function pathPattern(path: string): RegExp {
  return new RegExp(`^/[^/]+${path.replace(/\{\w+\+\}/, '.+').replace(/\{[^}]+\}/g, '[^/]+').replace(/\/$/, '/?')}(?:\\?.*)?$`);
}

function requestOf(url: string, method: string, { headers = {}, body, isSigned = false }: Given): RequestInit {
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  const type: Record<string, string> = body === undefined || 'Content-Type' in headers ? {} : { 'Content-Type': 'application/json' };
  const sent = { method, headers: { ...type, ...headers }, ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }) };
  if (!isSigned) return sent;
  const { host, pathname } = new URL(url);
  const signed = sign({ host, path: pathname, method, service: 'execute-api', region: 'us-east-1', headers: { ...sent.headers } }, CREDENTIALS);
  return { ...sent, headers: signed.headers as Record<string, string> }; // texts, as they were given
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A site behind the gateway, which answers what it was asked. */
export async function startBackend(): Promise<Server> {
  const backend = createServer(({ method, url = '' }, response) => {
    const status = url.includes('missing') ? 404 : 200;
    response.writeHead(status, { 'Content-Type': 'application/json', 'X-Server': 'backend' }).end(JSON.stringify({ method, url }));
  });
  await listening(backend);
  return backend;
}
