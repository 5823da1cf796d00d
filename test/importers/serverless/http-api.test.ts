import { createTestGateway, type TestGateway } from 'synthgate/testing';
import { importFiles, type Imported } from '../../support/imported';
import { newProject } from '../../support/project';

/* httpApi events: https://www.serverless.com/framework/docs/providers/aws/events/http-api */

const PROVIDER = { name: 'aws', runtime: 'nodejs20.x' };
const HANDLER = { handler: 'pets.handler' };

interface Service {
  readonly provider?: object;
  readonly functions?: object;
  readonly rest?: object;
}

function imported(events: readonly unknown[], { provider = {}, functions = {}, rest = {} }: Service = {}): Imported {
  const service = {
    service: 'shop', provider: { ...PROVIDER, ...provider },
    functions: { pets: { ...HANDLER, events: events.map((httpApi) => ({ httpApi })) }, guard: HANDLER, ...functions }, ...rest,
  };
  return importFiles({ 'serverless.yml': JSON.stringify(service), 'pets.js': 'exports.handler = async () => ({});' });
}

const issuesOf = ({ issues }: Imported): string[] =>
  issues.filter(({ message }) => !/: (Tags|Description|DisableExecuteApiEndpoint|AutoDeploy)(, AutoDeploy)?$/.test(message)).map(({ code, location, message }) => `${code} ${location}: ${message}`);

const LOGIN = { type: 'jwt', identitySource: '$request.header.Authorization', issuerUrl: 'https://login.test', audience: 'shop' };
const GUARD = { type: 'request', functionName: 'guard' };

test.each<[string, unknown, string]>([
  ['everything', '*', 'ANY /$default NONE'],
  ['everything, with settings', { path: '*' }, 'ANY /$default NONE'],
  ['everything by any method', { path: '*', method: '*' }, 'ANY /$default NONE'],
  ['a method and a path', 'get /pets/{id}', 'GET /pets/{id} NONE'],
  ['settings', { path: '/pets', method: 'post' }, 'POST /pets NONE'],
  ['any method', { path: '/{proxy+}', method: '*' }, 'ANY /{proxy+} NONE'],
  ['a root', 'GET /', 'GET / NONE'],
  ['a token', { path: '/pets', method: 'get', authorizer: 'login' }, 'GET /pets JWT:login'],
  ['a token with scopes', { path: '/pets', method: 'get', authorizer: { name: 'login', scopes: ['read'] } }, 'GET /pets JWT:login'],
  ['a function', { path: '/pets', method: 'get', authorizer: { name: 'guard' } }, 'GET /pets CUSTOM:guard'],
  ['a signature', { path: '/pets', method: 'get', authorizer: { type: 'aws_iam' } }, 'GET /pets AWS_IAM'],
  ['no authorizer', { path: '/pets', method: 'get', authorizer: null }, 'GET /pets NONE'],
])('an event of %s is a route', (_, event, expected) => {
  const source = imported([event], { provider: { httpApi: { authorizers: { login: LOGIN, guard: GUARD } } } });
  expect(source.routes).toEqual([`${expected} AWS_PROXY PetsLambdaFunction`]);
  expect(source.codes).toEqual([]);
});

test('the API has the name, the stage and the payload of the Serverless Framework', () => {
  const { apis: [api] } = imported(['GET /pets', { path: '/pets', method: 'post', authorizer: { name: 'login', scopes: ['read', 'write'] } }], {
    provider: { stage: 'live', httpApi: { authorizers: { login: LOGIN } } },
  });
  expect(api).toMatchObject({ name: 'live-shop', spec: {
    protocol: 'http', stages: { $default: {} },
    authorizers: { login: { type: 'jwt', issuer: 'https://login.test', audience: ['shop'], identitySource: '$request.header.Authorization' } },
    resources: { '/pets': { methods: {
      GET: { integration: { type: 'proxy', payloadFormatVersion: '2.0' } },
      POST: { authorization: { type: 'JWT', authorizer: 'login', scopes: ['read', 'write'] } },
    } } },
  } });
});

test.each<[string, object, string]>([
  ['of its own', { name: 'Pets' }, 'Pets'], ['that begins with the service', { shouldStartNameWithService: true }, 'shop-dev'],
])('an API has a name %s', (_, httpApi, expected) => {
  expect(imported(['*'], { provider: { httpApi } }).apis.map(({ name }) => name)).toEqual([expected]);
});

test.each<[string, object, object, string]>([
  ['provider', { payload: '1.0' }, {}, '1.0'], ['function', { payload: '1.0' }, { httpApi: { payload: '2.0' } }, '2.0'],
])('the payload is that of the %s', (_, httpApi, fn, payloadFormatVersion) => {
  const { apis: [api] } = imported([], { provider: { httpApi }, functions: { own: { ...HANDLER, ...fn, events: [{ httpApi: '*' }] } } });
  expect(api?.spec.resources?.['/$default']?.methods?.ANY?.integration).toMatchObject({ payloadFormatVersion });
});

const HEADERS = ['Content-Type', 'X-Amz-Date', 'Authorization', 'X-Api-Key', 'X-Amz-Security-Token', 'X-Amz-User-Agent', 'X-Amzn-Trace-Id'];

test.each<[string, unknown, unknown[], object]>([
  ['true', true, ['GET /a', 'POST /b'], { allowOrigins: ['*'], allowHeaders: HEADERS, allowMethods: ['OPTIONS', 'GET', 'POST'] }],
  ['true, with any method', true, ['*'], { allowMethods: ['OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'HEAD', 'DELETE'] }],
  ['settings', { allowedOrigins: 'https://a.test', allowedHeaders: ['X-A'], allowedMethods: ['GET'], allowCredentials: true, exposedResponseHeaders: ['X-B'], maxAge: 60 }, ['*'],
    { allowOrigins: ['https://a.test'], allowHeaders: ['X-A'], allowMethods: ['GET'], allowCredentials: true, exposeHeaders: ['X-B'], maxAgeSeconds: 60 }],
  ['settings without methods', { allowedOrigins: ['https://a.test'] }, ['GET /a'], { allowOrigins: ['https://a.test'], allowHeaders: HEADERS, allowMethods: ['OPTIONS', 'GET'] }],
])('cors: %s', (_, cors, events, expected) => {
  const { apis: [api], codes } = imported(events, { provider: { httpApi: { cors } } });
  expect(api?.spec.api.cors).toMatchObject(expected);
  expect(codes).toEqual([]);
});

test('an authorizer function has the settings of the Serverless Framework', () => {
  const { apis: [api], codes } = imported([{ path: '/a', method: 'get', authorizer: 'guard' }, { path: '/b', method: 'get', authorizer: 'old' }], { provider: { httpApi: { authorizers: {
    guard: { ...GUARD, enableSimpleResponses: true, resultTtlInSeconds: 60, identitySource: ['$request.header.A', '$context.routeKey'] },
    old: { type: 'request', functionArn: { 'Fn::GetAtt': ['GuardLambdaFunction', 'Arn'] }, payloadVersion: '1.0', name: 'older' },
  } } } });
  expect(api?.spec.authorizers).toMatchObject({
    guard: {
      type: 'request', function: 'GuardLambdaFunction', payloadFormatVersion: '2.0', enableSimpleResponses: true, resultsCacheTtlSeconds: 60,
      identitySources: ['$request.header.A', '$context.routeKey'],
    },
    older: { type: 'request', function: 'GuardLambdaFunction', payloadFormatVersion: '1.0' },
  });
  expect(codes).toEqual([]);
});

test.each<[string, unknown, object]>([
  ['that is not declared', 'nobody', {}],
  ['that is a variable without a value', '${env:NONE}', {}],
  ['that is a list', ['login'], {}],
  ['without a name', { scopes: ['read'] }, {}],
  ['of providers that are not here', 'login', { httpApi: '${file(gone.yml)}' }],
  ['without an issuer', 'login', { httpApi: { authorizers: { login: { ...LOGIN, issuerUrl: undefined } } } }],
  ['with an unknown issuer', 'login', { httpApi: { authorizers: { login: { ...LOGIN, issuerUrl: '${env:NONE}' } } } }],
  ['of a function that is not here', 'guard', { httpApi: { authorizers: { guard: { ...GUARD, functionName: 'gone' } } } }],
  ['without a function', 'guard', { httpApi: { authorizers: { guard: { type: 'request' } } } }],
  ['by the name of an object', 'constructor', { httpApi: { authorizers: { login: LOGIN } } }],
  ['that is a variable', 'login', { httpApi: { authorizers: { login: '${file(gone.yml)}' } } }],
])('a route with an authorizer %s refuses', (_, authorizer, provider) => {
  const { specs, codes } = imported([{ path: '/pets', method: 'get', authorizer }], { provider });
  expect(specs[0]?.resources['/pets']?.methods.GET?.integration.type).toBe('unavailable');
  expect(codes).toContain('IMPORT_METHOD_UNAVAILABLE');
});

test.each<[string, unknown]>([
  ['a method that is not known', { path: '/pets', method: '${env:NONE}' }], ['no method', { path: '/pets' }], ['a path that is not known', 'GET /${env:NONE}'],
  ['no path', { method: 'get' }], ['a method for everything', { path: '*', method: 'get' }], ['a path without a slash', 'GET pets'],
])('a route with %s is not answered by another one', (_, event) => {
  const { specs, codes } = imported([event, '*']);
  expect(specs[0]?.resources['/$default']?.methods.ANY?.integration.type).toBe('unavailable');
  expect(codes).toEqual(expect.arrayContaining(['IMPORT_METHOD_UNAVAILABLE']));
});

test('functions that are not here may have any route of both APIs', () => {
  const { specs } = imported(['*'], { functions: { other: '${file(gone.yml)}', old: { ...HANDLER, events: [{ http: 'ANY /{proxy+}' }] } } });
  expect(specs.map(({ resources }) => Object.values(resources).flatMap(({ methods }) => methods.ANY?.integration.type ?? []))).toEqual([['unavailable'], ['unavailable']]);
});

test('a route that is declared twice refuses, and routes of one logical id are kept', () => {
  const { specs } = imported(['GET /a', { path: '/a', method: 'get' }, 'GET /a-b', 'GET /aDashb']);
  const types = Object.entries(specs[0]?.resources ?? {}).map(([at, { methods }]) => `${at} ${methods.GET?.integration.type ?? ''}`);
  expect(types).toEqual(['/a unavailable', '/a-b proxy', '/aDashb proxy']);
});

test('http and httpApi events are two APIs', () => {
  const { apis } = imported(['GET /a'], { functions: { old: { ...HANDLER, events: [{ http: 'GET b' }] } } });
  expect(apis.map(({ name, spec }) => `${name} ${spec.protocol ?? 'rest'} ${Object.keys(spec.stages ?? {}).join()}`)).toEqual(['dev-shop rest dev', 'dev-shop-HttpApi http $default']);
});

test('an API of another service is served with the routes of this one, and reported', () => {
  const source = imported(['GET /a', { path: '/b', method: 'get', authorizer: { id: 'auth1', type: 'jwt' } }], {
    provider: { httpApi: { id: 'abc123', cors: true, authorizers: { login: LOGIN } }, logs: { httpApi: true } },
  });
  expect(source.routes).toEqual(['GET /a NONE AWS_PROXY PetsLambdaFunction', 'GET /b JWT AWS_PROXY PetsLambdaFunction']);
  expect(source.specs[0]?.resources['/b']?.methods.GET?.integration.type).toBe('unavailable');
  expect(source.codes).toEqual(expect.arrayContaining(['IMPORT_API_ELSEWHERE', 'IMPORT_METHOD_UNAVAILABLE']));
  expect(issuesOf(source)).toEqual(expect.arrayContaining([
    'IMPORT_PART_REFUSED provider.httpApi: cors is not imported: it is that of the API abc123, which is declared elsewhere',
    'IMPORT_PART_REFUSED provider.httpApi: authorizers is not imported: it is that of the API abc123, which is declared elsewhere',
    'IMPORT_PART_REFUSED provider: logs.httpApi is not imported: it is that of the API abc123, which is declared elsewhere',
  ]));
});

test('settings of the stage are those of resources that extend it', () => {
  const { apis: [api] } = imported(['*'], {
    provider: { httpApi: { metrics: true }, logs: { httpApi: { format: '$context.requestId $context.routeKey' } } },
    rest: { resources: { extensions: { HttpApiStage: { Properties: { DefaultRouteSettings: { ThrottlingRateLimit: 5 } } } } } },
  });
  expect(api?.spec.stages?.['$default']).toMatchObject({
    accessLog: { format: '$context.requestId $context.routeKey' }, methodSettings: { '*/*': { metricsEnabled: true, throttlingRateLimit: 5 } },
  });
});

const AT = 'functions.pets: GET /a';

test.each<[string, object, object, string[]]>([
  ['what is read', {}, { httpApi: { disableDefaultEndpoint: true, useProviderTags: true }, tags: { team: 'a' } }, ['IMPORT_PROPERTY_NOTED provider.httpApi: no effect on a local gateway: useProviderTags']],
  ['settings that are lost', { timeout: 5 }, { httpApi: { timeout: 3 } }, [
    'IMPORT_PART_REFUSED provider.httpApi: timeout is not imported: the time is limited by the function, and to 30 seconds',
    `IMPORT_PART_REFUSED ${AT}: timeout is not imported: the time is limited by the function, and to 30 seconds`,
  ]],
  ['unknown settings', { cors: true }, { httpApi: { odd: 1, cors: { allowedOrigin: 'a' }, authorizers: { login: { ...LOGIN, realm: 'a' } } } }, [
    'IMPORT_PROPERTY_UNKNOWN provider.httpApi: odd is not a known property of a serverless.yml',
    'IMPORT_PROPERTY_UNKNOWN provider.httpApi: cors.allowedOrigin is not a known property of a serverless.yml',
    'IMPORT_PROPERTY_UNKNOWN provider.httpApi: authorizers.login.realm is not a known property of a serverless.yml',
    `IMPORT_PROPERTY_UNKNOWN ${AT}: cors is not a known property of a serverless.yml`,
  ]],
  ['settings that are not here', {}, { httpApi: 5 }, ['IMPORT_PART_REFUSED provider: httpApi is not imported: its settings are not known here']],
])('%s', (_, event, provider, expected) => {
  expect(issuesOf(imported([{ path: '/a', method: 'get', ...event }], { provider }))).toEqual(expect.arrayContaining(expected));
});

test('issues have the line of their event', () => {
  const { issues } = importFiles({ 'serverless.yml': `service: shop
provider: {name: aws, runtime: nodejs20.x}
functions:
  a:
    handler: a.b
    events:
      - httpApi: GET /open
      - httpApi: {method: get, path: /closed, authorizer: nobody}
` });
  expect(issues.find(({ message }) => message.includes('GET /closed answers 501'))?.source).toBe('serverless.yml:8:9');
});

describe('served', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    const project = newProject({
      'serverless.yml': `
service: shop
provider:
  name: aws
  runtime: nodejs20.x
  httpApi:
    cors: {allowedOrigins: [https://shop.test], allowedMethods: [GET]}
    authorizers:
      guard: {type: request, functionName: guard, enableSimpleResponses: true, identitySource: $request.header.X-Key}
functions:
  pets: {handler: pets.handler, events: [{httpApi: 'GET /pets/{id}'}, {httpApi: {path: /closed, method: get, authorizer: guard}}, {httpApi: {path: /lost, method: get, authorizer: nobody}}]}
  guard: {handler: guard.handler}
`,
      'pets.js': 'exports.handler = async (event) => event;',
      'guard.js': "exports.handler = async ({ headers }) => ({ isAuthorized: headers['x-key'] === 'yes' });",
    });
    gateway = await createTestGateway(project.file('serverless.yml'));
  });
  afterAll(() => gateway.close());

  test('a function receives payload 2.0 at a path without a stage', async () => {
    expect(await (await gateway.fetch('pets/7')).json()).toMatchObject({ version: '2.0', routeKey: 'GET /pets/{id}', pathParameters: { id: '7' }, requestContext: { stage: '$default' } });
  });

  test.each<[string, Record<string, string>, number]>([
    ['closed', {}, 401], ['closed', { 'x-key': 'no' }, 403], ['closed', { 'x-key': 'yes' }, 200], ['lost', {}, 501], ['nowhere', {}, 404],
  ])('%s with %j is %i', async (path, headers, status) => {
    expect((await gateway.fetch(path, { headers })).status).toBe(status);
  });

  test('the service answers preflights', async () => {
    const { status, headers } = await gateway.fetch('pets/7', { method: 'OPTIONS', headers: { 'origin': 'https://shop.test', 'access-control-request-method': 'GET' } });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, 'https://shop.test']);
  });
});
