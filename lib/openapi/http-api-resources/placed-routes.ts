import { issue } from '../../errors';
import type { HttpMethodSpec, LostRoute } from '../../spec';
import type { RouteLocation } from './route-key';
import type { PartOwner, PartsContext, RoutePart } from './route-part';
import { textOf } from './value';

type PlacedRoute<Owner extends PartOwner> = readonly [RoutePart<Owner>, RouteLocation];

/** Where a route of a key is; undefined for what is no key, or is known only after deployment. */
export type RouteKeyReader = (routeKey: string) => RouteLocation | undefined;

/** Routes where they are in a spec, and those that have no place in it. */
export interface PlacedRoutes<Owner extends PartOwner> {
  readonly places: readonly PlacedRoute<Owner>[];
  readonly lost: readonly LostRoute[];
}

/** Routes by location. If several have one, the first is kept and refuses. */
export function placesOf<Owner extends PartOwner>(
  routes: readonly RoutePart<Owner>[], readRouteKey: RouteKeyReader, { report }: PartsContext<Owner>,
): PlacedRoutes<Owner> {
  const places = new Map<string, PlacedRoute<Owner>>();
  const lost: LostRoute[] = [];
  for (const part of routes) {
    const { label, properties, resource } = part;
    const routeKey = textOf(properties.RouteKey);
    const location = readRouteKey(routeKey ?? '');
    lost.push(...lostRoutes(label, location));
    if (location === undefined) {
      const reason = routeKey === undefined ? 'it has no route key' : `${JSON.stringify(routeKey)} is not a valid route key`;
      report(resource, issue('IMPORT_METHOD_LOST', label, { reason }));
      continue;
    }
    const key = `${location.httpMethod} ${location.path}`;
    const first = places.get(key);
    if (first !== undefined) report(resource, issue('IMPORT_METHOD_LOST', label, { reason: `${key} is declared by ${first[0].label} as well` }));
    const doubt = first === undefined ? part.doubt : 'it is declared more than once';
    places.set(key, [{ ...first?.[0] ?? part, doubt }, location]);
  }
  return { places: [...places.values()], lost };
}

/** Requests for a route whose path is not known must not be answered by another one. */
function lostRoutes(label: string, location: RouteLocation | undefined): LostRoute[] {
  const reason = `the path of ${label} is not known, and this one could answer for it`;
  if (location === undefined) return [{ path: '/', extent: 'at-or-below', reason }];
  const { unknownBelow, httpMethod } = location;
  return unknownBelow === undefined ? [] : [{ path: unknownBelow, extent: 'below', method: httpMethod satisfies HttpMethodSpec, reason }];
}
