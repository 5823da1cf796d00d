import { expectMap, refuseEvent, refuseResource, type EventPlace } from '../refuse';
import { addPath, hasIntegration, INTEGRATION, isDocument, methodKey, pathItems } from '../swagger/document';
import { referencedId } from '../implicit-api';
import type { Translation } from '../translation';
import { isMap, isSet, member, printed, type JsonMap } from '../value';
import type { Target } from './api-event';

const INVALID_DOCUMENT = "Invalid OpenApi document. Invalid values or missing keys for 'openapi' or 'paths' in 'DefinitionBody'.";

/** An `HttpApi` event: its route in the document of the HTTP API, which is named and not served. */
export function addHttpApiEvent(
  place: EventPlace, { properties, target }: { readonly properties: JsonMap; readonly target: Target },
  { resources, partition }: Translation,
): void {
  const id = String(referencedId(properties['ApiId']));
  const api = member(resources[id], 'Properties');
  const body = member(api, 'DefinitionBody');
  if (!isMap(api) || body === undefined) return;
  const { path, method } = { path: String(properties['Path']), method: String(properties['Method']).toLowerCase() };
  if (!isDocument(body)) throw refuseResource(id, `Structure of the SAM template is invalid. ${INVALID_DOCUMENT}`);
  const document = body;
  if (isSet(api['__MANAGE_SWAGGER']) && hasIntegration(document, path, method)) {
    throw refuseEvent(place, `API method '${method}' defined multiple times for path '${path}'.`);
  }
  addPath(document, path, method);
  const uri = { 'Fn::Sub': `arn:${partition}:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/\${${target.arn}}/invocations` };
  for (const item of pathItems(document, path)) {
    item[methodKey(method)] = { [INTEGRATION]: { type: 'aws_proxy', httpMethod: 'POST', uri, payloadFormatVersion: '2.0' }, responses: {} };
  }
  const auth = properties['Auth'];
  if (isMap(auth) && isSet(auth)) checkAuth({ place, id, path, method }, auth, api);
}

interface Route {
  readonly place: EventPlace;
  readonly id: string;
  readonly path: string;
  readonly method: string;
}

function checkAuth(route: Route, auth: JsonMap, api: JsonMap): void {
  const refuse = (reason: string) => refuseEvent(route.place, reason);
  const apiAuth = expectMap(api['Auth'] ?? {}, 'Auth', (reason) => refuseResource(route.id, reason));
  const authorizer = isSet(auth['Authorizer']) ? auth['Authorizer'] : apiAuth['DefaultAuthorizer'];
  if (!isSet(authorizer)) {
    throw refuse("'Auth' section requires either an explicit 'Authorizer' set or a 'DefaultAuthorizer' configured on the HttpApi.");
  }
  checkAuthorizer(route, authorizer, apiAuth);
  if (isSet(auth['AuthorizationScopes']) && !Array.isArray(auth['AuthorizationScopes'])) {
    throw refuse(`Unable to set Authorizer on API method [${route.method}] for path [${route.path}] because 'AuthorizationScopes' must be a list of strings.`);
  }
}

function checkAuthorizer({ place, path, method }: Route, authorizer: unknown, apiAuth: JsonMap): void {
  const declared = apiAuth['Authorizers'];
  const refuse = (label: string, why: string) => refuseEvent(place, `Unable to set ${label} on API method [${method}] for path [${path}]${why}`);
  const label = `Authorizer [${printed(authorizer)}]`;
  if (authorizer === 'NONE') {
    if (isSet(apiAuth['DefaultAuthorizer'])) return;
    throw refuse('Authorizer', " because 'NONE' is only a valid value when a DefaultAuthorizer on the API is specified.");
  }
  if (authorizer === 'AWS_IAM' && apiAuth['EnableIamAuthorizer'] === true) return;
  if (typeof authorizer !== 'string' || !isMap(declared)) {
    throw refuse(label, '. The method authorizer must be a string with a corresponding dict entry in the api authorizer.');
  }
  if (!isSet(declared)) throw refuse(label, ' because the related API does not define any Authorizers.');
  if (!isSet(member(declared, authorizer))) throw refuse(label, " because it wasn't defined in the API's Authorizers.");
}
