import type { Protocol } from '../../spec';
import { requestLine } from '../access-log/request-line';
import { requestIds } from '../edge/request-ids';
import { isText, type GatewayReply } from '../http/reply';
import { withoutRaw, type Received, type RequestPath } from '../http/request';
import type { ConnectionEvent } from '../plan/connection';
import type { Explains, ResponseContext } from '../plan/exchange';
import type { Inspection } from '../plan/inspection';
import type { ApiMeter } from '../plan/meter';
import type { Tracing } from '../plan/tracing';
import type { SystemPorts } from '../ports';
import { readMappedTarget, type BasePath } from '../router/base-path';
import { readHttpTarget, type StageNames } from '../router/http-path';
import { readTarget } from '../router/request-path';
import type { Throttling } from '../throttling/throttling';
import { Progress } from './progress';
import { runSteps } from './run-steps';
import { chooseDeployment, type WithCanary } from './steps/choose-deployment';
import { gatewayResponse } from './steps/gateway-response';
import { warnOfMethodOverride } from './steps/method-override';
import { observe } from './steps/observe';
import { integrationOf, writeLogs } from './steps/record';
import { route, stageOf, type StageRoutes } from './steps/route';
import { whenSent } from '../http/when-sent';

/** A stage that is being served. */
export type ServingStage = StageRoutes & WithCanary<StageRoutes>;

/** A compiled API. A reload replaces it as a whole. */
export interface CompiledGateway {
  readonly name: string;
  readonly responseContext: ResponseContext;
  /** Whether answers explain themselves to clients that ask for it. */
  readonly explains: Explains;
  readonly stages: ReadonlyMap<string, ServingStage>;
  /** The custom domains that lead to them. */
  readonly domains: readonly MappedDomain[];
  /** The usage of all limits; shared by all loads. */
  readonly throttling: Throttling;
  /** Watches requests, if there is a dashboard. */
  readonly inspection: Inspection | undefined;
  /** Counts requests, if a port shows metrics. */
  readonly meter?: ApiMeter | undefined;
  /** Traces requests, if somebody takes the traces. */
  readonly tracing?: Tracing | undefined;
}

/** A custom domain, in lower case, and the stage behind one of its keys. */
export interface MappedDomain {
  readonly domain: string;
  readonly basePath: BasePath;
}

/** Takes the response, once. @param caller - as the steps have determined it */
export type Respond = (reply: GatewayReply, caller: Pick<Progress, 'principal' | 'apiKey'>) => void;

/**
 * THE request. Finds stage and method, then runs the method's own steps; method-steps.ts has their order. Anything that is
 * thrown becomes a gateway response, and there is always exactly one reply. If no step waits, the request has been
 * answered, or passed to its function, before this returns.
 */
export function handleRequest(gateway: CompiledGateway, received: Received, surroundings: RequestSurroundings): void {
  const { ports, respond, basePath, event } = surroundings;
  const progress = openProgress(gateway, received, { ports, basePath, event });
  const { inspection } = gateway;
  const observers = { gateway, ports };
  progress.trace = inspection?.begin(progress);
  warnOfMethodOverride(progress, ports);
  const replied = (reply: GatewayReply): void => respond(complete(reply, progress, observers), progress);
  const failed = (thrown: unknown): void => replied(gatewayResponse(thrown, progress));
  try {
    const serving = chooseDeployment(stageOf(progress, gateway.stages), ports);
    progress.enterStage(serving.stage);
    runSteps(route(progress, serving), progress, { replied, failed });
  } catch (thrown) {
    failed(thrown);
  }
}

/** The answer to a request that the gateway serves itself. @throws errors of the catalog */
export type ServeOwn = (progress: Progress, serving: ServingStage) => GatewayReply | Promise<GatewayReply>;

/** A request to a stage that no method answers: about the connections of a WebSocket API. Its log is that of all others. */
export function handleOwn(gateway: CompiledGateway, received: Received, { ports, respond, serve }: OwnSurroundings): void {
  const progress = openProgress(gateway, received, { ports });
  progress.target = 'connections';
  progress.trace = gateway.inspection?.begin(progress);
  const answer = async (): Promise<GatewayReply> => {
    try {
      const serving = stageOf(progress, gateway.stages);
      progress.enterStage(serving.stage);
      return await serve(progress, serving);
    } catch (thrown) {
      return gatewayResponse(thrown, progress);
    }
  };
  void answer().then((reply) => respond(complete(reply, progress, { gateway, ports }), progress));
}

interface OwnSurroundings extends Pick<RequestSurroundings, 'ports' | 'respond'> {
  readonly serve: ServeOwn;
}

/** The parts that handling a request needs besides the gateway. */
export interface RequestSurroundings {
  readonly ports: SystemPorts;
  readonly respond: Respond;
  /** The base path that led to the API, if there are any. */
  readonly basePath?: BasePath | undefined;
  /** The event of a WebSocket connection that the request stands for, and its route. */
  readonly event?: RoutedEvent | undefined;
}

/** An event of a WebSocket connection, the name of its stage and the path of its route. */
export interface RoutedEvent extends ConnectionEvent {
  readonly stageName: string;
  readonly routePath: string;
}

/** The logs, the inspection and the metrics, which see each reply before it is sent. */
interface Observers {
  readonly ports: SystemPorts;
  readonly gateway: CompiledGateway;
}

/** The reply as it is sent, and its logs. If a log or a record cannot be written, the client still gets an answer. */
function complete(reply: GatewayReply, progress: Progress, observers: Observers): GatewayReply {
  const { ports, gateway: { inspection } } = observers;
  if (inspection === undefined) return counted(logged(reply, progress, ports), progress, observers);
  progress.forgetResults();
  const explained = recorded(reply, ports, (finished) => inspection.explain(finished, progress));
  const sent = counted(logged(explained, progress, ports), progress, observers);
  return recorded(sent, ports, (finished) => inspection.answered(finished, progress));
}

/** Logs a defect of the recording; the client is answered all the same. */
function recorded(reply: GatewayReply, { log }: SystemPorts, record: (reply: GatewayReply) => GatewayReply): GatewayReply {
  try {
    return record(reply);
  } catch (thrown) {
    log({ level: 'error', message: `the request is not recorded: ${thrown instanceof Error ? thrown.stack ?? thrown.message : String(thrown)}` });
    return reply;
  }
}

function logged(reply: GatewayReply, progress: Progress, ports: SystemPorts): GatewayReply {
  try {
    return observe(whenSent(reply, (sent) => writeLogs(sent, progress, ports)), progress, ports);
  } catch (thrown) {
    return observe(gatewayResponse(thrown, progress), progress, ports);
  }
}

/** The same reply, counted, traced and in the log of requests when it has been sent. */
function counted(reply: GatewayReply, progress: Progress, { gateway: { name, meter }, ports }: Observers): GatewayReply {
  const { span } = progress;
  const { requestLog } = ports;
  if (meter === undefined && span === undefined && requestLog === undefined) return reply;
  return whenSent(reply, (sent) => {
    if (meter !== undefined) count(sent, progress, { meter, ports });
    if (requestLog !== undefined && isRequest(progress)) {
      const durationMs = Math.max(0, ports.now() - progress.received.receivedAt);
      const line = requestLine({ api: name, progress, sent, integration: integrationOf(progress), durationMs });
      requestLog({ api: name, stage: progress.stage?.name ?? '', line });
    }
    span?.finished(sent, { method: progress.received.method, stage: progress.stage, resourcePath: progress.plan?.resourcePath });
  });
}

/** Hot path, with metrics: a clock costs more than counting, so the time is that of the log, in whole ms, which on average are right. */
function count(sent: GatewayReply, progress: Progress, { meter, ports }: { readonly meter: ApiMeter; readonly ports: SystemPorts }): void {
  const { received } = progress;
  const place = progress.stage?.meter ?? meter;
  if (isRequest(progress)) {
    const seconds = Math.max(0, ports.now() - received.receivedAt) / 1000;
    (progress.meter ?? place).finished(received.method, sent.status, seconds);
  }
  // an answer that was cut had begun as the integration's
  if (!isText(sent) && sent.error !== undefined && sent.streamedBytes === undefined) place.rejected(sent.error);
}

/** Events of WebSocket connections are no requests, except the first. */
function isRequest({ connection }: Progress): boolean {
  return connection === undefined || connection.type === 'CONNECT';
}

/** The answer to bytes or a head that the server rejects before routing. */
export function refuseRequest(gateway: CompiledGateway, received: Received, { error, ports }: Refusal): GatewayReply {
  const progress = openProgress(gateway, received, { ports });
  progress.target = 'server';
  const { inspection } = gateway;
  progress.trace = inspection?.begin(progress);
  const reply = gatewayResponse(error, progress);
  const observers = { gateway, ports };
  const observed = (finished: GatewayReply): GatewayReply => counted(observe(finished, progress, ports), progress, observers);
  return inspection === undefined ? observed(reply) : inspection.answered(observed(inspection.explain(reply, progress)), progress);
}

interface Refusal {
  readonly error: unknown;
  readonly ports: SystemPorts;
}

function openProgress(
  { responseContext, explains, stages, tracing }: CompiledGateway, received: Received, { ports, basePath, event }: Omit<RequestSurroundings, 'respond'>,
): Progress {
  const path = event === undefined ? PATHS[responseContext.protocol](received.target, stages, basePath) : eventPath(event, received.target);
  const ids = requestIds(received, responseContext, ports);
  const span = tracing?.begin(received, ids);
  if (span === undefined) return new Progress({ received, ids, path, responseContext, explains, connection: event });
  // functions that read the request's own bytes would not see the span
  return new Progress({ received: withoutRaw(received), ids: span.ids, path, responseContext, explains, connection: event, span });
}

/** How the kinds of APIs split the target of a request. */
const PATHS: Readonly<Record<Protocol, (target: string, stages: StageNames, basePath: BasePath | undefined) => RequestPath>> = {
  'rest': readSegments,
  'http': readHttpTarget,
  'function-url': readHttpTarget,
  'websocket': readSegments,
};

/** The path of an event is that of its route. */
function eventPath({ stageName, routePath }: RoutedEvent, target: string): RequestPath {
  return { stageName, path: routePath, routePath, fullPath: `/${stageName}${routePath}`, query: readTarget(target).query };
}

function readSegments(target: string, _: StageNames, basePath: BasePath | undefined): RequestPath {
  return basePath === undefined ? readTarget(target) : readMappedTarget(target, basePath);
}
