import {
  describeAuthorization, describeAuthorizer, describeIntegration, methodsOfResource, type CorsSpec, type GatewaySpec, type LocatedMethod,
} from '../../spec';
import type { IApi } from '../api-interface';
import type { IAuthorizer } from '../authorization';
import { authorizationTypeNamed } from '../authorization-kinds';
import { freeId } from '../construct-name';
import type { CorsOptions } from '../cors';
import { Duration } from '../duration';
import { GatewayResponse, type ResponseType } from '../gateway-response';
import type { IProxyFunction } from '../integrations/integration';
import type { MethodOptions } from '../method-options';
import { Model, RequestValidator, type IModel, type IRequestValidator } from '../model';
import { ImportedFunctionTable } from './imported-functions';
import { ImportedApiKey, ImportedAuthorizer, ImportedIntegration, ImportedStage, ImportedUsagePlan } from './imported-nodes';

/** Declares everything below the settings of an API that a spec has, as constructs: methods can be added beside them. */
export function declareSpec(api: IApi, spec: GatewaySpec, functions: Readonly<Record<string, IProxyFunction>>): void {
  const table = new ImportedFunctionTable(api, spec, functions);
  declareResponses(api, spec);
  for (const trigger of spec.api.deploymentTriggers ?? []) api._registry.triggers.add(trigger);
  const nodes: DeclaredNodes = {
    models: declareModels(api, spec),
    validators: declareValidators(api, spec),
    authorizers: declareAuthorizers(api, spec, table),
  };
  for (const [path, { cors }] of Object.entries(spec.resources)) {
    const resource = api.root.resourceForPath(path);
    for (const placed of methodsOfResource(spec, path)) {
      const { integration } = placed.method;
      const [target] = describeIntegration(integration).functions;
      resource.addMethod(placed.httpMethod, new ImportedIntegration(integration, table.find(target)), optionsOf(placed, nodes));
    }
    if (cors !== undefined) resource.addCorsPreflight(corsOptions(cors));
  }
  for (const [name, stage] of Object.entries(spec.stages)) api._registry.addStage(new ImportedStage(api, name, stage));
  for (const [name, key] of Object.entries(spec.apiKeys)) api._registry.apiKeys.push(new ImportedApiKey(api, name, key));
  for (const [name, plan] of Object.entries(spec.usagePlans)) api._registry.usagePlans.add(new ImportedUsagePlan(api, name, plan));
}

interface DeclaredNodes {
  readonly models: ReadonlyMap<string, IModel>;
  readonly validators: ReadonlyMap<string, IRequestValidator>;
  readonly authorizers: ReadonlyMap<string, IAuthorizer>;
}

function declareModels(api: IApi, { models }: GatewaySpec): ReadonlyMap<string, IModel> {
  const declared = Object.entries(models).map(([modelName, { contentType, description, schema }]) =>
    [modelName, new Model(api, freeId(api, modelName), { modelName, contentType, description, schema })] as const);
  return new Map<string, IModel>([['Empty', Model.EMPTY_MODEL], ['Error', Model.ERROR_MODEL], ...declared]);
}

function declareValidators(api: IApi, { requestValidators }: GatewaySpec): ReadonlyMap<string, IRequestValidator> {
  return new Map(Object.entries(requestValidators).map(([requestValidatorName, options]) =>
    [requestValidatorName, new RequestValidator(api, freeId(api, requestValidatorName), { requestValidatorName, ...options })]));
}

function declareAuthorizers(api: IApi, { authorizers }: GatewaySpec, table: ImportedFunctionTable): ReadonlyMap<string, IAuthorizer> {
  return new Map(Object.entries(authorizers).map(([name, input]) => {
    const target = table.find(describeAuthorizer(input).functions[0]);
    return [name, new ImportedAuthorizer(api, freeId(api, name), { name, input, target })];
  }));
}

function declareResponses(api: IApi, { gatewayResponses }: GatewaySpec): void {
  for (const [type, { statusCode, responseParameters, responseTemplates }] of Object.entries(gatewayResponses)) {
    const headers = Object.entries(responseParameters).map(([name, source]) => [name.replace('gatewayresponse.header.', ''), source]);
    new GatewayResponse(api, freeId(api, type), {
      type: type as ResponseType, // the spec has no others
      statusCode, responseHeaders: Object.fromEntries(headers), templates: responseTemplates,
    });
  }
}

function optionsOf({ method }: LocatedMethod, { models, validators, authorizers }: DeclaredNodes): MethodOptions {
  const { authorizer, scopes } = describeAuthorization(method.authorization);
  const modelsOf = (names: Readonly<Record<string, string>>): Record<string, IModel> =>
    Object.fromEntries(Object.entries(names).flatMap(([type, name]) => {
      const model = models.get(name);
      return model === undefined ? [] : [[type, model]];
    }));
  return {
    operationName: method.operationName,
    documentation: method.documentation,
    authorizationType: authorizationTypeNamed(method.authorization.type),
    ...(authorizer === undefined ? {} : { authorizer: authorizers.get(authorizer) }),
    ...(scopes.length > 0 ? { authorizationScopes: [...scopes] } : {}),
    apiKeyRequired: method.apiKeyRequired,
    requestParameters: method.requestParameters,
    requestModels: modelsOf(method.requestModels),
    requestValidator: method.requestValidator === undefined ? undefined : validators.get(method.requestValidator),
    methodResponses: Object.entries(method.methodResponses)
      .map(([statusCode, response]) => ({ ...response, statusCode, responseModels: modelsOf(response.responseModels) })),
  };
}

function corsOptions({ maxAgeSeconds, ...cors }: CorsSpec): CorsOptions {
  const { allowOrigins, allowHeaders, allowMethods, allowCredentials, exposeHeaders, statusCode } = cors;
  return {
    allowOrigins, allowHeaders, allowMethods, allowCredentials, exposeHeaders, statusCode,
    ...(maxAgeSeconds === -1 ? { disableCache: true } : {}),
    ...(maxAgeSeconds === undefined || maxAgeSeconds === -1 ? {} : { maxAge: Duration.seconds(maxAgeSeconds) }),
  };
}
