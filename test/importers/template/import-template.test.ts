import { importSource } from '../../../lib/importers';
import { methodsOf, readSpec } from '../../../lib/spec';
import { importFiles, type Imported } from '../../support/imported';
import { processorMs, slowness } from '../../support/machine-speed';
import { newProject } from '../../support/project';

/** A template with an API, a function and what is given. */
function template(resources: object, others: object = {}): object {
  return {
    Resources: {
      Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets' } },
      Stage: { Type: 'AWS::ApiGateway::Stage', Properties: { RestApiId: { Ref: 'Api' }, StageName: 'prod' } },
      Function: { Type: 'AWS::Lambda::Function', Properties: { Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: 'exports.handler = async () => ({});' } } },
      ...resources,
    },
    ...others,
  };
}

const uriOf = (name: string): object => ({ 'Fn::Sub': `arn:aws:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/\${${name}.Arn}/invocations` });
const PROXY = { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: uriOf('Function') };
const method = (properties: object): object => ({
  Type: 'AWS::ApiGateway::Method',
  Properties: { RestApiId: { Ref: 'Api' }, ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, HttpMethod: 'GET', AuthorizationType: 'NONE', Integration: PROXY, ...properties },
});
const ofApi = (type: string, properties: object): object => ({ Type: `AWS::ApiGateway::${type}`, Properties: { RestApiId: { Ref: 'Api' }, ...properties } });

const imported = (resources: object, others: object = {}): Imported => importFiles({ 'template.json': template(resources, others) });
const integrationOf = (one: Imported, httpMethod: 'GET' | 'POST' = 'GET'): object | undefined => one.specs[0]?.resources['/']?.methods[httpMethod]?.integration;

test('a function keeps the processor that it is deployed to, and how it logs', () => {
  const functionOf = (properties: object) => imported({
    Function: { Type: 'AWS::Lambda::Function', Properties: { Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: 'exports.handler = 1' }, ...properties } },
    Get: method({}),
  }).specs[0]?.functions['Function'];
  const logging = { LogFormat: 'JSON', ApplicationLogLevel: 'DEBUG', LogGroup: 'orders' };
  expect(functionOf({ Architectures: ['arm64'], LoggingConfig: logging })).toMatchObject({ architecture: 'arm64', logging: { format: 'JSON', level: 'DEBUG' } });
  expect(functionOf({ LoggingConfig: { LogGroup: 'orders' } })).not.toHaveProperty('logging');
});

test('a template becomes a gateway: its API, resources, methods, function and stage', () => {
  const { specs, routes, codes, apis } = imported({
    Pets: ofApi('Resource', { ParentId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, PathPart: 'pets' }),
    Pet: ofApi('Resource', { ParentId: { Ref: 'Pets' }, PathPart: '{id}' }),
    Get: method({ ResourceId: { Ref: 'Pet' }, OperationName: 'getPet', RequestParameters: { 'method.request.path.id': true } }),
    Any: method({ ResourceId: { Ref: 'Pets' }, HttpMethod: 'ANY', ApiKeyRequired: 'true' }),
  });
  expect(routes).toEqual(['ANY /pets NONE key AWS_PROXY Function', 'GET /pets/{id} NONE AWS_PROXY Function']);
  expect(codes).toEqual([]);
  expect(specs[0]?.api).toMatchObject({ name: 'Pets', jsonBodyValidation: 'aws', endpointType: 'EDGE' });
  expect(Object.keys(specs[0]?.stages ?? {})).toEqual(['prod']);
  expect(specs[0]?.functions.Function).toMatchObject({ handler: 'index.handler', runtime: 'nodejs20.x', timeoutMs: 3000, memoryMiB: 128 });
  expect(apis[0]?.code.get('Function')).toMatchObject({ type: 'text', name: 'index.js' });
});

test('a document in a template becomes the same, by the parameters of its import', () => {
  const integration = { type: 'mock', requestTemplates: { 'application/json': '{"statusCode": 200}' }, responses: { default: { statusCode: '200' } } };
  const Body = { swagger: '2.0', info: { title: 'Pets', version: '1' }, basePath: '/v2', paths: { '/pets': { get: { responses: {}, 'x-amazon-apigateway-integration': integration } } } };
  const api = (more: object) => importFiles({ 'template.json': JSON.stringify({ Resources: { Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets', Body, ...more } } } }) });
  expect(api({}).routes).toEqual(['GET /pets NONE MOCK']);
  const { routes, specs, codes } = api({ Parameters: { basepath: 'prepend', endpointConfigurationTypes: 'REGIONAL' }, Mode: 'overwrite' });
  expect(routes).toEqual(['GET /v2/pets NONE MOCK']);
  expect(specs[0]?.api.endpointType).toBe('REGIONAL');
  expect(codes).toEqual([]);
});

test('the same in YAML with short tags', () => {
  const { routes } = importFiles({ 'template.yaml': `
Resources:
  Api: {Type: 'AWS::ApiGateway::RestApi', Properties: {Name: !Sub "\${AWS::StackName}-api"}}
  Function: {Type: 'AWS::Lambda::Function', Properties: {Runtime: nodejs22.x, Handler: index.handler, Code: {ZipFile: "exports.handler = 1"}}}
  Get:
    Type: AWS::ApiGateway::Method
    Properties:
      RestApiId: !Ref Api
      ResourceId: !GetAtt Api.RootResourceId
      HttpMethod: GET
      AuthorizationType: AWS_IAM
      Integration: {Type: AWS_PROXY, IntegrationHttpMethod: POST, Uri: !Join ["", ["arn:aws:apigateway:", !Ref "AWS::Region", ":lambda:path/2015-03-31/functions/", !GetAtt Function.Arn, /invocations]]}
` });
  expect(routes).toEqual(['GET / AWS_IAM AWS_PROXY Function']);
});

const RESPONSES = { MethodResponses: [{ StatusCode: 200, ResponseParameters: { 'method.response.header.X': true } }] };
const MAPPED = { IntegrationResponses: [{ StatusCode: '200', SelectionPattern: '', ResponseParameters: { 'method.response.header.X': "'a'" }, ResponseTemplates: { 'application/json': '{}' } }] };

test.each<[string, object, object]>([
  ['MOCK', { Type: 'MOCK', RequestTemplates: { 'application/json': '{"statusCode": 200}' }, PassthroughBehavior: 'NEVER', ...MAPPED }, { type: 'mock', passthroughBehavior: 'NEVER', responses: [{ statusCode: '200', responseTemplates: { 'application/json': '{}' } }] }],
  ['AWS of a function', { Type: 'AWS', Uri: uriOf('Function'), TimeoutInMillis: '5000', ContentHandling: 'CONVERT_TO_TEXT', ...MAPPED }, { type: 'mapped', function: 'Function', timeoutMs: 5000, contentHandling: 'CONVERT_TO_TEXT' }],
  ['AWS of a service', { Type: 'AWS', IntegrationHttpMethod: 'POST', Uri: 'arn:aws:apigateway:eu-west-1:dynamodb:action/PutItem', ...MAPPED }, { type: 'service', service: 'dynamodb', action: 'PutItem', region: 'eu-west-1' }],
  ['HTTP', { Type: 'HTTP', IntegrationHttpMethod: 'GET', Uri: 'https://example.com/{id}', ...MAPPED }, { type: 'http', uri: 'https://example.com/{id}', httpMethod: 'GET' }],
  ['HTTP_PROXY', { Type: 'HTTP_PROXY', IntegrationHttpMethod: 'ANY', Uri: 'https://example.com', RequestParameters: { 'integration.request.header.X': "'y'" }, CacheKeyParameters: ['method.request.path.id'], CacheNamespace: 'n' }, { type: 'http-proxy', requestParameters: { 'integration.request.header.X': "'y'" }, cacheNamespace: 'n' }],
  ['AWS_PROXY with a stream', { ...PROXY, ResponseTransferMode: 'STREAM' }, { type: 'proxy', function: 'Function', responseTransferMode: 'STREAM' }],
])('%s is carried', (_, integration, expected) => {
  const result = imported({ Get: method({ Integration: integration, ...RESPONSES, RequestParameters: { 'method.request.path.id': true } }) });
  expect(integrationOf(result)).toMatchObject(expected);
  expect(result.codes).toEqual([]);
});

const AUTHORIZER = { Name: 'Auth', Type: 'TOKEN', AuthorizerUri: uriOf('Function'), IdentitySource: 'method.request.header.X', AuthorizerResultTtlInSeconds: 0, IdentityValidationExpression: '^a$' };
const custom = { AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'Auth' } };

test.each<[string, object, object, object]>([
  ['TOKEN', AUTHORIZER, custom, { type: 'token', function: 'Function', identitySource: 'method.request.header.X', resultsCacheTtlSeconds: 0, identityValidationExpression: '^a$' }],
  ['REQUEST', { Name: 'Auth', Type: 'REQUEST', AuthorizerUri: uriOf('Function'), IdentitySource: 'method.request.header.X, context.path' }, custom, { type: 'request', identitySources: ['method.request.header.X', 'context.path'], resultsCacheTtlSeconds: 300 }],
  ['COGNITO_USER_POOLS', { Name: 'Auth', Type: 'COGNITO_USER_POOLS', ProviderARNs: [{ 'Fn::GetAtt': ['Pool', 'Arn'] }] }, { AuthorizationType: 'COGNITO_USER_POOLS', AuthorizerId: { Ref: 'Auth' }, AuthorizationScopes: ['a/b'] }, { type: 'cognito-user-pools', userPools: [{ arn: expect.stringContaining('userpool/') }] }],
])('an authorizer of type %s is carried', (_, authorizer, authorization, expected) => {
  const result = imported({ Pool: { Type: 'AWS::Cognito::UserPool' }, Auth: ofApi('Authorizer', authorizer), Get: method(authorization) });
  expect(result.specs[0]?.authorizers.Auth).toMatchObject(expected);
  expect(result.specs[0]?.resources['/']?.methods.GET?.authorization).toMatchObject({ authorizer: 'Auth' });
  expect(result.codes).toEqual([]);
});

/** Protections of a method that cannot be imported: the method is there as its source declares it, and answers 501. */
test.each<[string, object, object, string]>([
  ['an authorizer of an unknown type', { Auth: ofApi('Authorizer', { ...AUTHORIZER, Type: 'OTHER' }) }, custom, 'CUSTOM:Auth'],
  ['an authorizer whose function is known late', { Auth: ofApi('Authorizer', { ...AUTHORIZER, AuthorizerUri: { 'Fn::ImportValue': 'Uri' } }) }, custom, 'CUSTOM:Auth'],
  ['an authorizer that names a service', { Auth: ofApi('Authorizer', { ...AUTHORIZER, AuthorizerUri: 'arn:aws:apigateway:us-east-1:sqs:action/X' }) }, custom, 'CUSTOM:Auth'],
  ['an authorizer with an invalid identity source', { Auth: ofApi('Authorizer', { ...AUTHORIZER, IdentitySource: 'body' }) }, custom, 'CUSTOM:Auth'],
  ['an authorizer with an invalid pattern', { Auth: ofApi('Authorizer', { ...AUTHORIZER, IdentityValidationExpression: '(' }) }, custom, 'CUSTOM:Auth'],
  ['an authorizer with an invalid time', { Auth: ofApi('Authorizer', { ...AUTHORIZER, AuthorizerResultTtlInSeconds: 99999 }) }, custom, 'CUSTOM:Auth'],
  ['no user pool', { Auth: ofApi('Authorizer', { Name: 'Auth', Type: 'COGNITO_USER_POOLS' }) }, { ...custom, AuthorizationType: 'COGNITO_USER_POOLS' }, 'COGNITO_USER_POOLS:Auth'],
  ['an authorizer of another kind than the method says', { Auth: ofApi('Authorizer', AUTHORIZER) }, { ...custom, AuthorizationType: 'COGNITO_USER_POOLS' }, 'COGNITO_USER_POOLS:Auth'],
  ['an authorizer that is elsewhere', {}, { AuthorizationType: 'CUSTOM', AuthorizerId: 'abc123' }, 'CUSTOM'],
  ['no authorizer', {}, { AuthorizationType: 'CUSTOM' }, 'CUSTOM'],
  ['an unknown kind of authorization', {}, { AuthorizationType: 'JWT' }, 'JWT'],
  ['a validator that is elsewhere', {}, { RequestValidatorId: 'abc' }, 'NONE'],
  ['a model that is elsewhere', { V: ofApi('RequestValidator', { ValidateRequestBody: true }) }, { RequestValidatorId: { Ref: 'V' }, RequestModels: { 'application/json': 'Nothing' } }, 'NONE'],
  ['a model that is not JSON', { M: ofApi('Model', { Name: 'M', Schema: 'text' }) }, { RequestModels: { 'application/json': { Ref: 'M' } } }, 'NONE'],
  ['a model with an invalid schema', { M: ofApi('Model', { Name: 'M', Schema: { type: 'nothing' } }) }, { RequestModels: { 'application/json': { Ref: 'M' } } }, 'NONE'],
  ['a required parameter that is not one', {}, { RequestParameters: { 'method.request.cookie.a': true } }, 'NONE'],
])('%s: never open', (_, resources, properties, authorization) => {
  const result = imported({ ...resources, Get: method({ ApiKeyRequired: true, ...properties }) });
  expect(integrationOf(result)).toMatchObject({ type: 'unavailable', awsType: 'AWS_PROXY' });
  expect(result.routes).toEqual([`GET / ${authorization} key AWS_PROXY Function`]);
  expect(result.codes).toContain('IMPORT_METHOD_UNAVAILABLE');
});

test('a method is served without a response model that is not valid: it validates nothing', () => {
  const MethodResponses = [{ StatusCode: '200', ResponseModels: { 'application/json': { Ref: 'M' } } }];
  const result = imported({ M: ofApi('Model', { Name: 'M', Schema: { type: 'nothing' } }), Get: method({ MethodResponses }) });
  expect(integrationOf(result)).toMatchObject({ type: 'proxy' });
  expect(result.specs[0]?.resources['/']?.methods.GET?.methodResponses).toMatchObject({ 200: { responseModels: {} } });
  expect(result.codes).toEqual(['IMPORT_PART_REFUSED']);
});

test.each<[string, string, string, string]>([
  ['name', 'F'.repeat(150), 'index.handler', 'unavailable'], ['handler', 'Fn', '', 'proxy'],
])('a function whose %s a gateway cannot have keeps no other method from being served', (_, name, Handler, type) => {
  const fn = { Type: 'AWS::Lambda::Function', Properties: { Runtime: 'nodejs20.x', Handler, Code: { ZipFile: 'x' } } };
  const result = imported({ [name]: fn, Get: method({ Integration: { ...PROXY, Uri: uriOf(name) } }), Post: method({ HttpMethod: 'POST' }) });
  expect([integrationOf(result), integrationOf(result, 'POST')]).toMatchObject([{ type }, { type: 'proxy', function: 'Function' }]);
  expect(result.specs[0]?.functions[name]?.unavailable).toEqual(type === 'proxy' ? expect.any(String) : undefined);
  expect(new Set(result.issues.map(({ message }) => message)).size).toBe(result.issues.length);
});

test('a large API that has to be closed is listed with all its routes', () => {
  const root = { 'Fn::GetAtt': ['Api', 'RootResourceId'] };
  const parts = ['{a}', '{b}', ...Array.from({ length: 300 }, (_, index) => `p${index}`)];
  const resources = Object.fromEntries(parts.map((PathPart, index) => [`R${index}`, ofApi('Resource', { ParentId: root, PathPart })]));
  const methods = Object.fromEntries(parts.slice(0, 2).map((_, index) => [`M${index}`, method({ ResourceId: { Ref: `R${index}` } })]));
  const result = imported({ ...resources, ...methods });
  expect(result.specs[0]?.api.quotas.resources).toBe(303);
  expect(result.routes).toEqual(['GET /{a} NONE AWS_PROXY Function', 'GET /{b} NONE AWS_PROXY Function']);
  expect(result.codes).toEqual(['IMPORT_METHOD_UNAVAILABLE', 'IMPORT_METHOD_UNAVAILABLE']);
});

test.each<[string, object]>([
  ['known late', { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: '*', Condition: { IpAddress: { 'aws:SourceIp': { 'Fn::ImportValue': 'Range' } } } }] }],
  ['with an unknown operator', { Statement: [{ Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: '*', Condition: { StringIs: { 'aws:PrincipalOrgID': 'o-1' } } }] }],
  ['that is not one', ['nobody']],
])('a resource policy %s makes every method unavailable, and none is open', (_, policy) => {
  const result = imported({ Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets', Policy: policy } }, Get: method({}), Post: method({ HttpMethod: 'POST', AuthorizationType: 'AWS_IAM' }) });
  expect(result.routes).toEqual(['GET / NONE AWS_PROXY Function', 'POST / AWS_IAM AWS_PROXY Function']);
  expect([integrationOf(result), integrationOf(result, 'POST')]).toMatchObject([1, 2].map(() => ({ type: 'unavailable', reason: expect.stringContaining('resource policy') })));
  expect(result.codes.filter((code) => code === 'IMPORT_METHOD_UNAVAILABLE')).toHaveLength(2);
});

test('an API that is closed is mended as others are', () => {
  const functionWith = (Handler: string): object => ({ Type: 'AWS::Lambda::Function', Properties: { Runtime: 'nodejs20.x', Handler, Code: { ZipFile: 'x' } } });
  const closed = imported({ Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets', Policy: ['nobody'] } }, Function: functionWith('no handler'), Get: method({}) });
  expect(closed.specs[0]?.functions.Function?.unavailable).toEqual(expect.stringContaining('handler'));
  expect(integrationOf(closed)).toMatchObject({ type: 'unavailable', reason: expect.stringContaining('resource policy') });
});

test('client certificates of a domain are refused by name', () => {
  const { issues } = imported({ Domain: { Type: 'AWS::ApiGateway::DomainName', Properties: { DomainName: 'a.test', MutualTlsAuthentication: { TruststoreUri: 's3://b/k' } } } });
  expect(issues.map(({ message }) => message)).toContain('MutualTlsAuthentication is not imported: clients are not asked for certificates here');
});

test('a resource policy that can be evaluated is carried: only what it denies is denied', () => {
  const policy = { Statement: [{ Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: { 'Fn::Sub': 'arn:aws:execute-api:${AWS::Region}:${AWS::AccountId}:${Api}/*' } }] };
  const result = imported({ Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets', Policy: policy } }, Get: method({}) });
  expect(result.specs[0]?.api.policy?.Statement).toMatchObject([{ Effect: 'Allow', Resource: 'execute-api:/*' }]);
  expect(result.codes).toEqual([]);
});

test('one statement of a resource policy need not be in a list', () => {
  const policy = { Statement: { Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: 'execute-api:/*' } };
  const result = imported({ Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets', Policy: policy } }, Get: method({}) });
  expect([result.specs[0]?.api.policy?.Statement, result.codes]).toMatchObject([[{ Effect: 'Allow' }], []]);
  const document = { 'openapi': '3.0.3', 'info': { title: 'Pets', version: '1' }, 'x-amazon-apigateway-policy': policy, 'paths': { '/': { get: { responses: {} } } } };
  expect(importFiles({ 'openapi.json': document }).specs[0]?.api.policy?.Statement).toMatchObject([{ Effect: 'Allow' }]);
});

test('a resource policy with a condition that cannot be evaluated is carried, with a warning', () => {
  const Condition = { StringEquals: { 'aws:PrincipalOrgID': 'o-1' } };
  const policy = { Statement: [{ Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: '*', Condition }] };
  const result = imported({ Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets', Policy: policy } }, Get: method({}) });
  expect([result.specs[0]?.api.policy?.Statement[0]?.Condition, integrationOf(result), result.codes]).toMatchObject([Condition, { type: 'proxy' }, []]);
  expect(readSpec(result.apis[0]?.spec, 'Pets').warnings).toMatchObject([{ code: 'RESOURCE_POLICY_CONDITION_UNKNOWN', severity: 'warning' }]);
});

test.each<[string, object, string]>([
  ['no integration', { Integration: undefined }, 'no integration'],
  ['a VPC link without a name', { Integration: { Type: 'HTTP_PROXY', Uri: 'http://internal', ConnectionType: 'VPC_LINK' } }, 'VPC link'],
  ['a VPC link to a service', { Integration: { Type: 'AWS', Uri: 'arn:aws:apigateway:eu-west-1:sqs:path/x', ConnectionType: 'VPC_LINK', ConnectionId: 'x' } }, 'VPC link'],
  ['an unknown kind', { Integration: { Type: 'GRPC' } }, 'GRPC'],
  ['an invalid address', { Integration: { Type: 'HTTP_PROXY', Uri: 'ftp://a.test' } }, 'http(s)://'],
  ['a template that is not one', { Integration: { Type: 'MOCK', RequestTemplates: { 'application/json': '#if(' } } }, 'line 1'],
  ['no function', { Integration: { Type: 'AWS_PROXY', Uri: 'arn:aws:apigateway:us-east-1:sqs:action/X' } }, 'does not call a function'],
])('%s makes the method unavailable', (_, properties, reason) => {
  const result = imported({ Get: method(properties) });
  expect(integrationOf(result)).toMatchObject({ type: 'unavailable', reason: expect.stringContaining(reason) });
  expect(result.rows).toHaveLength(1);
});

test('a method that lacks only its backend keeps its responses, whatever time limit the integration has', () => {
  const Integration = { Type: 'AWS', Uri: 'arn:aws:apigateway:us-east-1:nothing', TimeoutInMillis: 'soon' };
  const result = imported({ Get: method({ Integration, MethodResponses: [{ StatusCode: '201' }] }) });
  const reason = 'arn:aws:apigateway:us-east-1:nothing is neither a function nor a service';
  expect(result.specs[0]?.resources['/']?.methods.GET).toMatchObject({ methodResponses: { 201: {} }, integration: { type: 'unavailable', reason } });
});

test('functions that cannot run here are named', () => {
  const fn = (properties: object): object => ({ Type: 'AWS::Lambda::Function', Properties: { Handler: 'app.main', ...properties } });
  const result = imported({
    Retired: fn({ Runtime: 'go1.x', Handler: 'main', Code: { S3Bucket: 'b', S3Key: 'k' } }), Image: fn({ PackageType: 'Image', Code: { ImageUri: 'x' } }), Gone: fn({ Runtime: 'nodejs20.x', Code: { S3Bucket: 'b', S3Key: 'k' } }),
    Get: method({ Integration: { ...PROXY, Uri: uriOf('Retired') } }), Post: method({ HttpMethod: 'POST', Integration: { ...PROXY, Uri: uriOf('Image') } }),
    Put: method({ HttpMethod: 'PUT', Integration: { ...PROXY, Uri: uriOf('Gone') } }), Patch: method({ HttpMethod: 'PATCH', Integration: { ...PROXY, Uri: 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:1:function:other:live/invocations' } }),
  });
  const functions = Object.entries(result.specs[0]?.functions ?? {});
  const reasons = Object.fromEntries(functions.map(([name, { unavailable }]) => [name, unavailable]));
  expect(reasons).toEqual({ Retired: 'it runs on go1.x, which Lambda has retired: build it for provided.al2023', Gone: 'its code is not here: s3://b/k', other: 'the function is not part of this source' });
  expect(result.codes.filter((code) => code === 'IMPORT_FUNCTION_UNAVAILABLE')).toHaveLength(2);
});

describe('a function in another language', () => {
  const fn = (properties: object): object => ({ Type: 'AWS::Lambda::Function', Properties: { Runtime: 'python3.12', Handler: 'app.main', Code: './fn', ...properties } });
  const functionOf = (properties: object, files: Readonly<Record<string, string>> = { 'fn/app.py': '' }, others: object = {}) => {
    const project = newProject({ ...files, 'template.json': JSON.stringify(template({ Fn: fn(properties), Get: method({ Integration: { ...PROXY, Uri: uriOf('Fn') } }), ...others })) });
    const { apis: [api], issues } = importSource(project.file('template.json'), {});
    return { project, spec: api?.spec.functions?.Fn, code: api?.code.get('Fn'), codes: issues.map(({ code }) => code) };
  };

  test.each(['python3.12', 'python3.16'])('has the runtime %s and its directory', (Runtime) => {
    const { project, spec, code, codes } = functionOf({ Runtime });
    expect(spec).toMatchObject({ code: 'code', runtime: Runtime, handler: 'app.main' });
    expect([code, codes]).toEqual([{ type: 'directory', directory: project.file('fn'), handler: 'app.main', family: 'python' }, []]);
  });

  test.each(['src/pkg/m.h', 'src.pkg.m.h', 'nodot', 'lost.main'])('has the handler %s, whatever it is', (Handler) => {
    expect(functionOf({ Handler }).spec).toMatchObject({ handler: Handler, code: 'code' });
  });

  test('may be a text in the template, or an archive', () => {
    expect(functionOf({ Code: { ZipFile: 'def main(): pass' }, Handler: 'index.main' }).code).toEqual({
      type: 'text', name: 'index.py', text: 'def main(): pass', handler: 'index.main', family: 'python',
    });
    expect(functionOf({ Code: './fn.zip' }, { 'fn.zip': 'x' }).code).toMatchObject({ type: 'archive', family: 'python' });
  });

  test('has its layers: the sources of one that sam build has not built belong below python', () => {
    const layer = (Content: string, Metadata?: object): object => ({ Type: 'AWS::Lambda::LayerVersion', Metadata, Properties: { Content } });
    const layers = { Built: layer('./built', { BuildMethod: 'python3.12' }), Plain: layer('./plain'), Sources: layer('./sources', { BuildMethod: 'python3.12' }), Made: layer('./made', { BuildMethod: 'makefile' }) };
    const files = { 'fn/app.py': '', 'built/python/a.py': '', 'plain/python/b.py': '', 'sources/c.py': '', 'made/d.py': '' };
    const { project, code } = functionOf({ Layers: [{ Ref: 'Built' }, { Ref: 'Plain' }, { Ref: 'Sources' }, { Ref: 'Made' }] }, files, layers);
    expect(code?.layers).toEqual([
      { name: 'Built', directory: project.file('built') }, { name: 'Plain', directory: project.file('plain') },
      { name: 'Sources', directory: project.file('sources'), below: 'python' }, { name: 'Made', directory: project.file('made'), below: 'python' },
    ]);
  });

  test('with a custom runtime has the bootstrap, in its directory or a layer', () => {
    const provided = { Runtime: 'provided.al2023', Handler: 'not used' };
    expect(functionOf(provided, { 'fn/bootstrap': '' }).spec).toMatchObject({ code: 'code', runtime: 'provided.al2023', handler: 'not used' });
    const layers = { Runtime: { Type: 'AWS::Lambda::LayerVersion', Properties: { Content: './layer' } } };
    expect(functionOf({ ...provided, Layers: [{ Ref: 'Runtime' }] }, { 'fn/hello.ts': '', 'layer/bootstrap': '' }, layers).spec).toMatchObject({ code: 'code' });
  });

  test.each([
    ['fn/Package.swift', 'there is no bootstrap in fn: build it there (swift package archive), or serve what sam build has made'], ['fn/main.sh', 'there is no bootstrap in fn: build it there, or serve'],
  ])('with a custom runtime that is not built (%s) says what builds it', (file, reason) => {
    const { spec, code, codes } = functionOf({ Runtime: 'provided.al2023' }, { [file]: '' });
    expect(spec).toMatchObject({ unavailable: expect.stringContaining(reason) as string, runtime: 'provided.al2023' });
    expect([code, codes]).toEqual([undefined, ['IMPORT_FUNCTION_UNAVAILABLE']]);
  });

  test.each(['fn/main.go', 'fn/Cargo.toml'])('with a custom runtime that is built from %s has its source', (file) => {
    const { spec, code, codes } = functionOf({ Runtime: 'provided.al2023' }, { [file]: '' });
    expect([spec, codes]).toEqual([expect.objectContaining({ code: 'code', runtime: 'provided.al2023' }), []]);
    expect(code).toMatchObject({ type: 'directory', family: 'provided' });
  });

  test.each<[object, string]>([
    [{ Runtime: 'go1.x' }, 'it runs on go1.x, which Lambda has retired: build it for provided.al2023'],
    [{ Runtime: 'python2.7' }, 'it runs on python2.7, and this version of Python is not supported'], [{ Handler: 'a b' }, 'its handler "a b" is not <file without extension>.<function>'],
    [{ Code: './fn/app.py' }, 'app.py is neither a directory nor a zip archive'], [{ Runtime: 'provided.al2023', Code: { ZipFile: 'x' } }, 'its code is inline, which Lambda takes for Node.js and Python only'],
  ])('%j cannot run here: %s', (properties, unavailable) => {
    expect(functionOf(properties).spec).toMatchObject({ unavailable });
  });
});

test('an old Node.js runs as the oldest here; reserved variables are left out', () => {
  const result = imported({
    Function: { Type: 'AWS::Lambda::Function', Properties: { Runtime: 'nodejs14.x', Handler: './index.handler', Timeout: 20, MemorySize: '256', Code: { ZipFile: 'x' }, Environment: { Variables: { A: 1, NODE_OPTIONS: '-r x', LATE: { 'Fn::ImportValue': 'x' } } } } },
    Get: method({}),
  });
  expect(result.specs[0]?.functions.Function).toMatchObject({ runtime: 'nodejs20.x', handler: 'index.handler', timeoutMs: 20_000, memoryMiB: 256, environment: { A: '1', LATE: '${token:import:x}' } });
  expect(result.codes).toEqual(['IMPORT_VARIABLES_LEFT_OUT', 'IMPORT_VALUE_CHANGED']);
});

test('reserved concurrency bounds the instances; a function that has none never runs', () => {
  const fn = (ReservedConcurrentExecutions?: unknown): object => ({ Type: 'AWS::Lambda::Function', Properties: { Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: 'x' }, ReservedConcurrentExecutions } });
  const calling = (HttpMethod: string, name: string): object => method({ HttpMethod, Integration: { ...PROXY, Uri: uriOf(name) } });
  const result = imported({
    Three: fn('3'), Unbounded: fn(), Off: fn(0), Many: fn(5000),
    Get: calling('GET', 'Three'), Post: calling('POST', 'Unbounded'), Put: calling('PUT', 'Off'), Patch: calling('PATCH', 'Many'),
  });
  const functions = result.specs[0]?.functions;
  expect([functions?.Three?.maxInstances, functions?.Unbounded?.maxInstances, functions?.Many?.maxInstances]).toEqual([3, 10, 1000]);
  expect(functions?.Off).toMatchObject({ unavailable: 'its ReservedConcurrentExecutions are 0, so Lambda refuses every call' });
  expect(result.codes).toEqual(['IMPORT_FUNCTION_UNAVAILABLE', 'IMPORT_VALUE_CHANGED']);
  expect(result.issues.map(({ message }) => message)).toContain('ReservedConcurrentExecutions is 5000 and is imported as 1000');
});

test('a time, a memory and a concurrency that no function has are reported', () => {
  const Properties = { Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: 'x' }, MemorySize: 64, Timeout: 1000, ReservedConcurrentExecutions: 2.5 };
  const result = imported({ Function: { Type: 'AWS::Lambda::Function', Properties }, Get: method({}) });
  expect(result.specs[0]?.functions.Function).toMatchObject({ memoryMiB: 128, timeoutMs: 900_000, maxInstances: 3 });
  expect(result.issues.map(({ message }) => message)).toEqual([
    'ReservedConcurrentExecutions is 2.5 and is imported as 3', 'MemorySize is 64 and is imported as 128', 'Timeout is 1000 and is imported as 900',
  ]);
});

test.each<[string, unknown, string]>([
  ['that are one text', 'arn:aws:lambda:us-east-1:1:layer:other:1', 'the content of arn:aws:lambda:us-east-1:1:layer:other:1 is not a directory here'],
  ['that are known late', { 'Fn::ImportValue': 'layers' }, 'the content of ${token:import:layers} is not a directory here'],
  ['that are not names', [{ Name: 'other' }], '{"Name":"other"} is not a list of strings'],
])('layers %s are named', (_, Layers, reason) => {
  const result = imported({ Function: { Type: 'AWS::Lambda::Function', Properties: { Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: 'x' }, Layers } }, Get: method({}) });
  expect(result.codes).toEqual(['IMPORT_PART_REFUSED']);
  expect(result.issues.map(({ message }) => message)).toContainEqual(expect.stringContaining(`Layers is not imported: ${reason}`));
});

test('an ARN that is written out is not that of a function with this logical id', () => {
  const uri = (called: string): string => `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${called}/invocations`;
  const calling = (HttpMethod: string, Uri: unknown): object => method({ HttpMethod, Integration: { ...PROXY, Uri } });
  const result = imported({
    Get: calling('GET', uriOf('Function')), Post: calling('POST', uri('arn:aws:lambda:us-east-1:1:function:Function')), Put: calling('PUT', uri('Function')),
    Patch: calling('PATCH', { 'Fn::Sub': uri('arn:aws:lambda:us-east-1:1:function:${Function}') }),
    Options: calling('OPTIONS', uri('${Function.Arn}')),
  });
  expect(result.routes).toEqual([
    'GET / NONE AWS_PROXY Function', 'OPTIONS / NONE AWS_PROXY Function', 'PATCH / NONE AWS_PROXY Function',
    'POST / NONE AWS_PROXY Function-elsewhere', 'PUT / NONE AWS_PROXY Function-elsewhere',
  ]);
  expect(result.specs[0]?.functions['Function-elsewhere']?.unavailable).toBe('the function is not part of this source');
});

test('functions are found through versions, aliases, names and stage variables', () => {
  const result = imported({
    Function: { Type: 'AWS::Lambda::Function', Properties: { FunctionName: 'pets', Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: 'x' } } },
    Version: { Type: 'AWS::Lambda::Version', Properties: { FunctionName: { Ref: 'Function' } } },
    Alias: { Type: 'AWS::Lambda::Alias', Properties: { FunctionName: { 'Fn::GetAtt': ['Function', 'Arn'] }, FunctionVersion: '1', Name: 'live' } },
    Stage: ofApi('Stage', { StageName: 'prod', Variables: { fn: 'pets' } }),
    Get: method({ Integration: { ...PROXY, Uri: { 'Fn::Sub': 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${Alias}/invocations' } } }),
    Post: method({ HttpMethod: 'POST', Integration: { ...PROXY, Uri: { 'Fn::Sub': 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${Version}/invocations' } } }),
    Put: method({ HttpMethod: 'PUT', Integration: { ...PROXY, Uri: 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:123456789012:function:pets/invocations' } }),
    Patch: method({ HttpMethod: 'PATCH', Integration: { ...PROXY, Uri: 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:123456789012:function:${stageVariables.fn}/invocations' } }),
  });
  expect(result.routes).toEqual(['GET / NONE AWS_PROXY Function', 'PATCH / NONE AWS_PROXY ${stageVariables.fn}', 'POST / NONE AWS_PROXY Function', 'PUT / NONE AWS_PROXY Function']);
  expect(Object.keys(result.specs[0]?.functions ?? {}).sort()).toEqual(['Function', 'pets']);
});

test('stages, their settings, plans and keys are carried', () => {
  const result = imported({
    Get: method({ ApiKeyRequired: true }),
    Stage: ofApi('Stage', {
      StageName: 'prod', Description: 'd', Variables: { a: 'b' }, CacheClusterEnabled: true, CacheClusterSize: '1.6',
      MethodSettings: [{ HttpMethod: '*', ResourcePath: '/*', ThrottlingRateLimit: 10, ThrottlingBurstLimit: -1 }, { HttpMethod: 'GET', ResourcePath: '/~1', CachingEnabled: 'true', CacheTtlInSeconds: 5, LoggingLevel: 'INFO' }],
      CanarySetting: { PercentTraffic: 10, StageVariableOverrides: { a: 'c' } }, AccessLogSetting: { DestinationArn: 'arn:aws:logs:x', Format: '$context.requestId' },
    }),
    Deployment: ofApi('Deployment', { StageName: 'dev', StageDescription: { Variables: { x: 'y' }, LoggingLevel: 'ERROR' } }),
    Plan: { Type: 'AWS::ApiGateway::UsagePlan', Properties: { UsagePlanName: 'Gold', ApiStages: [{ ApiId: { Ref: 'Api' }, Stage: { Ref: 'Stage' }, Throttle: { '//GET': { RateLimit: 1, BurstLimit: 2 } } }], Quota: { Limit: 10, Period: 'DAY' }, Throttle: { RateLimit: 5, BurstLimit: 6 } } },
    Key: { Type: 'AWS::ApiGateway::ApiKey', Properties: { Name: 'key', Enabled: true, Value: 'abcdefghijklmnopqrstuvwxyz' } },
    Late: { Type: 'AWS::ApiGateway::ApiKey', Properties: { Value: { 'Fn::ImportValue': 'key' } } },
    Assigned: { Type: 'AWS::ApiGateway::UsagePlanKey', Properties: { KeyId: { Ref: 'Key' }, KeyType: 'API_KEY', UsagePlanId: { Ref: 'Plan' } } },
    Also: { Type: 'AWS::ApiGateway::UsagePlanKey', Properties: { KeyId: { Ref: 'Late' }, KeyType: 'API_KEY', UsagePlanId: { Ref: 'Plan' } } },
  });
  const [spec] = result.specs;
  expect(result.codes).toEqual([]);
  expect(spec?.stages.prod).toMatchObject({
    variables: { a: 'b' }, cacheClusterSize: '1.6', canary: { percentTraffic: 10, stageVariableOverrides: { a: 'c' } }, accessLog: { format: '$context.requestId' },
    methodSettings: { '*/*': { throttlingRateLimit: 10 }, '//GET': { cachingEnabled: true, cacheTtlSeconds: 5, loggingLevel: 'INFO' } },
  });
  expect(spec?.stages.dev).toMatchObject({ variables: { x: 'y' }, methodSettings: { '*/*': { loggingLevel: 'ERROR' } } });
  expect(spec?.usagePlans.Gold).toMatchObject({ keys: ['key', 'Late'], quota: { limit: 10, period: 'DAY' }, stages: { prod: { methods: { '//GET': { rateLimit: 1, burstLimit: 2 } } } } });
  expect(spec?.apiKeys).toMatchObject({ key: { enabled: true, value: 'abcdefghijklmnopqrstuvwxyz' }, Late: { enabled: false } });
});

const ofPlan = (key: string): object => ({ Type: 'AWS::ApiGateway::UsagePlanKey', Properties: { KeyId: { Ref: key }, KeyType: 'API_KEY', UsagePlanId: { Ref: 'Plan' } } });
const planWith = (keys: Readonly<Record<string, object>>, plan: object = {}): object => ({
  Get: method({ ApiKeyRequired: true }),
  Plan: { Type: 'AWS::ApiGateway::UsagePlan', Properties: { UsagePlanName: 'Gold', ApiStages: [{ ApiId: { Ref: 'Api' }, Stage: { Ref: 'Stage' } }], ...plan } },
  ...Object.fromEntries(Object.entries(keys).map(([name, Properties]) => [name, { Type: 'AWS::ApiGateway::ApiKey', Properties }])),
  ...Object.fromEntries(Object.keys(keys).map((name) => [`${name}OfPlan`, ofPlan(name)])),
});

test('keys with one name are several', () => {
  const key = (letter: string, Name = 'key'): object => ({ Name, Enabled: true, Value: letter.repeat(20) });
  const [spec] = imported(planWith({ A: key('a'), B: key('b'), C: key('c', 'B'), D: key('d', 'key') })).specs;
  expect(Object.entries(spec?.apiKeys ?? {}).map(([name, { value }]) => `${name} ${value?.[0] ?? ''}`).sort()).toEqual(['B b', 'C c', 'D d', 'key a']);
  expect(spec?.usagePlans.Gold?.keys).toEqual(['key', 'B', 'C', 'D']);
});

describe('dynamic references', () => {
  const SSM = '{{resolve:ssm:/shop/a:2}}';

  test.each([
    ['an address', { Type: 'HTTP_PROXY', Uri: `https://${SSM}/pets` }, { uri: 'https://${token:ssm:/shop/a}/pets' }],
    ['a whole address', { Type: 'HTTP', Uri: SSM }, { uri: '${token:ssm:/shop/a}' }],
    ['an address that is exported', { Type: 'HTTP_PROXY', Uri: { 'Fn::ImportValue': 'Url' } }, { uri: '${token:import:Url}' }],
    ['a joined reference', { Type: 'MOCK', RequestTemplates: { 'text/plain': { 'Fn::Join': ['', ['{{resolve:secretsmanager:', 'shop/db', ':SecretString:password::}}']] } } },
      { requestTemplates: { 'text/plain': '${token:secretsmanager:shop/db:password}' } }],
  ])('%s has a local value, and its method is carried', (_, Integration, expected) => {
    const result = imported({ Get: method({ Integration }) });
    expect(integrationOf(result)).toMatchObject(expected);
    expect(result.codes).toEqual([]);
  });

  test.each([['{{resolve:secretsmanager:prod/api-key}}', '${token:secretsmanager:prod/api-key}'], [`prefix-${SSM}`, 'prefix-${token:ssm:/shop/a}']])('a key %s has a local value', (Value, value) => {
    const result = imported(planWith({ Key: { Enabled: true, Value } }));
    expect(result.specs[0]?.apiKeys.Key).toMatchObject({ enabled: true, value });
  });

  test('the pools of an authorizer have local values', () => {
    const auth = ofApi('Authorizer', { Name: 'pools', Type: 'COGNITO_USER_POOLS', IdentitySource: 'method.request.header.A', ProviderARNs: [SSM] });
    const result = imported({ Auth: auth, Get: method({ AuthorizationType: 'COGNITO_USER_POOLS', AuthorizerId: { Ref: 'Auth' } }) });
    expect(result.specs[0]?.authorizers.pools).toMatchObject({ userPools: [{ arn: '${token:ssm:/shop/a}' }] });
    expect(result.codes).toEqual([]);
  });

  test('variables of a function keep them as they are written', () => {
    const Environment = { Variables: { A: SSM } };
    const result = imported({ Function: { Type: 'AWS::Lambda::Function', Properties: { Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: 'x' }, Environment } }, Get: method({}) });
    expect(result.specs[0]?.functions.Function?.environment).toEqual({ A: SSM });
  });
});

test('a plan of a stage whose name is known late is that of the stage as it is served', () => {
  const StageName = { Ref: 'StageName' };
  const plan = { ApiStages: [{ ApiId: { Ref: 'Api' }, Stage: StageName }] };
  const result = imported({ ...planWith({ Key: { Enabled: true, Value: 'k'.repeat(20) } }, plan), Stage: ofApi('Stage', { StageName }) }, { Parameters: { StageName: { Type: 'String' } } });
  expect(Object.keys(result.specs[0]?.stages ?? {})).toEqual(['StageName']);
  expect(result.specs[0]?.usagePlans.Gold).toMatchObject({ stages: { StageName: {} }, keys: ['Key'] });
});

test.each<[string, object, string]>([
  ['a key', planWith({ Key: { Enabled: { Ref: 'Env' } } }), 'Enabled is not imported: Env is known only after deployment'],
  ['a plan', planWith({}, { Quota: { Limit: 10, Period: 'YEAR' } }), 'Quota.Period is not imported: "YEAR" is not one of DAY, WEEK, MONTH'],
  ['a plan of no API', planWith({}, { ApiStages: [{ ApiId: 'abc', Stage: 'prod' }] }), 'the usage plan is not imported: it includes no API of this source'],
  ['a plan without stages', planWith({}, { ApiStages: 'all' }), 'the usage plan is not imported: ApiStages: "all" is not a list of objects; it includes no API of this source'],
])('what is not carried of %s is named', (_, resources, message) => {
  const { issues } = imported(resources, { Parameters: { Env: { Type: 'String' } } });
  expect(issues.filter(({ code }) => code === 'IMPORT_PART_REFUSED').map((found) => found.message)).toEqual([message]);
});

test.each<[string, object, string]>([
  ['settings of a deployment', ofApi('Deployment', { StageName: 'dev', StageDescription: { ThrottlingRateLimit: { Ref: 'Rate' } } }), 'StageDescription.ThrottlingRateLimit is not imported: Rate is known only after deployment'],
  ['one of several settings', ofApi('Deployment', { StageName: 'dev', StageDescription: { ThrottlingRateLimit: { Ref: 'Rate' }, CachingEnabled: true } }), 'MethodSettings.ThrottlingRateLimit is not imported: Rate is known only after deployment'],
  ['all settings', ofApi('Deployment', { StageName: 'dev', StageDescription: { Ref: 'Rate' } }), 'StageDescription is not imported: Rate is known only after deployment'],
  ['a canary', ofApi('Stage', { StageName: 'dev', CanarySetting: 'none' }), 'CanarySetting is not imported: "none" is not an object'],
])('what is not carried of a stage is named: %s', (_, resource, message) => {
  const { issues } = imported({ Stage: resource }, { Parameters: { Rate: { Type: 'Number' } } });
  expect(issues.filter(({ code }) => code === 'IMPORT_PART_REFUSED').map((found) => found.message)).toEqual([message]);
});

test('models, validators and gateway responses are carried', () => {
  const result = imported({
    Model: ofApi('Model', { ContentType: 'application/json', Schema: { 'type': 'object', '$ref': { 'Fn::Sub': 'https://apigateway.amazonaws.com/restapis/${Api}/models/Other' } } }),
    Other: ofApi('Model', { Name: 'Other', ContentType: 'application/json', Schema: '{"type": "object"}' }),
    Validator: ofApi('RequestValidator', { Name: 'All', ValidateRequestBody: true, ValidateRequestParameters: 'true' }),
    Denied: ofApi('GatewayResponse', { ResponseType: 'ACCESS_DENIED', StatusCode: 404, ResponseParameters: { 'gatewayresponse.header.X': "'y'" }, ResponseTemplates: { 'application/json': '{}' } }),
    Wrong: ofApi('GatewayResponse', { ResponseType: 'NOTHING' }),
    Get: method({ RequestValidatorId: { Ref: 'Validator' }, RequestModels: { 'application/json': { Ref: 'Model' } }, MethodResponses: [{ StatusCode: '200', ResponseModels: { 'application/json': 'Empty' } }] }),
  });
  const [spec] = result.specs;
  expect(spec?.requestValidators).toEqual({ All: { validateRequestBody: true, validateRequestParameters: true } });
  expect(Object.keys(spec?.models ?? {}).sort()).toEqual(['Empty', 'Model', 'Other']);
  expect(spec?.gatewayResponses).toEqual({ ACCESS_DENIED: { statusCode: '404', responseParameters: { 'gatewayresponse.header.X': "'y'" }, responseTemplates: { 'application/json': '{}' } } });
  expect(spec?.resources['/']?.methods.GET).toMatchObject({ requestValidator: 'All', requestModels: { 'application/json': 'Model' }, integration: { type: 'proxy' } });
  expect(result.codes).toEqual(['IMPORT_PART_REFUSED']);
});

test('parts with one name, or with one logical id in several stacks, are kept apart', () => {
  const own = (type: string, properties: object): object => ({ Type: `AWS::ApiGateway::${type}`, Properties: { RestApiId: { Ref: 'Api' }, ...properties } });
  const methodIn = (HttpMethod: string, ResourceId: unknown): object => own('Method', {
    ResourceId, HttpMethod, AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'Auth' }, RequestValidatorId: { Ref: 'Valid' }, RequestModels: { 'application/json': { Ref: 'Model' } }, Integration: { Type: 'MOCK' },
  });
  const parts = (property: string): object => ({
    Auth: own('Authorizer', { Type: 'TOKEN', AuthorizerUri: 'arn:aws:lambda:us-east-1:1:function:other', IdentitySource: `method.request.header.${property}` }),
    Valid: own('RequestValidator', { Name: 'Valid', [property === 'a' ? 'ValidateRequestBody' : 'ValidateRequestParameters']: true }),
    Model: own('Model', { ContentType: 'application/json', Schema: { required: [property] } }),
    Other: own('Model', { ContentType: 'application/json', Schema: { $ref: { 'Fn::Sub': 'https://apigateway.amazonaws.com/restapis/${Api}/models/${Model}' } } }),
  });
  const nested = { Parameters: { Api: { Type: 'String' }, Root: { Type: 'String' } }, Resources: { ...parts('b'), Post: methodIn('POST', { Ref: 'Root' }) } };
  const { specs: [spec] } = importFiles({
    'template.json': template({
      ...parts('a'), Get: methodIn('GET', { 'Fn::GetAtt': ['Api', 'RootResourceId'] }),
      Nested: { Type: 'AWS::CloudFormation::Stack', Properties: { TemplateURL: 'nested.json', Parameters: { Api: { Ref: 'Api' }, Root: { 'Fn::GetAtt': ['Api', 'RootResourceId'] } } } },
    }),
    'nested.json': nested,
  });
  const usedBy = (httpMethod: 'GET' | 'POST'): unknown[] => {
    const { authorization, requestValidator = '', requestModels = {} } = spec?.resources['/']?.methods[httpMethod] ?? {};
    const name = authorization !== undefined && 'authorizer' in authorization ? authorization.authorizer : '';
    return [spec?.authorizers[name], spec?.requestValidators[requestValidator], spec?.models[requestModels['application/json'] ?? '']?.schema];
  };
  expect(usedBy('GET')).toMatchObject([{ identitySource: 'method.request.header.a' }, { validateRequestBody: true }, { required: ['a'] }]);
  expect(usedBy('POST')).toMatchObject([{ identitySource: 'method.request.header.b' }, { validateRequestParameters: true }, { required: ['b'] }]);
  const schemas = Object.values(spec?.models ?? {}).map(({ schema }) => schema.$ref).filter((reference) => reference !== undefined);
  expect(schemas).toEqual(Object.entries(spec?.models ?? {}).filter(([, { schema }]) => schema.required !== undefined).map(([name]) => `https://apigateway.amazonaws.com/restapis/{apiId}/models/${name}`));
});

test('a local name is that of the resource in the stack that uses it', () => {
  const table = { Type: 'AWS::DynamoDB::Table', Properties: {} };
  const Function = {
    Type: 'AWS::Lambda::Function',
    Properties: { Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: '' }, Environment: { Variables: { TABLE: { Ref: 'Table' } } } },
  };
  const nested = (resources: object): object => ({ Resources: { Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Inner' } }, Function, Get: method({}), Table: table, ...resources } });
  const stack = { Type: 'AWS::CloudFormation::Stack', Properties: { TemplateURL: 'nested.json' } };
  const linesOf = (outer: object): unknown => {
    const { issues, localNames } = importFiles({ 'template.json': template({ Table: table, Nested: stack, ...outer }), 'nested.json': nested({}) });
    const result = issues.filter(({ code }) => code === 'IMPORT_NAME_LOCAL');
    return [result.map(({ source }) => source?.split('/').at(-1)?.split(':')[0]), localNames?.map(({ value }) => value)];
  };
  expect(linesOf({})).toEqual([['nested.json'], ['template-Nested-Table']]);
  expect(linesOf({ Function, Get: method({}) })).toEqual([['template.json', 'nested.json'], ['template-Table', 'template-Nested-Table']]);
});

test('a reference to one of several models with a name is not decided by their order', () => {
  const result = imported({
    A: ofApi('Model', { Name: 'Pet', Schema: {} }), B: ofApi('Model', { Name: 'Pet', Schema: { required: ['a'] } }),
    C: ofApi('Model', { Name: 'a-b', Schema: { required: ['a'] } }), D: ofApi('Model', { Name: 'ab', Schema: {} }), V: ofApi('RequestValidator', { ValidateRequestBody: true }),
    Get: method({ RequestModels: { 'application/json': 'Pet' } }), Post: method({ HttpMethod: 'POST', RequestModels: { 'application/json': 'a-b' } }),
  });
  expect(integrationOf(result)).toMatchObject({ type: 'unavailable', reason: 'the model Pet: several models have this name' });
  expect(result.specs[0]?.models.ab?.schema).toEqual({ required: ['a'] });
  expect(Object.keys(result.specs[0]?.models ?? {}).sort()).toEqual(['B', 'D', 'Pet', 'ab']);
});

test('conditions decide what there is; missing parameters are named together', () => {
  const parameters = { Env: { Type: 'String' }, Name: { Type: 'String' }, Size: { Type: 'Number', Default: 1 } };
  const conditions = { IsProd: { 'Fn::And': [{ 'Fn::Equals': [{ Ref: 'Env' }, 'prod'] }, { 'Fn::Not': [{ Condition: 'Never' }] }] }, Never: { 'Fn::Equals': ['a', 'b'] } };
  const files = { 'template.json': template({ Get: method({}), Post: { ...method({ HttpMethod: 'POST' }), Condition: 'IsProd' } }, { Parameters: parameters, Conditions: conditions }) };
  const result = importFiles(files, { Env: 'prod', Name: 'x' });
  expect([result.routes, result.codes]).toEqual([['GET / NONE AWS_PROXY Function', 'POST / NONE AWS_PROXY Function'], []]);
  const missing = importFiles(files);
  expect(missing.routes).toEqual(result.routes);
  expect([integrationOf(missing), integrationOf(missing, 'POST')]).toMatchObject([{ type: 'proxy' }, { type: 'unavailable', reason: 'its condition IsProd is known only after deployment' }]);
  expect(missing.issues[0]).toMatchObject({ code: 'IMPORT_PARAMETERS_MISSING', message: 'these parameters have no value: Env, Name' });
  expect(missing.codes).toContain('IMPORT_VALUE_UNKNOWN');
});

test.each<[unknown, string]>([['Nope', 'Nope'], [0, '0'], [false, 'false'], [['IsProd'], '["IsProd"]'], [null, 'null']])('a condition that is none is reported: %j', (condition, text) => {
  const { issues } = imported({ Get: { ...method({}), Condition: condition } });
  expect(issues).toEqual([expect.objectContaining({ code: 'IMPORT_VALUE_UNKNOWN', message: expect.stringContaining(`there is no condition ${text}`) })]);
});

const LATE = { Parameters: { Env: { Type: 'String' } }, Conditions: { IsProd: { 'Fn::Equals': [{ Ref: 'Env' }, 'prod'] }, IsOther: { 'Fn::Not': [{ Condition: 'IsProd' }] } } };

test.each<[string, object]>([
  ['its authorization', { Get: method({ AuthorizationType: { 'Fn::If': ['IsProd', 'AWS_IAM', 'NONE'] } }) }],
  ['whether a key is required', { Get: method({ ApiKeyRequired: { 'Fn::If': ['IsProd', true, { Ref: 'AWS::NoValue' }] } }) }],
  ['its authorization, the other way around', { Get: method({ AuthorizationType: { 'Fn::If': ['IsOther', 'NONE', 'AWS_IAM'] } }) }],
  ['its authorization without a third item', { Get: method({ AuthorizationType: { 'Fn::If': ['IsProd', 'AWS_IAM'] } }) }],
  ['which of two methods there is', { Get: { ...method({}), Condition: 'IsOther' } }],
  ['which properties there are', { Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets', Policy: { 'Fn::If': ['IsProd', { Statement: [] }, { Ref: 'AWS::NoValue' }] } } }, Get: method({}) }],
])('a method is unavailable if a condition without a value decides %s', (_, resources) => {
  const result = imported(resources, LATE);
  expect(integrationOf(result)).toMatchObject({ type: 'unavailable' });
  expect(result.codes).toEqual(expect.arrayContaining(['IMPORT_VALUE_UNKNOWN', 'IMPORT_METHOD_UNAVAILABLE']));
});

test('the security of a document that depends on such a condition closes its operation', () => {
  const operation = { 'security': { 'Fn::If': ['IsProd', [{ auth: [] }], []] }, 'responses': {}, 'x-amazon-apigateway-integration': { type: 'mock' } };
  const Body = { swagger: '2.0', info: { title: 'Pets', version: '1' }, paths: { '/': { get: operation }, '/late': { 'Fn::If': ['IsProd', { get: operation }, { Ref: 'AWS::NoValue' }] } } };
  const result = imported({ Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets', Body } } }, LATE);
  expect(integrationOf(result)).toMatchObject({ type: 'unavailable' });
});

test.each<[string, object, 'proxy' | 'unavailable' | undefined]>([
  ['false and unknown is false', { 'Fn::And': [{ 'Fn::Equals': ['a', 'b'] }, { Condition: 'IsProd' }] }, undefined],
  ['true and unknown is unknown', { 'Fn::And': [{ 'Fn::Equals': ['a', 'a'] }, { Condition: 'IsProd' }] }, 'unavailable'],
  ['true or unknown is true', { 'Fn::Or': [{ 'Fn::Equals': ['a', 'a'] }, { Condition: 'IsProd' }] }, 'proxy'],
  ['false or unknown is unknown', { 'Fn::Or': [{ 'Fn::Equals': ['a', 'b'] }, { Condition: 'IsProd' }] }, 'unavailable'],
  ['a value equals itself', { 'Fn::Equals': [{ Ref: 'Env' }, { Ref: 'Env' }] }, 'proxy'],
  ['one value equals none', { 'Fn::Equals': ['a'] }, undefined],
  ['no value is not a value', { 'Fn::Equals': [{ Ref: 'AWS::NoValue' }, 'a'] }, undefined],
])('conditions: %s', (_, condition, expected) => {
  const result = imported({ Get: { ...method({}), Condition: 'C' } }, { ...LATE, Conditions: { ...LATE.Conditions, C: condition } });
  expect(result.specs[0]?.resources['/']?.methods.GET?.integration.type).toBe(expected);
});

test('methods of an API that is declared elsewhere are served as an API of their own, below its root', () => {
  const method = (RestApiId: unknown, ResourceId: unknown): object => ({ Type: 'AWS::ApiGateway::Method', Properties: { RestApiId, ResourceId, HttpMethod: 'GET', AuthorizationType: 'AWS_IAM', Integration: { Type: 'MOCK' } } });
  const source = {
    Parameters: { ApiId: { Type: 'String' }, RootId: { Type: 'String' } },
    Resources: {
      Pets: { Type: 'AWS::ApiGateway::Resource', Properties: { RestApiId: { Ref: 'ApiId' }, ParentId: { Ref: 'RootId' }, PathPart: 'pets' } },
      Get: method({ Ref: 'ApiId' }, { Ref: 'Pets' }), Root: method({ Ref: 'ApiId' }, { Ref: 'RootId' }),
      Known: method('abc123', 'root12'), Imported: method({ 'Fn::ImportValue': 'api' }, { 'Fn::ImportValue': 'root' }),
    },
  };
  const result = importFiles({ 'template.json': source });
  expect(result.rows.map(({ api, method: httpMethod, path }) => `${api} ${httpMethod} ${path}`)).toEqual(['ApiId GET /', 'ApiId GET /pets', 'abc123 GET /', 'import-api GET /']);
  expect(result.codes).toEqual(['IMPORT_PARAMETERS_MISSING', 'IMPORT_API_ELSEWHERE', 'IMPORT_API_ELSEWHERE', 'IMPORT_API_ELSEWHERE']);
  expect(result.specs.map(({ api }) => api.id)).toEqual([expect.stringMatching(/^[a-z0-9]+$/), 'abc123', expect.stringMatching(/^[a-z0-9]+$/)]);
});

test.each<[string, object, object]>([
  ['of one resource', { RestApiId: { Ref: 'Api' }, ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] } }, { RestApiId: { Ref: 'Api' }, ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] } }],
  ['below unknown resources', { RestApiId: 'abc', ResourceId: 'one' }, { RestApiId: 'abc', ResourceId: 'other' }],
])('of two methods at one place %s one is lost, and the other refuses', (_, first, second) => {
  const result = importFiles({ 'template.json': template({ Closed: method({ ...first, AuthorizationType: 'AWS_IAM' }), Open: method({ ...second, AuthorizationType: 'NONE' }) }) });
  const spec = result.specs.find(({ resources }) => resources['/']?.methods.GET !== undefined);
  expect(result.routes).toEqual(['GET / AWS_IAM AWS_PROXY Function']);
  expect(spec?.resources['/']?.methods.GET?.integration).toMatchObject({ type: 'unavailable', reason: 'it is declared more than once' });
  expect(result.issues.map(({ message }) => message)).toEqual(expect.arrayContaining([
    'the method cannot be placed: GET / is declared by Closed as well', 'GET / answers 501: it is declared more than once',
  ]));
});

describe('who may call a method', () => {
  const ROOT = { 'Fn::GetAtt': ['Api', 'RootResourceId'] };
  const GUARD = ofApi('Authorizer', { Name: 'Guard', Type: 'TOKEN', AuthorizerUri: uriOf('Function') });
  const routesOf = (resources: object): string[] => {
    const { specs } = imported(resources, { Parameters: { Unset: { Type: 'String' } } });
    return specs.flatMap((spec) => methodsOf(spec).map(({ path, httpMethod, method: { authorization, integration } }) =>
      `${httpMethod} ${path} ${integration.type === 'unavailable' ? '501' : authorization.type}`));
  };

  test.each([
    [{ AuthorizerId: { Ref: 'Guard' } }, '501'], [{ AuthorizationScopes: ['a'] }, '501'], [{ AuthorizerId: { Ref: 'Guard' }, AuthorizationType: { Ref: 'AWS::NoValue' } }, '501'],
    [{ AuthorizerId: { Ref: 'Guard' }, AuthorizationType: null }, '501'], [{ AuthorizationType: null }, '501'], [{ AuthorizationType: '' }, '501'], [{ ApiKeyRequired: null }, '501'],
    [{ AuthorizationType: { Ref: 'Unset' } }, '501'], [{ 'Fn::Transform': { Name: 'AWS::Include', Parameters: { Location: 'gone.yaml' } } }, '501'],
    [{}, 'NONE'], [{ AuthorizationType: { Ref: 'AWS::NoValue' } }, 'NONE'], [{ AuthorizationType: 'none', AuthorizerId: { Ref: 'Guard' } }, 'NONE'],
  ])('is not guessed from %j', (properties, expected) => {
    const Get = ofApi('Method', { ResourceId: ROOT, HttpMethod: 'GET', Integration: PROXY, ...properties });
    expect(routesOf({ Guard: GUARD, Get })).toEqual([`GET / ${expected}`]);
  });

  test.each([
    ['a method of an unknown name', { HttpMethod: { Ref: 'Unset' } }, ['GET /{proxy+} NONE', 'ANY /pets 501', 'GET /pets NONE']],
    ['a method of an unknown resource', { ResourceId: { Ref: 'Gone' } }, ['GET /{proxy+} 501', 'ANY /pets 501', 'GET /pets NONE']],
    ['a method of an unknown API', { RestApiId: null }, ['GET /{proxy+} 501', 'ANY /pets 501', 'GET /pets NONE']],
  ])('is not decided by another route that answers for %s', (_, properties, expected) => {
    const resources = {
      Pets: ofApi('Resource', { ParentId: ROOT, PathPart: 'pets' }), Proxy: ofApi('Resource', { ParentId: ROOT, PathPart: '{proxy+}' }),
      GetPets: method({ ResourceId: { Ref: 'Pets' } }), AnyPets: method({ ResourceId: { Ref: 'Pets' }, HttpMethod: 'ANY' }),
      GetAny: method({ ResourceId: { Ref: 'Proxy' } }),
      Lost: method({ ResourceId: { Ref: 'Pets' }, HttpMethod: 'GET', AuthorizationType: 'AWS_IAM', ...properties }),
    };
    expect(routesOf(resources).sort()).toEqual([...expected].sort());
  });

  test('is not decided by an API whose policy may not be there, nor by methods beside a document that is not here', () => {
    const deny = { Statement: [{ Effect: 'Deny', Principal: '*', Action: '*', Resource: '*' }] };
    const conditional = { Type: 'AWS::ApiGateway::RestApi', Condition: 'Unknown', Properties: { Name: 'Pets', Policy: deny } };
    const conditions = { Parameters: { Unset: { Type: 'String' } }, Conditions: { Unknown: { 'Fn::Equals': [{ Ref: 'Unset' }, 'a'] } } };
    expect(integrationOf(imported({ Api: conditional, Get: method({}) }, conditions))).toMatchObject({ type: 'unavailable' });
    const remote = { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets', BodyS3Location: { Bucket: 'b', Key: 'gone.yaml' } } };
    expect(integrationOf(imported({ Api: remote, Get: method({}) }))).toMatchObject({ type: 'unavailable' });
  });
});

test('unknown properties and lost methods are named with their lines', () => {
  const result = imported({
    Get: method({ Color: 'red' }), Lost: method({ ResourceId: 'elsewhere' }),
  });
  expect(result.issues.map(({ code, message }) => `${code}: ${message}`)).not.toContain('IMPORT_PROPERTY_NOTED: no effect on a local gateway: RestApiId');
  expect([...result.codes].sort()).toEqual(['IMPORT_METHOD_LOST', 'IMPORT_PROPERTY_UNKNOWN']);
  expect(result.issues.map(({ source }) => source).filter((source) => !/^template\.json:1:\d+$/.test(source ?? ''))).toEqual([]);
});

test('a thousand methods are imported in less than a second of computing', () => {
  const resources = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [
    [`R${index}`, ofApi('Resource', { ParentId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, PathPart: `p${index}` })],
    [`M${index}`, method({ ResourceId: { Ref: `R${index}` } })],
  ] as const).flat());
  const file = newProject({ 'template.json': JSON.stringify(template(resources)) }).file('template.json');
  // the least of three: the first also compiles, and all count what the collector does meanwhile
  const times = [1, 2, 3].map(() => processorMs(() => {
    const { apis } = importSource(file);
    expect(Object.keys(apis[0]?.spec.resources ?? {})).toHaveLength(1001);
  }));
  expect(Math.min(...times)).toBeLessThan(1000 * slowness());
});

test('functions whose names a function is given are imported with it, by the names they have here', () => {
  const code = { Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: 'exports.handler = 1' } };
  const fn = (properties: object = {}): object => ({ Type: 'AWS::Lambda::Function', Properties: { ...code, ...properties } });
  const Variables = {
    NAME: { Ref: 'Second' }, ARN: { 'Fn::GetAtt': ['Named', 'Arn'] }, LIVE: { Ref: 'Live' }, OWN_NAME: { Ref: 'Named' }, TABLE: 'orders', TABLE_REF: { Ref: 'Orders' },
  };
  const { specs, codes } = imported({
    Get: method({}),
    Function: fn({ Environment: { Variables } }),
    Second: fn({ Environment: { Variables: { THIRD: { Ref: 'Third' } } } }),
    Third: fn({ Environment: { Variables: { BACK: { Ref: 'Function' } } } }),
    Named: fn({ FunctionName: 'orders' }),
    Live: { Type: 'AWS::Lambda::Alias', Properties: { Name: 'live', FunctionName: { Ref: 'Second' }, FunctionVersion: '1' } },
    Orders: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'orders' } },
    Uncalled: fn(),
  });
  expect(codes).toEqual([]);
  expect(Object.keys(specs[0]?.functions ?? {}).sort()).toEqual(['Function', 'Named', 'Second', 'Third']);
  expect(specs[0]?.functions.Function?.environment).toEqual({
    NAME: 'Second', ARN: expect.stringMatching(/^arn:aws:lambda:[\w-]+:\d{12}:function:Named$/), LIVE: expect.stringMatching(/:function:Second:live$/),
    OWN_NAME: 'Named', TABLE: 'orders', TABLE_REF: 'orders',
  });
});

test.each([
  [{ Stage: { Ref: 'Stage' }, BasePath: 'pets' }, 'Pets/prod=pets'],
  [{ BasePath: 'v1/pets' }, 'Pets=v1/pets'],
  [{ Stage: 'prod' }, 'Pets/prod=(none)'],
])('the report has the option for the base path mapping %j, and the terminal does not', (properties, mapping) => {
  const domain = { Type: 'AWS::ApiGateway::DomainName', Properties: { DomainName: 'api.test' } };
  for (const [type, member] of [['BasePathMapping', 'DomainName'], ['BasePathMappingV2', 'DomainNameArn']] as const) {
    const { issues, codes, basePaths } = imported({ Domain: domain, Mapping: ofApi(type, { [member]: { Ref: 'Domain' }, ...properties }) });
    expect(basePaths?.map(({ domain: of, api, path }) => [of, `${api}=${path}`])).toEqual([['api.test', mapping]]);
    expect(issues.find(({ code }) => code === 'IMPORT_BASE_PATH_NOTED')).toMatchObject({ location: 'Mapping', message: `a custom domain maps a base path to Pets; locally: --base-path "${mapping}"` });
    expect(codes).toEqual([]);
  }
});

test('a base path of several parts is a mapping of another type', () => {
  const Mapping = { Type: 'AWS::ApiGatewayV2::ApiMapping', Properties: { ApiId: { Ref: 'Api' }, DomainName: 'api.test', Stage: { Ref: 'Stage' }, ApiMappingKey: 'v1/pets' } };
  const { basePaths, codes } = imported({ Mapping });
  expect([basePaths, codes]).toEqual([[{ domain: 'api.test', api: 'Pets/prod', path: 'v1/pets' }], []]);
});

test('a routing rule that removes a base path is a mapping; one that looks at headers or keeps the base path is refused by name', () => {
  const rule = (Conditions: readonly object[], more: object = { StripBasePath: true }): object => ({
    Type: 'AWS::ApiGatewayV2::RoutingRule',
    Properties: {
      Actions: [{ InvokeApi: { ApiId: { Ref: 'Api' }, Stage: { Ref: 'Stage' }, ...more } }], Conditions,
      DomainNameArn: 'arn:aws:apigateway:us-east-1::/domainnames/api.test', Priority: 1,
    },
  });
  const MatchHeaders = { AnyOf: [{ Header: 'x-version', ValueGlob: 'v2' }] };
  const { basePaths, issues } = imported({
    Paths: rule([{ MatchBasePaths: { AnyOf: ['pets', 'v1'] } }]), Rest: rule([], {}),
    Kept: rule([{ MatchBasePaths: { AnyOf: ['kept'] } }], {}), Headers: rule([{ MatchHeaders }]), Both: rule([{ MatchBasePaths: { AnyOf: ['a'] }, MatchHeaders }]),
    And: rule([{ MatchBasePaths: { AnyOf: ['a'] } }, { MatchHeaders }]),
  });
  expect(basePaths).toEqual(['pets', 'v1', '(none)'].map((path) => ({ domain: 'api.test', api: 'Pets/prod', path })));
  const refused = issues.filter(({ code }) => code === 'IMPORT_PART_REFUSED');
  expect(refused.map(({ location }) => location)).toEqual(['Kept', 'Headers', 'Both', 'And']);
});

describe('a function whose name is known only after deployment', () => {
  const named = (FunctionName: unknown) => ({ Type: 'AWS::Lambda::Function', Properties: { FunctionName, Runtime: 'nodejs22.x', Handler: 'index.handler', Code: { ZipFile: 'exports.handler = 1' } } });
  const invocation = (called: string) => ({ 'Fn::Sub': `arn:aws:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/${called}/invocations` });
  const calling = (called: string) => method({ Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: invocation(called) } });
  const routesOf = (functions: Record<string, unknown>, called: string) => importFiles({ 'template.json': {
    Parameters: { Env: { Type: 'String' } },
    Resources: { Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets' } }, ...functions, Get: calling(called) },
  } }).routes;
  const ARN = 'arn:aws:lambda:${AWS::Region}:${AWS::AccountId}:function:';

  test.each<[string, unknown, string]>([
    ['by Fn::GetAtt', { 'Fn::Sub': '${Env}-pets' }, '${Pets.Arn}'], ['of a parameter alone', { Ref: 'Env' }, '${Pets.Arn}'],
    ['by Ref', { 'Fn::Sub': '${Env}-pets' }, `${ARN}\${Pets}`], ['by its name', { 'Fn::Sub': '${Env}-pets' }, `${ARN}\${Env}-pets`],
    ['by an alias', { 'Fn::Sub': '${Env}-pets' }, '${Pets.Arn}:live'],
  ])('keeps its method, called %s', (_, FunctionName, called) => {
    expect(routesOf({ Pets: named(FunctionName), Other: named({ 'Fn::Sub': '${Env}-other' }) }, called)).toEqual(['GET / NONE AWS_PROXY Pets']);
  });

  test('is not guessed: another name, or one that two functions have, is called by none', () => {
    expect(routesOf({ Pets: named({ 'Fn::Sub': '${Env}-pets' }) }, `${ARN}\${Env}-cats`)).toEqual(['GET / NONE AWS_PROXY']);
    expect(routesOf({ Pets: named({ Ref: 'Env' }), Cats: named({ Ref: 'Env' }) }, '${Pets.Arn}')).toEqual(['GET / NONE AWS_PROXY']);
    expect(routesOf({ Pets: named('pets') }, 'arn:aws:lambda:${AWS::Region}:${Env}:function:pets')).toEqual(['GET / NONE AWS_PROXY']);
  });
});

test('an access log that is too long costs the log, not the stage', () => {
  const stage = { Type: 'AWS::ApiGateway::Stage', Properties: {
    RestApiId: { Ref: 'Api' }, StageName: 'prod', Variables: { a: 'b' }, AccessLogSetting: { DestinationArn: 'arn:aws:logs:us-east-1:123456789012:log-group:a', Format: `$context.requestId ${'x'.repeat(4_000)}` },
  } };
  const { specs: [spec], issues } = importFiles({ 'template.json': { Resources: { Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets' } }, Stage: stage } } });
  expect(spec?.stages).toMatchObject({ prod: { variables: { a: 'b' } } });
  expect(spec?.stages.prod).not.toHaveProperty('accessLog');
  expect(issues.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^accessLog of stage prod is not imported: .*3072 characters/));
});
