import type { RequestIds } from '../exchange';
import type { EventSource } from '../functions/event';
import { PlainEvents } from './plain-events';

/*
 * What the gateway tells an instance of plain requests, whose events the instance makes itself, from the request's own bytes:
 * once what all calls of a method have in common (a route), once what all requests of one client have in common that say the
 * same again (a scene), and of each call the rest: ids, time, body. Both sides use this file.
 */

/** What all plain calls of one method have in common. */
export interface PlainRoute {
  /** Names of the path parameters, in the order of the path. */
  readonly parameterNames: readonly string[];
  readonly stage: EventSource['stage'];
  readonly plan: EventSource['plan'];
}

/** What requests have in common that differ in body, ids and time only. */
export interface PlainScene {
  readonly route: PlainRoute;
  /** What `sceneText` wrote. */
  readonly text: string;
  /** Whether there was more than one such request; nothing is remembered of others. */
  isRepeated: boolean;
}

/** All of a scene but its route. */
export interface SceneFacts {
  readonly sourceIp: string;
  readonly peerIp: string;
  readonly port: number;
  readonly scheme: 'http' | 'https';
  /** Values of the path parameters, in the order of the path. */
  readonly parameters: readonly string[];
  /** The request's head, a character for each byte. */
  readonly head: string;
}

/** What the gateway says of one call, besides its scene. */
export interface PlainFacts {
  readonly ids: RequestIds;
  readonly receivedAt: number;
  /** The request's body, a character for each byte. */
  readonly body: string;
}

/** What an instance needs of a plain call. */
export interface PlainCall {
  readonly requestId: string;
  readonly traceId: string;
  readonly remainingMs: number;
  readonly event: () => Record<string, unknown>;
}

/** A scene as the instance has it. */
export interface KnownScene {
  readonly number: number;
  readonly events: PlainEvents;
}

/** Scenes that an instance keeps; the one that was told first makes room. */
export const MAX_SCENES = 256;

/** Stands between the values of path parameters; no plain target has it. */
const BETWEEN = '\t';
const SCENE_FIELDS = 7;
const CALL_FIELDS = 8;

export function sceneText({ sourceIp, peerIp, port, scheme, parameters, head }: SceneFacts): string {
  return `${sourceIp}\n${peerIp}\n${port}\n${scheme}\n${parameters.join(BETWEEN)}\n${head}`;
}

/** @param scene - the number that the scene gets @param route - the number that the instance knows its route by */
export function encodeScene(scene: number, route: number, { text }: PlainScene): string {
  return `${scene}\n${route}\n${text}`;
}

/** What encodeScene wrote; `undefined` when it is something else. */
export function decodeScene(text: string, routes: ReadonlyMap<number, PlainRoute>): KnownScene | undefined {
  const fields = fieldsOf(text, SCENE_FIELDS);
  if (fields === undefined) return undefined;
  const [number = '', routeNumber = '', sourceIp = '', peerIp = '', port = '', scheme, values = '', head = ''] = fields;
  const route = routes.get(Number(routeNumber));
  if (route === undefined) return undefined;
  const parameters = values.split(BETWEEN);
  const facts: SceneFacts = { sourceIp, peerIp, port: Number(port), scheme: scheme === 'https' ? 'https' : 'http', parameters, head };
  return { number: Number(number), events: new PlainEvents(route, facts) };
}

/** @param scene - the number that the instance knows it by @param remainingMs - until the call is given up */
export function encodePlainCall(scene: number, remainingMs: number, { ids, receivedAt, body }: PlainFacts): string {
  const { requestId, extendedRequestId, frontId, frontHost, trace } = ids;
  return `${scene}\n${remainingMs}\n${receivedAt}\n${requestId}\n${extendedRequestId}\n${frontId}\n${frontHost}\n${trace.text}\n${body}`;
}

/** What encodePlainCall wrote; `undefined` when it is something else. */
export function decodePlainCall(text: string, scenes: ReadonlyMap<number, PlainEvents>): PlainCall | undefined {
  const fields = fieldsOf(text, CALL_FIELDS);
  if (fields === undefined) return undefined;
  const [scene = '', remainingMs = '', receivedAt = '', requestId = '', ...others] = fields;
  const [extendedRequestId = '', frontId = '', frontHost = '', trace = '', body = ''] = others;
  const events = scenes.get(Number(scene));
  if (events === undefined) return undefined;
  const ids: RequestIds = { requestId, extendedRequestId, frontId, frontHost, trace: { text: trace } };
  const facts: PlainFacts = { ids, receivedAt: Number(receivedAt), body };
  return { requestId, traceId: trace, remainingMs: Number(remainingMs), event: () => events.make(facts) };
}

/** So many lines, and what comes behind them. */
function fieldsOf(text: string, lines: number): string[] | undefined {
  const fields: string[] = [];
  let at = 0;
  for (let count = 0; count < lines; count++) {
    const end = text.indexOf('\n', at);
    if (end === -1) return undefined;
    fields.push(text.slice(at, end));
    at = end + 1;
  }
  fields.push(text.slice(at));
  return fields;
}
