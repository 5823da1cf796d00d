import type { Issue } from '../../errors';
import { methodsOf, type GatewaySpec } from '../../spec';
import { apiGatewayDocument } from '../../openapi';
import { authorizerUri, invocationUri, serviceIntegrationUri } from './invocation-uri';
import { renderPermissions } from './permissions';
import { renderAround, type RenderedApi } from './api';
import type { RenderContext } from './render-context';
import { ResourceChanges, type OwnRestApi } from './resource-changes';

/** A rendered API, with issues for the settings that a document cannot express. */
export interface RenderedBody extends RenderedApi {
  readonly losses: readonly Issue[];
}

/**
 * Renders an API as one OpenAPI document in the API itself. However many methods there are, it is one resource, besides the
 * deployment, stages and permissions.
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-resource-apigateway-restapi.html, Body
 */
export function renderBody(context: RenderContext, own: OwnRestApi): RenderedBody {
  const { resource: restApi } = own;
  const changes = new ResourceChanges(context, own);
  const { document, losses } = apiGatewayDocument(context.spec, {
    isComplete: false,
    values: {
      functionUri: ({ functionName, isStream, isAuthorizer }) => (isAuthorizer === true
        ? authorizerUri(functionName, context)
        : invocationUri(functionName, context, isStream ? 'STREAM' : 'BUFFERED')),
      serviceUri: (target) => serviceIntegrationUri(target, context),
      vpcLinkId: context.vpcLinkId,
      text: (text) => text, // tokens have been replaced by references
    },
  });
  restApi.body = document;
  changes.rendered(document);
  renderPermissions(context, new Map());
  return { ...renderAround(context, changes, [restApi]), losses };
}

/** Number of resources if each node of the definition is one; stages, keys and plans, which always are, do not count. */
export function countResources(spec: GatewaySpec): number {
  const named = [spec.models, spec.requestValidators, spec.authorizers, spec.gatewayResponses, spec.resources];
  return named.reduce((sum, nodes) => sum + Object.keys(nodes).length, methodsOf(spec).length);
}
