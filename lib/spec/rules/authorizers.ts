import { issue, type Issue } from '../../errors';
import type { AuthorizerOf, AuthorizerSpec } from '../authorizers';
import type { GatewaySpec } from '../gateway';
import { readJavaPattern } from '../java-pattern';
import { LIMITS } from '../limits';
import type { Rule } from './rule';

/** Authorizers refer to existing functions, have valid expressions and cache keys, and stay within the quota. */
export const authorizersRule: Rule = (spec) => {
  const given = Object.keys(spec.authorizers).length;
  const { max } = LIMITS.authorizersPerApi;
  return [
    ...(given > max ? [issue('TOO_MANY_AUTHORIZERS', spec.api.name, { given, max })] : []),
    ...Object.entries(spec.authorizers).flatMap(([name, authorizer]) => checkAuthorizer(`${spec.api.name}/authorizer ${name}`, authorizer, spec)),
  ];
};

function checkAuthorizer(place: string, authorizer: AuthorizerSpec, { functions }: GatewaySpec): Issue[] {
  const name = 'function' in authorizer ? authorizer.function : undefined;
  const isMissing = name !== undefined && !name.includes('${') && !Object.hasOwn(functions, name);
  return [
    ...(isMissing ? [issue('REFERENCE_UNRESOLVED', place, { what: 'function', name })] : []),
    ...('identityValidationExpression' in authorizer ? checkExpression(place, authorizer.identityValidationExpression) : []),
    ...('identitySources' in authorizer ? checkSources(place, authorizer) : []),
  ];
}

function checkExpression(place: string, pattern: string | undefined): Issue[] {
  if (pattern === undefined) return [];
  try {
    readJavaPattern(pattern);
    return [];
  } catch (cause) {
    return [issue('VALIDATION_EXPRESSION_INVALID', place, { pattern, reason: cause instanceof Error ? cause.message : String(cause) })];
  }
}

function checkSources(place: string, { identitySources, resultsCacheTtlSeconds }: AuthorizerOf<'request'>): Issue[] {
  return resultsCacheTtlSeconds > 0 && identitySources.length === 0 ? [issue('IDENTITY_SOURCES_EMPTY', place)] : [];
}
