import { GatewayError } from '../../errors';
import { isOpenApi3, versionText } from './swagger/document';
import { refuseResource } from './refuse';
import { isIntrinsic, isMap, isSet, printedList, type JsonMap } from './value';

const PREFIX = 'AWS::Serverless::';

/** The properties of functions that `Globals` may set. */
export const FUNCTION_GLOBALS = [
  'Handler', 'Runtime', 'CodeUri', 'DeadLetterQueue', 'Description', 'MemorySize', 'Timeout', 'VpcConfig', 'Environment', 'Tags', 'PropagateTags',
  'Tracing', 'KmsKeyArn', 'AutoPublishAlias', 'AutoPublishAliasAllProperties', 'Layers', 'DeploymentPreference', 'RolePath',
  'PermissionsBoundary', 'ReservedConcurrentExecutions', 'ProvisionedConcurrencyConfig', 'AssumeRolePolicyDocument', 'EventInvokeConfig',
  'FileSystemConfigs', 'CodeSigningConfigArn', 'Architectures', 'SnapStart', 'EphemeralStorage', 'FunctionUrlConfig',
  'RuntimeManagementConfig', 'LoggingConfig', 'RecursiveLoop', 'SourceKMSKeyArn', 'TenancyConfig', 'DurableConfig', 'CapacityProviderConfig',
  'FunctionScalingConfig', 'PublishToLatestPublished', 'VersionDeletionPolicy',
] as const;

/** The properties that `Globals` may set, by kind of resource; undefined for kinds that are not translated. */
const GLOBAL_PROPERTIES: Readonly<Record<string, readonly string[] | undefined>> = {
  Function: FUNCTION_GLOBALS,
  Api: [
    'Auth', 'Name', 'DefinitionUri', 'CacheClusterEnabled', 'CacheClusterSize', 'MergeDefinitions', 'Variables', 'EndpointConfiguration',
    'MethodSettings', 'BinaryMediaTypes', 'MinimumCompressionSize', 'Cors', 'GatewayResponses', 'AccessLogSetting', 'CanarySetting',
    'TracingEnabled', 'OpenApiVersion', 'Domain', 'AlwaysDeploy', 'PropagateTags', 'SecurityPolicy', 'EndpointAccessMode',
  ],
  HttpApi: [
    'Auth', 'AccessLogSettings', 'StageVariables', 'Tags', 'CorsConfiguration', 'DefaultRouteSettings', 'Domain', 'RouteSettings', 'FailOnWarnings', 'PropagateTags',
  ],
  SimpleTable: undefined, StateMachine: undefined, LayerVersion: undefined, CapacityProvider: undefined,
  WebSocketApi: [
    'AccessLogSettings', 'ApiKeySelectionExpression', 'DefaultRouteSettings', 'DisableExecuteApiEndpoint', 'DisableSchemaValidation', 'Domain', 'IpAddressType', 'PropagateTags',
    'RouteSelectionExpression', 'RouteSettings', 'StageVariables', 'Tags',
  ],
};

export function isSamType(type: unknown): type is string {
  return typeof type === 'string' && type.startsWith(PREFIX);
}

/** Merges `Globals` into the resources of the working copy. */
export function mergeGlobals(template: JsonMap, resources: JsonMap): void {
  const globals = Object.hasOwn(template, 'Globals') ? readGlobals(template['Globals']) : {};
  for (const [id, resource] of Object.entries(resources)) {
    if (!isMap(resource) || !isSamType(resource['Type'])) continue;
    const section = globals[resource['Type'].slice(PREFIX.length)];
    if (section !== undefined) resource['Properties'] = merged(without(id, section, resource['IgnoreGlobals']), resource['Properties'] ?? {});
    if (resource['Type'] === `${PREFIX}Api` && isMap(resource['Properties'])) adoptOpenApiVersion(resource['Properties']);
  }
}

function readGlobals(globals: unknown): Readonly<Record<string, JsonMap>> {
  if (!isMap(globals)) throw refuseGlobals('It must be a non-empty dictionary');
  return Object.fromEntries(Object.entries(globals).flatMap(([section, properties]) => {
    if (!Object.hasOwn(GLOBAL_PROPERTIES, section)) {
      throw refuseGlobals(`'${section}' is not supported. Must be one of the following values - ${printedList(Object.keys(GLOBAL_PROPERTIES).sort())}`);
    }
    if (!isMap(properties)) throw refuseGlobals('Value of ${section} must be a dictionary');
    const supported = GLOBAL_PROPERTIES[section];
    if (supported === undefined) return [];
    const unknown = Object.keys(properties).find((key) => !supported.includes(key));
    if (unknown === undefined) return [[section, properties]];
    throw refuseGlobals(
      `'${unknown}' is not a supported property of '${section}'. Must be one of the following values - ${printedList(supported)}`,
    );
  }));
}

function refuseGlobals(reason: string): GatewayError {
  return new GatewayError('SAM_GLOBALS_INVALID', { reason }, { location: 'Globals' });
}

/** The section without what a resource's `IgnoreGlobals` names. */
function without(id: string, section: JsonMap, ignored: unknown): JsonMap {
  if (!isSet(ignored)) return section;
  if (ignored === '*') return {};
  if (!Array.isArray(ignored)) throw refuseResource(id, `Resource ${id} has invalid resource attribute 'IgnoreGlobals'.`);
  const unknown: unknown = ignored.find((name) => typeof name !== 'string' || !Object.hasOwn(section, name));
  if (unknown !== undefined) throw refuseResource(id, `Resource ${id} has invalid resource attribute 'IgnoreGlobals' on item '${String(unknown)}'.`);
  return Object.fromEntries(Object.entries(section).filter(([name]) => !ignored.includes(name)));
}

/** Maps are merged, lists joined, and of everything else the local value wins. */
function merged(global: unknown, local: unknown): unknown {
  if (Array.isArray(global) && Array.isArray(local)) return [...structuredClone(global), ...local];
  if (!isMergeable(global) || !isMergeable(local)) return local;
  const result: JsonMap = structuredClone(global);
  for (const [key, value] of Object.entries(local)) result[key] = Object.hasOwn(global, key) ? merged(global[key], value) : value;
  return result;
}

function isMergeable(value: unknown): value is JsonMap {
  return isMap(value) && !isIntrinsic(value);
}

/** The document that SAM manages takes the version that the API asks for. */
function adoptOpenApiVersion(properties: JsonMap): void {
  const version = properties['OpenApiVersion'];
  const document = properties['DefinitionBody'];
  if (version === undefined || properties['__MANAGE_SWAGGER'] === undefined || !isOpenApi3(version)) return;
  properties['OpenApiVersion'] = versionText(version);
  if (!isMap(document)) return;
  document['openapi'] = versionText(version);
  Reflect.deleteProperty(document, 'swagger');
}
