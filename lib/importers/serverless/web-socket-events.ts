import type { DocumentPath } from '../document/document-path';
import { isMap, isUnresolved, listOf, mapOf, member, textOf, type JsonMap } from './value';

/** A `websocket` event of a function. */
export interface WebSocketEvent {
  /** The path of the event in the file, if its functions are declared there. */
  readonly origin: DocumentPath;
  readonly functionName: string;
  /** Undefined if it cannot be read, and may be any route. */
  readonly route: string | undefined;
  readonly settings: JsonMap;
}

/** The events of all functions: `websocket: $connect` or with settings. */
export function webSocketEvents(functions: JsonMap): readonly WebSocketEvent[] {
  return Object.entries(functions).flatMap(([functionName, fn]) => listOf(member(fn, 'events')).flatMap((event, index) => {
    const declared = event === 'websocket' || Object.hasOwn(mapOf(event), 'websocket');
    if (!declared) return [];
    const value = member(event, 'websocket');
    const settings = isMap(value) ? value : {};
    const route = textOf(value) ?? textOf(settings['route']);
    const origin = ['functions', functionName, 'events', index, 'websocket'];
    return [{ functionName, origin, route: isUnresolved(route) ? undefined : route, settings }];
  }));
}
