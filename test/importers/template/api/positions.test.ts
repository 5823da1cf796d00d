import { NESTED_POSITIONS, POSITIONS } from '../../../../lib/importers/template/api/positions';
import { WEB_SOCKET_POSITIONS } from '../../../../lib/importers/template/web-socket-api/positions';
import { propertiesOfCloudFormation } from '../../../support/cloudformation-properties';
import { importFiles } from '../../../support/imported';

/** `Integration.uri` of a method as the types of CloudFormation name it, for each member of a property that is imported in part. */
const TYPES_OF_MEMBERS: Readonly<Record<string, string>> = {
  'RestApi BodyS3Location': 'RestApi.S3Location', 'RestApi EndpointConfiguration': 'RestApi.EndpointConfiguration',
  'Method Integration': 'Method.Integration', 'Method Integration.IntegrationResponses': 'Method.IntegrationResponse', 'Method MethodResponses': 'Method.MethodResponse',
  'Stage AccessLogSetting': 'Stage.AccessLogSetting', 'Stage CanarySetting': 'Stage.CanarySetting', 'Stage MethodSettings': 'Stage.MethodSetting',
  'Deployment DeploymentCanarySettings': 'Deployment.DeploymentCanarySettings', 'Deployment StageDescription': 'Deployment.StageDescription',
  'Deployment StageDescription.AccessLogSetting': 'Deployment.AccessLogSetting', 'Deployment StageDescription.CanarySetting': 'Deployment.CanarySetting',
  'Deployment StageDescription.MethodSettings': 'Deployment.MethodSetting', 'UsagePlan ApiStages': 'UsagePlan.ApiStage',
  'UsagePlan ApiStages.Throttle.*': 'UsagePlan.ThrottleSettings', 'UsagePlan Quota': 'UsagePlan.QuotaSettings', 'UsagePlan Throttle': 'UsagePlan.ThrottleSettings',
};

const TYPES_OF_V2_MEMBERS: Readonly<Record<string, string>> = {
  'Api BodyS3Location': 'Api.BodyS3Location', 'Api CorsConfiguration': 'Api.Cors', 'Authorizer JwtConfiguration': 'Authorizer.JWTConfiguration', 'Integration TlsConfig': 'Integration.TlsConfig',
  'ApiGatewayManagedOverrides Integration': 'ApiGatewayManagedOverrides.IntegrationOverrides', 'ApiGatewayManagedOverrides Route': 'ApiGatewayManagedOverrides.RouteOverrides',
  'ApiGatewayManagedOverrides Stage': 'ApiGatewayManagedOverrides.StageOverrides', 'ApiGatewayManagedOverrides Stage.AccessLogSettings': 'ApiGatewayManagedOverrides.AccessLogSettings',
  'ApiGatewayManagedOverrides Stage.DefaultRouteSettings': 'ApiGatewayManagedOverrides.RouteSettings', 'ApiGatewayManagedOverrides Stage.RouteSettings.*': 'ApiGatewayManagedOverrides.RouteSettings',
  'Stage AccessLogSettings': 'Stage.AccessLogSettings', 'Stage DefaultRouteSettings': 'Stage.RouteSettings', 'Stage RouteSettings.*': 'Stage.RouteSettings',
};

const SERVICES = [
  { prefix: 'AWS::ApiGateway::', declared: propertiesOfCloudFormation(), nested: TYPES_OF_MEMBERS, least: 20 },
  { prefix: 'AWS::ApiGatewayV2::', declared: propertiesOfCloudFormation('apigatewayv2'), nested: TYPES_OF_V2_MEMBERS, least: 12 },
] as const;

/** `uri` of `Method.Integration.uri`, in lower case as the CDK writes other capitals than CloudFormation. */
const membersOf = (declared: readonly string[], type: string): string[] =>
  declared.filter((name) => name.slice(0, name.lastIndexOf('.')) === type).map((name) => name.slice(type.length + 1).toLowerCase()).sort();
const namesOf = (positions: object): string[] => Object.keys(positions).map((name) => name.toLowerCase()).sort();

test('every property of the resource types of CloudFormation has a position', () => {
  const missing = SERVICES.flatMap(({ prefix, declared, least }) => {
    const types = Object.keys(POSITIONS).filter((type) => type.startsWith(prefix)).map((type) => type.slice(prefix.length));
    expect(types.length).toBeGreaterThan(least);
    return types.flatMap((type) => membersOf(declared, type).filter((name) => !namesOf(POSITIONS[`${prefix}${type}`] ?? {}).includes(name)).map((name) => `${type}.${name}`));
  });
  expect(missing).toEqual([]);
});

test('the resources of WebSocket APIs have the same properties, in positions of their own', () => {
  const properties = Object.entries(WEB_SOCKET_POSITIONS.properties).map(([type, positions]) => [type, namesOf(positions)]);
  expect(properties).toEqual(Object.entries(POSITIONS).map(([type, positions]) => [type, namesOf(positions)]));
});

test('every resource type of HTTP APIs has a position', () => {
  const types = [...new Set(propertiesOfCloudFormation('apigatewayv2').map((name) => name.split('.')[0] ?? ''))];
  expect(types.filter((type) => POSITIONS[`AWS::ApiGatewayV2::${type}`] === undefined)).toEqual([]);
});

test.each(SERVICES)('the members of properties that are imported have positions, each of CloudFormation\'s and no other: $prefix', ({ prefix, declared, nested }) => {
  const positions = Object.entries(NESTED_POSITIONS).filter(([type]) => type.startsWith(prefix)).flatMap(([type, paths]) =>
    Object.entries(paths).map(([at, members]) => [`${type.slice(prefix.length)} ${at}`, members] as const));
  const parameters = 'RestApi Parameters'; // a map of the import's parameters, which no type declares
  const known = positions.filter(([at]) => at !== parameters);
  expect(known.map(([at]) => at).sort()).toEqual(Object.keys(nested).sort());
  const types: Readonly<Record<string, string>> = nested;
  for (const [at, members] of known) expect([at, namesOf(members)]).toEqual([at, membersOf(declared, types[at] ?? '')]);
});

describe('members of properties', () => {
  const apiId = { Ref: 'Api' };
  const issuesOf = (resources: object): string[] => importFiles({ 'template.json': { Resources: { Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets' } }, ...resources } } })
    .issues.map(({ code, message }) => `${code}: ${message}`);

  test('of no known name are reported with the property that they are in', () => {
    expect(issuesOf({
      Stage: { Type: 'AWS::ApiGateway::Stage', Properties: { RestApiId: apiId, StageName: 'prod', MethodSettings: [{ ResourcePath: '/*', HttpMethod: '*' }, { ThrottlingLimit: 1 }] } },
      Plan: { Type: 'AWS::ApiGateway::UsagePlan', Properties: { ApiStages: [{ ApiId: apiId, Stage: 'prod', Throttle: { '/pets/GET': { Rate: 5, BurstLimit: 1 } } }] } },
    })).toEqual([
      'IMPORT_PROPERTY_UNKNOWN: MethodSettings.ThrottlingLimit is not a known property of AWS::ApiGateway::Stage',
      'IMPORT_PROPERTY_UNKNOWN: ApiStages.Throttle.*.Rate is not a known property of AWS::ApiGateway::UsagePlan',
    ]);
  });

  test('without an effect here are noted, as whole properties are', () => {
    expect(issuesOf({
      Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets', EndpointConfiguration: { Types: ['PRIVATE'], VpcEndpointIds: ['vpce-1'] }, Tags: [] } },
      First: { Type: 'AWS::ApiGateway::Deployment', Properties: { RestApiId: apiId, StageName: 'prod', StageDescription: { TracingEnabled: true, Variables: { Name: 'a' } } } },
    })).toEqual([
      'IMPORT_PROPERTY_NOTED: no effect on a local gateway: Tags, EndpointConfiguration.VpcEndpointIds',
      'IMPORT_PROPERTY_NOTED: no effect on a local gateway: StageDescription.TracingEnabled',
    ]);
  });

  test('that a condition leaves out are not there', () => {
    const Integration = { 'Fn::If': ['Never', { Type: 'MOCK', Color: 'red' }, { Type: 'MOCK', Uri: { Ref: 'AWS::NoValue' } }] };
    const Method = { Type: 'AWS::ApiGateway::Method', Properties: { RestApiId: apiId, ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, HttpMethod: 'GET', AuthorizationType: 'NONE', Integration } };
    const { issues } = importFiles({ 'template.json': { Conditions: { Never: { 'Fn::Equals': ['a', 'b'] } }, Resources: { Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets' } }, Method } } });
    expect(issues).toEqual([]);
  });
});
