import type { RestApiModel, Tree } from './rest-api';
import { text } from './normalized';

const LOCATIONS: Readonly<Record<string, string>> = { header: 'header', query: 'querystring', path: 'path' };

/**
 * The definition of an API that is an OpenAPI document, as API Gateway imports it.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions.html
 */
export function readDocument(document: Tree): Omit<RestApiModel, 'settings'> {
  const { schemas = {}, securitySchemes = {} } = (document.components ?? {}) as Readonly<Record<string, Tree>>;
  const schemes = securitySchemes as Readonly<Record<string, Tree>>;
  const methods = Object.entries(document.paths as Readonly<Record<string, Tree>>).flatMap(([path, item]) =>
    Object.entries(item as Readonly<Record<string, Tree>>).map(([verb, operation]) => [
      `${verb === 'x-amazon-apigateway-any-method' ? 'ANY' : verb.toUpperCase()} ${path}`,
      operationOf(operation, schemes),
    ]),
  );
  const validators = (document['x-amazon-apigateway-request-validators'] ?? {}) as Readonly<Record<string, Tree>>;
  const responses = (document['x-amazon-apigateway-gateway-responses'] ?? {}) as Readonly<Record<string, Tree>>;
  return {
    methods: Object.fromEntries(methods),
    models: Object.fromEntries(
      Object.entries(schemas)
        .filter(([name]) => name !== 'Empty' && name !== 'Error')
        .map(([name, schema]) => [name, schemaOf(schema)]),
    ),
    validators: Object.fromEntries(
      Object.entries(validators).map(([name, { validateRequestBody, validateRequestParameters }]) => [
        name,
        { body: validateRequestBody, parameters: validateRequestParameters },
      ]),
    ),
    authorizers: Object.fromEntries(Object.entries(schemes).flatMap(([name, scheme]) => authorizerOf(name, scheme))),
    gatewayResponses: Object.fromEntries(
      Object.entries(responses).map(([type, { statusCode, responseParameters = {}, responseTemplates = {} }]) => [
        type,
        { status: statusCode, parameters: responseParameters, templates: responseTemplates },
      ]),
    ),
  };
}

/** Settings of the API that are in a document as well. */
export function settingsInDocument(document: Tree): Tree {
  const { title, description } = document.info as Tree;
  return {
    Name: title,
    Description: description,
    ApiKeySourceType: document['x-amazon-apigateway-api-key-source'],
    BinaryMediaTypes: document['x-amazon-apigateway-binary-media-types'] ?? [],
    MinimumCompressionSize: document['x-amazon-apigateway-minimum-compression-size'],
    Policy: document['x-amazon-apigateway-policy'],
  };
}

function operationOf(operation: Tree, schemes: Readonly<Record<string, Tree>>): Tree {
  const required = ((operation.security ?? []) as readonly Readonly<Record<string, readonly string[]>>[]).flatMap((one) =>
    Object.entries(one),
  );
  const isKey = ([name]: readonly [string, unknown]) => schemes[name]['x-amazon-apigateway-authtype'] === undefined;
  const [[scheme, scopes] = ['', []]] = required.filter((one) => !isKey(one));
  const authType = schemes[scheme]?.['x-amazon-apigateway-authtype'];
  const isAuthorizer = schemes[scheme]?.['x-amazon-apigateway-authorizer'] !== undefined;
  const parameters = (operation.parameters ?? []) as readonly Tree[];
  return {
    operationName: operation.operationId,
    authorization:
      authType === undefined ? 'NONE' : { awsSigv4: 'AWS_IAM', custom: 'CUSTOM', cognito_user_pools: 'COGNITO_USER_POOLS' }[text(authType)],
    authorizer: isAuthorizer ? scheme : undefined,
    scopes,
    apiKeyRequired: required.some(isKey),
    parameters: Object.fromEntries(parameters.map((one) => [`method.request.${LOCATIONS[text(one.in)]}.${text(one.name)}`, one.required])),
    models: modelNames(operation.requestBody),
    validator: operation['x-amazon-apigateway-request-validator'],
    responses: Object.fromEntries(
      Object.entries(operation.responses as Readonly<Record<string, Tree>>).map(([status, response]) => [
        status,
        {
          models: modelNames(response),
          parameters: Object.keys((response.headers ?? {}) as Tree)
            .map((name) => `method.response.header.${name}`)
            .sort(),
        },
      ]),
    ),
    integration: integrationOf(operation['x-amazon-apigateway-integration'] as Tree),
  };
}

function integrationOf(integration: Tree): Tree {
  return {
    type: text(integration.type).toUpperCase(),
    httpMethod: integration.httpMethod,
    uri: integration.uri,
    timeout: integration.timeoutInMillis,
    transfer: integration.responseTransferMode ?? 'BUFFERED',
    parameters: integration.requestParameters ?? {},
    templates: integration.requestTemplates ?? {},
    passthrough: text(integration.passthroughBehavior ?? 'when_no_match').toUpperCase(),
    contentHandling: integration.contentHandling,
    cacheKeys: integration.cacheKeyParameters ?? [],
    cacheNamespace: integration.cacheNamespace,
    responses: Object.fromEntries(
      Object.entries((integration.responses ?? {}) as Readonly<Record<string, Tree>>).map(([pattern, response]) => [
        pattern,
        {
          status: response.statusCode,
          contentHandling: response.contentHandling,
          parameters: response.responseParameters ?? {},
          templates: response.responseTemplates ?? {},
        },
      ]),
    ),
  };
}

/** The header of a token is in the scheme, other sources in the authorizer. */
function authorizerOf(name: string, scheme: Tree): [string, Tree][] {
  const authorizer = scheme['x-amazon-apigateway-authorizer'] as Tree | undefined;
  if (authorizer === undefined) return [];
  const sources = authorizer.type === 'request' ? text(authorizer.identitySource ?? '') : `method.request.header.${text(scheme.name)}`;
  return [
    [
      name,
      {
        type: text(authorizer.type).toUpperCase(),
        uri: authorizer.authorizerUri,
        providers: authorizer.providerARNs,
        ttl: authorizer.authorizerResultTtlInSeconds,
        sources: sources.split(',').map((one) => one.trim()),
        expression: authorizer.identityValidationExpression,
      },
    ],
  ];
}

function modelNames(body: unknown): Tree {
  const { content = {} } = (body ?? {}) as { readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>> };
  return Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, schema.$ref.replace('#/components/schemas/', '')]));
}

function schemaOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(schemaOf);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]: [string, unknown]) => [
      key,
      key === '$ref' ? text(value).replace('#/components/schemas/', 'model ') : schemaOf(value),
    ]),
  );
}
