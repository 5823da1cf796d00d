import { fillMessage, PARAMETER_INVALID } from '../../errors';
import type { Contract } from '../contract';
import type { ContractDefinition, TextValues } from '../definition';
import { DECLARED_HEADER, isJson, type ReceivedOf } from '../responses';
import type { ParameterNames } from '../route';
import type { InputOf, OutputOf, Schema } from '../standard-schema';
import { GatewayError, type GatewayStatus } from './client-error';

/** Settings of a client. */
export interface ClientOptions {
  /** URL of the API with its stage: `https://a1b2.execute-api.eu-west-1.amazonaws.com/prod`. */
  readonly baseUrl: string;
  /** Headers of every request, such as Authorization; a function is called for each request. */
  readonly headers?: HeaderValues | (() => HeaderValues | Promise<HeaderValues>);
  /** Milliseconds until a request is given up with a TimeoutError; 0 for no limit. @default 30000 */
  readonly timeout?: number;
  /** Repetitions of GET and HEAD after a network error, 429, 502, 503 and 504. @default 2 */
  readonly retries?: number;
  /** Sends requests. @default - fetch */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export type HeaderValues = Readonly<Record<string, string>>;

/** Settings of one call. */
export interface CallOptions extends Pick<ClientOptions, 'timeout' | 'retries'> {
  readonly signal?: AbortSignal;
  /** Whether bodies are given as they arrive, as a ReadableStream; those with a status of GatewayStatus are read. @default false */
  readonly stream?: boolean;
}

type Values<S> = { readonly [Name in keyof InputOf<S>]: unknown extends InputOf<S>[Name] ? OutputMember<S, Name> : InputOf<S>[Name] };
type OutputMember<S, Name> = Name extends keyof OutputOf<S> ? OutputOf<S>[Name] : unknown;
type Params<R extends string, S> = S extends Schema
  ? { readonly params: Values<S> }
  : [ParameterNames<R>] extends [never]
    ? { readonly params?: undefined }
    : { readonly params: Readonly<Record<ParameterNames<R>, string>> };
type Part<Name extends string, S, Default> = S extends Schema
  ? Record<never, never> extends Values<S> ? Readonly<Partial<Record<Name, Values<S>>>> : Readonly<Record<Name, Values<S>>>
  : Readonly<Partial<Record<Name, Default>>>;
type Body<D extends ContractDefinition> = D['body'] extends Schema
  ? { readonly body: InputOf<D['body']> } & (D['contentType'] extends string ? { readonly contentType: D['contentType'] } : unknown)
  : unknown;

/** The values of a request: `params`, `query`, `headers` and `body` as the contract declares them. */
export type CallInput<C extends Contract> = Params<C['route'], C['definition']['params']>
  & Part<'query', C['definition']['query'], TextValues> & Part<'headers', C['definition']['headers'], HeaderValues> & Body<C['definition']>;

type CallArguments<C extends Contract, O> = Record<never, never> extends CallInput<C>
  ? readonly [input?: CallInput<C>, options?: O] : readonly [input: CallInput<C>, options?: O];

type Streamed<Answer> = Answer extends { readonly body: unknown }
  ? Omit<Answer, 'body'> & { readonly body: ReadableStream<Uint8Array> | null }
  : never;

/** The types of a call to one route. They are members, so that the compiler works each out once and not at every call. */
interface Call<C extends Contract> {
  readonly values: CallArguments<C, CallOptions & { readonly stream?: false }>;
  readonly answer: ReceivedOf<C['definition']> | GatewayError;
  readonly valuesOfStream: CallArguments<C, CallOptions & { readonly stream: true }>;
  readonly stream: Streamed<ReceivedOf<C['definition']>> | GatewayError;
}

type Calls<Api> = { readonly [R in keyof Api]: Call<ContractIn<Api, R>> };

/** Calls by route. */
type AnyCalls<C> = { readonly [R in keyof C]: Record<'values' | 'valuesOfStream', readonly unknown[]> & Record<'answer' | 'stream', unknown> };

/**
 * A member of the call to a route. It is conditional on a route that may be any text: with `R extends Routes`, the compiler would compare
 * the arguments of every call with those of all routes, in time that grows with the square of their number.
 */
type CallMember<C extends AnyCalls<C>, Routes extends keyof C, R extends string, Member extends keyof Call<Contract>, Unknown> =
  R extends Routes ? C[R][Member] : Unknown;

/** A route of the API, or all of them for the compiler to list. */
type KnownRoute<Routes, R extends string> = R extends Routes ? R : Routes;

/** @typeParam Routes - the keys of the calls: the compiler does not remember them */
interface ClientOf<C extends AnyCalls<C>, Routes extends keyof C> {
  <R extends string>(route: KnownRoute<Routes, R>, ...values: CallMember<C, Routes, R, 'values', readonly unknown[]>):
  Promise<CallMember<C, Routes, R, 'answer', never>>;
  <R extends string>(route: KnownRoute<Routes, R>, ...values: CallMember<C, Routes, R, 'valuesOfStream', readonly unknown[]>):
  Promise<CallMember<C, Routes, R, 'stream', never>>;
}

/** Calls a route; returns its declared answer, or the error of the gateway. Network errors are thrown as fetch throws them. */
export type Client<Api> = ClientOf<Calls<Api>, keyof Api>;

type ContractIn<Api, R extends keyof Api> = Api[R] extends Contract ? Api[R] : never;

interface UntypedInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly contentType?: string;
}

/**
 * A client whose routes and types come from contracts; no schema and no generated code is in it.
 * @example
 * const call = createClient<PetsApi>({ baseUrl: 'https://api.example.com' });
 * const answer = await call('GET /pets/{petId}', { params: { petId: '7' } });
 * if (answer instanceof GatewayError) throw answer;
 */
export function createClient<Api>(options: ClientOptions): Client<Api> {
  // what the two forms of a call return follows from `stream`, which only the types know
  return (async (route: string, input: UntypedInput = {}, call: CallOptions = {}) => {
    const { timeout = options.timeout, retries = options.retries ?? 2, signal, stream = false } = call;
    const [method = '', path = ''] = route.split(' ');
    const headers = new Headers(typeof options.headers === 'function' ? await options.headers() : options.headers);
    for (const [name, value] of Object.entries(input.headers ?? {})) if (value !== undefined) headers.set(name, String(value));
    const init: RequestInit = { method, headers, signal: signalOf({ timeout, signal }) };
    if (input.body !== undefined) {
      headers.set('content-type', input.contentType ?? 'application/json');
      init.body = isJson(input.contentType) ? JSON.stringify(input.body) : input.body as RequestInit['body'];
    }
    const url = options.baseUrl.replace(/\/$/, '') + pathOf(path, input.params ?? {}) + queryOf(input.query ?? {});
    const isSafe = method === 'GET' || method === 'HEAD';
    const response = await sent(url, init, { retries: isSafe ? retries : 0, fetch: options.fetch ?? fetch });
    return received(response, stream);
  }) as unknown as Client<Api>;
}

interface Waiting {
  readonly timeout: number | undefined;
  readonly signal: AbortSignal | undefined;
}

function signalOf({ timeout = 30_000, signal }: Waiting): AbortSignal | null {
  const signals = [...timeout > 0 ? [AbortSignal.timeout(timeout)] : [], ...signal === undefined ? [] : [signal]];
  return signals.length > 1 ? AbortSignal.any(signals) : signals[0] ?? null;
}

/** @throws CONTRACT_PARAMETER_INVALID where a value is empty, `.` or `..`, which would lead to another route */
function pathOf(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(.+?)(\+?)\}/g, (_, name: string, plus: string) => {
    const value = String(params[name] ?? '');
    const segments = plus === '' ? [value] : value.split('/');
    const wrong = segments.find((segment) => /^\.{0,2}$/.test(segment));
    if (wrong !== undefined) throw parameterError({ path, name, value, segment: wrong });
    return segments.map(encodeURIComponent).join('/');
  });
}

function parameterError(details: Readonly<Record<string, string>>): TypeError {
  return Object.assign(new TypeError(`[CONTRACT_PARAMETER_INVALID] ${fillMessage(PARAMETER_INVALID.message, details)}`), { code: 'CONTRACT_PARAMETER_INVALID' });
}

function queryOf(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const text of [value].flat()) if (text !== undefined) search.append(name, String(text));
  }
  return search.size === 0 ? '' : `?${search}`;
}

const REPEATED: readonly number[] = [429, 502, 503, 504];

/** A gateway that wants a client to wait longer says so to the caller. */
const MOST_SECONDS = 5;

type Sending = Required<Pick<ClientOptions, 'retries' | 'fetch'>>;

/** Sends a request, and again while it may be repeated: after what Retry-After says, or 100 ms, 200 ms and so on. */
async function sent(url: string, init: RequestInit, { retries, fetch: send }: Sending): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    let seconds = 0.1 * 2 ** attempt;
    try {
      const response = await send(url, init);
      seconds = retryAfterOf(response) ?? seconds;
      if (attempt >= retries || !REPEATED.includes(response.status) || seconds > MOST_SECONDS) return response;
      await response.body?.cancel();
    } catch (error) {
      if (attempt >= retries || init.signal?.aborted) throw error;
    }
    await waited(seconds * 1000, init.signal);
  }
}

/** @throws the reason of the signal, as soon as it is aborted */
function waited(delayMs: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error); // an AbortError, a TimeoutError, or what the caller gave
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, delayMs);
    signal?.addEventListener('abort', end, { once: true });
  });
}

/** Seconds, or a date. */
function retryAfterOf({ headers }: Response): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = Number(value);
  const date = Date.parse(value);
  if (!Number.isNaN(seconds)) return seconds;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

const OWN: readonly number[] = [400, 401, 403, 404, 405, 408, 413, 415, 429, 500, 502, 503, 504] satisfies readonly GatewayStatus[];

async function received(response: Response, stream: boolean): Promise<unknown> {
  const { status, headers } = response;
  const isOwn = OWN.includes(status);
  if (stream && !isOwn) return { status, headers, body: response.body };
  const text = await response.text();
  const body = text === '' ? undefined : parsed(text, headers);
  const message = messageOf(body);
  // where handle() did not answer, or CORS hides its header, an answer of the service is JSON of more than a message
  const isOther = message === undefined && typeof body === 'object' && !headers.has('x-amzn-errortype');
  if (!isOwn || headers.has(DECLARED_HEADER) || isOther) return { status, headers, body };
  const requestId = headers.get('x-amzn-requestid') ?? headers.get('apigw-requestid') ?? undefined;
  const retryAfter = retryAfterOf(response);
  // one of OWN, as isOwn says
  return new GatewayError({ status: status as GatewayStatus, message: message ?? String(status), headers, body, retryAfter, requestId });
}

function parsed(text: string, headers: Headers): unknown {
  if (!isJson(headers.get('content-type') ?? undefined)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text; // said to be JSON, and is not
  }
}

function messageOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { message, Message, issues, ...others } = body as Record<string, unknown>;
  return Object.keys(others).length === 0 && typeof (message ?? Message) === 'string' ? String(message ?? Message) : undefined;
}
