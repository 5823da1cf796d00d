import { GatewayError } from '../../errors';
import { readJavaPattern, type TokenAuthorizerSpec } from '../../spec';
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
  const expression = spec.identityValidationExpression === undefined ? undefined : wholeText(spec.identityValidationExpression);
  const call = compileFunctionCall(spec, context);
  return async (request, question) => {
    const token = tokenOf(request);
    if (token === undefined) throw new GatewayError('IDENTITY_SOURCE_MISSING', { authorizer: context.name, source: spec.identitySource });
    if (expression?.test(token) === false) throw new GatewayError('IDENTITY_PATTERN_MISMATCH', { authorizer: context.name });
    const event = () => ({ type: 'TOKEN', authorizationToken: token, methodArn: question.asked.resource });
    return call(request, { ...question, event, identity: [token] });
  };
}

/** The expression, for the whole token; a dot stands for line ends as well, so that no token ends early. */
function wholeText(expression: string): RegExp {
  return new RegExp(`^(?:${readJavaPattern(expression, { isDotAll: true }).source})$`);
}
