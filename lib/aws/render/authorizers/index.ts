import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import { LIMITS, type AuthorizerKind, type AuthorizerOf, type AuthorizerSpec } from '../../../spec';
import { authorizerUri } from '../invocation-uri';
import { unless, type RenderContext } from '../render-context';

type AuthorizerProperties = Omit<apigateway.CfnAuthorizerProps, 'restApiId' | 'name'>;

/** The kinds that API Gateway has; others have been refused before. */
type Renderers = {
  readonly [Kind in Exclude<AuthorizerKind, 'jwt'>]: (spec: AuthorizerOf<Kind>, context: RenderContext) => AuthorizerProperties
};

const RENDERERS: Renderers = {
  'token': (spec, context) => ({
    type: 'TOKEN',
    authorizerUri: authorizerUri(spec.function, context),
    identitySource: spec.identitySource,
    identityValidationExpression: spec.identityValidationExpression,
    authorizerResultTtlInSeconds: spec.resultsCacheTtlSeconds,
  }),
  'request': (spec, context) => ({
    type: 'REQUEST',
    authorizerUri: authorizerUri(spec.function, context),
    identitySource: spec.identitySources.join(','),
    authorizerResultTtlInSeconds: spec.resultsCacheTtlSeconds,
  }),
  'cognito-user-pools': (spec) => ({
    type: 'COGNITO_USER_POOLS',
    providerArns: spec.userPools.flatMap(({ arn }) => arn ?? []),
    identitySource: spec.identitySource,
    authorizerResultTtlInSeconds: unless(LIMITS.authorizerCacheSeconds.default, spec.resultsCacheTtlSeconds),
  }),
};

/** An authorizer as `AWS::ApiGateway::Authorizer`; undefined for kinds that API Gateway does not have. */
export function renderAuthorizer(spec: AuthorizerSpec, context: RenderContext): AuthorizerProperties | undefined {
  if (!Object.hasOwn(RENDERERS, spec.type)) return undefined;
  // The kind that the spec has is the kind that the list is asked for.
  const render = RENDERERS[spec.type as keyof Renderers] as (authorizer: AuthorizerSpec, of: RenderContext) => AuthorizerProperties;
  return render(spec, context);
}
