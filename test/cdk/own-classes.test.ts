import { App, Aspects, CfnOutput, CfnWaitConditionHandle, Duration, Fn, Lazy, NestedStack, RemovalPolicy, Stack, Stage } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import * as theirs from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { UserPool } from 'aws-cdk-lib/aws-cognito';
import { InterfaceVpcEndpoint, type IVpcEndpoint } from 'aws-cdk-lib/aws-ec2';
import { AnyPrincipal, Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Code, Function, Runtime } from 'aws-cdk-lib/aws-lambda';
import * as ours from '../../lib/cdk';
import { cdkDiff } from '../support/template/cdk-diff';
import { DIFFERENCES } from '../support/template/migration-differences';

/* Members of RestApi and of what belongs to it that real apps use, on an Api: the template is that of a RestApi. */

interface Library {
  readonly RestApi: new (scope: Stack, id: string, props?: theirs.RestApiProps) => theirs.RestApi;
  readonly apigateway: Pick<typeof theirs, 'BasePathMapping' | 'Deployment' | 'DomainName' | 'GatewayResponse' | 'Stage'>;
}

const MOCK = (): theirs.MockIntegration => new theirs.MockIntegration({
  requestTemplates: { 'application/json': '{"statusCode": 200}' }, integrationResponses: [{ statusCode: '200' }],
});
const ANSWERED = { methodResponses: [{ statusCode: '200' }] };

test.each<[string, (stack: Stack, library: Library) => void]>([
  ['overrides of the L1 of a method and a stage', (stack, { RestApi }) => {
    const api = new RestApi(stack, 'Api', { defaultMethodOptions: { apiKeyRequired: true } });
    const method = api.root.addMethod('GET', MOCK(), ANSWERED).node.defaultChild as theirs.CfnMethod;
    method.apiKeyRequired = false;
    method.addPropertyOverride('Integration.TimeoutInMillis', 5000);
    (api.deploymentStage.node.defaultChild as theirs.CfnStage).addPropertyOverride('Variables.release', 'blue');
    (api.deploymentStage.node.defaultChild as theirs.CfnStage).tracingEnabled = true;
  }],
  ['all methods at once', (stack, { RestApi }) => {
    const api = new RestApi(stack, 'Api', { defaultCorsPreflightOptions: { allowOrigins: ['*'] }, defaultMethodOptions: { apiKeyRequired: true } });
    api.root.addResource('pets').addMethod('GET', MOCK(), ANSWERED);
    const preflights = api.methods.filter(({ httpMethod }) => httpMethod === 'OPTIONS');
    expect(preflights).toHaveLength(2);
    preflights.forEach(({ node }) => Object.assign(node.defaultChild as theirs.CfnMethod, { apiKeyRequired: false }));
  }],
  ['statements of a resource policy', (stack, { RestApi }) => {
    const api = new RestApi(stack, 'Api');
    api.root.addMethod('GET', MOCK(), ANSWERED);
    const everybody = { principals: [new AnyPrincipal()], actions: ['execute-api:Invoke'], resources: ['execute-api:/*'] };
    api.addToResourcePolicy(new PolicyStatement({ ...everybody, effect: Effect.ALLOW }));
    const denied = new PolicyStatement({ ...everybody, effect: Effect.DENY, conditions: { NotIpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } } });
    expect(api.addToResourcePolicy(denied).statementAdded).toBe(true);
  }],
  ['calls through VPC endpoints only', (stack, { RestApi }) => {
    const api = new RestApi(stack, 'Api', { endpointConfiguration: { types: [theirs.EndpointType.PRIVATE] } });
    api.root.addMethod('GET', MOCK(), ANSWERED);
    api.grantInvokeFromVpcEndpointsOnly([endpoint(stack, 'vpce-1')]);
    api.grantInvokeFromVpcEndpointsOnly([endpoint(stack, 'vpce-2')]);
  }],
  ['ids of keys, plans and deployments', (stack, { RestApi }) => {
    const api = new RestApi(stack, 'Api');
    api.root.addMethod('GET', MOCK(), ANSWERED);
    const plan = api.addUsagePlan('Plan', { apiStages: [{ stage: api.deploymentStage }] });
    const key = api.addApiKey('Key') as theirs.ApiKey;
    plan.addApiKey(key);
    key.grantRead(new Role(stack, 'Reader', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') }));
    const ids = { plan: plan.usagePlanId, key: key.keyId, arn: key.keyArn };
    Object.entries(ids).forEach(([name, value]) => new CfnOutput(stack, name, { value }));
  }],
  ['keys of a plan that the app makes beside it or that exist', (stack, { RestApi }) => {
    const api = new RestApi(stack, 'Api');
    api.root.addMethod('GET', MOCK(), { ...ANSWERED, apiKeyRequired: true });
    const plan = api.addUsagePlan('Plan', { apiStages: [{ stage: api.deploymentStage }] });
    plan.addApiKey(theirs.ApiKey.fromApiKeyId(stack, 'Existing', 'abc123'));
    plan.addApiKey(new theirs.ApiKey(stack, 'Beside'));
    plan.addApiKey(new theirs.RateLimitedApiKey(stack, 'Limited'), { overrideLogicalId: 'AddsLimited' });
    plan.addApiKey(theirs.ApiKey.fromApiKeyId(stack, 'Imported', Fn.importValue('key-id')));
  }],
  ['what JavaScript does: it assigns defaults, skips an argument by null, and reads a URL that the types no longer have', (stack, { RestApi }) => {
    const { root } = new RestApi(stack, 'Api');
    const authorizer = new theirs.CognitoUserPoolsAuthorizer(stack, 'Authorizer', { cognitoUserPools: [new UserPool(stack, 'Pool')] });
    const defaultMethodOptions = { ...ANSWERED, authorizer, authorizationType: theirs.AuthorizationType.COGNITO };
    Object.assign(root, { defaultIntegration: MOCK(), defaultMethodOptions });
    root.addMethod('GET');
    const pets = root.addResource('pets');
    pets.addMethod('POST', null as unknown as theirs.Integration, { operationName: 'add' });
    new CfnOutput(stack, 'Url', { value: (pets as unknown as { readonly url: string }).url });
  }],
  ['resources by their references, and what happens when they leave the stack', (stack, { RestApi }) => {
    const api = new RestApi(stack, 'Api');
    const resource = api.root.addResource('pets');
    const method = resource.addMethod('GET', MOCK(), ANSWERED);
    const preflight = resource.addCorsPreflight({ allowOrigins: ['*'] });
    const plan = api.addUsagePlan('Plan', { apiStages: [{ stage: api.deploymentStage }] });
    for (const kept of [resource, method, preflight, plan, api.deploymentStage]) kept.applyRemovalPolicy(RemovalPolicy.RETAIN);
    const ids = {
      root: api.root.resourceId, resource: resource.resourceId, reference: resource.resourceRef.resourceId,
      api: resource.resourceRef.restApiId, plan: plan.usagePlanRef.usagePlanId, region: method.env.region, stack: plan.stack.stackName,
    };
    Object.entries(ids).forEach(([name, value]) => new CfnOutput(stack, name, { value }));
  }],
  ['the stage of a domain name\'s mapping', (stack, { RestApi, apigateway: { BasePathMapping, DomainName } }) => {
    const [api, other, third] = ['Api', 'Other', 'Third'].map((id) => new RestApi(stack, id, { cloudWatchRole: false }));
    [api, other, third].forEach((one) => one?.root.addMethod('GET', MOCK(), ANSWERED));
    if (api === undefined || other === undefined || third === undefined) return;
    const certificate = Certificate.fromCertificateArn(stack, 'Certificate', 'arn:aws:acm:us-east-1:123456789012:certificate/abc');
    const domain = new DomainName(stack, 'Domain', { domainName: 'api.example.com', certificate, mapping: api, basePath: 'first' });
    domain.addBasePathMapping(other, { basePath: 'second' });
    new BasePathMapping(stack, 'Mapping', { domainName: domain, restApi: third, basePath: 'third' });
    new BasePathMapping(stack, 'Open', { domainName: domain, restApi: third, basePath: 'open', attachToStage: false });
  }],
  ['a gateway response beside the API', (stack, { RestApi, apigateway: { GatewayResponse } }) => {
    const api = new RestApi(stack, 'Api');
    api.root.addMethod('GET', MOCK(), ANSWERED);
    new GatewayResponse(stack, 'Denied', {
      restApi: api, type: theirs.ResponseType.ACCESS_DENIED, statusCode: '404',
      responseHeaders: { 'Access-Control-Allow-Origin': "'*'" }, templates: { 'application/json': '{"message": "no"}' },
    });
  }],
])('%s', (_, define) => {
  const before = template({ RestApi: theirs.RestApi, apigateway: theirs }, define);
  const after = template({ RestApi: ours.Api, apigateway: ours }, define);
  const lines = cdkDiff(before, after);
  expect(lines.filter((line) => !DIFFERENCES.some(({ pattern }) => pattern?.test(line) === true))).toEqual([]);
});

test('an override that the local gateway does not follow is a warning; reading the L1 is not', () => {
  const app = new App();
  const stack = new Stack(app, 'Stack');
  const api = new ours.Api(stack, 'Api');
  expect(api.root.addMethod('GET', MOCK(), ANSWERED).node.defaultChild).toBeInstanceOf(theirs.CfnMethod);
  api.root.addMethod('POST', MOCK(), ANSWERED).addMethodResponse({ statusCode: '400' });
  const put = api.root.addMethod('PUT', MOCK(), ANSWERED).node.defaultChild as theirs.CfnMethod;
  put.addPropertyOverride('OperationName', 'put');
  put.addPropertyOverride('RequestParameters', { 'method.request.header.X': true });
  Aspects.of(stack).add({ visit: (node) => { if (node instanceof theirs.CfnStage) node.tracingEnabled = true; } });
  (api.deploymentStage.node.defaultChild as theirs.CfnStage).cacheClusterEnabled = true;
  const warnings = warningsOf(app, 'Stack');
  expect(warnings.filter((one) => one.includes('AWS_CHANGED_OUTSIDE_DEFINITION'))).toEqual([
    expect.stringMatching(/PUT.*: OperationName \(operationName\), RequestParameters \(requestParameters\) \[/),
    expect.stringMatching(/DeploymentStage.prod.*: CacheClusterEnabled \(cacheClusterEnabled\), TracingEnabled \(tracingEnabled\) \[/),
  ]);
});

test('an override that makes a stream of a response is followed, with the time that a stream may take', () => {
  const app = new App();
  const stack = new Stack(app, 'Stack', { env: { account: '123456789012', region: 'eu-west-1' } });
  const api = new ours.Api(stack, 'Api');
  const handler = new Function(stack, 'Handler', { runtime: Runtime.NODEJS_22_X, handler: 'index.handler', code: Code.fromInline('0') });
  const method = api.root.addMethod('POST', new theirs.LambdaIntegration(handler, { timeout: Duration.minutes(15) })).node.defaultChild as theirs.CfnMethod;
  const address = `arn:aws:apigateway:${stack.region}:lambda:path/2021-11-15/functions/${handler.functionArn}/response-streaming-invocations`;
  method.addPropertyOverride('Integration.Uri', address);
  method.addPropertyOverride('Integration.ResponseTransferMode', 'STREAM');
  method.addPropertyOverride('Integration.TimeoutInMillis', 600_000);
  expect(JSON.parse(api.toJson())).toHaveProperty(['resources', '/', 'methods', 'POST', 'integration'], expect.objectContaining({
    type: 'proxy', responseTransferMode: 'STREAM', timeoutMs: 600_000,
  }));
  expect(warningsOf(app, 'Stack')).toEqual([]);
});

test('methods that another stack adds to an imported Api are a warning', () => {
  const app = new App();
  const stack = new Stack(app, 'Stack');
  const api = new ours.Api(stack, 'Api');
  api.root.addMethod('GET', MOCK(), ANSWERED);
  const nested = new NestedStack(stack, 'Nested');
  const { restApiId, restApiRootResourceId: rootResourceId } = api;
  ours.Api.fromRestApiAttributes(nested, 'Imported', { restApiId, rootResourceId }).root.addResource('pets').addMethod('GET', MOCK(), ANSWERED);
  const warnings = warningsOf(app, 'Stack');
  expect(warnings).toEqual([expect.stringMatching(/Nested\/.*\/pets\/GET\/Resource: .*AWS_CHANGED_OUTSIDE_DEFINITION/s)]);
});

test('methods that another stack adds to an Api by a name that it is exported by are a warning', () => {
  const app = new App();
  const declare = (scope: Stage, name: string): void => {
    const stack = new Stack(scope, name);
    const api = new ours.Api(stack, 'Api');
    api.root.addMethod('GET', MOCK(), ANSWERED);
    new CfnOutput(stack, 'Id', { value: api.restApiId, exportName: 'pets-id' });
    new CfnOutput(stack, 'Root', { value: api.restApiRootResourceId, exportName: 'pets-root' });
  };
  const addTo = (scope: Stage, name: string, exported: string): void => {
    const [restApiId, rootResourceId] = ['id', 'root'].map((part) => Fn.importValue(`${exported}-${part}`)) as [string, string];
    const imported = ours.Api.fromRestApiAttributes(new Stack(scope, name), 'Imported', { restApiId, rootResourceId });
    imported.root.addResource('pets').addMethod('GET', MOCK(), ANSWERED);
  };
  const [blue, green] = ['Blue', 'Green'].map((id) => new Stage(app, id)) as [Stage, Stage];
  declare(blue, 'Declares');
  addTo(blue, 'Adds', 'pets');
  addTo(blue, 'AddsToAnother', 'cats');
  declare(green, 'Declares');
  expect(warningsOf(blue, 'Declares')).toEqual([expect.stringMatching(/Blue\/Adds\/.*\/pets\/GET\/Resource: .*AWS_CHANGED_OUTSIDE_DEFINITION/s)]);
  expect(warningsOf(green, 'Declares')).toEqual([]);
});

test('a plan of an Api takes keys of both libraries', () => {
  const stack = new Stack(new App(), 'Stack');
  const api = new ours.Api(stack, 'Api');
  api.root.addMethod('GET', MOCK(), { ...ANSWERED, apiKeyRequired: true });
  const plan = api.addUsagePlan('Plan', { apiStages: [{ stage: api.deploymentStage }] });
  const existing = theirs.ApiKey.fromApiKeyId(stack, 'Existing', 'abc123');
  [api.addApiKey('Own'), new ours.ApiKey(stack, 'Theirs'), existing].forEach((key) => plan.addApiKey(key));
  expect(JSON.parse(api.toJson())).toMatchObject({ apiKeys: { 'Stack-Existing': {} }, usagePlans: { 'Stack-Api-Plan': { keys: ['Stack-Api-Own', 'Stack-Existing', 'Stack-Theirs'] } } });
});

test('a gateway response beside the API is in its definition', () => {
  const stack = new Stack(new App(), 'Stack');
  const api = new ours.Api(stack, 'Api');
  api.root.addMethod('GET', MOCK(), ANSWERED);
  new ours.GatewayResponse(stack, 'Denied', { restApi: api, type: theirs.ResponseType.ACCESS_DENIED, statusCode: '404' });
  expect(JSON.parse(api.toJson())).toHaveProperty('gatewayResponses.ACCESS_DENIED.statusCode', '404');
});

test('a usage plan that learns its stage later is a warning; one of the API itself is not', () => {
  const app = new App();
  const stack = new Stack(app, 'Stack');
  const api = new ours.Api(stack, 'Api');
  api.root.addMethod('GET', MOCK(), { ...ANSWERED, apiKeyRequired: true });
  new ours.UsagePlan(stack, 'Own', { apiStages: [{ stage: api.deploymentStage as unknown as theirs.Stage }] });
  new ours.UsagePlan(stack, 'Later').addApiStage({ stage: api.deploymentStage as unknown as theirs.Stage });
  new ours.UsagePlan(stack, 'usagePlans.Later').addApiStage({ stage: api.deploymentStage as unknown as theirs.Stage });
  expect(warningsOf(app, 'Stack')).toEqual(['Later', 'usagePlans.Later'].map((plan) =>
    expect.stringMatching(new RegExp(`Stack/${plan}/Resource: .*AWS_CHANGED_OUTSIDE_DEFINITION`, 's')) as string));
});

test('a deployment that the app makes depends on what it says, has its description, and is retained if it says so', () => {
  const stack = new Stack(new App(), 'Stack');
  const api = new ours.Api(stack, 'Api', { deploy: false });
  api.root.addMethod('GET', MOCK(), ANSWERED);
  const nested = new NestedStack(stack, 'Nested');
  new CfnWaitConditionHandle(nested, 'Other');
  const deployment = new ours.Deployment(stack, 'Deployment', { api, description: `First of ${stack.stackName}`, retainDeployments: true });
  deployment.node.addDependency(nested);
  deployment.addToLogicalId({ version: Lazy.string({ produce: () => '1' }) });
  new ours.Stage(stack, 'Stage', { deployment });
  new CfnOutput(stack, 'Id', { value: deployment.deploymentId });
  const rendered = Template.fromStack(stack);
  const [[id, resource] = []] = Object.entries(rendered.findResources('AWS::ApiGateway::Deployment'));
  expect(resource).toMatchObject({ DeletionPolicy: 'Retain', DependsOn: expect.arrayContaining([expect.stringContaining('Nested')]) as string[] });
  expect(resource?.Properties.Description).toMatch(/^synthgate [0-9a-f]{64}: First of Stack$/);
  rendered.hasOutput('Id', { Value: { Ref: id } });
});

function template(library: Library, define: (stack: Stack, library: Library) => void): Record<string, unknown> {
  const stack = new Stack(new App(), 'Stack', { env: { account: '123456789012', region: 'eu-west-1' } });
  define(stack, library);
  return Template.fromStack(stack).toJSON();
}

function warningsOf(scope: Stage, stack: string): string[] {
  const [found] = scope.synth().stacks.filter(({ displayName }) => displayName.split(' ')[0]?.split('/').at(-1) === stack);
  return found?.messages.map(({ entry: { data } }) => String(data)) ?? [];
}

function endpoint(stack: Stack, vpcEndpointId: string): IVpcEndpoint {
  return InterfaceVpcEndpoint.fromInterfaceVpcEndpointAttributes(stack, vpcEndpointId, { vpcEndpointId, port: 443 });
}
