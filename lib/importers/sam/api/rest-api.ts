import { refuseResource, refuseTemplate } from '../refuse';
import { main, type Made, type SamResource, type Translation } from '../translation';
import { isDocument, mapMember, openDocument, isOpenApi3 } from '../swagger/document';
import { resolveParameters } from '../parameters';
import { isMap, isSet, member, type JsonMap } from '../value';
import type { ApiSource } from './api-source';
import { documentFor } from './api-source';
import { addAuth } from './auth';
import { addCors } from './cors-setting';
import { domainResources } from './domain';
import { endpointConfiguration } from './endpoint';
import { addGatewayResponses } from './gateway-responses';
import { postProcess } from './post-process';
import { s3Location } from '../s3-location';
import { deploymentAndStage } from './stage';
import { usagePlanResources } from './usage-plan';

const PASSED_ON = ['Name', 'Description', 'Mode', 'ApiKeySourceType', 'Policy', 'SecurityPolicy', 'EndpointAccessMode', 'FailOnWarnings'] as const;
const OPENAPI_VERSION = /^[2-3](\.\d)(\.\d)?$/;

/** An AWS::Serverless::Api becomes a REST API with its document, a deployment, a stage and what its settings need. */
export function translateApi(resource: SamResource, translation: Translation): readonly Made[] {
  const properties = withResolved(resource.properties, translation);
  const source: ApiSource = { id: resource.id, properties, body: properties['DefinitionBody'], partition: translation.partition };
  checkDefinition(source);
  const endpoint = endpointConfiguration(source);
  addCors(source);
  addAuth(source, properties['Auth']);
  addGatewayResponses(source);
  addBinaryMediaTypes(source);
  addModels(source);
  addDisabledEndpoint(source);
  const restApi = main(resource)(source.id, 'AWS::ApiGateway::RestApi', restApiProperties(source, endpoint));
  const [deployment, stage] = deploymentAndStage(resource, source);
  const domain = domainResources(resource, properties);
  return [
    restApi, deployment, stage, ...domain,
    ...usagePlanResources(resource, { auth: properties['Auth'], declared: resource.properties['Auth'], stageId: stage.id }, translation),
  ];
}

function withResolved(properties: JsonMap, { parameters }: Translation): JsonMap {
  const resolved = ['BinaryMediaTypes', 'Domain', 'Auth'].filter((name) => Object.hasOwn(properties, name))
    .map((name) => [name, resolveParameters(properties[name], parameters)]);
  return { ...properties, ...Object.fromEntries(resolved) };
}

function checkDefinition({ id, properties, body }: ApiSource): void {
  const version = properties['OpenApiVersion'];
  if (isSet(properties['DefinitionUri'])) {
    if (isSet(body)) throw refuseResource(id, "Specify either 'DefinitionUri' or 'DefinitionBody' property and not both.");
    if (isSet(properties['MergeDefinitions'])) throw refuseResource(id, "Cannot set 'MergeDefinitions' to True when using `DefinitionUri`.");
  }
  if (isSet(version) && !OPENAPI_VERSION.test(String(version))) throw refuseResource(id, "The OpenApiVersion value must be of the format '3.0.0'.");
}

function addBinaryMediaTypes({ properties, body }: ApiSource): void {
  const types = properties['BinaryMediaTypes'];
  if (isSet(types) && isSet(body)) openDocument(body)['x-amazon-apigateway-binary-media-types'] = withSlashes(types);
}

/** `~1` stands for a slash in the names of media types. */
function withSlashes(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('~1', '/');
  if (Array.isArray(value)) return value.map(withSlashes);
  return isMap(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key.replaceAll('~1', '/'), withSlashes(item)])) : value;
}

function addModels(source: ApiSource): void {
  const models = source.properties['Models'];
  if (!isSet(models) || !isMap(models)) return;
  if (!isSet(source.body)) throw refuseResource(source.id, "Models works only with inline Swagger specified in 'DefinitionBody' property.");
  documentFor(source, 'Models definitions');
  if (!Object.values(models).every(isMap)) throw refuseResource(source.id, "Invalid value for 'Models' property");
  const document = openDocument(source.body);
  const definitions = mapMember(document, 'definitions');
  for (const [name, schema] of Object.entries(models)) {
    if (!isSet(member(schema, 'type'))) throw refuseTemplate("'Models' schema is missing 'type'.");
    definitions[name.toLowerCase()] = schema;
  }
  postProcess(document, source.properties['OpenApiVersion']);
}

function addDisabledEndpoint({ id, properties, body }: ApiSource): void {
  const disabled = properties['DisableExecuteApiEndpoint'];
  if (disabled === undefined) return;
  if (!isSet(body)) throw refuseResource(id, "DisableExecuteApiEndpoint works only within 'DefinitionBody' property.");
  const document = openDocument(body);
  const key = 'x-amazon-apigateway-endpoint-configuration';
  const owners = isOpenApi3(document['openapi']) ? document['servers'] ?? [{}] : [document];
  for (const owner of Array.isArray(owners) ? owners.filter(isMap) : []) mapMember(owner, key)['disableExecuteApiEndpoint'] = disabled;
  if (isOpenApi3(document['openapi'])) document['servers'] = owners;
}

function restApiProperties(source: ApiSource, endpoint: JsonMap): JsonMap {
  const { id, properties, body } = source;
  const carried = PASSED_ON.filter((name) => isSet(properties[name])).map((name) => [name, properties[name]]);
  const binary = properties['BinaryMediaTypes'];
  const compression = properties['MinimumCompressionSize'];
  if (isDocument(body)) postProcess(body, properties['OpenApiVersion']);
  return {
    ...(isSet(properties['DefinitionUri']) ? { BodyS3Location: s3Location(id, 'DefinitionUri', properties['DefinitionUri']) } : {}),
    ...(isSet(body) && !isSet(properties['DefinitionUri']) ? { Body: body } : {}),
    ...(binary === undefined ? {} : { BinaryMediaTypes: binary }),
    ...(compression === undefined ? {} : { MinimumCompressionSize: compression }),
    ...endpoint,
    ...Object.fromEntries(carried),
  };
}
