import { CONNECT_ROUTE, routePathOf, tokensIn } from '../../../spec';
import { isMembers, textOf, type Members } from '../../value';
import { present, type Made } from '../api/draft';
import { awsTypeOf } from '../api/integration';
import { nullProblems, type Callees, type OwnMembers, type PropertyReader, type RouteForm, type RouteLocation } from '../../../openapi';
import { partsOfKind, type HttpApiPart } from '../http-api/parts';
import type { Resource } from '../stack';
import { asRestIntegration, webSocketIntegrationOf } from './integration';
import { loss } from '../../../errors';
import type { ApiSource } from '../api/api-source';

/** The parts of a WebSocket API that its routes are made with. */
export interface WebSocketParts extends Answers {
  readonly functions: Callees;
  readonly modelOf: (name: string) => Made<string>;
}

/** The form of the routes of WebSocket APIs. */
export function webSocketRouteForm(parts: WebSocketParts): RouteForm<Resource> {
  return {
    readRouteKey: readMessageRouteKey,
    integrationOf: (integration) => webSocketIntegrationOf(integration, parts.responsesTo(integration), parts.functions),
    awsTypeOf: (integration) => awsTypeOf(asRestIntegration(integration)),
    ownOf: (part, reader) => ownMembers(part, reader, parts),
  };
}

function ownMembers(part: HttpApiPart, reader: PropertyReader, { hasRouteResponse, modelOf }: WebSocketParts): OwnMembers {
  const { properties } = part;
  const isConnect = textOf(properties.RouteKey) === CONNECT_ROUTE;
  const apiKeyRequired = reader.boolean('ApiKeyRequired') ?? false;
  const models = Object.entries(reader.texts('RequestModels')).map(([key, name]) => [key, modelOf(name)] as const);
  const members = {
    apiKeyRequired: isConnect && apiKeyRequired,
    requestModels: Object.fromEntries(models.flatMap(([key, model]) => ('part' in model ? [[key, model.part]] : []))),
    ...(hasRouteResponse(part) ? { hasRouteResponse: true } : {}),
    ...present({ modelSelectionExpression: reader.text('ModelSelectionExpression') || undefined }),
  };
  const guards = isConnect ? [] : guardsOf(properties, apiKeyRequired);
  const reasons = [
    ...nullProblems(properties, DECIDING), ...guards.map((guard) => `${guard}: callers are checked on ${CONNECT_ROUTE} only`), ...requiredParameters(properties),
    ...models.flatMap(([, model]) => ('reason' in model ? [model.reason] : [])),
  ];
  return { members, reasons };
}

/** Requirements of callers on another route than that of connections: such a route cannot be deployed. */
function guardsOf({ AuthorizationType: type }: Members, apiKeyRequired: boolean): string[] {
  const isOpen = type === undefined || textOf(type)?.toUpperCase() === 'NONE';
  return [...(isOpen ? [] : ['AuthorizationType']), ...(apiKeyRequired ? ['ApiKeyRequired'] : [])];
}

/** Properties that decide what a route takes. CloudFormation refuses null, so the requirements of a deployed route are unknown. */
const DECIDING = ['ApiKeyRequired', 'ModelSelectionExpression', 'RequestModels', 'RequestParameters'];

/** Connections without a required parameter are not refused here, so those to such a route are. */
function requiredParameters({ RequestParameters: parameters }: Members): string[] {
  if (!isMembers(parameters)) return parameters === undefined || parameters === null ? [] : ['RequestParameters: it is not an object'];
  return Object.entries(parameters).filter(([, setting]) => !isOptional(setting))
    .map(([name]) => `RequestParameters.${name}: that it is required is not checked here`);
}

function isOptional(setting: unknown): boolean {
  const required = isMembers(setting) ? setting.Required : setting;
  return required === undefined || required === false || required === 'false';
}

/** Reads a route key of a WebSocket API, which may be any text; undefined for one that only a deployment knows. */
function readMessageRouteKey(key: string): RouteLocation | undefined {
  if (key === '' || /\p{Surrogate}/u.test(key) || tokensIn(key).length > 0) return undefined;
  return { path: routePathOf(key), httpMethod: 'ANY' };
}

/** The key of a route in the settings of stages: `join` → `/join/ANY`. */
export function settingKeyOf(routeKey: string): string | undefined {
  const location = readMessageRouteKey(routeKey);
  return location === undefined ? undefined : `${location.path}/${location.httpMethod}`;
}

/** The resources that say what happens to the answer of a route. */
interface Answers {
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
