import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import aws4 from 'aws4';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload, type KeyLike } from 'jose';
import type { CallerCredential, IssuerSources } from '../../lib/runtime/authorizers';
import { compileGateway } from '../../lib/runtime/pipeline/compile';
import type { FunctionEngine, InvocationOutcome, LogEntry } from '../../lib/runtime/ports';
import { createHttpClient } from '../../lib/runtime/system/http-client';
import { createThrottling } from '../../lib/runtime/throttling/throttling';
import { deployedSpec, readSpec, type GatewaySpecInput } from '../../lib/spec';
import { handled, ports, received } from './exchange';
import type { Received } from '../../lib/runtime/http/request';
import type { Reply } from '../../lib/runtime/http/reply';
import { noSandbox } from './sandbox';

/* A complete gateway in this process: real authorizers, keys over HTTP, functions defined by the test. */

/** A function of a test: returns its result, throws, or gives another outcome. */
export type TestFunction = (event: TestEvent) => unknown;

/** The members of events that tests read. */
export interface TestEvent {
  readonly type?: string;
  readonly methodArn: string;
  readonly authorizationToken?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestContext: {
    readonly authorizer?: Readonly<Record<string, unknown>>;
    readonly identity: Readonly<Record<string, unknown>>;
  };
  readonly [member: string]: unknown;
}

/** An outcome that is not a result. */
export class Outcome {
  public constructor(public readonly outcome: InvocationOutcome) {}
}

export interface Request {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly sourceIp?: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly errorType: string | undefined;
  readonly error: Reply['error'];
  /** The event of the method's function, if it was called. */
  readonly event: TestEvent | undefined;
}

export interface AuthorizedGateway {
  readonly send: (request?: Request) => Promise<Answer>;
  /** Every call of a function. */
  readonly calls: { readonly name: string; readonly event: TestEvent; readonly timeoutMs: number }[];
  /** How often a function was called. */
  readonly countOf: (name: string) => number;
  readonly log: LogEntry[];
  /** Lines of the stages' access logs. */
  readonly accessLines: string[];
  readonly clock: { now: number };
  readonly close: () => Promise<void>;
}

const AT = Date.UTC(2025, 10, 21, 0, 18, 3);
/** Answers with its event. */
const BACKEND: TestFunction = (event) => ({ statusCode: 200, body: JSON.stringify(event) });

export interface GatewayParts {
  readonly functions?: Readonly<Record<string, TestFunction>>;
  readonly credentials?: readonly CallerCredential[];
  /** Local values of tokens. */
  readonly values?: Readonly<Record<string, string>>;
  /** Keys that do not come from issuers. */
  readonly sources?: IssuerSources;
}

export function openGateway(
  given: Omit<Partial<GatewaySpecInput>, 'format'>, { functions = {}, credentials = [], values = {}, sources }: GatewayParts = {},
): AuthorizedGateway {
  const all: Record<string, TestFunction> = { Backend: BACKEND, ...functions };
  const file = { directory: '/code', handler: 'index.handler', digest: 'd'.repeat(64) };
  const code = Object.fromEntries(Object.keys(all).map((one) => [one, file]));
  const { spec } = readSpec({
    format: 'synthgate/1',
    functions: Object.fromEntries(Object.keys(all).map((name) => [name, { code: 'code', handler: 'index.handler', timeoutMs: 3_000 }])),
    stages: { prod: {} },
    ...given,
    api: { id: 'api123', name: 'Test', endpointType: 'REGIONAL', ...given.api },
  }, 'test');
  const stages = Object.entries(spec.stages).map(([name, { variables }]) => ({
    name,
    variables,
    fingerprint: 'f'.repeat(64),
    deployed: deployedSpec(spec),
    code,
    source: 'assembly' as const,
  }));
  const calls: AuthorizedGateway['calls'] = [];
  const log: LogEntry[] = [];
  const accessLines: string[] = [];
  const clock = { now: AT };
  const http = createHttpClient();
  const now = () => clock.now;
  const gatewayPorts = ports({
    now, monotonicNow: now, log: (entry) => log.push(entry), accessLog: ({ line }) => accessLines.push(line),
  });
  const invoke: FunctionEngine['invoke'] = async ({ name }, { payload, timeoutMs }) => {
    const event = JSON.parse(payload) as TestEvent; // what the gateway wrote
    calls.push({ name, event, timeoutMs });
    try {
      const result: unknown = await all[name](event);
      return result instanceof Outcome ? result.outcome : { type: 'result', payload: typeof result === 'string' ? result : JSON.stringify(result ?? null) };
    } catch (error) {
      const errorMessage = error instanceof Error ? error.message : String(error);
      return { type: 'function-error', errorMessage, payload: JSON.stringify({ errorMessage }) };
    }
  };
  const gateway = compileGateway({ name: 'Test', definition: spec, code, stages }, {
    accountId: '123456789012', region: 'us-east-1', apiKeys: {}, values, functionEnvironment: {}, explains: false, credentials, sources, http: http.request, ports: gatewayPorts, run: noSandbox,
    throttling: createThrottling(undefined, { read: () => new Map(), changed: () => undefined }, gatewayPorts),
    engine: { invoke, invokeAsync: () => Promise.resolve(), retain: () => undefined, close: () => Promise.resolve() },
  });
  return {
    calls, log, accessLines, clock,
    countOf: (name) => calls.filter((call) => call.name === name).length,
    close: http.close,
    send: async (request = {}) => {
      const before = calls.length;
      const reply = await handled(gateway, receivedOf(request, clock.now), gatewayPorts);
      return {
        status: reply.status,
        text: reply.body.toString('utf8'),
        errorType: reply.headers.find(({ name }) => name === 'x-amzn-ErrorType')?.value,
        error: reply.error,
        event: calls.slice(before).find(({ name }) => name === 'Backend')?.event,
      };
    },
  };
}

/** A request as the server would read it. */
function receivedOf({ method = 'GET', path = '/prod/pets', headers = {}, body = '', sourceIp = '192.0.2.1' }: Request, now = AT): Received {
  const lines = Object.entries({ Host: 'api.test', ...headers }).map(([name, value]) => ({ name, value }));
  return received({ method, target: path, headers: lines, body: Buffer.from(body), sourceIp, receivedAt: now });
}

/** GET and POST on /pets and below, with the same authorization. */
export function petsWith(authorization: object): NonNullable<GatewaySpecInput['resources']> {
  const method = { authorization, integration: { type: 'proxy', function: 'Backend' } } as never; // the reader checks it
  return { '/pets': { id: 'pets', methods: { GET: method, POST: method } }, '/pets/{id}': { id: 'pet', methods: { GET: method } } };
}

/** Returns the response of an authorizer function; by default it allows everything. */
export function decision(given: object = {}, statement: object = {}): object {
  const Statement = [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: '*', ...statement }];
  return { principalId: 'user-1', policyDocument: { Version: '2012-10-17', Statement }, ...given };
}

/** An issuer of tokens with its own key and an HTTP server that publishes it. */
export interface TestIssuer {
  readonly url: string;
  /** Requests for keys or for the discovery document. */
  readonly requests: string[];
  /** A signed token; valid for an hour unless the claims say otherwise. */
  readonly token: (claims?: JWTPayload, header?: Readonly<Record<string, unknown>>) => Promise<string>;
  /** Switches to another key, published from now on. */
  readonly rotate: () => Promise<void>;
  /** Answers with a status, a text or a delay instead of its documents. */
  answer: ((path: string) => { readonly status?: number; readonly headers?: Record<string, string>; readonly text?: string } | 'hang') | undefined;
  readonly privateKey: () => KeyLike;
  readonly close: () => Promise<void>;
}

export async function openIssuer(alg = 'RS256'): Promise<TestIssuer> {
  const requests: string[] = [];
  const state: { keys: Awaited<ReturnType<typeof newKey>>; answer: TestIssuer['answer'] } = { keys: await newKey(alg, 1), answer: undefined };
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const own = state.answer?.(path);
    if (own === 'hang') return;
    const document = path.endsWith('openid-configuration') ? { issuer: url, jwks_uri: `${url}/.well-known/jwks.json` } : { keys: [state.keys.jwk] };
    response.writeHead(own?.status ?? 200, { 'Content-Type': 'application/json', ...own?.headers }).end(own?.text ?? JSON.stringify(document));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url, requests,
    get answer() { return state.answer; },
    set answer(answer) { state.answer = answer; },
    privateKey: () => state.keys.privateKey,
    rotate: async () => { state.keys = await newKey(alg, Number(state.keys.jwk.kid?.slice(4)) + 1); },
    token: (claims = {}, header = {}) => new SignJWT({ iss: url, sub: 'user-1', aud: 'pets', token_use: 'id', iat: AT / 1000, exp: AT / 1000 + 3600, ...claims })
      .setProtectedHeader({ alg, kid: state.keys.jwk.kid, ...header })
      .sign(state.keys.privateKey),
    close: () => new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    }),
  };
}

async function newKey(alg: string, number: number) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, jwk: { ...await exportJWK(publicKey), kid: `key-${number}`, alg, use: 'sig' } };
}

export const CREDENTIAL = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };

export interface SigningOptions {
  readonly credential?: object;
  readonly at?: number;
  readonly signQuery?: boolean;
  readonly region?: string;
  readonly service?: string;
}

/** The request, signed by aws4. */
export function sign(request: Request = {}, given: SigningOptions = {}): Request {
  const { credential = CREDENTIAL, at = AT, signQuery = false, region = 'us-east-1', service = 'execute-api' } = given;
  const { method = 'GET', path = '/prod/pets', headers = {}, body } = request;
  const date = new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const signed = aws4.sign({
    method, path, body, region, service, signQuery,
    headers: { 'Host': 'api.test', ...headers, ...(signQuery ? {} : { 'X-Amz-Date': date }) },
    ...(signQuery ? { path: `${path}${path.includes('?') ? '&' : '?'}X-Amz-Date=${date}` } : {}),
  }, credential);
  const lines = Object.entries(signed.headers ?? {}).map(([name, value]) => [name, String(value)]);
  return { ...request, path: signed.path, headers: Object.fromEntries(lines) as Record<string, string> }; // entries of texts
}
