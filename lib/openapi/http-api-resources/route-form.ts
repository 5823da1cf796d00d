import { httpApiAwsType, httpApiIntegrationOf } from './integration';
import { readRouteKey } from './route-key';
import type { Callees, PartOwner } from './route-part';
import type { RouteForm } from './routes';
import { booleanOf, type Members } from './value';

/** The form of the routes of HTTP APIs. */
export function httpRouteForm<Owner extends PartOwner>(functions: Callees): RouteForm<Owner> {
  return {
    readRouteKey,
    integrationOf: ({ properties }) => httpApiIntegrationOf(properties, functions),
    awsTypeOf: httpApiAwsType,
    ownOf: ({ properties }) => ({ members: {}, reasons: foreignRequirements(properties) }),
  };
}

/** Requirements that only WebSocket APIs have: a route with one of them is not understood. */
const FOREIGN = ['ApiKeyRequired', 'RequestModels', 'RequestParameters'];

function foreignRequirements(properties: Members): string[] {
  return FOREIGN.filter((name) => isRequirement(properties[name])).map((name) => `${name}: HTTP APIs do not have it`);
}

function isRequirement(value: unknown): boolean {
  return typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : value !== undefined && booleanOf(value) !== false;
}
