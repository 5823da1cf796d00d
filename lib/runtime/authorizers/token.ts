import { GatewayError } from '../../errors';
import type { TokenAuthorizerSpec } from '../../spec';
import { compileMatch, matchedIndex } from '../sandbox/match-in-time';
import { compileFunctionCall } from './call-function';
import { readResult } from './function-result';
import type { Authorizer, AuthorizerContext } from './compile-context';
import { compileTokenSource } from './identity';

/**
 * A function that decides based on a token (TOKEN). It is not called without a token, or if the token does not match the expression.
 * @throws by the returned function: IDENTITY_SOURCE_MISSING, IDENTITY_PATTERN_MISMATCH, SANDBOX_BUSY, AUTHORIZER_*
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-use-lambda-authorizer.html
 */
export function compileToken(spec: TokenAuthorizerSpec, context: AuthorizerContext): Authorizer {
  const tokenOf = compileTokenSource(spec.identitySource);
  const { identityValidationExpression: pattern } = spec;
  const isValid = pattern === undefined ? undefined : compileExpression(pattern, context);
  const call = compileFunctionCall({ ...spec, readResult }, context);
  return async (request, question) => {
    const token = tokenOf(request);
    if (token === undefined) throw new GatewayError('IDENTITY_SOURCE_MISSING', { authorizer: context.name, source: spec.identitySource });
    if (isValid !== undefined && !await isValid(token)) throw new GatewayError('IDENTITY_PATTERN_MISMATCH', { authorizer: context.name });
    const event = () => ({ type: 'TOKEN', authorizationToken: token, methodArn: question.access.resource });
    return call(request, { ...question, event, identity: [token] });
  };
}

/** The expression must match the whole token; a dot matches line breaks, too. A token that cannot be matched in time does not match. */
function compileExpression(pattern: string, { run }: AuthorizerContext): (token: string) => Promise<boolean> {
  const match = compileMatch([{ pattern, extent: 'whole', isDotAll: true }], run);
  return async (token) => {
    const matched = match(token);
    return (typeof matched === 'number' ? matched : matchedIndex(await matched)) === 0;
  };
}
