import type { RestApiModel, Tree } from './rest-api';
import { text } from './normalized';

interface Resource {
  readonly key: string;
  readonly type: string;
  readonly properties: Tree;
}

/** The definition of an API that is a resource for each method, model and so on. */
export function readResources(resources: readonly Resource[]): Omit<RestApiModel, 'settings'> {
  const ofType = (type: string) => resources.filter((one) => one.type === `AWS::ApiGateway::${type}`);
  const validators = Object.fromEntries(
    ofType('RequestValidator').map(({ key, properties }) => [
      nameOf(key),
      { body: properties.ValidateRequestBody === true, parameters: properties.ValidateRequestParameters === true },
    ]),
  );
  return {
    methods: Object.fromEntries(ofType('Method').map(({ key, properties }) => [nameOf(key), methodOf(properties)])),
    models: Object.fromEntries(ofType('Model').map(({ key, properties }) => [nameOf(key), modelOf(properties)])),
    validators,
    authorizers: Object.fromEntries(ofType('Authorizer').map(({ properties }) => [text(properties.Name), authorizerOf(properties)])),
    gatewayResponses: Object.fromEntries(
      ofType('GatewayResponse').map(({ properties }) => [
        text(properties.ResponseType),
        { status: properties.StatusCode, parameters: properties.ResponseParameters ?? {}, templates: properties.ResponseTemplates ?? {} },
      ]),
    ),
  };
}

/** Without the API, where there are several. */
function nameOf(key: string): string {
  return key.replace(/^[^/]*: /, '');
}

function methodOf(method: Tree): Tree {
  return {
    operationName: method.OperationName,
    authorization: method.AuthorizationType,
    authorizer: nameIn(method.AuthorizerId),
    scopes: method.AuthorizationScopes ?? [],
    apiKeyRequired: method.ApiKeyRequired === true,
    parameters: method.RequestParameters ?? {},
    models: modelNames(method.RequestModels),
    validator: nameIn(method.RequestValidatorId),
    responses: Object.fromEntries(
      list(method.MethodResponses).map(({ StatusCode, ResponseModels, ResponseParameters }) => [
        text(StatusCode),
        { models: modelNames(ResponseModels), parameters: Object.keys((ResponseParameters ?? {}) as Tree).sort() },
      ]),
    ),
    integration: integrationOf(method.Integration as Tree),
  };
}

function integrationOf(integration: Tree): Tree {
  return {
    type: integration.Type,
    httpMethod: integration.IntegrationHttpMethod,
    uri: integration.Uri,
    timeout: integration.TimeoutInMillis ?? (integration.Type === 'MOCK' ? undefined : 29_000),
    transfer: integration.ResponseTransferMode ?? 'BUFFERED',
    parameters: integration.RequestParameters ?? {},
    templates: integration.RequestTemplates ?? {},
    passthrough: integration.PassthroughBehavior ?? 'WHEN_NO_MATCH',
    contentHandling: integration.ContentHandling,
    cacheKeys: integration.CacheKeyParameters ?? [],
    cacheNamespace: integration.CacheNamespace,
    responses: Object.fromEntries(
      list(integration.IntegrationResponses).map((response) => [
        text(response.SelectionPattern ?? 'default'),
        {
          status: response.StatusCode,
          contentHandling: response.ContentHandling,
          parameters: response.ResponseParameters ?? {},
          templates: response.ResponseTemplates ?? {},
        },
      ]),
    ),
  };
}

function authorizerOf(authorizer: Tree): Tree {
  return {
    type: authorizer.Type,
    uri: authorizer.AuthorizerUri,
    providers: authorizer.ProviderARNs,
    ttl: authorizer.AuthorizerResultTtlInSeconds ?? 300,
    sources: text(authorizer.IdentitySource ?? '')
      .split(',')
      .map((one) => one.trim()),
    expression: authorizer.IdentityValidationExpression,
  };
}

/** A document describes a model inside its schema. */
function modelOf({ Schema: schema, Description: description }: Tree): unknown {
  const read = schemaOf(schema) as Tree; // the schema of a model is an object
  return description === undefined || read.description !== undefined ? read : { ...read, description };
}

/** References between models by their names alone. */
function schemaOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(schemaOf);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== '$schema')
      .map(([key, value]: [string, unknown]) => [key, key === '$ref' ? text(value).replace(/^.*\/models\//, 'model ') : schemaOf(value)]),
  );
}

function modelNames(models: unknown): Tree {
  return Object.fromEntries(Object.entries((models ?? {}) as Tree).map(([type, name]) => [type, nameIn(name)]));
}

/** `${AWS::ApiGateway::Model Pet}` → `Pet` */
function nameIn(reference: unknown): string | undefined {
  return reference === undefined ? undefined : text(reference).replace(/^\$\{\S+ (?:[^/:]*: )?(.*)\}$/, '$1');
}

function list(value: unknown): readonly Tree[] {
  return (value ?? []) as readonly Tree[]; // templates that fit the schemas have lists of objects here
}
