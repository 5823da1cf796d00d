import { itemsOf, numberOf, textOf, type Members } from '../../value';
import type { Callees } from './integration';
import { present, type AuthorizerInput, type Made } from './draft';

const DEFAULT_SOURCE = 'method.request.header.Authorization';

/** The authorizer of a template, or why it cannot be carried. */
export function authorizerOf(properties: Members, callees: Callees): Made<AuthorizerInput> {
  const type = textOf(properties.Type)?.toUpperCase() ?? '';
  const build = Object.hasOwn(BUILDERS, type) ? BUILDERS[type] : undefined;
  return build === undefined ? { reason: `an authorizer of type ${type || 'none'} cannot be carried` } : build(properties, callees);
}

const BUILDERS: Readonly<Record<string, (properties: Members, callees: Callees) => Made<AuthorizerInput>>> = {
  TOKEN: (properties, { functionOf }) => {
    const called = functionOf(textOf(properties.AuthorizerUri) ?? '');
    if ('reason' in called) return called;
    const identityValidationExpression = textOf(properties.IdentityValidationExpression) || undefined;
    return { part: { type: 'token', function: called.part, identitySource: tokenSource(properties), ...present({ identityValidationExpression }), ...caching(properties) } };
  },
  REQUEST: (properties, { functionOf }) => {
    const called = functionOf(textOf(properties.AuthorizerUri) ?? '');
    if ('reason' in called) return called;
    const identitySources = (textOf(properties.IdentitySource) ?? '').split(',').map((source) => source.trim()).filter((source) => source !== '');
    // without sources there is nothing to remember a result by
    const ttl = identitySources.length === 0 ? { resultsCacheTtlSeconds: 0 } : caching(properties);
    return { part: { type: 'request', function: called.part, identitySources, ...ttl } };
  },
  COGNITO_USER_POOLS: (properties) => {
    const userPools = itemsOf(properties.ProviderARNs).flatMap((arn) => textOf(arn) ?? []).map((arn) => ({ arn }));
    if (userPools.length === 0) return { reason: 'the authorizer names no user pool' };
    return { part: { type: 'cognito-user-pools', userPools, identitySource: tokenSource(properties), ...caching(properties) } };
  },
};

function tokenSource(properties: Members): string {
  return textOf(properties.IdentitySource) || DEFAULT_SOURCE;
}

function caching(properties: Members) {
  return present({ resultsCacheTtlSeconds: numberOf(properties.AuthorizerResultTtlInSeconds) });
}
