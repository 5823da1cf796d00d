import { GatewayError } from '../../errors';
import type { TokenAuthorizerSpec } from '../../spec';
import { compileFunctionCall } from './ask-function';
import type { Authorizer, AuthorizerContext } from './compile-context';
import { compileTokenSource } from './identity';

/**
 * A function that decides by a token (TOKEN). Without a token, or with one that the expression does not match, it is not
 * asked.
 * @see aws-data-plane §16
 */
export function compileToken(spec: TokenAuthorizerSpec, context: AuthorizerContext): Authorizer {
  const tokenOf = compileTokenSource(spec.identitySource);
  const expression = spec.identityValidationExpression === undefined ? undefined : new RegExp(`^(?:${spec.identityValidationExpression})$`, 's');
  const call = compileFunctionCall(spec, context);
  return async (request, question) => {
    const token = tokenOf(request);
    if (token === undefined) throw new GatewayError('IDENTITY_SOURCE_MISSING', { authorizer: context.name, source: spec.identitySource });
    if (expression?.test(token) === false) throw new GatewayError('IDENTITY_PATTERN_MISMATCH', { authorizer: context.name });
    const event = () => ({ type: 'TOKEN', authorizationToken: token, methodArn: question.asked.resource });
    return call(request, { ...question, event, identity: [token] });
  };
}
