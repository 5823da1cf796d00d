import { GatewayError } from '../../errors';
import type { RequestAuthorizerSpec } from '../../spec';
import { requestMembers } from '../lambda-format/event';
import { compileFunctionCall } from './call-function';
import { readResult } from './function-result';
import type { Authorizer, AuthorizerContext } from './compile-context';
import { compileIdentitySource } from './identity';
import { cacheKey } from './result-cache';

/**
 * A function that decides based on the parameters of the request (REQUEST). With caching, every identity source must be
 * present, or the function is not called. It receives everything but the body.
 * @see aws-data-plane §16
 */
export function compileRequest(spec: RequestAuthorizerSpec, context: AuthorizerContext): Authorizer {
  const sources = spec.identitySources.map((text) => ({ text, read: compileIdentitySource(text) }));
  const call = compileFunctionCall({ ...spec, readResult }, context);
  const isCached = spec.resultsCacheTtlSeconds > 0;
  return async (request, question) => {
    const identity = sources.map(({ text, read }) => {
      const values = read(request);
      if (isCached && values.length === 0) throw new GatewayError('IDENTITY_SOURCE_MISSING', { authorizer: context.name, source: text });
      return cacheKey(values);
    });
    const event = () => ({ type: 'REQUEST', methodArn: question.access.resource, ...requestMembers(request) });
    return call(request, { ...question, event, identity });
  };
}
