import type { aws_apigatewayv2 as v2 } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { describeAuthorizer, type AuthorizerSpec } from '../../../spec';
import { awsCdk } from '../../aws-cdk';
import { functionArn, namesMeant } from '../invocation-uri';
import { callerArn, type RouteApiContext } from './route-api-context';

/** The properties of an authorizer that its kind has. */
export type AuthorizerProperties = Omit<v2.CfnAuthorizerProps, 'apiId' | 'name'>;

/** The authorizers of an API, by name: each below the construct that was declared for it. */
export function renderAuthorizers(
  context: RouteApiContext, propertiesOf: (authorizer: AuthorizerSpec) => AuthorizerProperties,
): ReadonlyMap<string, v2.CfnAuthorizer> {
  const { CfnAuthorizer } = awsCdk().aws_apigatewayv2;
  return new Map(context.api._registry.authorizers.flatMap((declared) => {
    const { authorizerId: name } = declared;
    const spec = context.spec.authorizers[name];
    if (spec === undefined) return [];
    const scope = declared as Construct; // everything that is declared is one
    const rendered = new CfnAuthorizer(scope, 'Resource', { name, apiId: context.apiId, ...propertiesOf(spec) });
    permit(spec, rendered, context);
    return [[name, rendered]];
  }));
}

/** The address of an authorizer's function. */
export function authorizerUri(reference: string, context: RouteApiContext): string {
  const { Stack } = awsCdk();
  const { partition, region } = Stack.of(context.functionOf(reference)?.lambdaFunction ?? context.api);
  return `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions/${functionArn(reference, context)}/invocations`;
}

function permit(spec: AuthorizerSpec, rendered: v2.CfnAuthorizer, context: RouteApiContext): void {
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
