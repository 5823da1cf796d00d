import type { Members } from '../../value';
import { PropertyReader, type Callees } from '../../../openapi';
import { present, type AuthorizerInput, type Made } from './draft';

const DEFAULT_SOURCE = 'method.request.header.Authorization';

/** The authorizer of a template, or why it cannot be carried. */
export function authorizerOf(declared: Members, callees: Callees): Made<AuthorizerInput> {
  const properties = new PropertyReader(declared);
  const type = properties.text('Type')?.toUpperCase() ?? '';
  const build = Object.hasOwn(BUILDERS, type) ? BUILDERS[type] : undefined;
  const authorizer = build === undefined ? { reason: `authorizers of type ${type || 'none'} are not supported` } : build(properties, callees);
  return properties.reasons.length > 0 ? { reason: properties.reasons.join('; ') } : authorizer;
}

const BUILDERS: Readonly<Record<string, (properties: PropertyReader, callees: Callees) => Made<AuthorizerInput>>> = {
  TOKEN: (properties, { functionOf }) => {
    const called = functionOf(properties.text('AuthorizerUri') ?? '');
    if ('reason' in called) return called;
    const identityValidationExpression = properties.text('IdentityValidationExpression') || undefined;
    return { part: { type: 'token', function: called.part, identitySource: tokenSource(properties), ...present({ identityValidationExpression }), ...caching(properties) } };
  },
  REQUEST: (properties, { functionOf }) => {
    const called = functionOf(properties.text('AuthorizerUri') ?? '');
    if ('reason' in called) return called;
    const identitySources = (properties.text('IdentitySource') ?? '').split(',').map((source) => source.trim()).filter((source) => source !== '');
    // without sources there is nothing to remember a result by
    const ttl = identitySources.length === 0 ? { resultsCacheTtlSeconds: 0 } : caching(properties);
    return { part: { type: 'request', function: called.part, identitySources, ...ttl } };
  },
  COGNITO_USER_POOLS: (properties) => {
    const userPools = properties.list('ProviderARNs').map((arn) => ({ arn }));
    if (userPools.length === 0) return { reason: 'the authorizer names no user pool' };
    return { part: { type: 'cognito-user-pools', userPools, identitySource: tokenSource(properties), ...caching(properties) } };
  },
};

function tokenSource(properties: PropertyReader): string {
  return properties.text('IdentitySource') || DEFAULT_SOURCE;
}

function caching(properties: PropertyReader) {
  return present({ resultsCacheTtlSeconds: properties.number('AuthorizerResultTtlInSeconds') });
}
