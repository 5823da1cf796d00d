import { GatewayError } from '../../errors';
import type { RequestAuthorizerSpec } from '../../spec';
import { REQUESTS } from '../lambda-format/events';
import { compileFunctionCall } from './call-function';
import { readResult } from './function-result';
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

interface DecisionRules {
  readonly format: 'rest' | 'websocket';
  readonly requiresIdentity: boolean;
}

function compileDecision(spec: RequestAuthorizerSpec, context: AuthorizerContext, { format, requiresIdentity }: DecisionRules): Authorizer {
  const sources = spec.identitySources.map((text) => ({ text, read: compileIdentitySource(text) }));
  const call = compileFunctionCall({ ...spec, readResult }, context);
  return async (request, question) => {
    const identity = sources.map(({ text, read }) => {
      const values = read(request);
      if (requiresIdentity && values.length === 0) throw new GatewayError('IDENTITY_SOURCE_MISSING', { authorizer: context.name, source: text });
      return cacheKey(values);
    });
    const event = () => ({ type: 'REQUEST', methodArn: question.access.resource, ...REQUESTS[format](request) });
    return call(request, { ...question, event, identity });
  };
}
