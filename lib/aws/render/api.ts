import type { aws_apigateway as apigateway, CfnResource } from 'aws-cdk-lib';
import { awsCdk } from '../aws-cdk';
import { renderAuthorizer } from './authorizers';
import { Deployments } from './deployments';
import { renderMethods } from './methods';
import { renderModels } from './models';
import { renderPermissions } from './permissions';
import { filled, type RenderContext } from './render-context';
import { ResourceChanges, type OwnRestApi } from './resource-changes';
import { renderStages } from './stages';
import { renderApiKeys, renderUsagePlans } from './usage-plans';
import { documentationMembers, methodsOf, parentPath, pathParts, withParents, type MethodSpec } from '../../spec';

/** The stages of a rendered API, and its changes. */
export interface RenderedApi {
  readonly stages: ReadonlyMap<string, apigateway.CfnStage>;
  /** Changes to the API outside the definition. */
  readonly changes: ResourceChanges;
}

/** Renders an API into the stack of its construct, one CloudFormation resource for each node of the spec. */
export function renderApi(context: RenderContext, own: OwnRestApi | undefined): RenderedApi {
  const changes = new ResourceChanges(context, own);
  const models = renderModels(context);
  const authorizers = renderAuthorizers(context);
  const authorizerIds = new Map([...authorizers].map(([name, { ref }]) => [name, ref]));
  const references = {
    resourceIds: renderResources(context), authorizerIds, validatorIds: renderRequestValidators(context), models,
  };
  const methods = renderMethods(context, references);
  const responses = renderGatewayResponses(context);
  renderPermissions(context, authorizers);
  renderDocumentation(context);
  changes.rendered();
  return renderAround(context, changes, [...models.values(), ...methods, ...responses]);
}

/** Renders the resources that are not part of a deployment: deployments themselves, stages, API keys and usage plans. */
export function renderAround(context: RenderContext, changes: ResourceChanges, deployed: readonly CfnResource[]): RenderedApi {
  const deployments = new Deployments(context, changes, [...deployed, ...changes.byHand]);
  const stages = renderStages(context, deployments);
  renderUsagePlans(context, stages, renderApiKeys(context));
  return { stages, changes };
}

function renderAuthorizers(context: RenderContext): ReadonlyMap<string, CfnResource> {
  const { CfnAuthorizer } = awsCdk().aws_apigateway;
  return new Map(Object.entries(context.spec.authorizers).flatMap(([name, authorizer]) => {
    const properties = renderAuthorizer(authorizer, context);
    if (properties === undefined) return [];
    const scope = context.scopeOf(['authorizers', name]);
    const own = context.givenName('authorizers', name) ?? awsCdk().Names.uniqueId(scope); // API Gateway wants one
    return [[name, new CfnAuthorizer(scope, 'Resource', { restApiId: context.restApiId, name: own, ...properties })]];
  }));
}

function renderRequestValidators({ spec, declared, restApiId, scopeOf, givenName }: RenderContext): ReadonlyMap<string, string> {
  const { CfnRequestValidator } = awsCdk().aws_apigateway;
  return new Map(Object.entries(spec.requestValidators).map(([name, checks]) => {
    const { validateRequestBody, validateRequestParameters } = declared.requestValidators?.[name] ?? checks;
    const properties = { restApiId, name: givenName('requestValidators', name), validateRequestBody, validateRequestParameters };
    return [name, new CfnRequestValidator(scopeOf(['requestValidators', name]), 'Resource', properties).ref];
  }));
}

function renderGatewayResponses({ spec, restApiId, scopeOf }: RenderContext): apigateway.CfnGatewayResponse[] {
  const { CfnGatewayResponse } = awsCdk().aws_apigateway;
  return Object.entries(spec.gatewayResponses).map(([responseType, { statusCode, responseParameters, responseTemplates }]) =>
    new CfnGatewayResponse(scopeOf(['gatewayResponses', responseType]), 'Resource', {
      restApiId, responseType, statusCode, responseParameters: filled(responseParameters), responseTemplates: filled(responseTemplates),
    }));
}

/**
 * Documentation parts of methods and of their responses. They are no part of a deployment; exports of API Gateway have them once
 * a documentation version of the API is published, which a stage names with `documentationVersion`.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-documenting-api.html
 */
function renderDocumentation({ spec, restApiId, scopeOf }: RenderContext): void {
  const { CfnDocumentationPart } = awsCdk().aws_apigateway;
  for (const { path, httpMethod, method } of methodsOf(spec)) {
    for (const { statusCode, properties } of partsOf(method)) {
      new CfnDocumentationPart(scopeOf(['resources', path, 'methods', httpMethod]), `Documentation${statusCode ?? ''}`, {
        restApiId,
        location: { type: statusCode === undefined ? 'METHOD' : 'RESPONSE', path, method: httpMethod, statusCode },
        properties: JSON.stringify(properties),
      });
    }
  }
}

interface Part {
  /** The status of a response; undefined for the method. */
  readonly statusCode?: string;
  readonly properties: object;
}

function partsOf({ documentation, methodResponses }: MethodSpec): Part[] {
  const responses = Object.entries(methodResponses)
    .flatMap(([statusCode, { description }]) => (description === undefined ? [] : [{ statusCode, properties: { description } }]));
  return [...(documentation === undefined ? [] : [{ properties: documentationMembers(documentation) }]), ...responses];
}

/** The resources of an API, including those that paths only imply: path → resource id. */
function renderResources({ spec, restApiId, rootResourceId, scopeOf }: RenderContext): ReadonlyMap<string, string> {
  const { CfnResource } = awsCdk().aws_apigateway;
  const ids = new Map([['/', rootResourceId]]);
  for (const path of [...withParents(Object.keys(spec.resources))].sort()) {
    const parentId = ids.get(parentPath(path) ?? '');
    const pathPart = pathParts(path).at(-1);
    if (parentId === undefined || pathPart === undefined) continue; // the root exists already
    ids.set(path, new CfnResource(scopeOf(['resources', path]), 'Resource', { restApiId, parentId, pathPart }).ref);
  }
  return ids;
}
