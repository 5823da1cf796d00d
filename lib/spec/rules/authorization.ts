import { issue, type Issue } from '../../errors';
import { AUTHORIZATION_OF_KIND } from '../authorizers';
import type { GatewaySpec } from '../gateway';
import { methodsOf, type PlacedMethod } from '../walk/walk-methods';
import type { Rule } from './rule';

/** An authorizer that a method names exists, and is of a kind that the method's authorization goes with. */
export const authorizationRule: Rule = (spec) => methodsOf(spec).flatMap((placed) => checkMethod(placed, spec));

function checkMethod({ place, method: { authorization } }: PlacedMethod, { authorizers }: GatewaySpec): Issue[] {
  if (!('authorizer' in authorization)) return [];
  const { type, authorizer: name } = authorization;
  const authorizer = Object.hasOwn(authorizers, name) ? authorizers[name] : undefined;
  if (authorizer === undefined) return [issue('REFERENCE_UNRESOLVED', place, { what: 'authorizer', name })];
  return AUTHORIZATION_OF_KIND[authorizer.type] === type ? [] : [issue('AUTHORIZER_KIND_MISMATCH', place, { type, name, kind: authorizer.type })];
}
