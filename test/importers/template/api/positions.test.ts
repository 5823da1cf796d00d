import { NESTED_POSITIONS } from '../../../../lib/importers/template/api/nested-positions';
import { POSITIONS } from '../../../../lib/importers/template/api/positions';
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

const declared = propertiesOfCloudFormation();

/** `uri` of `Method.Integration.uri`, in lower case as the CDK writes other capitals than CloudFormation. */
const membersOf = (type: string): string[] =>
  declared.filter((name) => name.slice(0, name.lastIndexOf('.')) === type).map((name) => name.slice(type.length + 1).toLowerCase()).sort();
const namesOf = (positions: object): string[] => Object.keys(positions).map((name) => name.toLowerCase()).sort();

test('every property of the resource types of CloudFormation has a position', () => {
  const types = Object.keys(POSITIONS).filter((type) => type.startsWith('AWS::ApiGateway::')).map((type) => type.slice('AWS::ApiGateway::'.length));
  expect(types.length).toBeGreaterThan(20);
  const missing = types.flatMap((type) => membersOf(type).filter((name) => !namesOf(POSITIONS[`AWS::ApiGateway::${type}`] ?? {}).includes(name)).map((name) => `${type}.${name}`));
  expect(missing).toEqual([]);
});

test('the members of properties that are imported have positions, each of CloudFormation\'s and no other', () => {
  const positions = Object.entries(NESTED_POSITIONS).flatMap(([type, paths]) =>
    Object.entries(paths).map(([at, members]) => [`${type.slice('AWS::ApiGateway::'.length)} ${at}`, members] as const));
  const parameters = 'RestApi Parameters'; // a map of the import's parameters, which no type declares
  expect(positions.map(([at]) => at).sort()).toEqual([...Object.keys(TYPES_OF_MEMBERS), parameters].sort());
  for (const [at, members] of positions.filter(([one]) => one !== parameters)) expect([at, namesOf(members)]).toEqual([at, membersOf(TYPES_OF_MEMBERS[at] ?? '')]);
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
