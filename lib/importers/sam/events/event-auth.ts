import { resolveParameters } from '../parameters';
import { expectList, expectMap, refuseEvent, refuseResource, type EventPlace } from '../refuse';
import { addCustomStatements, addResourcePolicy } from '../swagger/resource-policy';
import { setMethodApiKey, setMethodAuthorizer } from '../swagger/security';
import type { MethodPlace } from '../swagger/document';
import type { Translation } from '../translation';
import { isMap, isSet, member, printed, type JsonMap } from '../value';

/** The event's method, the API that it belongs to, and who declares it. */
export interface EventMethod extends MethodPlace {
  readonly place: EventPlace;
  readonly apiId: string;
  readonly api: JsonMap;
  /** The name of the API's stage, or what stands for it. */
  readonly stage: string;
}

/** An event's own `Auth`: authorizer with scopes, API key and resource policy. */
export function addEventAuth(method: EventMethod, auth: JsonMap, { parameters }: Translation): void {
  const apiAuth = resolveParameters(method.api['Auth'], parameters);
  const authorizer = auth['Authorizer'];
  if (isSet(authorizer)) checkAuthorizer(method, authorizer, apiAuth);
  checkScopes(method, auth);
  const apiKey = member(auth, 'ApiKeyRequired');
  if (apiKey !== undefined && !isSet(apiKey) && !isSet(member(apiAuth, 'ApiKeyRequired'))) {
    throw refuse(method, 'ApiKeyRequired [False]', ' because the related API does not specify any ApiKeyRequired.');
  }
  const authorizers = member(method.api['Auth'], 'Authorizers');
  if (typeof authorizer === 'string' && authorizer !== '') {
    setMethodAuthorizer(method, { authorizer, scopes: member(auth, 'AuthorizationScopes'), authorizers });
  }
  if (apiKey !== undefined) setMethodApiKey(method, isSet(apiKey));
  addPolicy(method, auth['ResourcePolicy']);
}

function checkAuthorizer(method: EventMethod, authorizer: unknown, apiAuth: unknown): void {
  const declared = member(apiAuth, 'Authorizers');
  if (isSet(declared)) expectMap(declared, 'Auth.Authorizers', (reason) => refuseResource(method.apiId, reason));
  if (authorizer === 'AWS_IAM') return;
  const label = `Authorizer [${printed(authorizer)}]`;
  if (authorizer === 'NONE') {
    if (isSet(member(apiAuth, 'DefaultAuthorizer'))) return;
    throw refuse(method, 'Authorizer', " because 'NONE' is only a valid value when a DefaultAuthorizer on the API is specified.");
  }
  if (!isSet(declared)) throw refuse(method, label, ' because the related API does not define any Authorizers.');
  if (typeof authorizer !== 'string' || !isMap(declared)) {
    throw refuse(method, label, '. The method authorizer must be a string with a corresponding dict entry in the api authorizer.');
  }
  if (!isSet(member(declared, authorizer))) throw refuse(method, label, " because it wasn't defined in the API's Authorizers.");
}

function checkScopes({ place }: EventMethod, auth: JsonMap): void {
  if (!isSet(auth['AuthorizationScopes'])) return;
  expectList(auth['AuthorizationScopes'], 'Auth.AuthorizationScopes', (reason) => refuseEvent(place, reason));
  if (!isSet(auth['Authorizer'])) throw refuseEvent(place, 'AuthorizationScopes works only when Authorizer is set');
}

function addPolicy(method: EventMethod, policy: unknown): void {
  if (!isSet(policy)) return;
  const settings = expectMap(policy, 'Auth.ResourcePolicy', (reason) => refuseResource(method.place.event, reason));
  addResourcePolicy(method, settings);
  if (isSet(settings['CustomStatements'])) addCustomStatements(method.document, settings['CustomStatements']);
}

function refuse({ place, path, method }: EventMethod, what: string, why: string): Error {
  return refuseEvent(place, `Unable to set ${what} on API method [${method}] for path [${path}]${why}`);
}
