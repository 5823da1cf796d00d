import aws4 from 'aws4';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { ServeOptions } from 'synthgate/runtime';
import { serveHttpApi, serveWebSocketApi, type HttpApiDefinition, type ServedHttpApi, type WebSocketApiDefinition } from '../support/http-api';
import { connect, refused, type Client } from '../support/web-socket-client';

/* The cases of test/cases/http-websocket.json: what HTTP APIs and WebSocket APIs of AWS answer, each with its source. */

type Definition = (HttpApiDefinition & { readonly protocol: 'http' }) | (WebSocketApiDefinition & { readonly protocol: 'websocket' });
interface Expected {
  readonly status?: number;
  readonly json?: object;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly matches?: Readonly<Record<string, string>>;
  readonly absent?: readonly string[];
  readonly has?: readonly string[];
  /** Names of two headers with one value. */
  readonly same?: readonly string[];
}
interface Step extends Omit<Expected, 'matches' | 'headers'> {
  readonly send?: string | object;
  readonly sendBinary?: string;
  readonly refused?: number;
  readonly matches?: string;
  readonly silent?: true;
  readonly close?: true;
  readonly closed?: number;
  readonly disconnected?: object;
  readonly post?: string;
}
interface Case {
  readonly number: number;
  readonly definition: string;
  readonly request?: {
    readonly method?: string;
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly base64?: string;
    readonly token?: Readonly<Record<string, string>>;
  };
  readonly expect?: Expected;
  readonly connect?: string;
  readonly steps?: readonly Step[];
}

const TEXT = readFileSync(path.join(__dirname, '../cases/http-websocket.json'), 'utf8');
const { cases } = JSON.parse(TEXT) as { readonly cases: readonly Case[] };
const CREDENTIALS = { accessKeyId: 'AKIATESTS', secretAccessKey: 'secret' };

let servers: Server[];
let sign: (claims: Readonly<Record<string, string>>) => Promise<string>;
let definitions: Readonly<Record<string, Definition>>;
const served = new Map<string, Promise<ServedHttpApi>>();

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...await exportJWK(publicKey), kid: 'k1', alg: 'RS256', use: 'sig' };
  const [issuing, issuer] = await listening((request, response) => {
    response.end(JSON.stringify(request.url?.endsWith('openid-configuration') === true ? { issuer, jwks_uri: `${issuer}/keys` } : { keys: [jwk] }));
  });
  const [failing, backend] = await listening((_, response) => response.writeHead(500).end('{}'));
  servers = [issuing, failing];
  sign = (claims) => new SignJWT({ iss: issuer, exp: Math.floor(Date.now() / 1000) + 60, ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(privateKey);
  ({ definitions } = JSON.parse(TEXT.replaceAll('${issuer}', issuer).replaceAll('${backend}', backend)) as { readonly definitions: typeof definitions });
});
afterAll(async () => {
  for (const api of served.values()) await (await api).close();
  for (const server of servers) server.close();
});

async function listening(answer: RequestListener): Promise<[Server, string]> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  return [server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`]; // it listens on TCP
}

function apiOf(name: string): Promise<ServedHttpApi> {
  const definition = definitions[name];
  const options = { credentials: [CREDENTIALS], prewarm: false, invokeMiddleware: inThisProcess(definition.functions ?? {}) };
  const api = served.get(name) ?? (definition.protocol === 'http' ? serveHttpApi(definition, options) : serveWebSocketApi(definition, options));
  served.set(name, api);
  return api;
}

/** Calls functions here: no process starts for any of them. */
function inThisProcess(functions: Readonly<Record<string, string>>): NonNullable<ServeOptions['invokeMiddleware']> {
  const handlers = Object.fromEntries(Object.entries(functions)
    .map(([name, text]) => [name, (0, eval)(text) as (event: unknown) => unknown]));
  return () => async ({ name }, { payload, timeoutMs }) => {
    const late = new Promise<'late'>((resolve) => { setTimeout(resolve, timeoutMs, 'late').unref(); });
    try {
      const returned = await Promise.race([handlers[name](JSON.parse(payload)), late]);
      if (returned === 'late') return { type: 'timeout', timeoutMs, limit: 'caller' };
      return { type: 'result', payload: JSON.stringify(returned) ?? 'null' };
    } catch (error) {
      const errorMessage = String(error);
      return { type: 'function-error', payload: JSON.stringify({ errorType: 'Error', errorMessage }), errorMessage };
    }
  };
}

test.each(cases.filter(({ request }) => request !== undefined))('case $number of HTTP APIs: $definition, $request.path', async ({ definition, request, expect: expected = {} }) => {
  const { url } = await apiOf(definition);
  const { method = 'GET', path: target = '', headers = {}, body, base64, token } = request ?? {};
  const sent: Record<string, string> = { ...headers };
  if (token !== undefined) sent.Authorization = `Bearer ${await sign(token)}`;
  const bytes = base64 === undefined ? body : Buffer.from(base64, 'base64');
  const response = await fetch(`${url}${target}`, { method, headers: sent, body: bytes });
  const text = await response.text();
  const headerOf = (name: string): string | null => response.headers.get(name);
  expect(response.status).toBe(expected.status);
  for (const [name, value] of Object.entries(expected.headers ?? {})) expect([name, headerOf(name)]).toEqual([name, value]);
  for (const [name, value] of Object.entries(expected.matches ?? {})) expect(headerOf(name)).toContain(value);
  for (const name of expected.has ?? []) expect([name, headerOf(name)]).toEqual([name, expect.any(String)]);
  if (expected.same !== undefined) expect(new Set(expected.same.map(headerOf)).size).toBe(1);
  compare(text, expected);
});

test.each(cases.filter(({ steps }) => steps !== undefined))('case $number of WebSocket APIs: $definition', async ({ definition, connect: query = '', steps = [] }) => {
  const api = await apiOf(definition);
  const url = `${api.url}/prod${query}`;
  const [first] = steps;
  if (first?.refused !== undefined) return expect((await refused(url)).status).toBe(first.refused);
  const client = await connect(url);
  for (const step of steps) await take(step, client, api);
  client.socket.terminate();
  return undefined;
});

async function take(step: Step, client: Client, api: ServedHttpApi): Promise<void> {
  if (step.send !== undefined) client.send(step.send);
  else if (step.sendBinary !== undefined) client.send(Buffer.from(step.sendBinary, 'base64'));
  else if (step.close !== undefined) client.socket.close();
  else if (step.closed !== undefined) expect((await client.closed).code).toBe(step.closed);
  else if (step.silent !== undefined) expect(client.waiting()).toEqual([]);
  else if (step.matches !== undefined) expect(await client.next()).toMatch(new RegExp(step.matches));
  else if (step.post !== undefined) expect(await posted(api, await idOf(client), step.post)).toBe(step.status);
  else if (step.disconnected !== undefined) await lastEvent(client, api, step.disconnected);
  else compare(await client.next(), step);
}

/** The event of the end comes after it: it is asked for over other connections. */
async function lastEvent(client: Client, api: ServedHttpApi, expected: object): Promise<void> {
  await client.closed;
  const secondConnection = await connect(`${api.url}/prod`);
  let event: { readonly requestContext?: object } = {};
  while (event.requestContext === undefined) {
    secondConnection.send({ s: 'last', a: 'event' });
    event = JSON.parse(await secondConnection.next()) as typeof event;
  }
  secondConnection.socket.terminate();
  expect(event.requestContext).toMatchObject(expected);
}

async function idOf(client: Client): Promise<string> {
  return (JSON.parse(await client.next()) as { readonly requestContext: { readonly connectionId: string } }).requestContext.connectionId;
}

async function posted(api: ServedHttpApi, id: string, body: string): Promise<number> {
  const { host } = new URL(api.url);
  const target = `/prod/@connections/${encodeURIComponent(id)}`;
  const signed = aws4.sign({ host, path: target, method: 'POST', service: 'execute-api', region: 'us-east-1', body, headers: {} }, CREDENTIALS);
  const headers = Object.fromEntries(Object.entries(signed.headers ?? {}).map(([name, value]) => [name, String(value)]));
  return (await fetch(`http://${host}${target}`, { method: 'POST', headers, body })).status;
}

function compare(text: string, { json, text: whole, absent = [], has = [] }: Pick<Expected, 'json' | 'text' | 'absent' | 'has'>): void {
  if (whole !== undefined) expect(text).toBe(whole);
  if (json === undefined && absent.length === 0) return;
  const value = JSON.parse(text) as unknown;
  if (json !== undefined) expect(value).toMatchObject(json);
  for (const name of absent) expect(value).not.toHaveProperty(name);
  for (const name of text.startsWith('{') ? has.filter((member) => member.includes('.')) : []) expect(value).toHaveProperty(name);
}
