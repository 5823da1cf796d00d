import { readYaml } from '../../../lib/importers/document/read-yaml';
import { translateServerless } from '../../../lib/importers/serverless';
import { member } from '../../support/importers/sam';

type JsonMap = Record<string, unknown>;

function translate(functions: string, rest = '') {
  const document = readYaml('serverless.yml', `service: shop\nprovider: {name: aws, runtime: nodejs20.x}\n${rest}\nfunctions:\n${functions}`);
  const { template, issues } = translateServerless(document);
  return { resources: template['Resources'] as JsonMap, issues };
}

function events(...list: readonly string[]): string {
  return `  users: {handler: src/users.handler, events: [${list.map((event) => `{http: ${event}}`).join(', ')}]}\n  guard: {handler: src/guard.handler}`;
}

/** `GET /users CUSTOM:GuardApiGatewayAuthorizer AWS_PROXY key` */
function methods(resources: JsonMap): readonly string[] {
  return Object.values(resources).filter((resource) => member(resource, 'Type') === 'AWS::ApiGateway::Method').map((resource) => {
    const get = (...keys: readonly string[]) => member(resource, 'Properties', ...keys);
    const authorizer = member(get('AuthorizerId'), 'Ref');
    const authorization = `${String(get('AuthorizationType'))}${authorizer === undefined ? '' : `:${String(authorizer)}`}`;
    return `${String(get('HttpMethod'))} ${pathOf(get('ResourceId'), resources)} ${authorization} ${String(get('Integration', 'Type'))}${get('ApiKeyRequired') === true ? ' key' : ''}`;
  }).sort();
}

function pathOf(id: unknown, resources: JsonMap): string {
  const name = member(id, 'Ref');
  if (typeof name !== 'string') return '/';
  const { ParentId: parent, PathPart: part } = Object(member(resources[name], 'Properties'));
  return `${pathOf(parent, resources).replace(/\/$/, '')}/${String(part)}`;
}

test.each([
  ['short', ['GET users'], ['GET /users NONE AWS_PROXY']],
  ['with settings', ['{path: "/users/{id}/", method: post}'], ['POST /users/{id} NONE AWS_PROXY']],
  ['at the root', ['GET /'], ['GET / NONE AWS_PROXY']],
  ['any method', ['{path: "{proxy+}", method: any}'], ['ANY /{proxy+} NONE AWS_PROXY']],
  ['private', ['{path: a, method: get, private: true}'], ['GET /a NONE AWS_PROXY key']],
  ['with an authorizer of the service', ['{path: a, method: get, authorizer: guard}'], ['GET /a CUSTOM:GuardApiGatewayAuthorizer AWS_PROXY']],
  ['with an authorizer elsewhere', ['{path: a, method: get, authorizer: arn:aws:lambda:eu-west-1:1:function:gate}'],
    ['GET /a CUSTOM:GateApiGatewayAuthorizer AWS_PROXY']],
  ['with a user pool', ['{path: a, method: get, authorizer: {name: pool, arn: arn:aws:cognito-idp:eu-west-1:1:userpool/p}}'],
    ['GET /a COGNITO_USER_POOLS:PoolApiGatewayAuthorizer AWS_PROXY']],
  ['signed', ['{path: a, method: get, authorizer: aws_iam}', '{path: b, method: get, authorizer: {type: AWS_IAM}}'],
    ['GET /a AWS_IAM AWS_PROXY', 'GET /b AWS_IAM AWS_PROXY']],
  ['with an authorizer by its id', ['{path: a, method: get, authorizer: {type: CUSTOM, authorizerId: {Ref: Mine}}}'], ['GET /a CUSTOM:Mine AWS_PROXY']],
  ['with preflights', ['{path: a, method: get, cors: true, authorizer: guard}', '{path: a, method: put, cors: true}'],
    ['GET /a CUSTOM:GuardApiGatewayAuthorizer AWS_PROXY', 'OPTIONS /a NONE MOCK', 'PUT /a NONE AWS_PROXY']],
  ['of other integrations', ['{path: a, method: get, integration: lambda}', '{path: b, method: get, integration: mock}',
    '{path: c, method: get, integration: http, request: {uri: "https://a.example"}}', '{path: d, method: get, integration: http-proxy, request: {uri: "https://a.example"}}'],
  ['GET /a NONE AWS', 'GET /b NONE MOCK', 'GET /c NONE HTTP', 'GET /d NONE HTTP_PROXY']],
])('events %s', (_, list, expected) => {
  expect(methods(translate(events(...list)).resources)).toEqual(expected);
});

test('logical ids and stages are those of the Serverless Framework', () => {
  const { resources } = translate(events('"GET user-list/{id}"'), 'x: 1');
  expect(Object.keys(resources).sort()).toEqual([
    'ApiGatewayDeployment', 'ApiGatewayMethodUserDashlistIdVarGet', 'ApiGatewayResourceUserDashlist', 'ApiGatewayResourceUserDashlistIdVar', 'ApiGatewayRestApi',
    'GuardLambdaFunction', 'UsersLambdaFunction',
  ]);
  expect(member(resources['ApiGatewayDeployment'], 'Properties', 'StageName')).toBe('dev');
});

test('preflights name the methods of their path and the settings of cors', () => {
  const { resources } = translate(events('{path: a, method: get, cors: {origin: "https://a.example", headers: [X-A], allowCredentials: true, maxAge: 60}}'));
  expect(member(resources['ApiGatewayMethodAOptions'], 'Properties', 'Integration', 'IntegrationResponses')).toMatchObject([{
    ResponseParameters: {
      'method.response.header.Access-Control-Allow-Origin': "'https://a.example'",
      'method.response.header.Access-Control-Allow-Headers': "'X-A'",
      'method.response.header.Access-Control-Allow-Methods': "'OPTIONS,GET'",
      'method.response.header.Access-Control-Allow-Credentials': "'true'",
      'method.response.header.Access-Control-Max-Age': "'60'",
    },
  }]);
});

test('schemas are models, and turn validation on', () => {
  const request = '{parameters: {querystrings: {page: true, size: false}}, schemas: {application/json: {type: object}}}';
  const { resources } = translate(events(`{path: a, method: post, request: ${request}}`));
  expect(member(resources['ApiGatewayMethodAPost'], 'Properties')).toMatchObject({
    RequestParameters: { 'method.request.querystring.page': true, 'method.request.querystring.size': false },
    RequestModels: { 'application/json': { Ref: 'ApiGatewayMethodAPostModel0' } },
    RequestValidatorId: { Ref: 'ApiGatewayRequestValidator' },
  });
  expect(member(resources['ApiGatewayMethodAPostModel0'], 'Properties', 'Schema')).toEqual({ type: 'object' });
});

test('settings of the provider are those of the API, its keys and functions', () => {
  const document = readYaml('serverless.yml', `
service: {name: shop}
provider:
  name: aws
  runtime: nodejs20.x
  stage: live
  environment: {A: provider, B: provider}
  apiGateway: {binaryMediaTypes: ['*/*'], apiKeys: [one, {name: two, value: "0123456789abcdefghij"}], usagePlan: {quota: {limit: 5, period: DAY}}}
functions: [{a: {handler: a.b, timeout: 3, reservedConcurrency: 2, environment: {B: own}, events: [{http: GET a}]}}]
resources: {Resources: {Table: {Type: AWS::DynamoDB::Table}}}
`);
  const resources = Object(translateServerless(document).template['Resources']) as JsonMap;
  expect(member(resources['ApiGatewayRestApi'], 'Properties')).toMatchObject({ Name: 'live-shop', BinaryMediaTypes: ['*/*'] });
  expect(member(resources['ALambdaFunction'], 'Properties')).toMatchObject({
    Handler: 'a.b', Timeout: 3, MemorySize: 1024, Environment: { Variables: { A: 'provider', B: 'own' } }, FunctionName: 'shop-live-a', ReservedConcurrentExecutions: 2,
  });
  expect(member(resources['ApiGatewayUsagePlan'], 'Properties')).toMatchObject({ Quota: { Limit: 5, Period: 'DAY' } });
  expect(Object.keys(resources)).toEqual(expect.arrayContaining(['ApiGatewayApiKey1', 'ApiGatewayApiKey2', 'ApiGatewayUsagePlanKey2', 'Table']));
});

test('what is not imported is named', () => {
  const { resources, issues } = translate('  a: {handler: a.b, events: [{httpApi: GET /x}, {sqs: arn:queue}, {schedule: rate(1 hour)}]}', 'plugins: [serverless-offline]');
  expect(issues).toMatchObject([
    { code: 'SERVERLESS_PLUGIN_NOT_RUN', severity: 'loss' },
    { code: 'SERVERLESS_EVENT_LEFT_OUT' }, { code: 'SERVERLESS_EVENT_LEFT_OUT' },
  ]);
  expect(member(resources['HttpApiRouteGetX'], 'Properties', 'RouteKey')).toBe('GET /x');
  expect(resources).not.toHaveProperty('ApiGatewayRestApi');
});

test('resources without a type extend what the Serverless Framework generates; the rest of that is not needed', () => {
  const { resources } = translate(events('GET users'), `resources:
  Resources:
    UsersLambdaFunction: {Properties: {MemorySize: 512, Environment: {Variables: {TABLE: users}}}}
    UsersLogGroup: {Properties: {RetentionInDays: 7}}
    Users: {Type: "AWS::DynamoDB::Table"}`);
  expect(resources['UsersLambdaFunction']).toMatchObject({
    Type: 'AWS::Lambda::Function', Properties: { Handler: 'src/users.handler', MemorySize: 512, Environment: { Variables: { TABLE: 'users' } } },
  });
  expect([resources['UsersLogGroup'], resources['Users']]).toEqual([undefined, { Type: 'AWS::DynamoDB::Table' }]);
});
