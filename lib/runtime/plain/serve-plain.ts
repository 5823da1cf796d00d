import type { MethodPlan, Received, Reply, RequestIds, RequestPath, Scene, Validated } from '../exchange';
import { newIds, requestIds } from '../front/request-ids';
import { serve, type CompiledGateway, type ServingStage } from '../gateway';
import { headerValue, mediaType } from '../headers';
import type { InvocationOutcome, PlainPayload, SystemPorts } from '../ports';
import { readTarget } from '../router/request-path';
import { gatewayResponse } from '../steps/gateway-response';
import { integrationResponse, withGatewayHeaders } from '../steps/integrate';
import { answeredEntry, observe } from '../steps/observe';
import { route } from '../steps/route';
import { brokenStream } from '../streaming/function-body';
import type { PlainHead } from './plain-head';
import type { PlainMethod } from './plain-method';
import type { PlainReply } from './plain-reply';
import { asJson, type PlainResult } from './plain-result';
import { encodePlainCall, sceneText, type PlainScene } from './plain-scene';

/** What a client asks: all of a request but its body and its time. Clients ask the same again and again. */
export interface PlainAsk {
  readonly head: PlainHead;
  /** The head's bytes, a character for each. */
  readonly text: string;
  readonly sourceIp: string;
  /** The other end of the connection: a trusted proxy, or the client. */
  readonly peerIp: string;
  readonly port: number;
  readonly scheme: Received['scheme'];
  /** What came of it the last time. */
  routed?: RoutedAsk;
}

/** A plain request, complete with its body. */
export interface PlainRequest {
  readonly ask: PlainAsk;
  /** A character for each byte. */
  readonly body: string;
  readonly receivedAt: number;
}

/** What serves. */
export interface PlainGateway {
  readonly gateway: CompiledGateway;
  readonly ports: SystemPorts;
}

/** Takes the answer, once. */
export type Respond = (reply: PlainReply | Reply) => void;

/** Where an ask leads, as long as the gateway is the same. */
interface RoutedAsk {
  readonly gateway: CompiledGateway;
  readonly serving: ServingStage;
  readonly plan: MethodPlan;
  readonly method: PlainMethod;
  readonly path: RequestPath;
  readonly scene: PlainScene;
  readonly timeoutMs: number;
  /** Whether the client says in which trace the request is. */
  readonly isTraced: boolean;
  /** Whether a body that is no JSON is refused: base specification, Endpoints, rule 6. */
  readonly takesJsonOnly: boolean;
  /** Whether the answer has headers that only the long way gives. */
  readonly isExplained: boolean;
}

/**
 * Serves a plain request to a method that has no other steps: the same answer, log line and limits as by gateway.ts, without
 * the types of the steps in between. What depends on the ask alone is done when it is asked first.
 * @returns false when another step has a say; then nothing has happened, and gateway.ts serves the request
 */
export function servePlain({ gateway, ports }: PlainGateway, request: PlainRequest, respond: Respond): boolean {
  const { ask } = request;
  const known = ask.routed?.gateway === gateway ? ask.routed : undefined;
  if (known !== undefined) known.scene.isRepeated = true;
  const routed = known ?? routeAsk(gateway, ask);
  if (routed === undefined || (routed.takesJsonOnly && !isJson(request.body))) return false;
  if (!isAdmitted(gateway, routed.plan, ports)) {
    // refused, or let pass by who keeps the limits; there is always one reply, and none of a plain method is a stream
    void serve(gateway, receivedOf(request), ports).then(respond);
    return true;
  }
  const ids = routed.isTraced ? requestIds(ask.head.headers, gateway.front, ports) : newIds(gateway.front, ports);
  const call = new PlainCall(routed, { request, ids, ports, respond });
  const { requestId, trace } = ids;
  routed.method.call(routed.method.version, { requestId, traceId: trace.text, timeoutMs: routed.timeoutMs, payload: call }, call.settle);
  return true;
}

function routeAsk(gateway: CompiledGateway, ask: PlainAsk): RoutedAsk | undefined {
  const { head, text, sourceIp, peerIp, port, scheme } = ask;
  const path = readTarget(head.target);
  const serving = gateway.stages.get(path.stageName);
  if (serving === undefined || serving.canary !== undefined || head.isSigned) return undefined;
  const match = serving.router.match(head.method, path.path);
  if (match?.target.type !== 'method') return undefined;
  const { plan } = match.target;
  const method = plan.plain;
  if (method === undefined) return undefined;
  const parameters = method.route.parameterNames.map((name) => match.pathParameters[name] ?? '');
  const routed: RoutedAsk = {
    gateway, serving, plan, method, path,
    scene: { route: method.route, text: sceneText({ sourceIp, peerIp, port, scheme, parameters, head: text }), isRepeated: false },
    timeoutMs: Math.min(method.timeoutMs, method.version.timeoutMs),
    isTraced: headerValue(head.headers, `x-${gateway.front.vendor.headerPrefix}-trace-id`) !== undefined,
    takesJsonOnly: head.method === 'POST' && head.contentLength > 0 && mediaType(head.contentType) === 'application/json',
    isExplained: plan.cors !== undefined && head.hasOrigin,
  };
  ask.routed = routed;
  return routed;
}

/** Whether a text is JSON does not depend on what its bytes above 127 stand for. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Takes the request's token from the limits of the method and of the account, where both have one. */
function isAdmitted({ throttling: { account, buckets } }: CompiledGateway, { throttle }: MethodPlan, ports: SystemPorts): boolean {
  if (throttle === undefined && account === undefined) return true;
  const now = ports.monotonicNow();
  const own = throttle && buckets.of(throttle, now);
  if (own?.has(now) === false || account?.bucket.has(now) === false) return false;
  own?.take();
  account?.bucket.take();
  return true;
}

/** What one call has of its own. */
interface OneCall {
  readonly request: PlainRequest;
  readonly ids: RequestIds;
  readonly ports: SystemPorts;
  readonly respond: Respond;
}

/** A request that is sent to its function, and what becomes of the outcome. */
class PlainCall implements PlainPayload {
  readonly #routed: RoutedAsk;
  readonly #one: OneCall;

  public constructor(routed: RoutedAsk, one: OneCall) {
    this.#routed = routed;
    this.#one = one;
  }

  public get scene(): PlainScene {
    return this.#routed.scene;
  }

  public encode(scene: number, remainingMs: number): string {
    const { ids, request: { receivedAt, body } } = this.#one;
    return encodePlainCall(scene, remainingMs, { ids, receivedAt, body });
  }

  public readonly settle = (outcome: InvocationOutcome | PlainResult): void => {
    this.#one.respond(this.#replyOf(outcome));
  };

  #replyOf(outcome: InvocationOutcome | PlainResult): PlainReply | Reply {
    const { method, isExplained } = this.#routed;
    if (outcome.type !== 'plain-result') return unusualReply(outcome, this.#routed, this.#one);
    const reply = isExplained ? undefined : method.replyOf(outcome, this.#one.ids);
    if (reply === undefined) return unusualReply({ type: 'result', payload: asJson(outcome) }, this.#routed, this.#one);
    this.#log(reply);
    return reply;
  }

  #log({ status, body }: PlainReply): void {
    const { ports, ids, request: { ask, receivedAt } } = this.#one;
    const { plan, path } = this.#routed;
    ports.log(answeredEntry({
      requestId: ids.requestId,
      method: ask.head.method,
      path: path.fullPath,
      status,
      durationMs: ports.now() - receivedAt,
      responseBytes: body.length,
      sourceIp: ask.sourceIp,
      target: plan.integration.label,
    }));
  }
}

/** What gateway.ts does from the integration's answer on. */
function unusualReply(outcome: InvocationOutcome, asked: RoutedAsk, { request, ids, ports }: OneCall): Reply {
  const { gateway, serving, plan, method, path } = asked;
  const received = receivedOf(request);
  const { stage } = serving;
  const routed = route({ received, ids, path }, serving);
  const scene: Scene = { received, ids, path, front: stage, target: plan.integration.label, explains: gateway.explains, stage };
  if (!('plan' in routed)) return observe(gatewayResponse(new Error('the route is another one'), scene), scene, ports); // cannot be
  const validated: Validated = { ...routed, principal: { type: 'anonymous' }, admitted: true, validated: true };
  const complete = (): Reply => {
    if (outcome.type !== 'result' && outcome.type !== 'function-error') throw brokenStream(outcome, method.version);
    const reply = integrationResponse({ ...validated, request: { version: method.version, payload: '' }, response: outcome });
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
function receivedOf({ ask: { head, sourceIp, peerIp, port, scheme }, body, receivedAt }: PlainRequest): Received {
  const { method, target, headers } = head;
  return { method, target, headers, body: Buffer.from(body, 'latin1'), sourceIp, peerIp, port, scheme, protocol: 'HTTP/1.1', receivedAt };
}
