import { present } from '../../../openapi';
import { refuseResource, refuseTemplate } from '../refuse';
import { main, derived, tagList, type Made, type SamResource, type Translation } from '../translation';
import { isDocument, mapMember, openDocument, isOpenApi3 } from '../swagger/document';
import { resolveParameters } from '../parameters';
import { isMap, isSet, member, isIntrinsic, picked, type JsonMap } from '../value';
import { documentFor, type ApiSource } from './api-source';
import { addAuth } from './auth';
import { domainResources } from './domain';
import { addGatewayResponses } from './gateway-responses';
import { postProcess } from './post-process';
import { s3Location } from '../s3-location';
import { usagePlanResources } from './usage-plan';
import { hashedId, hashOf, stageIdOf } from '../logical-id';
import { addPreflights, type CorsSetting } from '../swagger/cors';

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
  if (isDocument(body)) postProcess(body, properties['OpenApiVersion']);
  return {
    ...(isSet(properties['DefinitionUri']) ? { BodyS3Location: s3Location(id, 'DefinitionUri', properties['DefinitionUri']) } : {}),
    ...(isSet(body) && !isSet(properties['DefinitionUri']) ? { Body: body } : {}),
    ...present({ BinaryMediaTypes: properties['BinaryMediaTypes'], MinimumCompressionSize: properties['MinimumCompressionSize'] }),
    ...endpoint,
    ...picked(properties, PASSED_ON),
  };
}

/** `EndpointConfiguration` as a name or with VPC endpoints. */
function endpointConfiguration({ id, properties }: ApiSource): JsonMap {
  const endpoint = properties['EndpointConfiguration'];
  if (!isSet(endpoint)) return {};
  if (!isMap(endpoint) || !isSet(endpoint['Type'])) {
    return { EndpointConfiguration: { Types: [endpoint] }, Parameters: { endpointConfigurationTypes: endpoint } };
  }
  if (Object.hasOwn(endpoint, 'VPCEndpointIds') && Object.hasOwn(endpoint, 'VpcEndpointIds')) {
    throw refuseResource(id, "'VPCEndpointIds' and 'VpcEndpointIds' cannot be used together in EndpointConfiguration.");
  }
  const ids = isSet(endpoint['VPCEndpointIds']) ? endpoint['VPCEndpointIds'] : endpoint['VpcEndpointIds'];
  return {
    EndpointConfiguration: {
      Types: [endpoint['Type']], ...present({ VpcEndpointIds: ids, IpAddressType: endpoint['IpAddressType'] }),
    },
    Parameters: { endpointConfigurationTypes: endpoint['Type'] },
  };
}

const SETTINGS = [
  'CacheClusterEnabled', 'CacheClusterSize', 'Variables', 'MethodSettings', 'AccessLogSetting', 'CanarySetting', 'TracingEnabled',
] as const;

/** The deployment of the API, and its stage. Without OpenApiVersion the deployment makes a second stage, `Stage`. */
function deploymentAndStage(resource: SamResource, { id, properties, body }: ApiSource): readonly [Made, Made] {
  const definition = isSet(properties['DefinitionUri']) ? properties['DefinitionUri'] : body;
  const deploymentId = isSet(definition) ? hashedId(`${id}Deployment`, definition) : `${id}Deployment`;
  const deployment = derived(resource)(deploymentId, 'AWS::ApiGateway::Deployment', {
    RestApiId: { Ref: id },
    ...(isSet(definition) ? { Description: `RestApi deployment id: ${hashOf(definition)}` } : {}),
    ...(isSet(properties['OpenApiVersion']) ? {} : { StageName: 'Stage' }),
  });
  const stageName = properties['StageName'];
  const stage = derived(resource)(stageIdOf(id, stageName), 'AWS::ApiGateway::Stage', {
    RestApiId: { Ref: id },
    DeploymentId: { Ref: deploymentId },
    StageName: stageName,
    ...Object.fromEntries(SETTINGS.filter((name) => member(properties, name) !== undefined).map((name) => [name, properties[name]])),
    ...(isMap(properties['Tags']) ? { Tags: tagList(properties['Tags']) } : {}),
  });
  return [deployment, stage];
}

const ANY_ORIGIN = "'*'";
const MEMBERS = new Set(['AllowMethods', 'AllowHeaders', 'AllowOrigin', 'MaxAge', 'AllowCredentials']);

/** The preflights of an API's `Cors`: text is the origin alone. */
function addCors(source: ApiSource): void {
  const cors = source.properties['Cors'];
  if (!isSet(cors)) return;
  if (!isSet(source.body)) throw refuseResource(source.id, "Cors works only with inline Swagger specified in 'DefinitionBody' property.");
  const setting = corsSetting(source.id, cors);
  const document = documentFor(source, 'Cors configuration');
  if (setting.allowCredentials && setting.origin === ANY_ORIGIN) {
    throw refuseResource(
      source.id, 'Unable to add Cors configuration because \'AllowCredentials\' can not be true when \'AllowOrigin\' is "\'*\'" or not set',
    );
  }
  const needsPreflight = Object.keys(document.paths).length > 0;
  if (needsPreflight && !isSet(setting.origin)) throw refuseResource(source.id, 'Structure of the SAM template is invalid. Invalid input. Value for AllowedOrigins is required');
  addPreflights(openDocument(document), setting);
}

function corsSetting(id: string, cors: unknown): CorsSetting {
  const none = { headers: undefined, methods: undefined, maxAge: undefined, allowCredentials: false };
  if (typeof cors === 'string' || isIntrinsic(cors)) return { ...none, origin: cors };
  if (!isMap(cors)) throw refuseResource(id, "Invalid value for 'Cors' property");
  const unknown = Object.keys(cors).find((key) => !MEMBERS.has(key));
  if (unknown !== undefined) throw refuseResource(id, `Invalid key '${unknown}' for 'Cors' property.`);
  return {
    origin: Object.hasOwn(cors, 'AllowOrigin') ? cors['AllowOrigin'] : ANY_ORIGIN,
    headers: cors['AllowHeaders'],
    methods: cors['AllowMethods'],
    maxAge: cors['MaxAge'],
    allowCredentials: cors['AllowCredentials'] === true,
  };
}
