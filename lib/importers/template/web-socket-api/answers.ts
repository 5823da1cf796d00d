import { loss } from '../../../errors';
import { textOf } from '../../value';
import type { ApiSource } from '../api/api-source';
import { partsOfKind, type HttpApiPart } from '../http-api/parts';

/** The resources that say what happens to the answer of a route. */
export interface Answers {
  /** Whether the client gets the answer to a message for a route. */
  readonly hasRouteResponse: (route: HttpApiPart) => boolean;
  /** The integration responses of an integration. */
  readonly responsesTo: (integration: HttpApiPart) => readonly HttpApiPart[];
}

const DEFAULT_KEY = '$default';

/**
 * Reads route responses and integration responses; those of what is not part of the source are reported. A route with a route response
 * is a two-way one.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-route-response.html
 */
export function answersOf(source: ApiSource): Answers {
  const routeResponses = partsOfKind(source, 'RouteResponse').filter((part) => isDefault(part, source));
  const responses = partsOfKind(source, 'IntegrationResponse');
  reportOthers(routeResponses, { property: 'RouteId', kind: 'Route', source });
  reportOthers(responses, { property: 'IntegrationId', kind: 'Integration', source });
  return {
    hasRouteResponse: ({ id }) => routeResponses.some(({ properties }) => textOf(properties.RouteId) === id),
    responsesTo: ({ id }) => responses.filter(({ properties }) => textOf(properties.IntegrationId) === id),
  };
}

/** The only key of route responses is `$default`. */
function isDefault({ label, properties, resource }: HttpApiPart, { report }: ApiSource): boolean {
  const key = textOf(properties.RouteResponseKey);
  if (key === DEFAULT_KEY) return true;
  report(resource, loss('IMPORT_PART_REFUSED', label, { what: `the route response ${key ?? 'without a key'}`, reason: `the only key of route responses is ${DEFAULT_KEY}` }));
  return false;
}

interface Owners {
  readonly property: string;
  readonly kind: string;
  readonly source: ApiSource;
}

function reportOthers(parts: readonly HttpApiPart[], { property, kind, source }: Owners): void {
  const ids = new Set(partsOfKind(source, kind).map(({ id }) => id));
  for (const { label, properties, resource } of parts) {
    if (ids.has(textOf(properties[property]) ?? '')) continue;
    source.report(resource, loss('IMPORT_PART_REFUSED', label, { what: property, reason: `its ${kind.toLowerCase()} is not part of this source` }));
  }
}
