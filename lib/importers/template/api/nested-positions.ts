import { isMembers, itemsOf, type Members } from '../../value';

/** The treatment of a nested property: of properties that are `carried` as a whole, some members have no effect here. */
export type NestedPosition = 'carried' | 'noted';

const CARRIED = (...names: string[]): Record<string, NestedPosition> => Object.fromEntries(names.map((name) => [name, 'carried']));
const NOTED = (...names: string[]): Record<string, NestedPosition> => Object.fromEntries(names.map((name) => [name, 'noted']));

const ACCESS_LOG = CARRIED('DestinationArn', 'Format');
const CANARY = CARRIED('PercentTraffic', 'StageVariableOverrides', 'UseStageCache');
const SETTINGS = CARRIED('CacheDataEncrypted', 'CacheTtlInSeconds', 'CachingEnabled', 'DataTraceEnabled', 'LoggingLevel', 'MetricsEnabled', 'ThrottlingBurstLimit', 'ThrottlingRateLimit');
const METHOD_SETTINGS = { ...CARRIED('HttpMethod', 'ResourcePath'), ...SETTINGS };
// logging levels are of WebSocket APIs
const ROUTE_SETTINGS = { ...CARRIED('DetailedMetricsEnabled', 'ThrottlingBurstLimit', 'ThrottlingRateLimit'), ...NOTED('DataTraceEnabled', 'LoggingLevel') };
const LIMITS = CARRIED('BurstLimit', 'RateLimit');

/** Members by property; lists are entered, and `*` is any member of a map. */
type NestedPositionsOfType = Readonly<Record<string, Readonly<Record<string, NestedPosition>>>>;
export type NestedPositions = Readonly<Record<string, NestedPositionsOfType>>;

/** Members by type and property. */
export const NESTED_POSITIONS: NestedPositions = {
  'AWS::ApiGateway::RestApi': {
    BodyS3Location: { ...CARRIED('Bucket', 'Key'), ...NOTED('ETag', 'Version') },
    EndpointConfiguration: { ...CARRIED('Types'), ...NOTED('IpAddressType', 'VpcEndpointIds') },
    Parameters: { ...CARRIED('basePath', 'basepath', 'endpointConfigurationTypes'), ...NOTED('ignore') },
  },
  'AWS::ApiGateway::Method': {
    Integration: {
      ...CARRIED(
        'CacheKeyParameters', 'CacheNamespace', 'ConnectionId', 'ConnectionType', 'ContentHandling', 'Credentials', 'IntegrationHttpMethod', 'IntegrationResponses', 'PassthroughBehavior',
        'RequestParameters', 'RequestTemplates', 'ResponseTransferMode', 'TimeoutInMillis', 'Type', 'Uri',
      ),
      ...NOTED('IntegrationTarget'),
    },
    'Integration.IntegrationResponses': CARRIED('ContentHandling', 'ResponseParameters', 'ResponseTemplates', 'SelectionPattern', 'StatusCode'),
    MethodResponses: CARRIED('ResponseModels', 'ResponseParameters', 'StatusCode'),
  },
  'AWS::ApiGateway::Stage': {
    AccessLogSetting: ACCESS_LOG,
    CanarySetting: { ...CANARY, ...NOTED('DeploymentId') },
    MethodSettings: METHOD_SETTINGS,
  },
  'AWS::ApiGateway::Deployment': {
    DeploymentCanarySettings: CANARY,
    StageDescription: {
      ...CARRIED('AccessLogSetting', 'CacheClusterEnabled', 'CacheClusterSize', 'CanarySetting', 'Description', 'MethodSettings', 'Variables'), ...SETTINGS,
      ...NOTED('ClientCertificateId', 'DocumentationVersion', 'Tags', 'TracingEnabled'),
    },
    'StageDescription.AccessLogSetting': ACCESS_LOG,
    'StageDescription.CanarySetting': CANARY,
    'StageDescription.MethodSettings': METHOD_SETTINGS,
  },
  'AWS::ApiGatewayV2::Api': {
    BodyS3Location: { ...CARRIED('Bucket', 'Key'), ...NOTED('Etag', 'Version') },
    CorsConfiguration: CARRIED('AllowCredentials', 'AllowHeaders', 'AllowMethods', 'AllowOrigins', 'ExposeHeaders', 'MaxAge'),
  },
  'AWS::ApiGatewayV2::ApiGatewayManagedOverrides': {
    Integration: { ...CARRIED('IntegrationMethod', 'PayloadFormatVersion', 'TimeoutInMillis'), ...NOTED('Description') },
    Route: CARRIED('AuthorizationScopes', 'AuthorizationType', 'AuthorizerId', 'OperationName', 'Target'),
    Stage: { ...CARRIED('AccessLogSettings', 'DefaultRouteSettings', 'Description', 'RouteSettings', 'StageVariables'), ...NOTED('AutoDeploy') },
    'Stage.AccessLogSettings': ACCESS_LOG,
    'Stage.DefaultRouteSettings': ROUTE_SETTINGS,
    'Stage.RouteSettings.*': ROUTE_SETTINGS,
  },
  'AWS::ApiGatewayV2::Integration': { TlsConfig: CARRIED('ServerNameToVerify') },
  'AWS::ApiGatewayV2::Authorizer': { JwtConfiguration: CARRIED('Audience', 'Issuer') },
  'AWS::ApiGatewayV2::Stage': { AccessLogSettings: ACCESS_LOG, DefaultRouteSettings: ROUTE_SETTINGS, 'RouteSettings.*': ROUTE_SETTINGS },
  'AWS::Lambda::Url': { Cors: CARRIED('AllowCredentials', 'AllowHeaders', 'AllowMethods', 'AllowOrigins', 'ExposeHeaders', 'MaxAge') },
  'AWS::ApiGateway::UsagePlan': {
    ApiStages: CARRIED('ApiId', 'Stage', 'Throttle'),
    'ApiStages.Throttle.*': LIMITS,
    Quota: CARRIED('Limit', 'Offset', 'Period'),
    Throttle: LIMITS,
  },
};

/** Members of properties that are given: with no effect here, and of no known name. */
export interface NestedNames {
  readonly noted: readonly string[];
  readonly unknown: readonly string[];
}

/** @param properties - evaluated, because a condition may choose the members */
export function nestedNames(ofType: NestedPositionsOfType | undefined, properties: Members): NestedNames {
  const noted = new Set<string>();
  const unknown = new Set<string>();
  for (const [path, positions] of Object.entries(ofType ?? {})) {
    for (const name of valuesAt(properties, path.split('.')).flatMap(givenNames)) {
      const position = Object.hasOwn(positions, name) ? positions[name] : undefined;
      if (position !== 'carried') (position === 'noted' ? noted : unknown).add(`${path}.${name}`);
    }
  }
  return { noted: [...noted], unknown: [...unknown] };
}

function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (name === undefined) return [...itemsOf(value)];
  return itemsOf(value).filter(isMembers).flatMap((item) => {
    const members = name === '*' ? Object.values(item) : Object.hasOwn(item, name) ? [item[name]] : [];
    return members.flatMap((member) => valuesAt(member, rest));
  });
}

function givenNames(value: unknown): string[] {
  if (!isMembers(value)) return [];
  return Object.entries(value).filter(([, member]) => member !== undefined && member !== null).map(([name]) => name);
}
