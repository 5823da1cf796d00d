/** Parts of HTTP APIs by the names that CloudFormation has for their properties. */
export { httpApiAuthorizers, sourcesOf, type AuthorizerKinds } from './authorizers';
export { httpCorsOf } from './cors';
export { isUnknownMembers, PropertyReader, type PropertyProblem } from './property-reader';
export { readRouteKey, settingKeyOf, type RouteLocation } from './route-key';
export type { Callees, Made, PartsContext, PartOwner, RoutePart } from './route-part';
export { authorizationOf, httpRouteForm, nullProblems, routesOf, type OwnMembers, type RouteForm } from './routes';
export { booleanOf, isMembers, memberOf, membersOf, numberOf, present, textOf, type Members } from './value';
export { isPrivate, vpcLinkOf } from './integration';
