import type { HttpEvent } from './http-events';
import { methodId, pathId } from './names';

/** The logical ids of what events declare. */
export interface RouteIds {
  /** The id of the method of each event. */
  readonly methods: ReadonlyMap<HttpEvent, string>;
  /** The id of the resource of each path except the root. */
  readonly resources: ReadonlyMap<string, string>;
}

/**
 * Logical ids as the Serverless Framework makes them. It gives one id to `/a-b` and `/aDashb`, and to a method that is declared twice;
 * here the second one gets a number, so that none of them is lost.
 */
export function routeIds(events: readonly HttpEvent[]): RouteIds {
  const free = freeNames();
  return {
    methods: new Map(events.map((event) => [event, free(methodId(event.path ?? '', event.method ?? ''))])),
    resources: new Map(resourcePaths(events).map((path) => [path, free(`ApiGatewayResource${pathId(path)}`)])),
  };
}

/** Returns a function that gives the second use of a name a number. */
export function freeNames(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    let chosen = name;
    for (let count = 2; taken.has(chosen); count += 1) chosen = `${name}${count}`;
    taken.add(chosen);
    return chosen;
  };
}

/** The paths of events and of all resources above them, without the root. */
function resourcePaths(events: readonly HttpEvent[]): string[] {
  const paths = events.flatMap(({ path = '/' }) => path.split('/').slice(1).map((_, index, parts) => `/${parts.slice(0, index + 1).join('/')}`));
  return [...new Set(paths)].filter((path) => path !== '/');
}
