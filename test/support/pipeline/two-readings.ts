import { decodeTextResult, encodeTextResult } from '../../../lib/runtime/lambda-format/text-result';
import type { EventRoute } from '../../../lib/runtime/plan/exchange';
import { RouteNumbers } from '../../../lib/runtime/functions/process/route-numbers';
import { rawEvent } from '../../../lib/runtime/functions/host/raw-event';
import { decodeRawCall } from '../../../lib/runtime/functions/wire/raw-call';
import type { Reply } from '../../../lib/runtime/http/reply';
import type { Received } from '../../../lib/runtime/http/request';
import { compileGateway } from '../../../lib/runtime/pipeline/compile';
import type { CallOutcome, FunctionEngine, HttpClient, InvocationOutcome, LogEntry, RawEvent, SystemPorts } from '../../../lib/runtime/ports';
import { readSimpleHead } from '../../../lib/runtime/server/simple-head';
import { SimpleRequest } from '../../../lib/runtime/server/simple-request';
import { createThrottling } from '../../../lib/runtime/throttling/throttling';
import { deployedSpec, type GatewaySpecInput, type ThrottleSpec } from '../../../lib/spec';
import { CREDENTIAL } from '../authorizers';
import { handled, ports } from '../exchange';
import { complete } from '../spec';
import type { NodeParser } from './node-parser';
import { noSandbox } from '../sandbox';

/** The outcome of one request. */
export interface Outcome {
  readonly reply: Pick<Reply, 'status' | 'headers'> & { readonly body: string; readonly code: string | undefined };
  /** JSON text of the events of functions, in their order. */
  readonly events: readonly string[];
  readonly log: readonly LogEntry[];
  readonly accessLog: readonly string[];
  /** Whether the function's process made an event from the request's own bytes. */
  readonly isRaw: boolean;
}

/** One gateway whose requests are read by either parser. */
export interface TwoReadings {
  /** Through the reader of simple heads, which keeps the raw bytes. */
  readonly simple: (bytes: string) => Promise<Outcome>;
  /** Through Node's parser. */
  readonly parsed: (bytes: string) => Promise<Outcome>;
}

export interface Surroundings {
  readonly parser: NodeParser;
  /** The outcome of a call of a function. */
  readonly outcome: (name: string) => InvocationOutcome;
  readonly limit?: ThrottleSpec;
  readonly http?: HttpClient;
}

const ARRIVAL = { sourceIp: '192.0.2.1', port: 443, scheme: 'https' as const };
const PEER = '192.0.2.8';

export function openTwoReadings(input: GatewaySpecInput, { parser, outcome, limit, http }: Surroundings): TwoReadings {
  const seen = { events: [] as string[], log: [] as LogEntry[], accessLog: [] as string[], isRaw: false };
  const used = ports({ log: (entry) => seen.log.push(entry), accessLog: ({ line }) => seen.accessLog.push(line) });
  const routes = new Map<number, EventRoute>();
  const numbers = new RouteNumbers();
  const engine: FunctionEngine = {
    invoke: ({ name }, { payload }) => {
      seen.events.push(payload);
      return Promise.resolve(outcome(name));
    },
    call: ({ name }, { payload, takesText }, settle) => {
      const result = outcome(name);
      seen.isRaw ||= payload.raw !== undefined;
      seen.events.push(payload.raw === undefined ? payload.json() : eventTextOf(payload.raw, { routes, numbers }));
      settle(payload.raw !== undefined && takesText ? asText(result) : result);
    },
    invokeAsync: () => Promise.resolve(),
    retain: () => undefined,
    close: () => Promise.resolve(),
  };
  const gateway = compiled(input, { engine, used, limit, http });
  const handle = async (received: Received): Promise<Outcome> => {
    Object.assign(seen, { events: [], log: [], accessLog: [], isRaw: false });
    const { status, headers, body, error } = await handled(gateway, received, used);
    return { reply: { status, headers, body: body.toString('latin1'), code: error?.code }, ...seen };
  };
  return {
    simple: (bytes) => handle(simpleRequest(bytes, used.now())),
    parsed: async (bytes) => handle({ ...await parser.read(bytes), ...ARRIVAL, peerIp: PEER, receivedAt: used.now() }),
  };
}

/** The request as the reader of simple heads hands it over. */
export function simpleRequest(bytes: string, receivedAt: number): SimpleRequest {
  const head = readSimpleHead(bytes, 0);
  if (head === undefined) throw new Error(`the head is not simple: ${bytes}`);
  const raw = { head: bytes.slice(0, head.end), body: bytes.slice(head.end) };
  return new SimpleRequest(head, raw, { viewer: ARRIVAL, peerIp: PEER, receivedAt });
}

interface KnownRoutes {
  readonly routes: Map<number, EventRoute>;
  readonly numbers: RouteNumbers;
}

/** Builds the event of a call as the function's process does, from the same texts; throws if a second event of the call differs. */
function eventTextOf(raw: RawEvent, { routes, numbers }: KnownRoutes): string {
  const number = numbers.numberOf(raw) ?? numbers.add(raw);
  const known = routes.get(number) ?? JSON.parse(JSON.stringify(raw.route())) as EventRoute; // what the channel carries
  routes.set(number, known);
  const call = decodeRawCall(raw.encode(3, 3_000));
  if (call?.route !== 3 || call.remainingMs !== 3_000) throw new Error('the call was not understood');
  const text = JSON.stringify(rawEvent(known, call));
  if (JSON.stringify(rawEvent(known, call)) !== text) throw new Error('the same call made another event');
  return text;
}

/** Sends a result that can go as text as the function's process does: UTF-8, read byte for byte. */
function asText(outcome: InvocationOutcome): CallOutcome {
  const text = outcome.type === 'result' ? encodeTextResult(valueOf(outcome.payload)) : undefined;
  return text === undefined ? outcome : decodeTextResult(Buffer.from(text).toString('latin1')) ?? outcome;
}

function valueOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

interface Parts {
  readonly engine: FunctionEngine;
  readonly used: SystemPorts;
  readonly limit: ThrottleSpec | undefined;
  readonly http: HttpClient | undefined;
}

/** Stages with a canary get one that serves the same definition. */
function compiled(input: GatewaySpecInput, { engine, used, limit, http }: Parts) {
  const definition = complete(input);
  const deployed = deployedSpec(definition);
  const code = Object.fromEntries(Object.keys(definition.functions).map((name) => [name, { directory: '/code', handler: 'index.handler', digest: 'd'.repeat(64) }]));
  const stages = Object.entries(definition.stages).map(([name, { variables, canary }]) => {
    const stage = { name, variables, fingerprint: 'f'.repeat(64), deployed, code, source: 'assembly' as const };
    if (canary === undefined) return stage;
    const { percentTraffic, useStageCache } = canary;
    const beside = { ...stage, isCanary: true, variables: { ...variables, ...canary.stageVariableOverrides } };
    return { ...stage, isCanary: false, canary: { percentTraffic, useStageCache, stage: beside } };
  });
  return compileGateway({ name: definition.api.name, definition, code, stages }, {
    accountId: '123456789012', region: 'us-east-1', apiKeys: {}, values: {}, functionEnvironment: {}, explains: true, engine, ports: used, credentials: [CREDENTIAL],
    run: noSandbox,
    http: http ?? (() => Promise.reject(new Error('no backend in this test'))),
    throttling: createThrottling(limit, { read: () => new Map(), changed: () => undefined }, used),
  });
}
