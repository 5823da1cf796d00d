import { importSource } from '../../../../lib/importers';
import type { DeclaredParts } from '../../../../lib/spec';
import { newProject } from '../../../support/project';

/** The declared parts of the only API of a template. */
function declaredBy(resources: object, files: Readonly<Record<string, string>> = {}, more: object = {}): DeclaredParts | undefined {
  const project = newProject({ 'template.json': JSON.stringify({ ...more, Resources: resources }), ...files });
  return importSource(project.file('template.json')).apis[0]?.declared;
}

const API = 'AWS::ApiGateway::RestApi';
const api = (properties: object, type = API) => ({ Api: { Type: type, Properties: { Name: 'Pets', ...properties } } });
const OPEN = { isDefaultEndpointClosed: false, domains: {}, webAcls: {} };
const DOCUMENT = { openapi: '3.0.1', info: { title: 'Pets', version: '1' },
  paths: { '/': { get: { responses: { 200: { description: 'all', content: { 'application/json': { schema: { type: 'string' } } } } } } } } };
const RESPONSE = { responseModels: { 'application/json': 'Get200' }, responseParameters: {}, headers: {} };

test('the default endpoint is open or closed, with a policy of TLS', () => {
  expect(declaredBy(api({}))).toEqual(OPEN);
  expect(declaredBy(api({ DisableExecuteApiEndpoint: true, SecurityPolicy: 'TLS_1_2' }))).toEqual({ isDefaultEndpointClosed: true, defaultEndpointTls: 'TLS_1_2', domains: {}, webAcls: {} });
  const http = api({ ProtocolType: 'HTTP', DisableExecuteApiEndpoint: 'true' }, 'AWS::ApiGatewayV2::Api');
  expect(declaredBy(http)?.isDefaultEndpointClosed).toBe(true);
  const disabled = { ...DOCUMENT, 'x-amazon-apigateway-endpoint-configuration': { disableExecuteApiEndpoint: true } };
  expect(declaredBy(api({ Body: disabled }))?.isDefaultEndpointClosed).toBe(true);
});

test('a document describes its methods, but not those that resources declare', () => {
  const method = { Type: 'AWS::ApiGateway::Method', Properties: { RestApiId: { Ref: 'Api' }, ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, HttpMethod: 'GET', AuthorizationType: 'NONE', Integration: { Type: 'MOCK' } } };
  expect(declaredBy(api({ Body: DOCUMENT }))?.document?.methods['GET /']?.responses).toEqual({ 200: RESPONSE });
  expect(declaredBy({ ...api({ Body: DOCUMENT }), method })?.document?.methods).toEqual({});
  const http = api({ ProtocolType: 'HTTP', Body: DOCUMENT }, 'AWS::ApiGatewayV2::Api');
  expect(declaredBy(http)?.document?.methods['GET /']?.responses).toEqual({ 200: RESPONSE });
});

test.each([
  ['AWS::Serverless::Api', { StageName: 'prod', DefinitionUri: 's3://bucket/pets.yaml' }, { Bucket: 'bucket', Key: 'pets.yaml' }],
  ['AWS::Serverless::HttpApi', { DefinitionUri: { Bucket: 'bucket', Key: 'pets.yaml', Version: '3' } }, { Bucket: 'bucket', Key: 'pets.yaml', Version: '3' }],
  [API, { BodyS3Location: { Bucket: 'bucket', Key: 'pets.yaml', ETag: 'a' } }, { Bucket: 'bucket', Key: 'pets.yaml', ETag: 'a' }],
  ['AWS::ApiGatewayV2::Api', { BodyS3Location: { Bucket: 'bucket', Key: 'pets.yaml' } }, { Bucket: 'bucket', Key: 'pets.yaml' }],
])('a document in S3 of %s is not read, and where it is stands for it', (type, properties, location) => {
  const transform = type.startsWith('AWS::Serverless') ? { Transform: 'AWS::Serverless-2016-10-31' } : {};
  expect(declaredBy({ Api: { Type: type, Properties: properties } }, {}, transform)?.unread).toEqual({ BodyS3Location: location });
});

test('a document that is none, and an API that nothing can be read of, are told by their properties', () => {
  expect(declaredBy(api({ Body: 'no JSON' }))?.unread).toEqual({ Body: 'no JSON' });
  expect(declaredBy(api({ ProtocolType: 'HTTP', Body: { paths: {} } }, 'AWS::ApiGatewayV2::Api'))?.unread).toEqual({ Body: { paths: {} } });
  const closed = 'the resource policy depends on import:Policy, which is known only after deployment';
  const policy = { 'Fn::ImportValue': 'Policy' };
  expect(declaredBy(api({ Policy: policy, Description: 'Texts say nothing', Tags: [] }))?.unread).toEqual({ Api: { closed, properties: { Policy: '${token:import:Policy}' } } });
});

test('a stage may have a web ACL', () => {
  const acl = (arn: unknown) => ({ Type: 'AWS::WAFv2::WebACLAssociation', Properties: { ResourceArn: arn, WebACLArn: 'arn:aws:wafv2:acl' } });
  const stage = { 'Fn::Sub': 'arn:aws:apigateway:us-east-1::/restapis/${Api}/stages/prod' };
  expect(declaredBy({ ...api({}), Own: acl(stage), Other: acl('arn:aws:apigateway:us-east-1::/restapis/other/stages/beta') })?.webAcls).toEqual({ prod: 'arn:aws:wafv2:acl' });
});

test('domains lead to the API at base paths, with their policies and certificates', () => {
  const domain = (type: string, properties: object) => ({ Type: type, Properties: properties });
  const tls = { MutualTlsAuthentication: { TruststoreUri: 's3://bucket/trust.pem' } };
  const mapping = (name: unknown, path?: string) => ({ Type: 'AWS::ApiGateway::BasePathMapping', Properties: { DomainName: name, RestApiId: { Ref: 'Api' }, Stage: 'prod', ...(path === undefined ? {} : { BasePath: path }) } });
  expect(declaredBy({
    ...api({}),
    Rest: domain('AWS::ApiGateway::DomainName', { DomainName: 'a.example.com', SecurityPolicy: 'TLS_1_0' }),
    Http: domain('AWS::ApiGatewayV2::DomainName', { DomainName: { 'Fn::ImportValue': 'Domain' }, DomainNameConfigurations: [{ EndpointType: 'REGIONAL' }], ...tls }),
    One: mapping({ Ref: 'Rest' }), Two: mapping({ Ref: 'Rest' }, 'v2'), Three: mapping({ Ref: 'Http' }, 'v3'), Four: mapping('elsewhere.example.com'),
  })?.domains).toEqual({
    'a.example.com': { tls: 'TLS_1_0', basePaths: { '(none)': 'prod', 'v2': 'prod' } },
    '${token:import:Domain}': { tls: 'TLS_1_2', isMutual: true, basePaths: { v3: 'prod' } },
    'elsewhere.example.com': { basePaths: { '(none)': 'prod' } },
  });
});
