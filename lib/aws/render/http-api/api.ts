import type { aws_apigatewayv2 as v2, CfnResource } from 'aws-cdk-lib';
import { HttpStage, type HttpApi } from '../../../constructs';
import { filled } from '../render-context';
import type { RouteApiContext } from '../route-api/route-api-context';
import { renderRouteStages } from '../route-api/stages';
import { renderRoutes } from './routes';
import { ofKind } from '../../../openapi';
import type { AuthorizerKind, AuthorizerOf } from '../../../spec';
import { authorizerUri, renderAuthorizers, type AuthorizerProperties } from '../route-api/authorizers';

/** Renders what is below an HTTP API: a resource for each node, with the ids that the CDK's HttpApi gives them. */
export function renderHttpApi(context: RouteApiContext<HttpApi>): CfnResource[] {
  const authorizers = renderAuthorizers(context, (spec) => ofKind(RENDERERS, spec, context));
  const routes = renderRoutes(context, authorizers);
  const stages = renderRouteStages(context, (value) => HttpStage.isHttpStage(value));
  return [...authorizers.values(), ...routes, ...stages];
}

/** The settings of the API itself that the definition has. */
export function httpApiProperties(
  { declared: { api } }: Pick<RouteApiContext, 'declared'>,
): Pick<v2.CfnApiProps, 'description' | 'corsConfiguration'> {
  const { description, cors } = api;
  if (cors === undefined) return { description };
  const { maxAgeSeconds: maxAge, allowMethods, ...others } = cors;
  const properties = Object.entries({ ...others, allowMethods, maxAge }).filter(([, value]) => value !== undefined);
  return { description, corsConfiguration: filled(Object.fromEntries(properties)) };
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
