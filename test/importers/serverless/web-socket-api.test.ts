import { createTestGateway, type TestGateway } from 'synthgate/testing';
import { importFiles, type Imported } from '../../support/imported';
import { newProject } from '../../support/project';

/* websocket events: https://www.serverless.com/framework/docs/providers/aws/events/websocket */

const HANDLER = { handler: 'chat.handler' };

interface Service {
  readonly provider?: object;
  readonly functions?: object;
  readonly rest?: object;
}

function imported(events: readonly unknown[], { provider = {}, functions = {}, rest = {} }: Service = {}): Imported {
  const service = {
    service: 'talk', provider: { name: 'aws', runtime: 'nodejs20.x', ...provider },
    functions: { chat: { ...HANDLER, events: events.map((websocket) => ({ websocket })) }, guard: HANDLER, ...functions }, ...rest,
  };
  return importFiles({ 'serverless.yml': JSON.stringify(service), 'chat.js': 'exports.handler = async () => ({});' });
}

const typesOf = ({ specs: [spec] }: Imported): string[] =>
  Object.entries(spec?.resources ?? {}).map(([path, { methods }]) => `${path} ${methods.ANY?.integration.type ?? ''}`);

test('the API has the name, the stage and the expression of the Serverless Framework', () => {
  const { apis: [api], codes } = imported(['$connect', '$default', { route: 'join', routeResponseSelectionExpression: '$default' }], { provider: { stage: 'live' } });
  expect(codes.filter((code) => code !== 'IMPORT_PROPERTY_NOTED')).toEqual([]);
  expect(api).toMatchObject({ name: 'live-talk-websockets', spec: {
    protocol: 'websocket', api: { description: 'Serverless Websockets', routeSelectionExpression: '$request.body.action' }, stages: { live: {} },
    resources: {
      '/$connect': { methods: { ANY: { integration: { type: 'proxy', function: 'ChatLambdaFunction' } } } },
      '/$default': { methods: { ANY: {} } },
      '/join': { methods: { ANY: { hasRouteResponse: true } } },
    },
  } });
  expect(api?.spec.resources?.['/$default']?.methods?.ANY?.hasRouteResponse).toBeUndefined();
});

test('the name, the expression and the log are those of the provider', () => {
  const { apis: [api] } = imported(['$default'], {
    provider: {
      websocketsApiName: 'Chat', websocketsApiRouteSelectionExpression: '$request.body.type', websocketsDescription: 'talks',
      logs: { websocket: { level: 'ERROR', format: '$context.requestId', fullExecutionData: false } },
    },
  });
  expect(api).toMatchObject({ name: 'Chat', spec: {
    api: { description: 'talks', routeSelectionExpression: '$request.body.type' },
    stages: { dev: { accessLog: { format: '$context.requestId' }, methodSettings: { '*/*': { loggingLevel: 'ERROR', dataTraceEnabled: false } } } },
  } });
  expect(imported(['$default'], { provider: { apiGateway: { shouldStartNameWithService: true } } }).apis.map(({ name }) => name)).toEqual(['talk-dev-websockets']);
  expect(imported(['$default'], { provider: { logs: { websocket: { accessLogging: false, executionLogging: false } } } }).specs[0]?.stages.dev.accessLog).toBeUndefined();
});

test.each<[string, unknown, string[]]>([
  ['a function', 'guard', ['route.request.header.Auth']],
  ['a function with sources', { name: 'guard', identitySource: ['route.request.querystring.token'] }, ['route.request.querystring.token']],
  ['an ARN', { name: 'guard', arn: { 'Fn::GetAtt': ['GuardLambdaFunction', 'Arn'] }, identitySource: 'route.request.header.a' }, ['route.request.header.a']],
])('the authorizer of $connect: %s', (_, authorizer, identitySources) => {
  const { apis: [api] } = imported([{ route: '$connect', authorizer }]);
  expect(api?.spec).toMatchObject({
    authorizers: { guard: { type: 'request', function: 'GuardLambdaFunction', identitySources } },
    resources: { '/$connect': { methods: { ANY: { authorization: { type: 'CUSTOM', authorizer: 'guard' }, integration: { type: 'proxy' } } } } },
  });
});

test.each<[string, unknown]>([
  ['that is not declared', 'nobody'], ['that is a variable without a value', '${env:NONE}'], ['that is a list', ['guard']], ['without a name', { identitySource: ['a'] }],
  ['by the name of an object', 'constructor'],
])('connections with an authorizer %s are refused', (_, authorizer) => {
  const source = imported([{ route: '$connect', authorizer }]);
  expect(typesOf(source)).toEqual(['/$connect unavailable']);
  expect(source.codes).toContain('IMPORT_METHOD_UNAVAILABLE');
});

test('an authorizer of another service is a function that is not here', () => {
  const [spec] = imported([{ route: '$connect', authorizer: 'arn:aws:lambda:eu-west-1:123456789012:function:other' }]).specs;
  expect(spec).toMatchObject({
    authorizers: { other: { function: 'other' } }, functions: { other: { unavailable: 'the function is not part of this source' } },
    resources: { '/$connect': { methods: { ANY: { authorization: { type: 'CUSTOM', authorizer: 'other' } } } } },
  });
});

test.each<[string, unknown]>([['without a route', {}], ['that is a variable', '${env:NONE}'], ['that is a number', 5]])('an event %s closes every route that it could be', (_, event) => {
  expect(typesOf(imported([event, '$default'])).filter((text) => !text.endsWith('unavailable'))).toEqual([]);
});

test('an authorizer of messages, and a route that is declared twice, refuse', () => {
  expect(typesOf(imported(['$connect', { route: 'join', authorizer: 'guard' }]))).toEqual(['/$connect proxy', '/join unavailable']);
  expect(typesOf(imported(['join', 'join', '$default']))).toEqual(expect.arrayContaining(['/join unavailable', '/$default proxy']));
});

test.each<[string, unknown]>([
  ['that cannot be read', '${env:NONE}'],
  ['of the same name with another source', { name: 'unknown', identitySource: 'route.request.querystring.token' }],
])('an authorizer %s is not replaced by that of another event', (_, authorizer) => {
  const events = [{ route: 'join', authorizer: 'unknown' }, { route: '$connect', authorizer }];
  expect(typesOf(imported(events, { functions: { unknown: { handler: 'unknown.handler' } } }))).toContain('/$connect unavailable');
  const alone = imported([{ route: '$connect', authorizer: 'unknown' }], { functions: { unknown: { handler: 'unknown.handler' } } });
  expect(typesOf(alone)).toEqual(['/$connect proxy']);
});

test('functions that are not here may have any route', () => {
  expect(typesOf(imported(['$default'], { functions: { other: '${file(gone.yml)}' } }))).toEqual(['/$default unavailable']);
});

test('routes of one logical id are kept, and resources extend the stage', () => {
  const source = imported(['a-b', 'ab'], { rest: { resources: { extensions: { WebsocketsDeploymentStage: { Properties: { StageVariables: { color: 'red' } } } } } } });
  expect(typesOf(source)).toEqual(['/a-b proxy', '/ab proxy']);
  expect(source.specs[0]?.stages.dev.variables).toEqual({ color: 'red' });
});

test('an API of another service is an error: nobody knows which messages are for its routes', () => {
  const { codes } = imported(['$connect'], { provider: { apiGateway: { websocketApiId: 'abc123' } } });
  expect(codes).toContain('IMPORT_METHOD_LOST');
});

test('settings of an API of another service are reported as its own', () => {
  const provider = { apiGateway: { websocketApiId: 'abc123' }, websocketsApiRouteSelectionExpression: '$request.body.type', logs: { websocket: true } };
  const refused = imported(['$connect'], { provider }).issues.filter(({ code }) => code === 'IMPORT_PART_REFUSED').map(({ message }) => message);
  expect(refused).toEqual([expect.stringContaining('websocketsApiRouteSelectionExpression'), expect.stringContaining('logs.websocket')]);
});

test('settings that are not read are reported', () => {
  const { issues } = imported([{ route: 'join', odd: 1 }], { provider: { logs: { websocket: { frameworkRole: 'x' } } } });
  expect(issues.map(({ code, message }) => `${code} ${message}`)).toEqual(expect.arrayContaining([
    'IMPORT_PROPERTY_UNKNOWN odd is not a known property of a serverless.yml',
    'IMPORT_PROPERTY_UNKNOWN logs.websocket.frameworkRole is not a known property of a serverless.yml',
  ]));
});

test('issues have the line of their event', () => {
  const { issues } = importFiles({ 'serverless.yml': `service: talk
provider: {name: aws, runtime: nodejs20.x}
functions:
  a:
    handler: a.b
    events:
      - websocket: $default
      - websocket: {route: $connect, authorizer: nobody}
` });
  expect(issues.find(({ code }) => code === 'IMPORT_METHOD_UNAVAILABLE')?.source).toBe('serverless.yml:8:9');
});

describe('served', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    const project = newProject({
      'serverless.yml': `
service: talk
provider: {name: aws, runtime: nodejs20.x, websocketsApiRouteSelectionExpression: $request.body.type}
functions:
  chat: {handler: chat.handler, events: [{websocket: {route: $connect, authorizer: {name: guard, identitySource: [route.request.querystring.token]}}}, {websocket: {route: say, routeResponseSelectionExpression: $default}}]}
  guard: {handler: guard.handler}
  pets: {handler: chat.handler, events: [{http: GET pets}]}
`,
      'chat.js': 'exports.handler = async ({ requestContext: { routeKey, stage } }) => ({ statusCode: 200, body: `${stage} ${routeKey}` });',
      'guard.js': `exports.handler = async ({ methodArn: Resource, queryStringParameters: { token } }) => ({
        principalId: token, policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect: token === 'yes' ? 'Allow' : 'Deny', Resource }] },
      });`,
    });
    gateway = await createTestGateway(project.file('serverless.yml'), { api: 'dev-talk-websockets' });
  });
  afterAll(() => gateway.close());

  test('a client connects by the stage, and gets the answer of its route', async () => {
    const client = await gateway.connect('/dev?token=yes');
    client.send({ type: 'say' });
    expect(await client.next()).toBe('dev say');
    client.close();
  });

  test.each([['/dev?token=no', '403'], ['/dev', '401']])('a handshake for %s is refused with %s', async (target, status) => {
    await expect(gateway.connect(target)).rejects.toThrow(status);
  });
});
