import { CONNECT_ROUTE } from '../../../spec';
import { isMembers, textOf, type Members } from '../../value';
import { present, type Made } from '../api/draft';
import { awsTypeOf } from '../api/integration';
import type { Callees, OwnMembers, PropertyReader, RouteForm } from '../../../openapi';
import type { HttpApiPart } from '../http-api/parts';
import type { Resource } from '../stack';
import type { Answers } from './answers';
import { asRestIntegration, webSocketIntegrationOf } from './integration';
import { readMessageRouteKey } from './route-key';

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
    ...nullProblems(properties), ...guards.map((guard) => `${guard}: callers are checked on ${CONNECT_ROUTE} only`), ...requiredParameters(properties),
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

function nullProblems(properties: Members): string[] {
  return DECIDING.filter((name) => properties[name] === null).map((name) => `${name}: null is not a value`);
}

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
