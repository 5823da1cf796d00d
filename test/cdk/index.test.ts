import * as cdk from 'aws-cdk-lib';
import { App, Duration, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import * as theirs from 'aws-cdk-lib/aws-apigateway';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { DefinitionBody, Pass, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import * as own from '../../lib';
import { newFunction, newStack } from '../support/aws-stack';
import { typeErrorsOf } from '../support/samples/type-check';

/** Everything that an import could change: the members of every class and of its prototype. */
function membersOf(libraries: readonly object[]): readonly (readonly [object, PropertyDescriptorMap])[] {
  const values = libraries.flatMap((library): unknown[] => Object.values(library));
  const classes = values.filter((value): value is NewableFunction => typeof value === 'function');
  return [...libraries, ...classes, ...classes.map(({ prototype }) => prototype as object | undefined)]
    .flatMap((one) => (one === undefined ? [] : [[one, Object.getOwnPropertyDescriptors(one)] as const]));
}

test('importing synthgate/aws changes nothing, neither in aws-cdk-lib nor in synthgate', () => {
  const libraries = [theirs, lambda, cdk, own, own.aws];
  const refused = () => messageOf((api) => api.root.addMethod('GET', INTEGRATIONS.LambdaIntegration(api.node.scope as Stack) as never));
  const [members, message, globals] = [membersOf(libraries), refused(), Object.getOwnPropertyNames(globalThis)];
  jest.isolateModules(() => { Object.values(require('../../lib/cdk') as object); }); // eslint-disable-line @typescript-eslint/no-require-imports
  const loaded = require('../../lib/cdk') as object; // eslint-disable-line @typescript-eslint/no-require-imports
  expect(Object.values(loaded).length).toBeGreaterThan(80);
  expect(members.length).toBeGreaterThan(500);
  expect(members.filter(([one, before]) => !isSame(Object.getOwnPropertyDescriptors(one), before))).toEqual([]);
  expect([refused(), Object.getOwnPropertyNames(globalThis)]).toEqual([message, globals]);
});

test('synthgate/aws exports the very classes of the CDK', () => {
  const exported = require('../../lib/cdk') as Readonly<Record<string, unknown>>; // eslint-disable-line @typescript-eslint/no-require-imports
  const names = Object.keys(theirs) as (keyof typeof theirs)[];
  expect(names.length).toBeGreaterThan(80);
  expect(names.filter((name) => exported[name] !== theirs[name])).toEqual([]);
});

const INTEGRATIONS: Readonly<Record<string, (stack: Stack) => object>> = {
  LambdaIntegration: (stack) => new theirs.LambdaIntegration(newFunction(stack)),
  HttpIntegration: () => new theirs.HttpIntegration('https://backend.example'),
  MockIntegration: () => new theirs.MockIntegration(),
  AwsIntegration: () => new theirs.AwsIntegration({ service: 'sns', action: 'Publish' }),
  Integration: () => new theirs.Integration({ type: theirs.IntegrationType.MOCK }),
  StepFunctionsExecutionIntegration: (stack) => theirs.StepFunctionsIntegration.startExecution(new StateMachine(stack, 'Machine', {
    stateMachineType: StateMachineType.EXPRESS, definitionBody: DefinitionBody.fromChainable(new Pass(stack, 'Pass')),
  })),
};

type Declare = (api: own.aws.Api, stack: Stack) => unknown;

/** Objects of the CDK that an Api refuses, each with a use of it and with the counterpart that the message names. */
const REFUSED: readonly (readonly [string, Declare, RegExp])[] = [
  ...Object.entries(INTEGRATIONS).map(([name, make]): [string, Declare, RegExp] =>
    [name, (api, stack) => api.root.addMethod('GET', make(stack) as never), /use (Proxy|HttpProxy|Mock|Service)Integration( of synthgate|, HttpProxy| or HttpInt)/]),
  ['default integration', (api) => api.root.addResource('a', { defaultIntegration: new theirs.MockIntegration() as never }), /use MockIntegration of synthgate/],
  ['TokenAuthorizer', (api, stack) => method(api, stack, { authorizer: new theirs.TokenAuthorizer(stack, 'Auth', { handler: newFunction(stack, 'A') }) }), /use TokenAuthorizer of synthgate/],
  ['default authorizer with CORS', (api, stack) => api.root.addResource('a', {
    defaultMethodOptions: { authorizer: new theirs.RequestAuthorizer(stack, 'Auth', { handler: newFunction(stack, 'A'), identitySources: [], resultsCacheTtl: Duration.seconds(0) }) } as never,
    defaultCorsPreflightOptions: { allowOrigins: ['*'] },
  }), /use RequestAuthorizer of synthgate/],
  ['Model', (api, stack) => method(api, stack, { requestModels: { 'a/b': new theirs.Model(stack, 'Model', { restApi: api.restApi, schema: {} }) } }), /use api\.addModel\(\) of synthgate/],
  ['EmptyModel', (api, stack) => method(api, stack, { requestModels: { 'a/b': theirs.Model.EMPTY_MODEL } }), /use Model\.EMPTY_MODEL of synthgate/],
  ['RequestValidator', (api, stack) => method(api, stack, { requestValidator: new theirs.RequestValidator(stack, 'Check', { restApi: api.restApi }) }), /use api\.addRequestValidator\(\) of synthgate/],
  ['LogGroupLogDestination', (_, stack) => new own.aws.Api(stack, 'Logged', {
    deployOptions: { accessLogDestination: new theirs.LogGroupLogDestination(new LogGroup(stack, 'Log')) as never },
  }), /use AccessLogDestination\.logGroup\(\) of synthgate/],
  ['ApiKey', (api, stack) => api.addUsagePlan('Plan').addApiKey(new theirs.ApiKey(stack, 'Key') as never), /use api\.addApiKey\(\) of synthgate/],
  ['ResponseType', (api) => api.addGatewayResponse('Denied', { type: theirs.ResponseType.ACCESS_DENIED as never }), /use ResponseType of synthgate/],
  ['Stage', (api, stack) => api.addUsagePlan('Plan', {
    apiStages: [{ stage: new theirs.RestApi(stack, 'Rest', { deploy: true }).deploymentStage as never }],
  }), /use api\.addStage\(\) of synthgate/],
];

test.each(REFUSED)('an Api refuses a construct of the CDK in one sentence that names the counterpart: %s', (_, declare, expected) => {
  const message = messageOf(declare);
  expect(message).toMatch(expected);
  expect(message.match(/\[(?!DEFINITION_INVALID)[A-Z_]+\]/g)).toEqual(['[PROPERTY_TYPE_INVALID]']);
});

test('an Api takes what is not API Gateway\'s: a function, a log group, a role', () => {
  const stack = newStack();
  const deployOptions = { accessLogDestination: own.AccessLogDestination.logGroup(new LogGroup(stack, 'Log')), tracingEnabled: false };
  const api = new own.aws.Api(stack, 'Pets', { deployOptions, tracingEnabled: true });
  const handler = new lambda.Function(stack, 'Fn', { runtime: lambda.Runtime.NODEJS_22_X, handler: 'index.handler', code: lambda.Code.fromInline('0') });
  api.root.addMethod('GET', new own.ProxyIntegration(handler), { authorizer: new own.TokenAuthorizer(stack, 'Auth', { handler }) });
  const template = Template.fromStack(stack);
  template.hasResourceProperties('AWS::ApiGateway::Stage', {
    TracingEnabled: false, AccessLogSetting: { DestinationArn: stack.resolve(stack.node.findChild('Log').node.defaultChild && (stack.node.findChild('Log') as LogGroup).logGroupArn) as object },
  });
  expect(JSON.parse(api.toJson())).toMatchObject({ functions: { 'Shop-Fn': { external: 'Shop/Fn' } }, authorizers: { 'Shop-Auth': { function: 'Shop-Fn' } } });
});

test('the compiler refuses what an Api refuses', () => {
  const lines = [
    "api.root.addMethod('GET', new cdk.LambdaIntegration(fn));",
    "api.root.addMethod('GET', new cdk.MockIntegration());",
    "api.root.addMethod('GET', mock, { authorizer: new cdk.TokenAuthorizer(stack, 'Auth', { handler: fn }) });",
    "api.root.addMethod('GET', mock, { authorizer: new cdk.CognitoUserPoolsAuthorizer(stack, 'Pools', { cognitoUserPools: [] }) });",
    "api.root.addMethod('GET', mock, { requestModels: { 'a/b': cdk.Model.EMPTY_MODEL } });",
    "api.root.addMethod('GET', mock, { requestModels: { 'a/b': new cdk.Model(stack, 'Model', { restApi: api.restApi, schema: {} }) } });",
    "api.root.addMethod('GET', mock, { requestValidator: new cdk.RequestValidator(stack, 'Check', { restApi: api.restApi }) });",
    "api.addStage('beta', { accessLogDestination: new cdk.LogGroupLogDestination(group) });",
    "api.addStage('gamma', { accessLogFormat: cdk.AccessLogFormat.clf() });",
    "api.addUsagePlan('Plan').addApiKey(new cdk.ApiKey(stack, 'Key'));",
    "api.addUsagePlan('Other', { apiStages: [{ stage: new cdk.RestApi(stack, 'Rest').deploymentStage }] });",
    "new cdk.Deployment(stack, 'Deployment', { api });",
  ];
  const head = `import { Stack } from 'aws-cdk-lib'; import * as lambda from 'aws-cdk-lib/aws-lambda'; import { LogGroup } from 'aws-cdk-lib/aws-logs';
    import { MockIntegration } from 'synthgate'; import * as cdk from 'synthgate/aws';
    declare const stack: Stack, fn: lambda.IFunction, group: LogGroup;
    const mock = new MockIntegration(); const api = new cdk.Api(stack, 'Api');
    export const taken: cdk.IRestApi = api.restApi;\n`.replaceAll('\n    ', ' ');
  const errors = typeErrorsOf(new Map([[`${__dirname}/refused.ts`, `${head}${lines.join('\n')}\n`]]));
  expect([...new Set(errors.map((error) => Number(/^refused\.ts:(\d+) /.exec(error)?.[1]) - 2))]).toEqual(lines.map((_, index) => index));
});

function method(api: own.aws.Api, stack: Stack, options: object): unknown {
  return api.root.addMethod('PUT', newFunction(stack, 'Put'), options);
}

/** The message with which a definition is refused, when it is declared or synthesized. */
function messageOf(declare: Declare): string {
  const stack = new Stack(new App(), 'Shop');
  const api = new own.aws.Api(stack, 'Pets');
  api.root.addMethod('HEAD', newFunction(stack, 'Head'));
  try {
    declare(api, stack);
    Template.fromStack(stack);
  } catch (error) {
    return String(error);
  }
  return 'it was accepted';
}

function isSame(left: PropertyDescriptorMap, right: PropertyDescriptorMap): boolean {
  const names = Object.keys(right);
  return names.length === Object.keys(left).length && names.every((name) =>
    (['value', 'get', 'set'] as const).every((part) => left[name]?.[part] === right[name]?.[part]));
}
