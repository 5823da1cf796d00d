import type { aws_apigateway as apigateway, CfnResource } from 'aws-cdk-lib';
import { awsCdk } from './aws-cdk';
import { renderAuthorizer } from './authorizers';
import { Deployments } from './deployments';
import { renderMethods } from './methods';
import { renderModels } from './models';
import { renderPermissions } from './permissions';
import { filled, type Rendering } from './rendering';
import { ResourceChanges, type OwnRestApi } from './resource-changes';
import { renderResources } from './resources';
import { renderStages } from './stages';
import { renderApiKeys, renderUsagePlans } from './usage-plans';

/** What was rendered of an API besides the API itself. */
export interface RenderedApi {
  readonly stages: ReadonlyMap<string, apigateway.CfnStage>;
  /** What others make of it past the definition. */
  readonly changes: ResourceChanges;
}

/** Renders an API into the stack of its construct, one CloudFormation resource for each node of the spec. */
export function renderApi(rendering: Rendering, own: OwnRestApi | undefined): RenderedApi {
  const changes = new ResourceChanges(rendering, own);
  const models = renderModels(rendering);
  const authorizerIds = renderAuthorizers(rendering);
  const references = {
    resourceIds: renderResources(rendering), authorizerIds, validatorIds: renderRequestValidators(rendering), models,
  };
  const methods = renderMethods(rendering, references);
  const responses = renderGatewayResponses(rendering);
  renderPermissions(rendering, authorizerIds);
  changes.rendered();
  return renderAround(rendering, changes, [...models.values(), ...methods, ...responses]);
}

/** What is not part of a deployment: deployments themselves, stages, keys and plans. */
export function renderAround(rendering: Rendering, changes: ResourceChanges, deployed: readonly CfnResource[]): RenderedApi {
  const deployments = new Deployments(rendering, changes, [...deployed, ...changes.byHand]);
  const stages = renderStages(rendering, deployments);
  renderUsagePlans(rendering, stages, renderApiKeys(rendering));
  return { stages, changes };
}

function renderAuthorizers(rendering: Rendering): ReadonlyMap<string, string> {
  const { CfnAuthorizer } = awsCdk().aws_apigateway;
  return new Map(Object.entries(rendering.spec.authorizers).flatMap(([name, authorizer]) => {
    const properties = renderAuthorizer(authorizer, rendering);
    if (properties === undefined) return [];
    const rendered = new CfnAuthorizer(rendering.scopeOf(['authorizers', name]), 'Resource', { restApiId: rendering.restApiId, name, ...properties });
    return [[name, rendered.ref]];
  }));
}

function renderRequestValidators({ spec, restApiId, scopeOf }: Rendering): ReadonlyMap<string, string> {
  const { CfnRequestValidator } = awsCdk().aws_apigateway;
  return new Map(Object.entries(spec.requestValidators).map(([name, checks]) => [
    name, new CfnRequestValidator(scopeOf(['requestValidators', name]), 'Resource', { restApiId, name, ...checks }).ref,
  ]));
}

function renderGatewayResponses({ spec, restApiId, scopeOf }: Rendering): apigateway.CfnGatewayResponse[] {
  const { CfnGatewayResponse } = awsCdk().aws_apigateway;
  return Object.entries(spec.gatewayResponses).map(([responseType, { statusCode, responseParameters, responseTemplates }]) =>
    new CfnGatewayResponse(scopeOf(['gatewayResponses', responseType]), 'Resource', {
      restApiId, responseType, statusCode, responseParameters: filled(responseParameters), responseTemplates: filled(responseTemplates),
    }));
}
