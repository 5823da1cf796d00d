import { issue, type Issue } from '../../errors';
import { AUTHORIZATION_OF_KIND } from '../authorizers';
import type { GatewaySpec } from '../gateway';
import { methodsOf, type PlacedMethod, type Rule } from './rule';

/** An authorizer of a method exists and matches the method's authorization type. */
export const authorizationRule: Rule = (spec) => methodsOf(spec).flatMap((placed) => checkMethod(placed, spec));

function checkMethod({ place, method: { authorization } }: PlacedMethod, { authorizers }: GatewaySpec): Issue[] {
  if (!('authorizer' in authorization)) return [];
  const { type, authorizer: name } = authorization;
  const authorizer = Object.hasOwn(authorizers, name) ? authorizers[name] : undefined;
  if (authorizer === undefined) return [issue('REFERENCE_UNRESOLVED', place, { what: 'authorizer', name })];
  return AUTHORIZATION_OF_KIND[authorizer.type] === type ? [] : [issue('AUTHORIZER_KIND_MISMATCH', place, { type, name, kind: authorizer.type })];
}
