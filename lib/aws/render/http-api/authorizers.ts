import type { aws_apigatewayv2 as v2 } from 'aws-cdk-lib';
import type { AuthorizerKind, AuthorizerOf, AuthorizerSpec } from '../../../spec';
import { authorizerUri, renderAuthorizers, type AuthorizerProperties } from '../route-api/authorizers';
import type { RouteApiContext } from '../route-api/route-api-context';

/** The authorizers of an HTTP API, by name. */
export function renderHttpAuthorizers(context: RouteApiContext): ReadonlyMap<string, v2.CfnAuthorizer> {
  return renderAuthorizers(context, (spec) => {
    // the entry that the kind names
    const render = RENDERERS[spec.type] as (authorizer: AuthorizerSpec, of: RouteApiContext) => AuthorizerProperties;
    return render(spec, context);
  });
}

/** As the CDK's HttpAuthorizer. Kinds that HTTP APIs do not have were refused with the definition. */
const RENDERERS: { readonly [Kind in AuthorizerKind]: (spec: AuthorizerOf<Kind>, context: RouteApiContext) => AuthorizerProperties } = {
  'jwt': ({ issuer, audience, identitySource }) =>
    ({ authorizerType: 'JWT', identitySource: [identitySource], jwtConfiguration: { issuer, audience } }),
  'request': (spec, context) => ({
    authorizerType: 'REQUEST',
    identitySource: spec.identitySources,
    authorizerUri: authorizerUri(spec.function, context),
    authorizerPayloadFormatVersion: spec.payloadFormatVersion,
    enableSimpleResponses: spec.enableSimpleResponses === true ? true : undefined,
    authorizerResultTtlInSeconds: spec.resultsCacheTtlSeconds,
  }),
  'token': () => ({ authorizerType: 'TOKEN' }),
  'cognito-user-pools': () => ({ authorizerType: 'COGNITO_USER_POOLS' }),
};
