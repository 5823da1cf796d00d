import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import { describeAuthorization, describeIntegration, methodsOf, type MethodSpec, type LocatedMethod } from '../../spec';
import { awsCdk } from '../aws-cdk';
import { renderIntegration } from './integrations';
import { filled, type RenderContext } from './render-context';

/** The resources that methods refer to. */
export interface MethodReferences {
  readonly resourceIds: ReadonlyMap<string, string>;
  readonly authorizerIds: ReadonlyMap<string, string>;
  readonly validatorIds: ReadonlyMap<string, string>;
  readonly models: ReadonlyMap<string, { readonly ref: string }>;
}

/** The methods of an API with their integrations. */
export function renderMethods(context: RenderContext, references: MethodReferences): apigateway.CfnMethod[] {
  const { CfnMethod } = awsCdk().aws_apigateway;
  return methodsOf(context.spec).map((placed) => {
    const scope = context.scopeOf(['resources', placed.path, 'methods', placed.httpMethod]);
    return new CfnMethod(scope, 'Resource', propertiesOf(placed, context, references));
  });
}

function propertiesOf(
  { location, path, httpMethod, method }: LocatedMethod, context: RenderContext, references: MethodReferences,
): apigateway.CfnMethodProps {
  const { authorization, requestValidator } = method;
  const declared = context.declared.resources?.[path]?.methods?.[httpMethod];
  const { authorizer, scopes } = describeAuthorization(authorization);
  return {
    restApiId: context.restApiId,
    resourceId: references.resourceIds.get(path) ?? '',
    httpMethod,
    operationName: method.operationName,
    authorizationType: authorization.type,
    authorizerId: authorizer === undefined ? undefined : references.authorizerIds.get(authorizer),
    authorizationScopes: filled([...scopes]),
    apiKeyRequired: method.apiKeyRequired || declared?.apiKeyRequired,
    requestParameters: filled(method.requestParameters),
    requestModels: filled(modelRefs(method.requestModels, references)),
    requestValidatorId: requestValidator === undefined ? undefined : references.validatorIds.get(requestValidator),
    methodResponses: responsesOf(method, references),
    integration: {
      ...declaredDefaults(declared?.integration), ...present(renderIntegration(method.integration, context)),
      ...connectionMembers(context.vpcLinkId(location) ?? describeIntegration(method.integration).vpcLink),
    },
  };
}

function connectionMembers(vpcLinkId: string | undefined): Partial<apigateway.CfnMethod.IntegrationProperty> {
  return vpcLinkId === undefined ? {} : { connectionType: 'VPC_LINK', connectionId: vpcLinkId };
}

interface DeclaredIntegration {
  readonly type?: string;
  readonly passthroughBehavior?: string | undefined;
}

/** Returns declared properties that may equal API Gateway's defaults: RestApi renders those too. */
function declaredDefaults({ passthroughBehavior }: DeclaredIntegration = {}): Partial<apigateway.CfnMethod.IntegrationProperty> {
  return passthroughBehavior === undefined ? {} : { passthroughBehavior };
}

function present<Properties extends object>(properties: Properties): Properties {
  // Members that are undefined may be missing.
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as Properties;
}

function responsesOf(
  { methodResponses }: MethodSpec, references: MethodReferences,
): apigateway.CfnMethod.MethodResponseProperty[] | undefined {
  return filled(Object.entries(methodResponses).map(([statusCode, { responseModels, responseParameters }]) => ({
    statusCode,
    responseModels: filled(modelRefs(responseModels, references)),
    responseParameters: filled(responseParameters),
  })));
}

/** A reference to a model makes the method depend on it; every API has `Empty` and `Error`. */
function modelRefs(models: Readonly<Record<string, string>>, references: MethodReferences): Record<string, string> {
  return Object.fromEntries(Object.entries(models).map(([type, name]) => [type, references.models.get(name)?.ref ?? name]));
}
