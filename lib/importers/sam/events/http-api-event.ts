import { referencedId } from '../implicit-api';
import { expectMap, refuseEvent, refuseResource, type EventPlace } from '../refuse';
import { hasIntegration, openDocument } from '../swagger/document';
import { addHttpApiIntegration } from '../swagger/integration';
import { setMethodAuthorizer } from '../swagger/security';
import type { SamResource, Translation } from '../translation';
import { isMap, isSet, member, type JsonMap } from '../value';
import { invocationUri, reportDocument } from './api-event';

/** An `HttpApi` event of a function. */
export interface HttpApiEvent {
  readonly event: string;
  readonly properties: JsonMap;
}

interface LinkedHttpApi {
  readonly id: string;
  readonly properties: JsonMap;
}

/**
 * Adds the `HttpApi` event of a function to the document of its API: an integration, its authorizer and the settings of its route.
 * @param target - the ARN of the function or its alias inside `Fn::Sub`
 */
export function addHttpApiEvent(
  owner: SamResource, { event, properties, target }: HttpApiEvent & { readonly target: string }, translation: Translation,
): void {
  const place = { owner: owner.id, event };
  const api = linkedHttpApi(place, properties, translation);
  const path = String(properties['Path']);
  const method = String(properties['Method']).toLowerCase();
  addRouteSettings(api.properties, `${isDefault(path) ? '' : `${httpMethodOf(method)} `}${path}`, properties['RouteSettings']);
  const body = api.properties['DefinitionBody'];
  if (body === undefined || body === null) return reportDocument(place, api, translation);
  const document = openDocument(body);
  const isDeclared = hasIntegration(document, path, method);
  if (isDeclared && isSet(api.properties['__MANAGE_SWAGGER'])) throw refuseEvent(place, `API method "${method}" defined multiple times for path "${path}".`);
  const uri = invocationUri(target, false, translation.partition);
  const settings = { payloadFormatVersion: properties['PayloadFormatVersion'] ?? '2.0', timeoutInMillis: properties['TimeoutInMillis'] };
  if (!isDeclared) addHttpApiIntegration({ document, path, method, condition: owner.condition }, uri, settings);
  const chosen = chosenAuthorizer(place, properties['Auth'], api);
  if (chosen !== undefined) setMethodAuthorizer({ document, path, method }, chosen);
}

function linkedHttpApi(place: EventPlace, properties: JsonMap, { resources }: Translation): LinkedHttpApi {
  const id = String(referencedId(properties['ApiId']));
  const resource = expectMap(resources[id], 'ApiId', () => refuseEvent(place, "ApiId must be a valid reference to an 'AWS::Serverless::HttpApi' resource in same template."));
  const own = expectMap(resource['Properties'] ?? {}, 'Properties', () => refuseResource(id, "Attribute 'Properties' should be a map."));
  return { id, properties: own };
}

function isDefault(path: string): boolean {
  return /^\/?\$default$/.test(path);
}

function httpMethodOf(method: string): string {
  return method === 'x-amazon-apigateway-any-method' ? 'ANY' : method.toUpperCase();
}

/** Settings of a route are those of the stage. */
function addRouteSettings(api: JsonMap, routeKey: string, settings: unknown): void {
  if (!isSet(settings) || !isMap(settings)) return;
  const existing = isMap(api['RouteSettings']) ? api['RouteSettings'] : {};
  const key = routeKey.replace(/^\/\$default$/, '$default');
  const known = existing[key];
  api['RouteSettings'] = { ...existing, [key]: { ...(isMap(known) ? known : {}), ...settings } };
}

/** The authorizer that an event names; scopes alone are those of the default one. */
function chosenAuthorizer(place: EventPlace, auth: unknown, { properties }: LinkedHttpApi) {
  if (!isSet(auth)) return undefined;
  const own = expectMap(auth, 'Auth', (reason) => refuseEvent(place, reason));
  const apiAuth = properties['Auth'];
  const scopes = member(own, 'AuthorizationScopes');
  const authorizer = isSet(own['Authorizer']) ? own['Authorizer'] : isSet(scopes) ? member(apiAuth, 'DefaultAuthorizer') : undefined;
  if (authorizer === undefined && !isSet(scopes)) return undefined;
  if (typeof authorizer !== 'string') throw refuseEvent(place, 'Unable to set Authorizer: it must be the name of an authorizer of the API.');
  const authorizers = member(apiAuth, 'Authorizers');
  const isKnown = authorizer === 'NONE' || authorizer === 'AWS_IAM' || isSet(member(authorizers, authorizer));
  if (!isKnown) throw refuseEvent(place, `Unable to set Authorizer [${authorizer}] on API method because it wasn't defined in the API's Authorizers.`);
  if (authorizer === 'NONE' && isSet(scopes)) throw refuseEvent(place, "Unable to set AuthorizationScopes because 'NONE' is no authorizer.");
  return { authorizer, scopes, authorizers };
}
