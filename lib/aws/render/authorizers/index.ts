import type { AuthorizerKind, AuthorizerOf, AuthorizerSpec } from '../../../spec';
import type { RenderContext } from '../render-context';
import type { AuthorizerProperties } from './authorizer-properties';
import { renderRequest } from './request';
import { renderToken } from './token';
import { renderCognitoUserPools } from './cognito-user-pools';

/** The kinds that API Gateway has; others have been refused before. */
type Renderers = {
  readonly [Kind in Exclude<AuthorizerKind, 'jwt'>]: (spec: AuthorizerOf<Kind>, context: RenderContext) => AuthorizerProperties
};

const RENDERERS: Renderers = {
  'token': renderToken,
  'request': renderRequest,
  'cognito-user-pools': renderCognitoUserPools,
};

/** An authorizer as `AWS::ApiGateway::Authorizer`; undefined for kinds that API Gateway does not have. */
export function renderAuthorizer(spec: AuthorizerSpec, context: RenderContext): AuthorizerProperties | undefined {
  if (!Object.hasOwn(RENDERERS, spec.type)) return undefined;
  // The kind that the spec has is the kind that the list is asked for.
  const render = RENDERERS[spec.type as keyof Renderers] as (authorizer: AuthorizerSpec, of: RenderContext) => AuthorizerProperties;
  return render(spec, context);
}
