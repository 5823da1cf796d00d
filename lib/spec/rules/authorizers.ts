import { issue, type Issue } from '../../errors';
import { describeAuthorizer, type AuthorizerSpec } from '../authorizers';
import type { GatewaySpec } from '../gateway';
import { readJavaPattern } from '../java-pattern';
import { LIMITS } from '../limits';
import { describeProtocol } from '../protocols';
import type { Rule } from './rule';

/** Authorizers refer to existing functions, have valid expressions and cache keys, and stay within the quota. */
export const authorizersRule: Rule = (spec) => {
  const count = Object.keys(spec.authorizers).length;
  const max = spec.api.quotas.authorizers ?? LIMITS.authorizersPerApi.default;
  return [
    ...(count > max ? [issue('TOO_MANY_AUTHORIZERS', spec.api.name, { given: count, max })] : []),
    ...Object.entries(spec.authorizers).flatMap(([name, authorizer]) => checkAuthorizer(`${spec.api.name}/authorizer ${name}`, authorizer, spec)),
  ];
};

function checkAuthorizer(location: string, authorizer: AuthorizerSpec, spec: GatewaySpec): Issue[] {
  const { functions: references, validationExpression, cachesWithoutIdentity } = describeAuthorizer(authorizer);
  const missing = references.filter((name) => !name.includes('${') && !Object.hasOwn(spec.functions, name));
  return [
    ...missing.map((name) => issue('REFERENCE_UNRESOLVED', location, { what: 'function', name })),
    ...checkExpression(location, validationExpression),
    ...(cachesWithoutIdentity && describeProtocol(spec).cacheNeedsIdentity ? [issue('IDENTITY_SOURCES_EMPTY', location)] : []),
  ];
}

function checkExpression(location: string, pattern: string | undefined): Issue[] {
  if (pattern === undefined) return [];
  try {
    readJavaPattern(pattern);
    return [];
  } catch (cause) {
    return [issue('VALIDATION_EXPRESSION_INVALID', location, { pattern, reason: cause instanceof Error ? cause.message : String(cause) })];
  }
}
