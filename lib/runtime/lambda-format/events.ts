import type { EventFormat } from '../plan/exchange';
import { proxyEvent, requestMembers, type EventSource } from './event';
import { webSocketEvent, webSocketRequest } from './web-socket-event';
import { httpEvent1, httpEvent2, httpRequest1, httpRequest2 } from './http-event';

type MakeEvent = (request: EventSource) => Record<string, unknown>;

/** The events of proxy functions, by their form. */
export const EVENTS: Readonly<Record<EventFormat, MakeEvent>> = { 'rest': proxyEvent, 'websocket': webSocketEvent, '1.0': httpEvent1, '2.0': httpEvent2 };

/** The same without their bodies, for authorizer functions. */
export const REQUESTS: Readonly<Record<EventFormat, MakeEvent>> = { 'rest': requestMembers, 'websocket': webSocketRequest, '1.0': httpRequest1, '2.0': httpRequest2 };
