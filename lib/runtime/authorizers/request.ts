import { GatewayError } from '../../errors';
import type { RequestAuthorizerSpec } from '../../spec';
import { REQUESTS } from '../lambda-format/events';
import type { Routed } from '../plan/exchange';
import { compileFunctionCall } from './call-function';
import { readHttpResult, readResult } from './function-result';
import type { Authorizer, AuthorizerContext } from './compile-context';
import { compileIdentitySource } from './identity';
import { cacheKey } from './result-cache';

/**
 * A function that decides based on the parameters of the request (REQUEST). With caching, every identity source must be
 * present, or the function is not called. It receives everything but the body.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-use-lambda-authorizer.html
 */
export function compileRequest(spec: RequestAuthorizerSpec, context: AuthorizerContext): Authorizer {
  return compileDecision(spec, context, { format: 'rest', requiresIdentity: spec.resultsCacheTtlSeconds > 0 });
}

/** The same for clients that connect to a WebSocket API: every identity source must be present, with or without caching. */
export function compileConnectRequest(spec: RequestAuthorizerSpec, context: AuthorizerContext): Authorizer {
  return compileDecision(spec, context, { format: 'websocket', requiresIdentity: true });
}

function compileDecision(
  spec: RequestAuthorizerSpec, context: AuthorizerContext,
  { format, requiresIdentity }: { readonly format: 'rest' | 'websocket'; readonly requiresIdentity: boolean },
): Authorizer {
  const valuesOf = compileIdentity(spec, context, requiresIdentity);
  const call = compileFunctionCall({ ...spec, readResult }, context);
  return async (request, question) => {
    const identity = valuesOf(request).map(cacheKey);
    const event = () => ({ type: 'REQUEST', methodArn: question.access.resource, ...REQUESTS[format](request) });
    return call(request, { ...question, event, identity });
  };
}

/**
 * The same for the requests of an HTTP API. A request without one of the identity sources is refused, and the function not called;
 * without sources nothing is cached.
 * @throws by the returned function: IDENTITY_SOURCE_MISSING, AUTHORIZER_*
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html
 */
export function compileHttpRequest(spec: RequestAuthorizerSpec, context: AuthorizerContext): Authorizer {
  const { payloadFormatVersion: format = '2.0', enableSimpleResponses = false, identitySources, resultsCacheTtlSeconds } = spec;
  const valuesOf = compileIdentity(spec, context, true);
  const call = compileFunctionCall({
    function: spec.function,
    resultsCacheTtlSeconds: identitySources.length === 0 ? 0 : resultsCacheTtlSeconds,
    readResult: (payload) => readHttpResult(payload, enableSimpleResponses && format === '2.0'),
  }, context);
  return async (request, question) => {
    const values = valuesOf(request);
    const event = () => ({ ...REQUESTS[format](request), type: 'REQUEST', ...MEMBERS[format](question.access.resource, values) });
    return call(request, { ...question, event, identity: values.map(cacheKey) });
  };
}

/** The members that only events of authorizers have. */
const MEMBERS = {
  '1.0': (methodArn: string, identity: Identity) => {
    const identitySource = identity.length === 0 ? null : identity.flat().join(',');
    return { methodArn, identitySource, authorizationToken: identitySource };
  },
  '2.0': (routeArn: string, identity: Identity) => {
    const identitySource = identity.length === 0 ? null : identity.map((all) => all.join(','));
    return { routeArn, identitySource };
  },
} as const;

/** The values of each identity source. */
type Identity = readonly (readonly string[])[];

/** Compiles the reading of all identity sources. @throws IDENTITY_SOURCE_MISSING by the returned function, if all are required */
function compileIdentity(
  { identitySources }: RequestAuthorizerSpec, { name }: AuthorizerContext, isRequired: boolean,
): (request: Routed) => Identity {
  const sources = identitySources.map((text) => ({ text, read: compileIdentitySource(text) }));
  return (request) => sources.map(({ text, read }) => {
    const values = read(request);
    if (isRequired && values.length === 0) throw new GatewayError('IDENTITY_SOURCE_MISSING', { authorizer: name, source: text });
    return values;
  });
}
