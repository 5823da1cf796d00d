import type { aws_apigatewayv2 as v2 } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { describeAuthorizer, type AuthorizerKind, type AuthorizerOf, type AuthorizerSpec } from '../../../spec';
import { awsCdk } from '../../aws-cdk';
import { functionArn, namesMeant } from '../invocation-uri';
import { callerArn, type HttpApiContext } from './http-api-context';

/** The authorizers of an HTTP API, by name: each below the construct that was declared for it. */
export function renderHttpAuthorizers(context: HttpApiContext): ReadonlyMap<string, v2.CfnAuthorizer> {
  const { CfnAuthorizer } = awsCdk().aws_apigatewayv2;
  return new Map(context.api._registry.authorizers.flatMap((declared) => {
    const { authorizerId: name } = declared;
    const spec = context.spec.authorizers[name];
    if (spec === undefined) return [];
    // the entry that the kind names
    const render = RENDERERS[spec.type] as (authorizer: AuthorizerSpec, of: HttpApiContext) => AuthorizerProperties;
    const scope = declared as Construct; // everything that is declared is one
    const rendered = new CfnAuthorizer(scope, 'Resource', { name, apiId: context.apiId, ...render(spec, context) });
    permit(spec, rendered, context);
    return [[name, rendered]];
  }));
}

type AuthorizerProperties = Omit<v2.CfnAuthorizerProps, 'apiId' | 'name'>;

/** As the CDK's HttpAuthorizer. Kinds that HTTP APIs do not have were refused with the definition. */
const RENDERERS: { readonly [Kind in AuthorizerKind]: (spec: AuthorizerOf<Kind>, context: HttpApiContext) => AuthorizerProperties } = {
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

function authorizerUri(reference: string, context: HttpApiContext): string {
  const { Stack } = awsCdk();
  const { partition, region } = Stack.of(context.functionOf(reference)?.lambdaFunction ?? context.api);
  return `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions/${functionArn(reference, context)}/invocations`;
}

function permit(spec: AuthorizerSpec, rendered: v2.CfnAuthorizer, context: HttpApiContext): void {
  const { aws_iam: { ServicePrincipal }, Names } = awsCdk();
  const names = describeAuthorizer(spec).functions.flatMap((reference) => namesMeant(reference, context.spec));
  names.forEach((name, index) => {
    const id = `${rendered.node.scope === undefined ? '' : Names.nodeUniqueId(rendered.node.scope.node)}-Permission${index === 0 ? '' : index + 1}`;
    context.functionOf(name)?.lambdaFunction?.addPermission(id, {
      scope: context.api,
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: callerArn(context, `authorizers/${rendered.ref}`),
    });
  });
}
