import type { Issue } from '../../errors';
import { methodsOf, type GatewaySpec } from '../../spec';
import { apiGatewayDocument } from '../../openapi';
import { authorizerUri, invocationUri } from './invocation-uri';
import { renderPermissions } from './permissions';
import { renderAround, type RenderedApi } from './api';
import type { RenderContext } from './render-context';
import { ResourceChanges, type OwnRestApi } from './resource-changes';

/** What rendering a body made, and what a document cannot say. */
export interface RenderedBody extends RenderedApi {
  readonly losses: readonly Issue[];
}

/**
 * Renders an API as one OpenAPI document in the API itself: however many methods there are, it is one resource, with a
 * deployment, stages and permissions beside it.
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
      text: (text) => text, // references stand in the place of tokens already
    },
  });
  restApi.body = document;
  changes.rendered(document);
  renderPermissions(context, new Map());
  return { ...renderAround(context, changes, [restApi]), losses };
}

/** Resources that the definition of an API becomes when each node is one: all but stages, keys and plans, which are always. */
export function countResources(spec: GatewaySpec): number {
  const named = [spec.models, spec.requestValidators, spec.authorizers, spec.gatewayResponses, spec.resources];
  return named.reduce((sum, nodes) => sum + Object.keys(nodes).length, methodsOf(spec).length);
}
