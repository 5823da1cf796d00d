import { Aspects, aws_apigatewayv2 as v2, aws_lambda as lambda, type Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { RootConstruct } from 'constructs';
import { createTestGateway } from 'synthgate/testing';
import {
  AccessLogDestination, HttpIamAuthorizer, HttpJwtAuthorizer, HttpLambdaAuthorizer, HttpLambdaIntegration,
  HttpLambdaResponseType, HttpMethod, HttpUrlIntegration,
} from '../../../lib';
import { HttpApi, type HttpApiProps } from '../../../lib/aws';
import { newFunction, newStack } from '../../support/aws-stack';

const V2 = 'AWS::ApiGatewayV2';

interface Shop {
  readonly stack: Stack;
  readonly api: HttpApi;
  readonly pets: HttpLambdaIntegration;
}

/** An API with GET /pets of one function. */
function shop(props: HttpApiProps = {}, stack = newStack()): Shop {
  const api = new HttpApi(stack, 'Shop', props);
  const pets = new HttpLambdaIntegration('Pets', newFunction(stack));
  api.addRoutes({ path: '/pets', methods: [HttpMethod.GET], integration: pets });
  return { stack, api, pets };
}

test('a function of synthgate is permitted and called', () => {
  const { stack } = shop();
  const template = Template.fromStack(stack);
  template.hasResourceProperties(`${V2}::Integration`, { IntegrationType: 'AWS_PROXY', IntegrationUri: { 'Fn::GetAtt': [Match.stringLikeRegexp('^Fn'), 'Arn'] } });
  template.hasResourceProperties('AWS::Lambda::Permission', { FunctionName: { 'Fn::GetAtt': [Match.stringLikeRegexp('^Fn'), 'Arn'] } });
});

test('addresses of stages, and the API for constructs of the CDK', () => {
  const { stack, api } = shop();
  const dev = api.addStage('Dev', { stageName: 'dev', autoDeploy: true });
  const id = { Ref: Template.fromStack(stack).findResources(`${V2}::Api`) && stack.getLogicalId(api.cfnApi) };
  const url = (end: string): object => ({ 'Fn::Join': ['', ['https://', id, '.execute-api.', { Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }, end]] });
  expect([api.url, api.urlForStage(dev)].map((text) => stack.resolve(text) as unknown)).toEqual([url('/'), url('/dev')]);
  expect(stack.resolve(api.arnForExecuteApi('GET', '/pets', 'dev'))).toEqual(stack.resolve(api.cdkApi.arnForExecuteApi('GET', '/pets', 'dev')));
  expect(stack.resolve([api.httpApiId, api.cdkApi.apiId, api.cdkApi.metricCount().dimensions?.ApiId])).toEqual([id, id, id]);
  expect(shop({ createDefaultStage: false }).api.url).toBeUndefined();
  expect(() => shop({ disableExecuteApiEndpoint: true }).api.cdkApi.apiEndpoint).toThrow('apiEndpoint is not configured');
});

test('an access log without a destination on AWS gets a log group', () => {
  const { stack, api } = shop();
  api.addStage('Dev', { stageName: 'dev', accessLogSettings: { destination: AccessLogDestination.stdout() } });
  const [group] = Object.keys(Template.fromStack(stack).findResources('AWS::Logs::LogGroup'));
  Template.fromStack(stack).hasResourceProperties(`${V2}::Stage`, { StageName: 'dev', AccessLogSettings: { DestinationArn: { 'Fn::GetAtt': [group, 'Arn'] } } });
});

test('AWS_ISSUER_LOCAL refuses an issuer that API Gateway cannot ask', () => {
  const { stack, api, pets } = shop();
  api.addRoutes({ path: '/a', integration: pets, authorizer: new HttpJwtAuthorizer('Login', 'http://localhost:9000', { jwtAudience: ['shop'] }) });
  expect(() => Template.fromStack(stack)).toThrow(/Shop\/Login: API Gateway cannot ask http:\/\/localhost:9000 for its keys.*AWS_ISSUER_LOCAL/);
});

test('what AWS does otherwise is a warning, or an error if the API is strict', () => {
  const declare = (strict: boolean): Stack => {
    const { stack, api } = shop({ strict });
    api.addRoutes({ path: '/old', integration: new HttpUrlIntegration('Old', 'http://localhost:9000') });
    return stack;
  };
  Annotations.fromStack(declare(false)).hasWarning('/Shop/Shop', Match.stringLikeRegexp('AWS_BACKEND_LOCAL'));
  expect(() => Template.fromStack(declare(true))).toThrow('AWS_BACKEND_LOCAL');
});

test('an Aspect that changes a route is reported', () => {
  const { stack } = shop({ strict: true });
  Aspects.of(stack).add({ visit: (node) => { if (node instanceof v2.CfnRoute) node.authorizationType = 'AWS_IAM'; } }, { priority: 900 });
  expect(() => Template.fromStack(stack)).toThrow('AWS_CHANGED_OUTSIDE_DEFINITION');
});

test('AWS_STACK_MISSING: an API for AWS is in a stack', () => {
  expect(() => new HttpApi(new RootConstruct(), 'Shop')).toThrow('AWS_STACK_MISSING');
});

test('an invalid definition fails cdk synth with its places', () => {
  const { stack, api, pets } = shop();
  api.addRoutes({ path: '/pets', methods: [HttpMethod.GET], integration: pets });
  expect(() => Template.fromStack(stack)).toThrow('there is already a route "GET /pets"');
});

test('it is served as it is declared, with functions of aws-cdk-lib', async () => {
  const { stack, api, pets } = shop();
  const code = lambda.Code.fromInline('exports.handler = async (event) => ({ isAuthorized: event.headers["x-key"] === "open" });');
  const check = new lambda.Function(stack, 'Check', { runtime: lambda.Runtime.NODEJS_22_X, handler: 'index.handler', code });
  const identitySource = ['$request.header.x-key'];
  const guard = new HttpLambdaAuthorizer('Guard', check, { responseTypes: [HttpLambdaResponseType.SIMPLE], identitySource });
  api.addRoutes({ path: '/guarded', integration: pets, authorizer: guard });
  api.addRoutes({ path: '/signed', integration: pets, authorizer: new HttpIamAuthorizer() });
  const gateway = await createTestGateway(stack, { functions: { 'Shop-Fn': async () => ({ ok: true }) } });
  const status = async (path: string, headers: Record<string, string> = {}): Promise<number> =>
    (await gateway.fetch(path, { headers })).status;
  try {
    expect([await status('/pets'), await status('/signed')]).toEqual([200, 403]);
    expect([await status('/guarded'), await status('/guarded', { 'x-key': 'open' }), await status('/guarded', { 'x-key': 'no' })]).toEqual([401, 200, 403]);
  } finally {
    await gateway.close();
  }
});
