import { GatewayError } from '../../errors';
import type { RequestAuthorizerSpec } from '../../spec';
import { REQUESTS } from '../lambda-format/events';
import { compileFunctionCall } from './call-function';
import type { Authorizer, AuthorizerContext } from './compile-context';
import { readHttpResult } from './function-result';
import { compileIdentitySource } from './identity';
import { cacheKey } from './result-cache';

/**
 * A function that decides about the requests of an HTTP API. A request without one of the identity sources is refused, and the
 * function not called; without sources nothing is cached.
 * @throws by the returned function: IDENTITY_SOURCE_MISSING, AUTHORIZER_*
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html
 */
export function compileHttpRequest(spec: RequestAuthorizerSpec, context: AuthorizerContext): Authorizer {
  const { payloadFormatVersion: format = '2.0', enableSimpleResponses = false, identitySources, resultsCacheTtlSeconds } = spec;
  const sources = identitySources.map((text) => ({ text, read: compileIdentitySource(text) }));
  const call = compileFunctionCall({
    function: spec.function,
    resultsCacheTtlSeconds: sources.length === 0 ? 0 : resultsCacheTtlSeconds,
    readResult: (payload) => readHttpResult(payload, enableSimpleResponses && format === '2.0'),
  }, context);
  return async (request, question) => {
    const values = sources.map(({ text, read }) => {
      const all = read(request);
      if (all.length === 0) throw new GatewayError('IDENTITY_SOURCE_MISSING', { authorizer: context.name, source: text });
      return all;
    });
    const event = () => ({ ...REQUESTS[format](request), type: 'REQUEST', ...MEMBERS[format](question.access.resource, values.map((all) => all.join(','))) });
    return call(request, { ...question, event, identity: values.map(cacheKey) });
  };
}

/** The members that only events of authorizers have. */
const MEMBERS = {
  '1.0': (methodArn: string, identity: readonly string[]) => {
    const identitySource = identity.length === 0 ? null : identity.join(',');
    return { methodArn, identitySource, authorizationToken: identitySource };
  },
  '2.0': (routeArn: string, identity: readonly string[]) => ({ routeArn, identitySource: identity.length === 0 ? null : identity }),
} as const;
