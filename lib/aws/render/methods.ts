import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import { describeAuthorization, describeIntegration, methodsOf, type MethodSpec, type LocatedMethod } from '../../spec';
import { present } from '../../openapi';
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
  // RestApi renders it also where it is API Gateway's default
  const { passthroughBehavior }: DeclaredIntegration = declared?.integration ?? {};
  const connectionId = context.vpcLinkId(location) ?? describeIntegration(method.integration).vpcLink;
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
      ...present({ passthroughBehavior }), ...present(renderIntegration(method.integration, context)),
      ...(connectionId === undefined ? {} : { connectionType: 'VPC_LINK', connectionId }),
    },
  };
}

interface DeclaredIntegration {
  readonly type?: string;
  readonly passthroughBehavior?: string | undefined;
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
