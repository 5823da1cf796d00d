import { PropertyReader } from '../../../lib/openapi';
import { importFiles, type Imported } from '../../support/imported';

test('reads what templates write as texts, and nothing of what is not there', () => {
  const reader = new PropertyReader({ a: 5, b: '7.5', c: 'TRUE', d: 'when_no_match', e: 'x', f: { g: 1, h: null }, i: { j: 'false' }, k: [{ l: 1 }], m: null });
  expect([reader.text('a'), reader.number('b'), reader.boolean('c'), reader.oneOf('d', ['WHEN_NO_MATCH']), reader.list('e'), reader.texts('f'), reader.flags('i')])
    .toEqual(['5', 7.5, true, 'WHEN_NO_MATCH', ['x'], { g: '1' }, { j: false }]);
  expect(reader.members('k').map((one) => one.number('l'))).toEqual([1]);
  expect([reader.text('m'), reader.number('n'), reader.list('n'), reader.texts('n'), reader.member('n').text('o'), reader.members('n')]).toEqual([undefined, undefined, [], {}, undefined, []]);
  expect(reader.problems).toEqual([]);
});

test('names what it does not understand, and what is known only after deployment', () => {
  const reader = new PropertyReader({ a: {}, b: 'x', c: 'yes', d: 'Z', e: [{}], f: { g: true, h: [] }, i: { j: 1 }, k: { l: '${token:L}' }, m: ['n'], o: '${token:O}' });
  reader.text('a');
  reader.number('b');
  reader.boolean('c');
  reader.oneOf('d', ['X', 'Y']);
  reader.list('e');
  reader.flags('f');
  reader.member('i').boolean('j');
  reader.knownTexts('k');
  reader.members('m');
  reader.number('o');
  expect(reader.reasons).toEqual([
    'a: {} is not a string', 'b: "x" is not a number', 'c: "yes" is not true or false', 'd: "Z" is not one of X, Y', 'e: {} is not a list of strings',
    'f.h: [] is not true or false', 'i.j: 1 is not true or false', 'k.l: L is known only after deployment', 'm: "n" is not a list of objects', 'o: O is known only after deployment',
  ]);
});

const LATE = { 'Fn::ImportValue': 'x' };
const URI = { 'Fn::Sub': 'arn:aws:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/${Function.Arn}/invocations' };
const of = (type: string, properties: object): object => ({ Type: `AWS::ApiGateway::${type}`, Properties: { RestApiId: { Ref: 'Api' }, ...properties } });

function imported(method: object, others: Readonly<Record<string, object>> = {}): Imported {
  const Get = of('Method', {
    ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, HttpMethod: 'GET', AuthorizationType: 'NONE', Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: URI }, ...method,
  });
  const Function = { Type: 'AWS::Lambda::Function', Properties: { Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: 'exports.handler = async () => ({});' } } };
  return importFiles({ 'template.json': { Resources: { Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets' } }, Stage: of('Stage', { StageName: 'prod' }), Function, Get, ...others } } });
}

const custom = { AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'Auth' } };
const authorizer = (properties: object): Record<string, object> => ({ Auth: of('Authorizer', { Name: 'Auth', Type: 'TOKEN', AuthorizerUri: URI, ...properties }) });
const pool = { Auth: of('Authorizer', { Name: 'Auth', Type: 'COGNITO_USER_POOLS', ProviderARNs: ['arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_abc'] }) };

/** Taken as nothing, each of these would let in what its source refuses. */
test.each<[string, object, Record<string, object>?]>([
  ['a kind of authorization', { AuthorizationType: ['AWS_IAM'] }],
  ['a kind of authorization known late', { AuthorizationType: LATE }],
  ['whether a key is required', { ApiKeyRequired: 'maybe' }],
  ['whether a key is required, known late', { ApiKeyRequired: LATE }],
  ['a validator', { RequestValidatorId: { a: 1 } }],
  ['what a validator validates', { RequestValidatorId: { Ref: 'V' } }, { V: of('RequestValidator', { ValidateRequestBody: LATE }) }],
  ['whether a parameter is required', { RequestParameters: { 'method.request.querystring.a': LATE } }],
  ['a model', { RequestModels: 'Pet' }],
  ['scopes', { AuthorizationType: 'COGNITO_USER_POOLS', AuthorizerId: { Ref: 'Auth' }, AuthorizationScopes: [{ a: 1 }] }, pool],
  ['scopes known late', { AuthorizationType: 'COGNITO_USER_POOLS', AuthorizerId: { Ref: 'Auth' }, AuthorizationScopes: [LATE] }, pool],
  ['how long results of an authorizer are cached', custom, authorizer({ AuthorizerResultTtlInSeconds: LATE })],
  ['what an authorizer expects of a token', custom, authorizer({ IdentityValidationExpression: ['^a$'] })],
  ['where an authorizer finds the token', custom, authorizer({ IdentitySource: ['method.request.header.X'] })],
  ['what becomes of bytes', { Integration: { Type: 'MOCK', ContentHandling: 'CONVERT' } }],
  ['what becomes of bodies without a template', { Integration: { Type: 'MOCK', PassthroughBehavior: 'ALWAYS' } }],
  ['how a response is sent', { Integration: { Type: 'HTTP_PROXY', Uri: 'https://example.com', ResponseTransferMode: 'LATER' } }],
  ['a time limit', { Integration: { Type: 'HTTP_PROXY', Uri: 'https://example.com', TimeoutInMillis: LATE } }],
  ['responses', { Integration: { Type: 'MOCK', IntegrationResponses: ['200'] } }],
])('%s that is not understood makes the method unavailable, never open', (_, method, others = {}) => {
  const result = imported(method, others);
  expect(result.specs[0]?.resources['/']?.methods.GET?.integration.type).toBe('unavailable');
  expect(result.rows).toHaveLength(1);
  expect(result.codes).toContain('IMPORT_METHOD_UNAVAILABLE');
});

const planOf = (properties: object): Record<string, object> => ({ Plan: { Type: 'AWS::ApiGateway::UsagePlan', Properties: { ApiStages: [{ ApiId: { Ref: 'Api' }, Stage: 'prod' }], ...properties } } });
const stageOf = (properties: object): Record<string, object> => ({ Stage: of('Stage', { StageName: 'prod', ...properties }) });

test.each<[string, Record<string, object>, string]>([
  ['the period of a quota', planOf({ Quota: { Limit: 5, Period: 'YEAR' } }), 'Quota.Period is not imported: "YEAR" is not one of DAY, WEEK, MONTH'],
  ['the limit of a quota', planOf({ Quota: { Limit: LATE, Period: 'DAY' } }), 'Quota.Limit is not imported: import:x is known only after deployment'],
  ['a quota without a period', planOf({ Quota: { Limit: 5 } }), 'Quota.Period is not imported: it is missing'],
  ['a quota without a limit', planOf({ Quota: { Period: 'DAY' } }), 'Quota.Limit is not imported: it is missing'],
  ['a rate', planOf({ Throttle: { RateLimit: 'fast' } }), 'Throttle.RateLimit is not imported: "fast" is not a number'],
  ['a rate of a method', planOf({ ApiStages: [{ ApiId: { Ref: 'Api' }, Stage: 'prod', Throttle: { '//GET': { BurstLimit: LATE } } }] }), 'ApiStages.Throttle.//GET.BurstLimit is not imported: import:x is known only after deployment'],
  ['a key that is elsewhere', { ...planOf({}), K: { Type: 'AWS::ApiGateway::UsagePlanKey', Properties: { KeyId: 'abc', KeyType: 'API_KEY', UsagePlanId: { Ref: 'Plan' } } } }, 'the API key abc is not imported: it is not part of this source'],
  ['a stage variable', stageOf({ Variables: { late: LATE, known: 'a' } }), 'Variables.late is not imported: import:x is known only after deployment'],
  ['a variable of a canary', stageOf({ CanarySetting: { PercentTraffic: 5, StageVariableOverrides: { a: LATE } } }), 'CanarySetting.StageVariableOverrides.a is not imported: import:x is known only after deployment'],
  ['the size of a cache', stageOf({ CacheClusterEnabled: true, CacheClusterSize: 7 }), 'CacheClusterSize is not imported: 7 is not one of 0.5, 1.6, 6.1, 13.5, 28.4, 58.2, 118, 237'],
  ['the settings of a method', stageOf({ MethodSettings: [{ HttpMethod: '*', ResourcePath: '/*', LoggingLevel: 'DEBUG', ThrottlingRateLimit: LATE }] }), 'MethodSettings.LoggingLevel is not imported: "DEBUG" is not one of OFF, ERROR, INFO'],
  ['the kind of endpoint', { Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets', EndpointConfiguration: { Types: ['LOCAL'] } } } }, 'EndpointConfiguration.Types is not imported: "LOCAL" is not one of EDGE, REGIONAL, PRIVATE'],
  ['where keys are', { Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets', ApiKeySourceType: LATE } } }, 'ApiKeySourceType is not imported: import:x is known only after deployment'],
  ['the status of a gateway response', { Denied: of('GatewayResponse', { ResponseType: 'ACCESS_DENIED', StatusCode: [404] }) }, 'StatusCode is not imported: [404] is not a string'],
  ['the time limit of a function', { Function: { Type: 'AWS::Lambda::Function', Properties: { Runtime: 'nodejs20.x', Handler: 'index.handler', Timeout: LATE, Code: { ZipFile: 'x' } } } }, 'Timeout is not imported: import:x is known only after deployment'],
])('%s that is not understood is named', (_, others, message) => {
  const result = imported({}, others);
  expect(result.issues.map((found) => found.message)).toContain(message);
  expect(result.specs[0]?.resources['/']?.methods.GET?.integration.type).toBe('proxy');
});

test('an account with a higher quota has more than ten authorizers', () => {
  const count = 12;
  const authorizers = Object.fromEntries(Array.from({ length: count }, (_, index) => [`A${index}`, of('Authorizer', { Name: `A${index}`, Type: 'TOKEN', AuthorizerUri: URI })]));
  const { specs, routes } = imported({ AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'A11' } }, authorizers);
  expect(specs[0]?.api.quotas.authorizers).toBe(count);
  expect(routes).toEqual(['GET / CUSTOM:A11 AWS_PROXY Function']);
  expect(specs[0]?.resources['/']?.methods.GET?.integration.type).toBe('proxy');
});

test('a function is listed by its logical id, also if two stacks have that id', () => {
  const stack = { Resources: { F: { Type: 'AWS::Lambda::Function', Properties: { Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: 'x' } } } }, Outputs: { Arn: { Value: { 'Fn::GetAtt': ['F', 'Arn'] } } } };
  const nested = (file: string): object => ({ Type: 'AWS::CloudFormation::Stack', Properties: { TemplateURL: file } });
  const method = (HttpMethod: string, name: string): object => of('Method', {
    ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, HttpMethod, AuthorizationType: 'NONE',
    Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: { 'Fn::Sub': `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/\${${name}.Outputs.Arn}/invocations` } },
  });
  const { routes, specs, apis } = importFiles({
    'main.json': { Resources: { One: nested('one.json'), Two: nested('two.json'), Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets' } }, Get: method('GET', 'One'), Put: method('PUT', 'Two') } },
    'one.json': stack, 'two.json': stack,
  });
  expect(routes).toEqual(['GET / NONE AWS_PROXY F', 'PUT / NONE AWS_PROXY F']);
  expect(Object.entries(specs[0]?.functions ?? {}).map(([name, { logicalId }]) => [name, logicalId])).toEqual([['F', undefined], ['main-Two-F', 'F']]);
  expect([...apis[0]?.code.keys() ?? []]).toEqual(['F', 'main-Two-F']);
});
