import { importFiles } from '../../support/imported';

const API = { Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets' } } };
const template = (members: object, resources: object = {}): object => ({ Parameters: { Stage: { Type: 'String', Default: 'dev' }, Zones: { Type: 'CommaDelimitedList', Default: 'a,b' } }, Resources: { ...API, ...resources }, ...members });
const rule = (assertion: object, members: object = {}): object => template({ Rules: { R: { ...members, Assertions: [{ Assert: assertion, AssertDescription: 'not this' }] } } });

test.each<[string, object, boolean]>([
  ['Fn::Contains', rule({ 'Fn::Contains': [['dev', 'prod'], { Ref: 'Stage' }] }), true],
  ['Fn::Contains of something else', rule({ 'Fn::Contains': [['prod'], { Ref: 'Stage' }] }), false],
  ['Fn::EachMemberIn', rule({ 'Fn::EachMemberIn': [{ Ref: 'Zones' }, ['a', 'b', 'c']] }), true],
  ['Fn::EachMemberIn of something else', rule({ 'Fn::EachMemberIn': [{ Ref: 'Zones' }, ['a']] }), false],
  ['Fn::EachMemberEquals', rule({ 'Fn::Not': [{ 'Fn::EachMemberEquals': [{ Ref: 'Zones' }, 'a'] }] }), true],
  ['a rule whose condition does not hold', rule({ 'Fn::Equals': ['a', 'b'] }, { RuleCondition: { 'Fn::Equals': [{ Ref: 'Stage' }, 'prod'] } }), true],
  ['what is in the account', rule({ 'Fn::EachMemberIn': [{ 'Fn::ValueOf': ['Vpc', 'Tags.Department'] }, { 'Fn::RefAll': 'AWS::EC2::VPC::Id' }] }), true],
])('rules: %s', (_, source, isKept) => {
  const { issues, apis } = importFiles({ 'template.json': source });
  const failures = issues.filter(({ code }) => code === 'IMPORT_RULE_FAILED');
  expect(failures.map(({ message }) => message)).toEqual(isKept ? [] : ['CloudFormation would reject these parameter values: not this']);
  expect(failures.every(({ source: line }) => line?.startsWith('template.json:1:'))).toBe(true);
  expect(apis).toHaveLength(1);
});

test('macros of the template and of its sections are named; an included section is read', () => {
  const mock = { Type: 'MOCK', RequestTemplates: { 'application/json': '{"statusCode": 200}' } };
  const method = { Type: 'AWS::ApiGateway::Method', Properties: { RestApiId: { Ref: 'Api' }, ResourceId: { 'Fn::GetAtt': 'Api.RootResourceId' }, HttpMethod: 'GET', AuthorizationType: 'NONE', Integration: mock } };
  const include = (Location: string): object => ({ 'Fn::Transform': { Name: 'AWS::Include', Parameters: { Location } } });
  const imports = importFiles({ 'template.json': template({ Transform: ['AWS::LanguageExtensions', 'Shorter'] }, include('methods.json')), 'methods.json': { Get: method } });
  expect(imports.routes).toEqual(['GET / NONE MOCK']);
  expect(imports.issues.map(({ message }) => message)).toEqual(['the macro Shorter runs in AWS only']);
  const missing = importFiles({ 'template.json': template({}, include('s3://bucket/methods.json')) });
  expect(missing.issues.map(({ message }) => message)).toEqual(['there is no local file s3://bucket/methods.json']);
});

test('resources around an API are in the report; a web ACL of an API is refused by name', () => {
  const acl = { Type: 'AWS::WAFv2::WebACLAssociation', Properties: { WebACLArn: 'x', ResourceArn: { 'Fn::Sub': 'arn:aws:apigateway:${AWS::Region}::/restapis/${Api}/stages/prod' } } };
  const { issues, codes } = importFiles({ 'template.json': template({}, { Table: { Type: 'AWS::DynamoDB::Table' }, One: { Type: 'Custom::Thing' }, Other: { Type: 'Custom::Thing' }, Acl: acl }) });
  expect(issues.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'IMPORT_PART_REFUSED: the web ACL is not imported: requests are not filtered here',
    'IMPORT_RESOURCES_NOTED: not part of a gateway, and not served: AWS::DynamoDB::Table, AWS::WAFv2::WebACLAssociation, 2 Custom::Thing',
  ]);
  expect(codes).toEqual(['IMPORT_PART_REFUSED']);
});
