import { Aspects, aws_apigatewayv2 as v2, aws_lambda as lambda, type Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { RootConstruct } from 'constructs';
import { createTestGateway } from 'synthgate/testing';
import {
  AccessLogDestination, ApiKey, Model, Period, UsagePlan, WebSocketHttpIntegration, WebSocketHttpProxyIntegration,
  WebSocketLambdaIntegration, WebSocketMappedIntegration, WebSocketMockIntegration, WebSocketStage,
} from '../../../lib';
import { HttpApi, WebSocketApi, type WebSocketApiProps } from '../../../lib/aws';
import { newFunction, newStack } from '../../support/aws-stack';
import { importFiles } from '../../support/imported';

const V2 = 'AWS::ApiGatewayV2';

interface Chat {
  readonly stack: Stack;
  readonly api: WebSocketApi;
  readonly say: WebSocketLambdaIntegration;
  readonly stage: WebSocketStage;
}

/** An API with the route `say` of one function, and a stage. */
function chat(props: WebSocketApiProps = {}, stack = newStack()): Chat {
  const api = new WebSocketApi(stack, 'Chat', props);
  const say = new WebSocketLambdaIntegration('Say', newFunction(stack));
  api.addRoute('say', { integration: say, returnResponse: true });
  const stage = new WebSocketStage(stack, 'Prod', { webSocketApi: api, stageName: 'prod', autoDeploy: true });
  return { stack, api, say, stage };
}

test('a function that several routes call is permitted for each of them', () => {
  const { stack, api, say } = chat();
  api.addRoute('$connect', { integration: say });
  const template = Template.fromStack(stack);
  template.resourceCountIs(`${V2}::Integration`, 1);
  for (const key of ['say', '$connect']) {
    template.hasResourceProperties('AWS::Lambda::Permission', {
      FunctionName: { 'Fn::GetAtt': [Match.stringLikeRegexp('^Fn'), 'Arn'] }, SourceArn: { 'Fn::Join': ['', Match.arrayWith([`/*${key}`])] },
    });
  }
});

test('models and integration responses become resources, which are read as they were declared', () => {
  const { stack, api } = chat();
  const named = new Model(api, 'Named', { modelName: 'Named', schema: { type: 'object', required: ['name'] } });
  api.addRoute('ping', {
    returnResponse: true, requestModels: { $default: named }, modelSelectionExpression: '\\$default',
    integration: new WebSocketMockIntegration('Ping', {
      requestTemplates: { $default: '{"statusCode": 200}' },
      integrationResponses: [{ responseTemplates: { $default: 'pong' } }, { selectionPattern: '5\\d\\d', responseTemplates: { $default: 'no' }, templateSelectionExpression: 'a' }],
    }),
  });
  const template = Template.fromStack(stack);
  const [model] = Object.keys(template.findResources(`${V2}::Model`));
  template.hasResource(`${V2}::Route`, { Properties: { RouteKey: 'ping', RequestModels: { $default: 'Named' } }, DependsOn: [model] });
  const [imported] = importFiles({ 'template.json': template.toJSON() as object }).specs;
  const declared = JSON.parse(api.toJson()) as typeof imported; // read as a spec before
  expect(imported.resources['/ping']).toEqual({ ...declared.resources['/ping'], id: expect.any(String) as string });
  expect(imported.models).toMatchObject({ Named: { schema: { type: 'object', required: ['name'] } } });
});

test('backends, mapped functions and settings of routes become resources, which are read as they were declared', () => {
  const { stack, api } = chat();
  const fn = newFunction(stack, 'Count');
  api.addRoute('http', { integration: new WebSocketHttpIntegration('Http', 'https://chat.example.com', { vpcLink: { vpcLinkId: 'link1' }, integrationResponses: [{}] }) });
  api.addRoute('pass', { integration: new WebSocketHttpProxyIntegration('Pass', 'https://chat.example.com', { integrationMethod: 'PUT' }) });
  api.addRoute('count', { integration: new WebSocketMappedIntegration('Count', fn, { requestTemplates: { $default: '{}' } }) });
  new WebSocketStage(stack, 'Dev', { webSocketApi: api, stageName: 'dev', routeSettings: { pass: { throttle: { rateLimit: 3 } } } });
  const template = Template.fromStack(stack);
  const [route] = Object.keys(template.findResources(`${V2}::Route`, { Properties: { RouteKey: 'pass' } }));
  template.hasResource(`${V2}::Stage`, { Properties: { StageName: 'dev', RouteSettings: { pass: { ThrottlingRateLimit: 3 } } }, DependsOn: [route] });
  template.hasResourceProperties(`${V2}::Integration`, { IntegrationType: 'HTTP', IntegrationMethod: 'POST', ConnectionType: 'VPC_LINK', ConnectionId: 'link1' });
  const [imported] = importFiles({ 'template.json': template.toJSON() as object }).specs;
  const integrationOf = (key: string) => imported.resources[`/${key}`].methods.ANY?.integration;
  expect(['http', 'pass', 'count'].map(integrationOf)).toMatchObject([
    { type: 'http', httpMethod: 'POST', vpcLink: 'link1' }, { type: 'http-proxy', httpMethod: 'PUT' }, { type: 'mapped', requestTemplates: { $default: '{}' } },
  ]);
  expect(imported.stages.dev.methodSettings).toEqual({ '/pass/ANY': { throttlingRateLimit: 3 } });
});

test('addresses of stages, and the API for constructs of the CDK', () => {
  const { stack, api } = chat();
  const stage = new WebSocketStage(stack, 'Dev', { webSocketApi: api, stageName: 'dev' });
  const id = { Ref: stack.getLogicalId(api.cfnApi) };
  const url = (scheme: string): object => ({ 'Fn::Join': ['', [`${scheme}://`, id, '.execute-api.', { Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }, '/dev']] });
  expect([api.urlForStage(stage), api.callbackUrlForStage(stage)].map((text) => stack.resolve(text) as unknown)).toEqual([url('wss'), url('https')]);
  expect(stack.resolve(api.arnForExecuteApiV2('say', 'dev'))).toEqual({ 'Fn::Join': ['', expect.arrayContaining([id, '/dev/say'])] });
  expect(stack.resolve([api.webSocketApiId, api.cdkApi.apiId, api.cdkApi.metric('X').dimensions?.ApiId])).toEqual([id, id, id]);
  expect(stack.resolve(api.cdkApi.apiEndpoint)).toEqual({ 'Fn::GetAtt': [id.Ref, 'ApiEndpoint'] });
});

test('an access log without a destination on AWS gets a log group', () => {
  const { stack, api } = chat();
  new WebSocketStage(stack, 'Dev', { webSocketApi: api, stageName: 'dev', accessLogSettings: { destination: AccessLogDestination.stdout() } });
  const [group] = Object.keys(Template.fromStack(stack).findResources('AWS::Logs::LogGroup'));
  Template.fromStack(stack).hasResourceProperties(`${V2}::Stage`, { StageName: 'dev', AccessLogSettings: { DestinationArn: { 'Fn::GetAtt': [group, 'Arn'] } } });
});

test('what AWS does otherwise is a warning, an Aspect that changes a route an error if the API is strict', () => {
  Annotations.fromStack(chat({ vendor: { headerPrefix: 'acme' } }).stack).hasWarning('/Shop/Chat', Match.stringLikeRegexp('AWS_VENDOR_NAMES'));
  const { stack } = chat({ strict: true });
  Aspects.of(stack).add({ visit: (node) => { if (node instanceof v2.CfnRoute) node.authorizationType = 'AWS_IAM'; } }, { priority: 900 });
  expect(() => Template.fromStack(stack)).toThrow('AWS_CHANGED_OUTSIDE_DEFINITION');
});

test('keys and usage plans of stages become resources, which are read as they were declared', () => {
  const { stack, api, stage } = chat();
  const plan = new UsagePlan(stack, 'Free', { usagePlanName: 'free', apiStages: [{ stage }], throttle: { rateLimit: 5, burstLimit: 7 }, quota: { limit: 9, period: Period.DAY } });
  plan.addApiKey(new ApiKey(stack, 'Friend', { apiKeyName: 'friend', value: 'friend-key-0123456789' }));
  const template = Template.fromStack(stack);
  const [rendered] = Object.keys(template.findResources(`${V2}::Stage`));
  template.hasResourceProperties('AWS::ApiGateway::UsagePlan', {
    UsagePlanName: 'free', Throttle: { RateLimit: 5, BurstLimit: 7 }, Quota: { Limit: 9, Period: 'DAY' },
    ApiStages: [{ ApiId: { Ref: stack.getLogicalId(api.cfnApi) }, Stage: { Ref: rendered } }],
  });
  template.hasResourceProperties('AWS::ApiGateway::UsagePlanKey', { KeyType: 'API_KEY', UsagePlanId: { Ref: Match.stringLikeRegexp('^Free') }, KeyId: { Ref: Match.stringLikeRegexp('^Friend') } });
  const [imported] = importFiles({ 'template.json': template.toJSON() as object }).specs;
  expect(imported).toMatchObject({ apiKeys: { friend: { value: 'friend-key-0123456789' } }, usagePlans: { free: { keys: ['friend'], stages: { prod: {} }, quota: { limit: 9 } } } });
});

test('a stage of an HTTP API takes no keys', () => {
  const { stack } = chat();
  const { defaultStage } = new HttpApi(stack, 'Http');
  new UsagePlan(stack, 'Plan', { apiStages: [{ stage: defaultStage as never }] });
  expect(() => Template.fromStack(stack)).toThrow(/apiStages.*stage.*new Stage\(\)/);
});

test('an API for AWS is in a stack, and an invalid one fails cdk synth with its places', () => {
  expect(() => new WebSocketApi(new RootConstruct(), 'Chat')).toThrow('AWS_STACK_MISSING');
  const { stack, api, say } = chat();
  api.addRoute('say', { integration: say });
  expect(() => Template.fromStack(stack)).toThrow('there is already a route "say"');
});

test('it is served as it is declared, with functions of aws-cdk-lib', async () => {
  const { stack, api } = chat();
  const code = lambda.Code.fromInline('exports.handler = async ({ body }) => ({ statusCode: 200, body: `got ${body}` });');
  const fn = new lambda.Function(stack, 'Theirs', { runtime: lambda.Runtime.NODEJS_22_X, handler: 'index.handler', code });
  api.addRoute('$default', { integration: new WebSocketLambdaIntegration('Theirs', fn), returnResponse: true });
  const gateway = await createTestGateway(stack, { functions: { 'Shop-Fn': async () => ({ statusCode: 200, body: 'said' }) } });
  try {
    const client = await gateway.connect('/prod');
    client.send({ action: 'say' });
    expect(await client.next()).toBe('said');
    client.send('hello');
    expect(await client.next()).toBe('got hello');
  } finally {
    await gateway.close();
  }
});
