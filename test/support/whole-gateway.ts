import { NO_AWS_SERVICES } from '../../lib/runtime/integrations';
import { compileGateway, type CompileOptions } from '../../lib/runtime/pipeline/compile';
import type { CompiledGateway } from '../../lib/runtime/pipeline/gateway';
import type { AwsServices, FunctionEngine, FunctionVersion, HttpClient, Invocation, LogEntry, SystemPorts } from '../../lib/runtime/ports';
import { createThrottling } from '../../lib/runtime/throttling/throttling';
import { deployedSpec, fingerprint, type GatewaySpecInput } from '../../lib/spec';
import { handled, ports, received } from './exchange';
import { complete } from './spec';
import type { Received } from '../../lib/runtime/http/request';
import type { Reply } from '../../lib/runtime/http/reply';
import { noSandbox } from './sandbox';

/** The backends of the integrations. */
export interface Backends {
  readonly functions: (version: FunctionVersion, call: Invocation) => ReturnType<FunctionEngine['invoke']>;
  readonly http: HttpClient;
  readonly services: AwsServices;
}

/** A request; the target is raw and begins with the stage. */
export interface TestRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** An answer; headers by lower-case name, repeated ones joined by `, `. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: Buffer;
  readonly json: <T = Record<string, unknown>>() => T;
  readonly reply: Reply;
}

/** Runs every step of a request in memory: no sockets, no processes. */
export interface WholeGateway {
  readonly send: (target: string, request?: TestRequest) => Promise<TestResponse>;
  readonly log: readonly LogEntry[];
  readonly gateway: CompiledGateway;
}

const NOTHING: Backends = {
  functions: () => Promise.reject(new Error('no function in this test')),
  http: () => Promise.reject(new Error('no backend in this test')),
  services: NO_AWS_SERVICES,
};

/** Compiles a definition, deploys it to all of its stages, and serves it in memory. */
export function wholeGateway(
  input: GatewaySpecInput, backend: Partial<Backends> = {}, given: Partial<SystemPorts> = {}, values: Readonly<Record<string, string>> = {},
  inspect?: CompileOptions['inspect'],
): WholeGateway {
  const { functions, http, services } = { ...NOTHING, ...backend };
  const log: LogEntry[] = [];
  const used = ports({ log: (entry) => log.push(entry), ...given });
  const definition = complete(input);
  const deployed = deployedSpec(definition);
  const loaded = { directory: '/code', handler: 'index.handler', digest: 'd'.repeat(64) };
  const runnable = Object.entries(definition.functions).filter(([, { unavailable }]) => unavailable === undefined);
  const code = Object.fromEntries(runnable.map(([name]) => [name, loaded]));
  const stages = Object.entries(definition.stages).map(([name, { variables }]) =>
    ({ name, variables, fingerprint: fingerprint(deployed), deployed, code, source: 'assembly' as const }));
  const engine: FunctionEngine = {
    invoke: functions, invokeAsync: () => Promise.resolve(), retain: () => undefined, close: () => Promise.resolve(),
  };
  const gateway = compileGateway({ name: definition.api.name, definition, code, stages }, {
    accountId: '123456789012', region: 'us-east-1', apiKeys: {}, values, functionEnvironment: {}, explains: false, engine, http, services, ports: used,
    inspect, run: noSandbox,
    throttling: createThrottling(undefined, { read: () => new Map(), changed: () => undefined }, used),
  });
  return { log, gateway, send: async (target, request = {}) => responseOf(await handled(gateway, receivedOf(target, request), used)) };
}

function receivedOf(target: string, { method = 'GET', headers = {}, body = '' }: TestRequest): Received {
  const fields = Object.entries({ Host: 'api.test', ...headers }).map(([name, value]) => ({ name, value }));
  return received({ method, target, headers: fields, body: Buffer.from(body) });
}

function responseOf(reply: Reply): TestResponse {
  const headers: Record<string, string> = {};
  for (const { name, value } of reply.headers) {
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  const text = reply.body.toString('utf8');
  return { status: reply.status, headers, text, body: reply.body, json: <T>() => JSON.parse(text) as T, reply };
}
