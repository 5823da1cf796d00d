import { GatewayError } from '../../lib/errors';
import type { FunctionVersion, Invocation, InvocationOutcome, BackendRequest, BackendResponse } from '../../lib/runtime/ports';
import type { IntegrationKind } from '../../lib/spec';
import type { MethodInput } from './spec';
import type { Backends } from './whole-gateway';

export type IntegrationInput = NonNullable<MethodInput['integration']>;

/** Settings of an integration; each kind uses those it has. */
export interface IntegrationOptions {
  readonly timeoutMs?: number;
  readonly requestTemplates?: Record<string, string>;
  readonly passthroughBehavior?: 'WHEN_NO_MATCH' | 'WHEN_NO_TEMPLATES' | 'NEVER';
  readonly contentHandling?: 'CONVERT_TO_BINARY' | 'CONVERT_TO_TEXT';
  /** `integration.request.…` ← source. */
  readonly requestParameters?: Record<string, string>;
  /** `method.response.header.…` ← source, of the default response. */
  readonly responseParameters?: Record<string, string>;
  readonly responseTemplates?: Record<string, string>;
  /** The name of the function, or the URL of the backend. */
  readonly target?: string;
}

/** The backend's answer. */
export interface Answering {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly bytes?: Buffer;
}

/** A request as the backend received it. */
export interface RecordedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly url: string;
}

/** Called before each call is answered: may delay it, and may provide the body of the response. */
export type OnRequest = (recorded: RecordedRequest) => Promise<string | undefined>;

/** A backend failure, and the documented response. */
export interface Failure {
  readonly name: string;
  readonly backend: Partial<Backends>;
  readonly options?: IntegrationOptions;
  readonly status: number;
  readonly message: string | undefined;
}

/** One kind of integration, as the contract sees it. */
export interface IntegrationFixture {
  readonly input: (options?: IntegrationOptions) => IntegrationInput;
  /** A target that works, with one part of it in the stage variable `part`, and that part. */
  readonly variableTarget?: { readonly target: string; readonly part: string };
  /** Whether the definition maps the response: headers, templates, statuses. */
  readonly mapsResponses: boolean;
  /** Whether bodies go through request templates. */
  readonly mapsRequests: boolean;
  /** Whether successes carry the trace header. */
  readonly tracesResponses: boolean;
  /** Whether a POST of application/json must be JSON. @see docs/internals/parity-evidence.md, Endpoints */
  readonly requiresJsonBody: boolean;
  /** A backend that answers with this. */
  readonly answering: (answer?: Answering, onRequest?: OnRequest) => Partial<Backends>;
  /** A backend that does not answer in time; undefined if nothing is called. */
  readonly late?: Partial<Backends>;
  readonly failures: readonly Failure[];
}

const ignoreRequest: OnRequest = () => Promise.resolve(undefined);
const jsonOf = (value: unknown) => JSON.stringify(value);
const headerList = (headers: Readonly<Record<string, string>>) => Object.entries(headers).map(([name, value]) => ({ name, value }));

/** A function that answers `payloadOf(answer)`. */
function functionBackend(payloadOf: (answer: Answering) => string): IntegrationFixture['answering'] {
  return (answer = {}, onRequest = ignoreRequest) => ({
    functions: async (version: FunctionVersion, call: Invocation) => {
      const body = await onRequest({ method: 'POST', headers: {}, body: call.payload, url: version.name });
      return { type: 'result', payload: payloadOf(body === undefined ? answer : { ...answer, body }) };
    },
  });
}

const httpBackend: IntegrationFixture['answering'] = ({ headers = {}, body = '', bytes } = {}, onRequest = ignoreRequest) => ({
  http: async (request: BackendRequest): Promise<BackendResponse> => {
    const sent = Object.fromEntries(request.headers.map(({ name, value }) => [name.toLowerCase(), value]));
    const own = await onRequest({ method: request.method, headers: sent, body: request.body?.toString('latin1') ?? '', url: request.url });
    return { status: 200, headers: headerList(headers), body: bytes ?? Buffer.from(own ?? body) };
  },
});

const outcome = (given: InvocationOutcome): Partial<Backends> => ({ functions: () => Promise.resolve(given) });
const INTERNAL = 'Internal server error';
const CRASHED: Failure = {
  name: 'the function\'s process ends', status: 502, message: INTERNAL,
  backend: outcome({ type: 'failed', code: 'FUNCTION_CRASHED', reason: 'exit 1' }),
};
const THROWN: InvocationOutcome = { type: 'function-error', errorMessage: 'no', payload: '{"errorMessage":"no","errorType":"Error","trace":[]}' };

/** The default response of a mapping kind, with the given options. */
function responses({ responseParameters = {}, responseTemplates = {} }: IntegrationOptions) {
  return { responses: [{ statusCode: '200', responseParameters, responseTemplates }] };
}

function requests({ timeoutMs, requestTemplates, passthroughBehavior, contentHandling, requestParameters }: IntegrationOptions) {
  return { timeoutMs, requestTemplates, passthroughBehavior, contentHandling, requestParameters };
}

const withoutBackend = (code: 'ENDPOINT_TIMEOUT' | 'ENDPOINT_UNREACHABLE'): Partial<Backends> => ({
  http: () => Promise.reject(new GatewayError(code, { endpoint: 'http://backend', reason: 'ECONNREFUSED', timeoutMs: 50 })),
});
const SERVICES: Backends['services'] = { endpointOf: (names) => (names.includes('BACKEND') ? 'http://backend' : undefined) };
const UNREACHABLE: Failure = {
  name: 'the backend cannot be reached', status: 504, message: 'Network error communicating with endpoint', backend: withoutBackend('ENDPOINT_UNREACHABLE'),
};

/** The kinds that methods of REST APIs call; those of HTTP APIs alone have tests of their own. */
export type CallableKind = Exclude<IntegrationKind, 'service-proxy' | 'unavailable'>;

/** The kinds of integrations, typed over all of them: a new kind does not compile without its fixture here. */
export const INTEGRATION_KINDS: Readonly<Record<CallableKind, IntegrationFixture>> = {
  'proxy': {
    input: ({ timeoutMs, requestParameters, target = 'fn' } = {}) => ({ type: 'proxy', function: target, timeoutMs, requestParameters }),
    variableTarget: { target: 'f${stageVariables.part}', part: 'n' },
    mapsResponses: false,
    mapsRequests: false,
    tracesResponses: true,
    requiresJsonBody: true,
    answering: functionBackend(({ headers, body, bytes }) =>
      jsonOf({ statusCode: 200, headers, body: bytes?.toString('base64') ?? body, ...(bytes === undefined ? {} : { isBase64Encoded: true }) })),
    late: outcome({ type: 'timeout', timeoutMs: 50, limit: 'caller' }),
    failures: [
      { name: 'the function throws', status: 502, message: INTERNAL, backend: outcome(THROWN) },
      { name: 'the function returns no proxy response', status: 502, message: INTERNAL, backend: outcome({ type: 'result', payload: '"text"' }) },
      CRASHED,
    ],
  },
  'mapped': {
    input: (options = {}) => ({ type: 'mapped', function: options.target ?? 'fn', ...requests(options), ...responses(options) }),
    variableTarget: { target: '${stageVariables.part}', part: 'fn' },
    mapsResponses: true,
    mapsRequests: true,
    tracesResponses: true,
    requiresJsonBody: true,
    answering: functionBackend(({ body = 'null', bytes }) => (bytes === undefined ? body : jsonOf(bytes.toString('base64')))),
    late: outcome({ type: 'timeout', timeoutMs: 50, limit: 'caller' }),
    failures: [
      { name: 'the function throws, and only the default response is there', status: 200, message: undefined, backend: outcome(THROWN) },
      CRASHED,
    ],
  },
  'mock': {
    input: ({ requestTemplates = { 'application/json': '{"statusCode": 200}' }, passthroughBehavior, ...options } = {}) =>
      ({ type: 'mock', requestTemplates, passthroughBehavior, ...responses(options) }),
    mapsResponses: true,
    mapsRequests: true,
    tracesResponses: false,
    requiresJsonBody: false,
    answering: () => ({}),
    failures: [{
      name: 'the request template names no status', status: 500, message: INTERNAL, backend: {},
      options: { requestTemplates: { 'application/json': '{"statusCode": "200"}' } },
    }],
  },
  'http': {
    input: (options = {}) => ({ type: 'http', uri: options.target ?? 'http://backend/p', ...requests(options), ...responses(options) }),
    variableTarget: { target: 'http://${stageVariables.part}/p', part: 'backend' },
    mapsResponses: true,
    mapsRequests: true,
    tracesResponses: true,
    requiresJsonBody: false,
    answering: httpBackend,
    late: withoutBackend('ENDPOINT_TIMEOUT'),
    failures: [UNREACHABLE],
  },
  'http-proxy': {
    input: ({ timeoutMs, requestParameters, target = 'http://backend/p' } = {}) => ({ type: 'http-proxy', uri: target, timeoutMs, requestParameters }),
    variableTarget: { target: 'http://${stageVariables.part}/p', part: 'backend' },
    mapsResponses: false,
    mapsRequests: false,
    tracesResponses: false,
    requiresJsonBody: false,
    answering: httpBackend,
    late: withoutBackend('ENDPOINT_TIMEOUT'),
    failures: [UNREACHABLE],
  },
  'service': {
    input: ({ target = 'p', ...options } = {}) => {
      const called = target.startsWith('$') ? { service: target, path: 'p' } : { service: 'backend', path: target };
      return { type: 'service', ...called, httpMethod: 'ANY', ...requests(options), ...responses(options) };
    },
    variableTarget: { target: '${stageVariables.part}', part: 'backend' },
    mapsResponses: true,
    mapsRequests: true,
    tracesResponses: true,
    requiresJsonBody: false,
    answering: (answer, onRequest) => ({ ...httpBackend(answer, onRequest), services: SERVICES }),
    late: { ...withoutBackend('ENDPOINT_TIMEOUT'), services: SERVICES },
    failures: [{ ...UNREACHABLE, backend: { ...UNREACHABLE.backend, services: SERVICES } }],
  },
};
