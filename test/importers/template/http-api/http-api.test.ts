import { createTestGateway, type TestGateway } from 'synthgate/testing';
import { importFiles, type Imported } from '../../../support/imported';
import { newProject } from '../../../support/project';

const ECHO = 'exports.handler = async (event) => event;';
const fn = (code = ECHO): object => ({ Type: 'AWS::Lambda::Function', Properties: { Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: code } } });
const v2 = (type: string, properties: object): object => ({ Type: `AWS::ApiGatewayV2::${type}`, Properties: { ApiId: { Ref: 'Api' }, ...properties } });
const TO_ECHO = { 'Fn::Join': ['/', ['integrations', { Ref: 'ToEcho' }]] };
const route = (RouteKey: string, properties: object = {}): object => v2('Route', { RouteKey, Target: TO_ECHO, ...properties });

/** A template with an HTTP API, a function and what is given. */
function template(resources: object, api: object = {}): object {
  return {
    Resources: {
      Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'Pets', ProtocolType: 'HTTP', ...api } },
      Stage: v2('Stage', { StageName: '$default', AutoDeploy: true }),
      Echo: fn(),
      ToEcho: v2('Integration', { IntegrationType: 'AWS_PROXY', IntegrationUri: { 'Fn::GetAtt': ['Echo', 'Arn'] }, PayloadFormatVersion: '2.0' }),
      ...resources,
    },
  };
}

const imported = (resources: object, api: object = {}): Imported => importFiles({ 'template.json': template(resources, api) });
const reasons = (source: Imported): string[] => source.issues.filter(({ code }) => code === 'IMPORT_METHOD_UNAVAILABLE').map(({ message }) => message);
const refused = (source: Imported): string[] => source.issues.filter(({ code }) => code === 'IMPORT_PART_REFUSED').map(({ message }) => message);
const integrationOf = (properties: object): unknown => {
  const source = imported({ Get: route('GET /pets'), ToEcho: v2('Integration', properties) });
  return source.specs[0]?.resources['/pets']?.methods.GET?.integration;
};

test('a template becomes an HTTP API: its routes, integrations, stages and functions', () => {
  const { specs, codes } = imported({
    Get: route('GET /pets/{id}', { OperationName: 'getPet' }),
    Any: route('ANY /{proxy+}', { AuthorizationType: 'AWS_IAM' }),
    Default: route('$default', { AuthorizationType: 'NONE' }),
    Dev: v2('Stage', {
      StageName: 'dev', StageVariables: { table: 'pets' }, DefaultRouteSettings: { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 2, DetailedMetricsEnabled: true },
      RouteSettings: { 'GET /pets/{id}': { ThrottlingRateLimit: 1 }, $default: { ThrottlingBurstLimit: 1 } }, AccessLogSettings: { Format: '$context.requestId $context.routeKey', DestinationArn: 'arn:aws:logs:a' },
    }),
    Deployment: v2('Deployment', {}),
  });
  expect(codes).toEqual([]);
  expect(specs[0]).toMatchObject({
    protocol: 'http',
    api: { name: 'Pets', endpointType: 'REGIONAL' },
    resources: {
      '/pets/{id}': { methods: { GET: { operationName: 'getPet', authorization: { type: 'NONE' }, integration: { type: 'proxy', function: 'Echo', payloadFormatVersion: '2.0', timeoutMs: 30_000 } } } },
      '/{proxy+}': { methods: { ANY: { authorization: { type: 'AWS_IAM' } } } },
      '/$default': { methods: { ANY: { integration: { type: 'proxy' } } } },
    },
    stages: {
      $default: { methodSettings: {} },
      dev: {
        variables: { table: 'pets' }, accessLog: { format: '$context.requestId $context.routeKey' },
        methodSettings: {
          '*/*': { throttlingRateLimit: 5, throttlingBurstLimit: 2, metricsEnabled: true }, '/pets/{id}/GET': { throttlingRateLimit: 1 }, '/$default/ANY': { throttlingBurstLimit: 1 },
        },
      },
    },
  });
});

describe('integrations', () => {
  const uri = { 'Fn::Sub': 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${Echo.Arn}/invocations' };

  test.each([
    ['of a function by its invocations, without a format', { IntegrationType: 'AWS_PROXY', IntegrationUri: uri, TimeoutInMillis: 500 }, { type: 'proxy', function: 'Echo', payloadFormatVersion: '1.0', timeoutMs: 500 }],
    ['of a backend', { IntegrationType: 'HTTP_PROXY', IntegrationUri: 'https://pets.test/{id}', IntegrationMethod: 'GET' }, { type: 'http-proxy', uri: 'https://pets.test/{id}', httpMethod: 'GET', timeoutMs: 30_000 }],
    ['of a backend that gets the method of the client', { IntegrationType: 'HTTP_PROXY', IntegrationUri: 'https://pets.test' }, { httpMethod: 'ANY' }],
    ['with mapped parameters', {
      IntegrationType: 'HTTP_PROXY', IntegrationUri: 'https://pets.test', RequestParameters: { 'overwrite:header.x': '$request.path.id' },
      ResponseParameters: { 500: { ResponseParameters: [{ Destination: 'overwrite:statuscode', Source: '403' }] }, 404: { 'append:header.y': 'z' } },
    }, { requestMappings: { 'overwrite:header.x': '$request.path.id' }, responseMappings: { 500: { 'overwrite:statuscode': '403' }, 404: { 'append:header.y': 'z' } } }],
    ['through a VPC link', { IntegrationType: 'HTTP_PROXY', ConnectionType: 'VPC_LINK', ConnectionId: 'abc', IntegrationUri: 'arn:aws:elasticloadbalancing:x', TlsConfig: { ServerNameToVerify: 'a.test' } }, {
      type: 'http-proxy', uri: 'arn:aws:elasticloadbalancing:x', vpcLink: 'abc', serverNameToVerify: 'a.test',
    }],
    ['through a VPC link that is not named', { IntegrationType: 'HTTP_PROXY', ConnectionType: 'VPC_LINK', IntegrationUri: 'arn:aws:elasticloadbalancing:x' }, { type: 'unavailable', awsType: 'HTTP_PROXY', target: 'arn:aws:elasticloadbalancing:x' }],
    ['of a service', { IntegrationType: 'AWS_PROXY', IntegrationSubtype: 'SQS-SendMessage', RequestParameters: { QueueUrl: 'q', MessageBody: '$request.body' } }, {
      type: 'service-proxy', subtype: 'SQS-SendMessage', parameters: { QueueUrl: 'q', MessageBody: '$request.body' }, timeoutMs: 30_000,
    }],
    ['of a service, with names that only a deployment knows', {
      IntegrationType: 'AWS_PROXY', IntegrationSubtype: 'StepFunctions-StartExecution', PayloadFormatVersion: '1.0', TimeoutInMillis: 1_000, ConnectionType: 'INTERNET', IntegrationMethod: 'POST',
      CredentialsArn: { 'Fn::GetAtt': ['Role', 'Arn'] }, RequestParameters: { StateMachineArn: { Ref: 'Machine' }, Input: { a: '$request.body' } },
      ResponseParameters: { 200: { ResponseParameters: [{ Destination: 'overwrite:statuscode', Source: '202' }] } },
    }, {
      type: 'service-proxy', parameters: { StateMachineArn: expect.stringMatching(/^\$\{token:.*StateMachineArn\}$/), Input: '{"a":"$request.body"}' }, timeoutMs: 1_000, responseMappings: { 200: { 'overwrite:statuscode': '202' } },
    }],
    ['of a service whose subtype does not exist', { IntegrationType: 'AWS_PROXY', IntegrationSubtype: 'SNS-Publish' }, {
      type: 'unavailable', awsType: 'AWS_PROXY', target: 'SNS-Publish', reason: expect.stringMatching(/^SNS-Publish is not a subtype, which are EventBridge-PutEvents, SQS-SendMessage/),
    }],
    ['of a service whose parameters are not its own', { IntegrationType: 'AWS_PROXY', IntegrationSubtype: 'SQS-SendMessage', RequestParameters: { queueUrl: 'q', MessageBody: 'a' } }, {
      type: 'unavailable', reason: expect.stringMatching(/^QueueUrl is required; queueUrl is not one of its parameters \(QueueUrl, MessageBody, /),
    }],
    ['of a service as no proxy', { IntegrationType: 'AWS', IntegrationSubtype: 'SQS-PurgeQueue', RequestParameters: { QueueUrl: 'q' } }, { type: 'unavailable', reason: 'SQS-PurgeQueue is a subtype of AWS_PROXY, not of AWS' }],
    ['of a service, and of something else', { IntegrationType: 'AWS_PROXY', IntegrationSubtype: 'SQS-PurgeQueue', IntegrationUri: 'https://a.test', PayloadFormatVersion: '2.0', RequestParameters: { QueueUrl: 'q' } }, {
      type: 'unavailable', reason: 'PayloadFormatVersion: services are called in version 1.0; IntegrationUri: SQS-PurgeQueue has none',
    }],
    ['of no kind that HTTP APIs have', { IntegrationType: 'MOCK' }, { type: 'unavailable', reason: 'MOCK is not a kind of integration of HTTP APIs' }],
    ['with a format that does not exist', { IntegrationType: 'AWS_PROXY', IntegrationUri: uri, PayloadFormatVersion: '3.0' }, { type: 'unavailable', reason: 'PayloadFormatVersion: 3 is neither 1.0 nor 2.0' }],
    ['with a mapping of a name that is refused', { IntegrationType: 'HTTP_PROXY', IntegrationUri: 'https://pets.test', RequestParameters: { 'set:header.x': 'a' } }, { type: 'unavailable', awsType: 'HTTP_PROXY' }],
  ])('%s', (_, properties, expected) => {
    expect(integrationOf(properties)).toMatchObject(expected);
  });
});

describe('authorization', () => {
  const jwt = (properties: object = {}): object => v2('Authorizer', {
    AuthorizerType: 'JWT', Name: 'tokens', IdentitySource: ['$request.header.Authorization'], JwtConfiguration: { Issuer: 'https://issuer.test', Audience: ['shop'] }, ...properties,
  });
  const guarded = (type: string, properties: object = {}): object => route('GET /pets', { AuthorizationType: type, AuthorizerId: { Ref: 'Guard' }, ...properties });
  const methodOf = (source: Imported): unknown => source.specs[0]?.resources['/pets']?.methods.GET;

  test('by JSON Web Tokens and scopes', () => {
    const source = imported({ Guard: jwt(), Get: guarded('JWT', { AuthorizationScopes: ['read'] }) });
    expect(source.codes).toEqual([]);
    expect(source.specs[0]?.authorizers).toEqual({ tokens: { type: 'jwt', issuer: 'https://issuer.test', audience: ['shop'], identitySource: '$request.header.Authorization' } });
    expect(methodOf(source)).toMatchObject({ authorization: { type: 'JWT', authorizer: 'tokens', scopes: ['read'] }, integration: { type: 'proxy' } });
  });

  test('by a function, with its format, answers and cache', () => {
    const AuthorizerUri = { 'Fn::Sub': 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${Echo.Arn}/invocations' };
    const request = { AuthorizerType: 'REQUEST', Name: 'guard', AuthorizerUri, IdentitySource: ['$request.header.x', '$context.routeKey'] };
    const authorizerOf = (properties: object): unknown => imported({ Guard: v2('Authorizer', { ...request, ...properties }), Get: guarded('CUSTOM') }).specs[0]?.authorizers.guard;
    expect(authorizerOf({ AuthorizerPayloadFormatVersion: '2.0', EnableSimpleResponses: true, AuthorizerResultTtlInSeconds: 0 })).toEqual({
      type: 'request', function: 'Echo', identitySources: ['$request.header.x', '$context.routeKey'], payloadFormatVersion: '2.0', enableSimpleResponses: true, resultsCacheTtlSeconds: 0,
    });
    expect(authorizerOf({ AuthorizerPayloadFormatVersion: '1.0' })).toMatchObject({ payloadFormatVersion: '1.0', enableSimpleResponses: false, resultsCacheTtlSeconds: 300 });
  });

  test.each([
    ['an authorizer that is not here', { Get: guarded('JWT', { AuthorizerId: 'abc123' }) }, 'it refers to an authorizer that is not part of this source'],
    ['an authorizer of another kind of API', { Guard: jwt({ AuthorizerType: 'TOKEN' }), Get: guarded('CUSTOM') }, 'tokens: authorizers of type TOKEN are not authorizers of HTTP APIs'],
    ['an authorizer without an issuer', { Guard: jwt({ JwtConfiguration: { Audience: ['shop'] } }), Get: guarded('JWT') }, 'tokens'],
    ['an identity source of REST APIs', { Guard: jwt({ IdentitySource: ['method.request.header.Authorization'] }), Get: guarded('JWT') }, 'tokens'],
    ['a function that is only known after deployment', { Guard: v2('Authorizer', { AuthorizerType: 'REQUEST', AuthorizerUri: { Ref: 'Missing' } }), Get: guarded('CUSTOM') }, 'Guard: '],
    ['an authorizer of a kind that the route does not name', { Guard: jwt(), Get: guarded('CUSTOM') }, 'tokens'],
    ['no type of authorization', { Guard: jwt(), Get: route('GET /pets', { AuthorizerId: { Ref: 'Guard' } }) }, 'it has an authorizer or scopes, and no AuthorizationType'],
    ['a requirement of other APIs', { Get: route('GET /pets', { ApiKeyRequired: true }) }, 'ApiKeyRequired: HTTP APIs do not have it'],
    ['a null', { Get: route('GET /pets', { AuthorizationType: null }) }, 'AuthorizationType: null is not a value'],
    ['a condition that only a deployment knows', { Get: { ...route('GET /pets'), Condition: 'Unknown' } }, 'its condition Unknown is known only after deployment'],
    ['no integration', { Get: v2('Route', { RouteKey: 'GET /pets' }) }, 'the route has no integration'],
  ])('that cannot be read closes the route: %s', (_, resources, reason) => {
    const { Resources } = template(resources) as { Resources: object };
    const source = importFiles({ 'template.json': { Resources, Conditions: { Unknown: { 'Fn::Equals': [{ 'Fn::ImportValue': 'mode' }, 'on'] } } } });
    expect(methodOf(source)).toMatchObject({ integration: { type: 'unavailable', reason: expect.stringContaining(reason) as string } });
    expect(reasons(source)).toHaveLength(1);
  });
});

describe('routes that cannot be read', () => {
  const methods = (source: Imported): string[] => source.rows.map(({ path, method, integrationType }) => `${method} ${path} ${integrationType}`);

  test('are not answered by those that could take their requests', () => {
    const source = imported({ Unknown: route('GET /admin/{id'), Any: route('ANY /{proxy+}'), Default: route('$default'), Pets: route('GET /pets') });
    const spec = source.specs[0];
    expect(spec?.resources['/{proxy+}']?.methods.ANY?.integration.type).toBe('unavailable');
    expect(spec?.resources['/$default']?.methods.ANY?.integration.type).toBe('unavailable');
    expect(spec?.resources['/pets']?.methods.GET?.integration.type).toBe('proxy');
  });

  test('nor those without a place at all', () => {
    const source = imported({ Lost: route('GET pets'), Default: route('$default') });
    expect(source.codes).toContain('IMPORT_METHOD_LOST');
    expect(source.specs[0]?.resources['/$default']?.methods.ANY?.integration.type).toBe('unavailable');
  });

  test('nor one of two routes with one key', () => {
    const source = imported({ First: route('GET /pets'), Second: route('GET /pets', { AuthorizationType: 'AWS_IAM' }) });
    expect(methods(source)).toHaveLength(1);
    expect(reasons(source)[0]).toContain('it is declared more than once');
  });

  test('and variables of several names beside each other are no such routes', () => {
    expect(reasons(imported({ One: route('GET /pets/{id}'), Two: route('GET /pets/{name}/toys') }))).toEqual([]);
  });
});

describe('settings', () => {
  test('CORS', () => {
    const CorsConfiguration = { AllowOrigins: ['https://shop.test'], AllowMethods: ['GET'], AllowHeaders: ['x-a'], ExposeHeaders: ['x-b'], MaxAge: 60, AllowCredentials: true };
    expect(imported({ Get: route('GET /pets') }, { CorsConfiguration }).specs[0]?.api.cors).toEqual({
      allowOrigins: ['https://shop.test'], allowMethods: ['GET'], allowHeaders: ['x-a'], exposeHeaders: ['x-b'], maxAgeSeconds: 60, allowCredentials: true,
    });
  });

  test('of CORS that only a deployment knows are named and left out', () => {
    const source = imported({ Get: route('GET /pets') }, { CorsConfiguration: { AllowOrigins: [{ 'Fn::ImportValue': 'site' }, 'https://shop.test'] } });
    expect(source.specs[0]?.api.cors?.allowOrigins).toEqual(['https://shop.test']);
    expect(refused(source)).toHaveLength(1);
  });

  test('of a route that is none are named', () => {
    const source = imported({ Get: route('GET /pets'), Stage: v2('Stage', { StageName: '$default', RouteSettings: { 'pets': { ThrottlingRateLimit: 1 } } }) });
    expect(refused(source)).toEqual([expect.stringContaining('RouteSettings.pets')]);
  });
});

test('quick creation has a route, an integration and a stage, and overrides of them', () => {
  const quick = (api: object, resources: object = {}): Imported => importFiles({
    'template.json': { Resources: { Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'Pets', ProtocolType: 'HTTP', ...api } }, Echo: fn(), ...resources } },
  });
  const target = { Target: { 'Fn::GetAtt': ['Echo', 'Arn'] } };
  expect(quick(target).specs[0]).toMatchObject({ stages: { $default: {} }, resources: { '/$default': { methods: { ANY: { integration: { type: 'proxy', function: 'Echo', payloadFormatVersion: '2.0' } } } } } });
  expect(quick({ RouteKey: 'GET /', Target: 'https://pets.test' }).specs[0]?.resources['/']?.methods.GET?.integration).toMatchObject({ type: 'http-proxy', uri: 'https://pets.test' });
  const overrides = v2('ApiGatewayManagedOverrides', { Route: { AuthorizationType: 'AWS_IAM' }, Integration: { TimeoutInMillis: 400 }, Stage: { StageVariables: { a: 'b' } } });
  expect(quick(target, { Overrides: overrides }).specs[0]).toMatchObject({
    stages: { $default: { variables: { a: 'b' } } }, resources: { '/$default': { methods: { ANY: { authorization: { type: 'AWS_IAM' }, integration: { timeoutMs: 400 } } } } },
  });
});

test('mappings of domains name the stage', () => {
  const mapping = (properties: object): object => v2('ApiMapping', { DomainName: { Ref: 'Domain' }, ...properties });
  const { basePaths, codes } = imported({
    Get: route('GET /pets'), Domain: { Type: 'AWS::ApiGatewayV2::DomainName', Properties: { DomainName: 'api.test', DomainNameConfigurations: [] } },
    Dev: v2('Stage', { StageName: 'dev' }), All: mapping({ Stage: { Ref: 'Stage' } }), Some: mapping({ Stage: { Ref: 'Dev' }, ApiMappingKey: 'v1/pets' }),
  });
  expect(codes).toEqual([]);
  expect(basePaths).toEqual([{ domain: 'api.test', api: 'Pets/$default', path: '(none)' }, { domain: 'api.test', api: 'Pets/dev', path: 'v1/pets' }]);
});

describe('served', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    const AuthorizerUri = { 'Fn::Sub': 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${Guard.Arn}/invocations' };
    const project = newProject({ 'template.json': JSON.stringify(template({
      Guard: fn('exports.handler = async ({ headers }) => ({ isAuthorized: headers.authorization === "yes", context: { n: 1 } });'),
      Authorizer: v2('Authorizer', {
        AuthorizerType: 'REQUEST', Name: 'guard', AuthorizerUri, IdentitySource: ['$request.header.Authorization'], AuthorizerPayloadFormatVersion: '2.0', EnableSimpleResponses: true,
      }),
      Get: route('GET /pets/{id}'), Closed: route('GET /closed', { AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'Authorizer' } }), Default: route('$default'),
    })) });
    gateway = await createTestGateway(project.file('template.json'));
  });
  afterAll(() => gateway.close());

  test('events are those of format 2.0', async () => {
    const response = await gateway.fetch('/pets/7?a=1');
    expect(await response.json()).toMatchObject({ version: '2.0', routeKey: 'GET /pets/{id}', rawPath: '/pets/7', rawQueryString: 'a=1', pathParameters: { id: '7' }, requestContext: { stage: '$default' } });
    expect(await (await gateway.fetch('/other')).json()).toMatchObject({ routeKey: '$default' });
  });

  test('an authorizer decides', async () => {
    const statuses = await Promise.all([undefined, 'no', 'yes'].map(async (token) => (await gateway.fetch('/closed', token === undefined ? {} : { headers: { authorization: token } })).status));
    expect(statuses).toEqual([401, 403, 200]);
  });
});

test.each<[string, object]>([
  ['a value of another stack', { Overrides: v2('ApiGatewayManagedOverrides', { Route: { 'Fn::ImportValue': 'r' } }) }],
  ['an API of another stack', { Overrides: v2('ApiGatewayManagedOverrides', { ApiId: { 'Fn::ImportValue': 'a' }, Route: { AuthorizationType: 'AWS_IAM' } }) }],
  ['two of them', {
    One: v2('ApiGatewayManagedOverrides', { Route: { AuthorizationType: 'AWS_IAM' } }), Two: v2('ApiGatewayManagedOverrides', { Route: { AuthorizationType: 'NONE' } }),
  }],
])('overrides of quick creation that cannot be read open nothing: %s', (_, overrides) => {
  const source = imported(overrides, { Target: { 'Fn::GetAtt': ['Echo', 'Arn'] } });
  expect(source.specs[0]?.resources['/$default']?.methods.ANY?.integration).toMatchObject({ type: 'unavailable' });
});

test('a literal path /$default is no default route', () => {
  const source = imported({ Literal: route('ANY /$default') });
  expect(source.specs[0]?.resources['/$default']).toBeUndefined();
});

test('stages whose names are served alike are both served', () => {
  const source = imported({ Get: route('GET /pets'), Dot: v2('Stage', { StageName: 'a.b', StageVariables: { of: 'dot' } }), Dash: v2('Stage', { StageName: 'a-b', StageVariables: { of: 'dash' } }) });
  expect(source.specs[0]?.stages).toMatchObject({ 'a-b': { variables: { of: 'dash' } }, 'a-b-2': { variables: { of: 'dot' } } });
  expect(refused(source)).toEqual(['the stage name a.b is not imported: it is served as a-b-2']);
});

test('an authorizer may have any name', () => {
  const Guard = v2('Authorizer', { Name: '__proto__', AuthorizerType: 'JWT', IdentitySource: ['$request.header.Authorization'], JwtConfiguration: { Issuer: 'https://a.test', Audience: ['a'] } });
  const source = imported({ Get: route('GET /pets', { AuthorizationType: 'JWT', AuthorizerId: { Ref: 'Guard' } }), Guard });
  expect(source.routes).toEqual(['GET /pets JWT:Guard AWS_PROXY Echo']);
  expect(source.specs[0]?.resources['/pets']?.methods.GET?.integration.type).toBe('proxy');
});
