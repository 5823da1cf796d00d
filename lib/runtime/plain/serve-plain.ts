import type { MethodPlan, Received, Reply, RequestIds, RequestPath, Scene, Validated } from '../exchange';
import { requestIds } from '../front/request-ids';
import type { CompiledGateway, ServingStage } from '../gateway';
import { mediaType } from '../headers';
import type { FunctionVersion, InvocationOutcome, SystemPorts } from '../ports';
import { readTarget } from '../router/request-path';
import { gatewayResponse } from '../steps/gateway-response';
import { integrationResponse, withGatewayHeaders } from '../steps/integrate';
import { answeredEntry, observe } from '../steps/observe';
import { route } from '../steps/route';
import { brokenStream } from '../streaming/function-body';
import { encodePlainCall } from './plain-call';
import type { PlainHead } from './plain-head';
import type { PlainReply } from './plain-reply';

/** A plain request, complete with its body. */
export interface PlainRequest {
  readonly head: PlainHead;
  /** Its bytes, a character for each. */
  readonly text: string;
  readonly sourceIp: string;
  /** The other end of the connection: a trusted proxy, or the client. */
  readonly peerIp: string;
  readonly port: number;
  readonly scheme: Received['scheme'];
  readonly receivedAt: number;
}

/** What serves. */
export interface PlainGateway {
  readonly gateway: CompiledGateway;
  readonly ports: SystemPorts;
}

/** Takes the answer, once. */
export type Respond = (reply: PlainReply | Reply) => void;

/**
 * Serves a plain request to a method that has no other steps: the same answer, log line and limits as by gateway.ts, without
 * the types of the steps in between.
 * @returns false when another step has a say; then nothing has happened, and gateway.ts serves the request
 */
export function servePlain({ gateway, ports }: PlainGateway, request: PlainRequest, respond: Respond): boolean {
  const { head } = request;
  const path = readTarget(head.target);
  const serving = gateway.stages.get(path.stageName);
  if (serving === undefined || serving.canary !== undefined || head.isSigned) return false;
  const match = serving.router.match(head.method, path.path);
  if (match?.target.type !== 'method') return false;
  const { plan } = match.target;
  if (plan.plain === undefined || isRefusedJson(request) || !isAdmitted(gateway, plan, ports)) return false;
  const { route: known, call, timeoutMs, version } = plan.plain;
  const ids = requestIds(head.headers, gateway.front.vendor.service, ports);
  const parameters = known.parameterNames.map((name) => match.pathParameters[name] ?? '');
  const { receivedAt, sourceIp, peerIp, port, scheme, text } = request;
  const encode = (number: number, remainingMs: number) =>
    encodePlainCall({ route: number, ids, receivedAt, sourceIp, peerIp, port, scheme, parameters }, remainingMs, text);
  const served: Served = { gateway, serving, request, ports, plan, version, path, ids };
  call(version, {
    requestId: ids.requestId,
    traceId: ids.trace.text,
    timeoutMs: Math.min(timeoutMs, version.timeoutMs),
    payload: { route: known, encode },
  }, (outcome) => respond(answer(outcome, served)));
  return true;
}

/** A request that was sent to its function. */
interface Served {
  readonly gateway: CompiledGateway;
  readonly serving: ServingStage;
  readonly request: PlainRequest;
  readonly ports: SystemPorts;
  readonly plan: MethodPlan;
  readonly version: FunctionVersion;
  readonly path: RequestPath;
  readonly ids: RequestIds;
}

/** Base specification, Endpoints, rule 6. Whether a text is JSON does not depend on what its bytes above 127 stand for. */
function isRefusedJson({ head, text }: PlainRequest): boolean {
  if (head.method !== 'POST' || head.contentLength === 0 || mediaType(head.contentType) !== 'application/json') return false;
  try {
    JSON.parse(text.slice(head.end));
    return false;
  } catch {
    return true;
  }
}

/** Takes the request's token from the limits of the method and of the account, where both have one. */
function isAdmitted({ throttling: { account, buckets } }: CompiledGateway, plan: MethodPlan, { monotonicNow }: SystemPorts): boolean {
  const { throttle } = plan;
  const now = monotonicNow();
  const own = throttle && buckets.of(throttle, now);
  if (own?.has(now) === false || account?.bucket.has(now) === false) return false;
  own?.take();
  account?.bucket.take();
  return true;
}

function answer(outcome: InvocationOutcome, served: Served): PlainReply | Reply {
  const { request, ports, plan, path, ids } = served;
  const isExplained = plan.cors !== undefined && request.head.hasOrigin;
  const reply = outcome.type === 'result' && !isExplained ? plan.plain?.replyOf(outcome.payload, ids) : undefined;
  if (reply === undefined) return unusualReply(outcome, served);
  ports.log(answeredEntry({
    requestId: ids.requestId,
    method: request.head.method,
    path: path.fullPath,
    status: reply.status,
    durationMs: ports.now() - request.receivedAt,
    responseBytes: reply.bytes,
    sourceIp: request.sourceIp,
    target: plan.integration.label,
  }));
  return reply;
}

/** What gateway.ts does from the integration's answer on. */
function unusualReply(outcome: InvocationOutcome, { gateway, serving, request, ports, plan, version, path, ids }: Served): Reply {
  const received = receivedOf(request);
  const { stage } = serving;
  const routed = route({ received, ids, path }, serving);
  const scene: Scene = { received, ids, path, front: stage, target: plan.integration.label, explains: gateway.explains, stage };
  if (!('plan' in routed)) return observe(gatewayResponse(new Error('the route is another one'), scene), scene, ports); // cannot be
  const validated: Validated = { ...routed, principal: { type: 'anonymous' }, admitted: true, validated: true };
  const complete = (): Reply => {
    if (outcome.type !== 'result' && outcome.type !== 'function-error') throw brokenStream(outcome, version);
    const reply = integrationResponse({ ...validated, request: { version, payload: '' }, response: outcome });
    if (reply instanceof Promise) throw new Error('a function proxy has its response at once'); // cannot be: it has no templates
    return withGatewayHeaders(reply, validated);
  };
  try {
    return observe(complete(), { ...scene, routed: validated }, ports);
  } catch (thrown) {
    return observe(gatewayResponse(thrown, { ...scene, routed: validated }), { ...scene, routed: validated }, ports);
  }
}

/** The request as the steps know it. */
function receivedOf({ head, text, sourceIp, peerIp, port, scheme, receivedAt }: PlainRequest): Received {
  const { method, target, headers, end } = head;
  return { method, target, headers, body: Buffer.from(text.slice(end), 'latin1'), sourceIp, peerIp, port, scheme, protocol: 'HTTP/1.1', receivedAt };
}
