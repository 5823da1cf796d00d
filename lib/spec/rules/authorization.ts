import { issue, type Issue } from '../../errors';
import { describeAuthorization } from '../authorization';
import { describeAuthorizer } from '../authorizers';
import type { GatewaySpec } from '../gateway';
import { methodsOf, type LocatedMethod } from '../walk/walk-methods';
import type { Rule } from './rule';

/** An authorizer of a method exists and matches the method's authorization type. */
export const authorizationRule: Rule = (spec) => methodsOf(spec).flatMap((placed) => checkMethod(placed, spec));

function checkMethod({ location, method: { authorization } }: LocatedMethod, spec: GatewaySpec): Issue[] {
  const { authorizers } = spec;
  const { authorizer: name } = describeAuthorization(authorization);
  if (name === undefined) return [];
  const authorizer = Object.hasOwn(authorizers, name) ? authorizers[name] : undefined;
  if (authorizer === undefined) return [issue('REFERENCE_UNRESOLVED', location, { what: 'authorizer', name })];
  const { type } = authorization;
  return describeAuthorizer(authorizer).namedBy.some((named) => named === type) ? [] : [issue('AUTHORIZER_KIND_MISMATCH', location, { type, name, kind: authorizer.type })];
}
