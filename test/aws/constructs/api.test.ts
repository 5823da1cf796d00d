import {
  App, Aspects, aws_apigateway as apigateway, aws_certificatemanager as acm, aws_dynamodb as dynamodb, aws_iam as iam, CfnResource,
  Stack, Tags,
} from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import {
  AccessLogFormat, Api as DeclaredApi, AuthorizationType, CognitoUserPoolsAuthorizer, Deployment, Destination, EndpointType,
  HttpIntegration, HttpProxyIntegration, JsonBodyValidation, MappedIntegration,
  MethodLoggingLevel, Period, ProxyFunction as DeclaredFunction, ProxyIntegration,
  ResponseTransferMode,
  ResponseType, TokenAuthorizer, UserPool,
} from '../../../lib';
import { Api, AwsTarget, PermissionScope, TemplateFormat, type ApiProps } from '../../../lib/aws';
import path from 'node:path';
import { newFunction, newStack, resourcesOf, resourcesOfType } from '../../support/aws-stack';

/** An API with GET /pets of one function. */
function petsApi(props: ApiProps = {}, stack = newStack()) {
  const api = new Api(stack, 'Pets', props);
  const fn = newFunction(stack);
  const method = api.root.addResource('pets').addMethod('GET', fn);
  return { stack, api, fn, method };
}

const idsOfType = (stack: Stack, type: string) => Object.entries(resourcesOf(stack)).flatMap(([id, { Type }]) => (Type === `AWS::ApiGateway::${type}` ? [id] : []));

describe('the resources', () => {
  test('have the logical ids that RestApi gives them, so that it is replaced in place', () => {
    const { stack } = petsApi({ defaultCorsPreflightOptions: {} });
    const secondStack = newStack();
    const rest = new apigateway.RestApi(secondStack, 'Pets', { defaultCorsPreflightOptions: { allowOrigins: ['*'] } });
    rest.root.addResource('pets').addMethod('GET', new apigateway.MockIntegration());
    rest.root.addMethod('GET', new apigateway.MockIntegration());
    const ids = ['RestApi', 'Resource', 'Method', 'Stage'].map((type) => idsOfType(stack, type));
    const theirs = ['RestApi', 'Resource', 'Method', 'Stage'].flatMap((type) => idsOfType(secondStack, type));
    expect(ids.map((of) => of.length)).toEqual([1, 1, 3, 1]);
    expect(ids.flat().filter((id) => !theirs.includes(id))).toEqual([]);
  });

  test('of a function: those of NodejsFunction, with Node.js 24', () => {
    const { stack } = petsApi();
    const template = Template.fromStack(stack);
    const [{ Properties }] = resourcesOfType(stack, 'AWS::Lambda::Function');
    expect(Object.keys(Properties).sort()).toEqual(['Code', 'Handler', 'Role', 'Runtime']);
    expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Handler: 'index.handler' });
    expect(JSON.stringify(resourcesOfType(stack, 'AWS::IAM::Role'))).toContain('AWSLambdaBasicExecutionRole');
    for (const type of ['AWS::Logs::LogGroup', 'AWS::IAM::Policy']) template.resourceCountIs(type, 0);
  });

  test.each([[true, 0], [false, 1]])('a role for the account\'s logs as RestApi: with disableCloudWatchRole %s there are %i', (flag, count) => {
    const { stack } = petsApi({}, newStack('Shop', { app: { context: { '@aws-cdk/aws-apigateway:disableCloudWatchRole': flag } } }));
    expect(resourcesOfType(stack, 'Account')).toHaveLength(count);
  });

  test('of an API with everything: types, settings and references', () => {
    const stack = newStack();
    const api = new Api(stack, 'Pets', {
      endpointType: EndpointType.REGIONAL, binaryMediaTypes: ['image/*'], description: 'All pets',
      deployOptions: {
        stageName: 'live', variables: { color: 'red' }, throttlingRateLimit: 10, throttlingBurstLimit: 20, cachingEnabled: true,
        loggingLevel: MethodLoggingLevel.INFO, accessLogFormat: AccessLogFormat.clf(),
        methodOptions: { '/pets/GET': { throttlingRateLimit: 1 } },
      },
    });
    const model = api.addModel('Pet', { modelName: 'Pet', schema: { type: 'object' } });
    const validator = api.addRequestValidator('Body', { validateRequestBody: true });
    const auth = new TokenAuthorizer(stack, 'Auth', { handler: newFunction(stack, 'Check') });
    api.addGatewayResponse('Denied', { type: ResponseType.ACCESS_DENIED, statusCode: '404', responseHeaders: { 'X-Why': "'no'" } });
    const pets = api.root.addResource('pets');
    const get = pets.addMethod('GET', newFunction(stack), { authorizer: auth, apiKeyRequired: true, operationName: 'listPets' });
    pets.addMethod('POST', newFunction(stack, 'Post'), { requestModels: { 'application/json': model }, requestValidator: validator });
    const plan = api.addUsagePlan('Plan', {
      throttle: { rateLimit: 5, burstLimit: 6 }, quota: { limit: 100, period: Period.MONTH },
      apiStages: [{ stage: api.deploymentStage, throttle: [{ method: get, throttle: { rateLimit: 1, burstLimit: 2 } }] }],
    });
    plan.addApiKey(api.addApiKey('Key'));
    const template = Template.fromStack(stack);
    template.hasResourceProperties('AWS::ApiGateway::RestApi', {
      Name: 'Pets', Description: 'All pets', BinaryMediaTypes: ['image/*'], EndpointConfiguration: { Types: ['REGIONAL'] },
    });
    template.hasResourceProperties('AWS::ApiGateway::Method', {
      HttpMethod: 'GET', AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: Match.stringLikeRegexp('^Auth') }, ApiKeyRequired: true, OperationName: 'listPets',
    });
    template.hasResourceProperties('AWS::ApiGateway::Method', {
      HttpMethod: 'POST', RequestModels: { 'application/json': { Ref: Match.stringLikeRegexp('^PetsPet') } },
      RequestValidatorId: { Ref: Match.stringLikeRegexp('^PetsBody') },
    });
    template.hasResourceProperties('AWS::ApiGateway::GatewayResponse', {
      ResponseType: 'ACCESS_DENIED', StatusCode: '404', ResponseParameters: { 'gatewayresponse.header.X-Why': "'no'" },
    });
    template.hasResourceProperties('AWS::ApiGateway::Stage', {
      StageName: 'live', Variables: { color: 'red' }, CacheClusterEnabled: true, CacheClusterSize: '0.5',
      AccessLogSetting: { DestinationArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('AccessLog'), 'Arn'] } },
      MethodSettings: [
        { HttpMethod: '*', ResourcePath: '/*', CachingEnabled: true, LoggingLevel: 'INFO', ThrottlingBurstLimit: 20, ThrottlingRateLimit: 10 },
        { HttpMethod: 'GET', ResourcePath: '/~1pets', CachingEnabled: true, LoggingLevel: 'INFO', ThrottlingBurstLimit: 20, ThrottlingRateLimit: 1 },
      ],
    });
    template.hasResourceProperties('AWS::ApiGateway::UsagePlan', {
      Throttle: { RateLimit: 5, BurstLimit: 6 }, Quota: { Limit: 100, Period: 'MONTH' },
      ApiStages: [{ ApiId: { Ref: Match.anyValue() }, Stage: { Ref: Match.anyValue() }, Throttle: { '/pets/GET': { RateLimit: 1, BurstLimit: 2 } } }],
    });
    template.resourceCountIs('AWS::ApiGateway::UsagePlanKey', 1);
  });

  test('settings of the root are of `/`', () => {
    const { stack, api } = petsApi({ deployOptions: { methodOptions: { '//GET': { metricsEnabled: true } } } });
    api.root.addMethod('GET', newFunction(stack, 'Root'));
    expect(resourcesOfType(stack, 'Stage')[0].Properties.MethodSettings).toEqual([
      { HttpMethod: 'GET', ResourcePath: '/', MetricsEnabled: true, DataTraceEnabled: false },
    ]);
  });

  test('a response that is streamed has the address for streams', () => {
    const { stack, api } = petsApi();
    api.root.addMethod('GET', new ProxyIntegration(newFunction(stack, 'Ticks'), { responseTransferMode: ResponseTransferMode.STREAM }));
    Template.fromStack(stack).hasResourceProperties('AWS::ApiGateway::Method', {
      Integration: {
        ResponseTransferMode: 'STREAM',
        Uri: { 'Fn::Join': ['', Match.arrayWith([':lambda:path/2021-11-15/functions/', '/response-streaming-invocations'])] },
      },
    });
  });

  test('a model that refers to another is made after it, by the id that the API has on AWS', () => {
    const { stack, api } = petsApi();
    api.addModel('Pet', { modelName: 'Pet', schema: { type: 'object' } });
    api.addModel('List', { modelName: 'List', schema: { type: 'array', items: { $ref: 'https://apigateway.amazonaws.com/restapis/{apiId}/models/Pet' } } });
    const list = resourcesOfType(stack, 'Model').find(({ Properties }) => Properties.Name === 'List');
    expect(list?.DependsOn).toEqual([expect.stringMatching(/^PetsPet/)]);
    expect(JSON.stringify(list?.Properties.Schema)).toMatch(/"Ref":"Pets.*models\/Pet/);
  });

  test('a mapped integration keeps templates, parameters and selection', () => {
    const { stack, api } = petsApi();
    api.root.addMethod('GET', new MappedIntegration(newFunction(stack, 'Convert'), {
      requestTemplates: { 'application/json': '{}' }, requestParameters: { 'integration.request.header.X-Kind': "'pet'" },
      integrationResponses: [{ statusCode: '200' }, { statusCode: '400', selectionPattern: '.*bad.*', responseParameters: { 'method.response.header.X-Why': "'bad'" } }],
    }));
    Template.fromStack(stack).hasResourceProperties('AWS::ApiGateway::Method', {
      Integration: {
        Type: 'AWS', IntegrationHttpMethod: 'POST', RequestTemplates: { 'application/json': '{}' }, RequestParameters: { 'integration.request.header.X-Kind': "'pet'" },
        IntegrationResponses: [{ StatusCode: '200' }, { StatusCode: '400', SelectionPattern: '.*bad.*', ResponseParameters: { 'method.response.header.X-Why': "'bad'" } }],
      },
      MethodResponses: Match.arrayWith([{ StatusCode: '400', ResponseParameters: { 'method.response.header.X-Why': Match.anyValue() } }]),
    });
  });

  test('a function that fails asynchronous events keeps them in a queue, after its retries', () => {
    const stack = newStack();
    const api = new Api(stack, 'Pets');
    api.root.addMethod('GET', newFunction(stack, 'Jobs', { deadLetter: { retryAttempts: 1 }, maxInstances: 4 }));
    const template = Template.fromStack(stack);
    template.hasResourceProperties('AWS::Lambda::Function', { DeadLetterConfig: { TargetArn: Match.anyValue() }, ReservedConcurrentExecutions: 4 });
    template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', { MaximumRetryAttempts: 1 });
    template.resourceCountIs('AWS::SQS::Queue', 1);
  });

  test('of a function whose failed events go to another: a destination that it may call, and no queue', () => {
    const stack = newStack();
    const api = new Api(stack, 'Pets');
    const notes = newFunction(stack, 'Notes');
    api.root.addMethod('GET', newFunction(stack, 'Jobs', { deadLetter: { retryAttempts: 1 }, onFailure: Destination.toFunction(notes) }));
    const template = Template.fromStack(stack);
    template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      MaximumRetryAttempts: 1, DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': [Match.stringLikeRegexp('^Notes'), 'Arn'] } } },
    });
    template.hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: { Statement: Match.arrayWith([Match.objectLike({ Action: 'lambda:InvokeFunction', Effect: 'Allow' })]) },
      Roles: [{ Ref: Match.stringLikeRegexp('^Jobs') }],
    });
    template.resourceCountIs('AWS::SQS::Queue', 0);
  });

  test('of declared functions likewise', () => {
    const stack = newStack();
    const props = { code: path.resolve(__dirname, '../../support/functions/handlers/package-module'), handler: 'index.handler' };
    const onFailure = Destination.toFunction(new DeclaredFunction(stack, 'Notes', props));
    new Api(stack, 'Pets').root.addMethod('GET', new DeclaredFunction(stack, 'Jobs', { ...props, onFailure }));
    const template = Template.fromStack(stack);
    template.resourceCountIs('AWS::Lambda::Function', 2);
    template.resourceCountIs('AWS::Lambda::EventInvokeConfig', 1);
  });

  test('of a function whose failed events go to an address: a queue, and a loss that names the host alone', () => {
    const stack = newStack();
    const api = new Api(stack, 'Pets');
    api.root.addMethod('GET', newFunction(stack, 'Jobs', { onFailure: Destination.toUrl('https://example.com/secret') }));
    Template.fromStack(stack).resourceCountIs('AWS::SQS::Queue', 1);
    Annotations.fromStack(stack).hasWarning('*', Match.stringLikeRegexp('AWS_DESTINATION_HTTP.*https://example.com:|https://example.com: on AWS, failed events'));
    expect(JSON.stringify(Annotations.fromStack(stack).findWarning('*', Match.anyValue()).map(({ entry }) => entry.data))).not.toContain('secret');
  });

  test('a function that stage variables choose is one of each stage', () => {
    const stack = newStack();
    const api = new Api(stack, 'Pets', { deployOptions: { variables: { handler: 'blue' } } });
    api.addStage('beta', { variables: { handler: 'green' } });
    newFunction(stack, 'Blue', { functionName: 'blue' });
    newFunction(stack, 'Green', { functionName: 'green' });
    api.root.addMethod('GET', DeclaredFunction.fromFunctionName('${stageVariables.handler}'));
    const [method] = resourcesOfType(stack, 'Method');
    const [, variable] = /function:\$\{stageVariables\.(\w+)\}/.exec(JSON.stringify(method)) ?? [];
    const stages = resourcesOfType(stack, 'Stage').map(({ Properties }) => Properties.Variables as Record<string, unknown>);
    expect(stages).toEqual([
      { handler: 'blue', [variable ?? '']: { Ref: expect.stringMatching(/^Blue/) as string } },
      { handler: 'green', [variable ?? '']: { Ref: expect.stringMatching(/^Green/) as string } },
    ]);
    expect(resourcesOfType(stack, 'AWS::Lambda::Permission')).toHaveLength(6); // on two stages and in the console
  });
});

test('a POST to a function is a method alone: a validator and a model are rendered only where JSON bodies are always validated', () => {
  const [asOnAws, always] = [undefined, JsonBodyValidation.ALWAYS].map((jsonBodyValidation) => {
    const { stack, api, fn } = petsApi({ jsonBodyValidation });
    api.root.addMethod('POST', fn);
    return [resourcesOfType(stack, 'RequestValidator').length, resourcesOfType(stack, 'Model').length];
  });
  expect([asOnAws, always]).toEqual([[0, 0], [1, 1]]);
});

describe('permissions', () => {
  const sourcesIn = (stack: Stack) => resourcesOfType(stack, 'AWS::Lambda::Permission')
    .map(({ Properties }) => /"(\/[^"]*)"\]\]/.exec(JSON.stringify(Properties.SourceArn))?.[1]).sort();

  test('those of RestApi: for each method on the deployment stage and in the test of the console', () => {
    const { stack, api, fn } = petsApi();
    api.root.resourceForPath('pets/{id}').addMethod('ANY', fn);
    expect(sourcesIn(stack)).toEqual(['/*/pets/*', '/GET/pets', '/test-invoke-stage/*/pets/*', '/test-invoke-stage/GET/pets']);
  });

  test('another stage has its own', () => {
    const { stack, api } = petsApi();
    api.addStage('beta');
    const stages = resourcesOfType(stack, 'AWS::Lambda::Permission').map(({ Properties }) => /DeploymentStage(\w+?)[\dA-F]{8}"/.exec(JSON.stringify(Properties.SourceArn))?.[1]);
    expect(stages.sort()).toEqual(['beta', 'prod', undefined]);
  });

  test.each([['as asked', PermissionScope.API, 4], ['of an API that would not fit into its stack otherwise', undefined, 130]] as const)(
    'one for each function %s', (_, scopePermissions, count) => {
      const { stack, api, fn } = petsApi({ scopePermissions });
      for (let index = 0; index < count; index++) api.root.addResource(`r${index}`).addMethod('GET', fn);
      expect(sourcesIn(stack)).toEqual(['/*/*/*']);
    },
  );

  test('an authorizer\'s function may be invoked for this authorizer only', () => {
    const { stack, api, fn } = petsApi();
    const authorizer = new TokenAuthorizer(stack, 'Auth', { handler: newFunction(stack, 'Check') });
    api.root.addMethod('GET', fn, { authorizer });
    const sources = resourcesOfType(stack, 'AWS::Lambda::Permission').map(({ Properties }) => JSON.stringify(Properties.SourceArn));
    expect(sources.filter((text) => /\/authorizers\/",\{"Ref":"Auth/.test(text))).toHaveLength(1);
  });
});

describe('deployments', () => {
  const deploymentOf = (change: (parts: ReturnType<typeof petsApi>) => void = () => undefined, props: ApiProps = {}) => {
    const parts = petsApi(props);
    change(parts);
    const [id = ''] = idsOfType(parts.stack, 'Deployment');
    return { id, fingerprint: parts.api.latestDeployment?.fingerprint() ?? '', ids: Object.keys(resourcesOf(parts.stack)).filter((one) => one !== id) };
  };

  test('are named by the fingerprint of the whole spec', () => {
    const { id, fingerprint } = deploymentOf();
    expect(id.endsWith(fingerprint.slice(0, 32))).toBe(true);
  });

  test.each<[string, (parts: ReturnType<typeof petsApi>) => void]>([
    ['a policy', () => undefined],
    ['an authorizer', ({ api }) => { new TokenAuthorizer(api, 'Auth', { handler: newFunction(api, 'Check') }); }],
    ['a gateway response', ({ api }) => { api.addGatewayResponse('R', { type: ResponseType.DEFAULT_4XX }); }],
    ['a model', ({ api }) => { api.addModel('M', { schema: { type: 'object' } }); }],
    ['a method response', ({ method }) => { method.addMethodResponse({ statusCode: '500' }); }],
    ['CORS', ({ method }) => { method.addCors(); }],
    ['a method', ({ api, fn }) => { api.root.addMethod('GET', fn); }],
  ])('are new when %s is, and nothing that was there gets another logical id', (what, change) => {
    const before = deploymentOf();
    const policy = { Statement: [{ Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: 'execute-api:/*' }] };
    const after = deploymentOf(change, what === 'a policy' ? { policy } : {});
    expect(after.id).not.toBe(before.id);
    expect(before.ids.filter((id) => !after.ids.includes(id))).toEqual([]);
  });

  test.each<[string, (parts: ReturnType<typeof petsApi>) => void, ApiProps]>([
    ['a description', () => undefined, { description: 'For people' }],
    ['a stage', ({ api }) => { api.addStage('beta'); }, {}],
    ['a usage plan', ({ api }) => { api.addUsagePlan('Plan', { apiStages: [{ stage: api.deploymentStage }] }); }, {}],
    ['a tag', ({ stack }) => { Tags.of(stack).add('team', 'pets'); }, {}],
  ])('stay when %s is added', (_, change, props) => {
    expect(deploymentOf(change, props).id).toBe(deploymentOf().id);
  });

  test('wait for every method and gateway response (#6068)', () => {
    const { stack, api } = petsApi({ corsOnGatewayErrors: true, defaultCorsPreflightOptions: {} });
    api.root.addMethod('GET', new HttpProxyIntegration('https://backend'));
    const [deployment] = resourcesOfType(stack, 'Deployment');
    const needed = [...idsOfType(stack, 'Method'), ...idsOfType(stack, 'GatewayResponse')];
    expect(needed.filter((id) => deployment.DependsOn?.includes(id) !== true)).toEqual([]);
  });

  test('a stage that is pinned keeps the deployment that was made under its fingerprint', () => {
    const earlier = deploymentOf();
    const { stack, api, fn } = petsApi();
    api.root.addResource('new').addMethod('GET', fn);
    const pinned = Deployment.fromFingerprint(api, 'Earlier', earlier.fingerprint);
    api.addStage('stable', { deployment: pinned });
    const stages = resourcesOfType(stack, 'Stage').map(({ Properties }) => [Properties.StageName, (Properties.DeploymentId as { Ref: string }).Ref]);
    expect(Object.fromEntries(stages)).toEqual({ prod: expect.not.stringMatching(earlier.id) as string, stable: earlier.id });
    expect(Object.keys(resourcesOf(stack))).toContain(earlier.id);
  });

  test('a canary has a deployment of its own', () => {
    const earlier = deploymentOf();
    const stack = newStack();
    const api = new Api(stack, 'Pets', { deploy: false });
    const fn = newFunction(stack);
    api.root.addResource('pets').addMethod('GET', fn);
    api.root.addMethod('GET', fn);
    api.addStage('prod', { deployment: Deployment.fromFingerprint(api, 'Earlier', earlier.fingerprint), canary: { percentTraffic: 10 } });
    const [stage] = resourcesOfType(stack, 'Stage');
    expect(stage.Properties).toMatchObject({ CanarySetting: { PercentTraffic: 10, UseStageCache: false } });
    expect((stage.Properties.CanarySetting as { DeploymentId: unknown }).DeploymentId).not.toEqual(stage.Properties.DeploymentId);
    expect(resourcesOfType(stack, 'Deployment')).toHaveLength(2);
  });

  test('are retained where that is asked for', () => {
    const { stack } = petsApi({ retainDeployments: true });
    expect(resourcesOfType(stack, 'Deployment')[0]).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
  });
});

describe('as a CDK user expects', () => {
  test('tags of the stack and aspects reach what is rendered', () => {
    const { stack } = petsApi();
    Tags.of(stack).add('team', 'pets');
    const seen = new Set<string>();
    Aspects.of(stack).add({ visit: (node) => { if (CfnResource.isCfnResource(node)) seen.add(node.cfnResourceType); } });
    expect(resourcesOfType(stack, 'Stage')[0].Properties.Tags).toEqual([{ Key: 'team', Value: 'pets' }]);
    expect([...seen]).toEqual(expect.arrayContaining(['AWS::ApiGateway::Method', 'AWS::ApiGateway::Stage', 'AWS::ApiGateway::Deployment']));
  });

  test('API, functions and authorizers are in three stacks without a cycle (#3000, #16630)', () => {
    const app = new App();
    const [apiStack, functionStack, authStack] = ['Api', 'Functions', 'Auth'].map((id) => new Stack(app, id));
    const fn = newFunction(functionStack);
    const authorizer = new TokenAuthorizer(authStack, 'Auth', { handler: newFunction(authStack, 'Check') });
    const api = new Api(apiStack, 'Pets');
    api.root.addResource('pets').addMethod('GET', fn, { authorizer });
    app.synth();
    expect(apiStack.dependencies.map(({ node }) => node.id).sort()).toEqual(['Auth', 'Functions']);
    expect([functionStack, authStack].flatMap(({ dependencies }) => dependencies)).toEqual([]);
    expect(resourcesOfType(apiStack, 'Authorizer')).toHaveLength(1);
    expect(resourcesOfType(apiStack, 'AWS::Lambda::Permission')).toHaveLength(3);
  });

  test('one authorizer of two APIs is one authorizer of each', () => {
    const stack = newStack();
    const authorizer = new TokenAuthorizer(stack, 'Auth', { handler: newFunction(stack, 'Check') });
    for (const id of ['Pets', 'Shops']) new Api(stack, id).root.addMethod('GET', newFunction(stack, `${id}Fn`), { authorizer });
    const apis = resourcesOfType(stack, 'Authorizer').map(({ Properties }) => (Properties.RestApiId as { Ref: string }).Ref.slice(0, 4));
    expect(apis.sort()).toEqual(['Pets', 'Shop']);
  });

  test('references in the definition are references in the template', () => {
    const stack = newStack();
    const table = new dynamodb.Table(stack, 'Table', { partitionKey: { name: 'id', type: dynamodb.AttributeType.STRING } });
    const fn = newFunction(stack, 'Fn', { environment: { TABLE: table.tableName } });
    table.grantReadData(fn);
    const api = new Api(stack, 'Pets', { deployOptions: { variables: { table: table.tableName, where: `arn:${stack.partition}:x` } } });
    api.root.addMethod('GET', new HttpProxyIntegration(`https://${table.tableName}.example.com`));
    api.root.addMethod('POST', fn);
    const ref = { Ref: expect.stringMatching(/^Table/) as string };
    expect(resourcesOfType(stack, 'Stage')[0].Properties.Variables).toEqual({ table: ref, where: { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':x']] } });
    expect(resourcesOfType(stack, 'AWS::Lambda::Function')[0].Properties.Environment).toEqual({ Variables: { TABLE: ref } });
    expect(JSON.stringify(resourcesOfType(stack, 'Method'))).not.toContain('${token:');
    expect(JSON.stringify(resourcesOfType(stack, 'AWS::IAM::Policy'))).toContain('dynamodb:GetItem');
  });

  test('ARNs, addresses, grants and metrics', () => {
    const { stack, api, method } = petsApi();
    const role = new iam.Role(stack, 'Caller', { assumedBy: new iam.AccountRootPrincipal() });
    api.grantExecute(role, method);
    const text = (value: unknown) => JSON.stringify(stack.resolve(value));
    expect(text(api.arnForExecuteApi('any', '/pets', 'prod'))).toMatch(/"\/prod\/\*\/pets"/);
    expect(() => api.arnForExecuteApi('GET', 'pets')).toThrow('PATH_NOT_ABSOLUTE');
    expect(text(api.urlForPath('/pets'))).toMatch(/https:\/\/.*execute-api.*\/prod\/pets/);
    expect(text(api.url)).toMatch(/\/prod\/"/);
    expect(stack.resolve(api.metricServerError({ period: undefined }).toMetricConfig().metricStat)).toMatchObject({
      metricName: '5XXError', namespace: 'AWS/ApiGateway', dimensions: [{ name: 'ApiName', value: 'Pets' }], statistic: 'Sum',
    });
    expect(api.metricCount().metricName + api.metricClientError().metricName + api.metricLatency().metricName).toBe('Count4XXErrorLatency');
    expect(api.metricIntegrationLatency().metricName + api.metricCacheHitCount().metricName + api.metricCacheMissCount().metricName)
      .toBe('IntegrationLatencyCacheHitCountCacheMissCount');
    expect(api.aws.methodMetric('Count', method).dimensions).toEqual({ ApiName: 'Pets', Method: 'GET', Resource: '/pets', Stage: 'prod' });
    Template.fromStack(stack).hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: { Statement: [{ Action: 'execute-api:Invoke', Resource: { 'Fn::Join': ['', Match.arrayWith(['/*/GET/pets'])] } }] },
    });
  });

  test('the L1 and the L2 underneath', () => {
    const { stack, api } = petsApi();
    expect(api.node.defaultChild).toBe(api.aws.cfnRestApi);
    api.aws.cfnRestApi?.addPropertyOverride('FailOnWarnings', true);
    expect(stack.resolve(api.restApi.restApiId)).toEqual(stack.resolve(api.restApiId));
    expect(stack.resolve(api.restApiRootResourceId)).toEqual({ 'Fn::GetAtt': [expect.stringMatching(/^Pets/), 'RootResourceId'] });
    expect(resourcesOfType(stack, 'RestApi')[0].Properties).toMatchObject({ FailOnWarnings: true });
  });

  test('a domain name of one\'s own, for a stage', () => {
    const { stack, api } = petsApi();
    const certificate = acm.Certificate.fromCertificateArn(stack, 'Cert', 'arn:aws:acm:us-east-1:123456789012:certificate/x');
    api.addDomainName('Domain', { domainName: 'pets.example.com', certificate, basePath: 'v1' });
    expect(resourcesOfType(stack, 'DomainName')).toHaveLength(1);
    const [mapping] = resourcesOfType(stack, 'BasePathMapping');
    const [stageId] = idsOfType(stack, 'Stage');
    expect(mapping.Properties).toMatchObject({ BasePath: 'v1', Stage: { Ref: stageId }, RestApiId: { Ref: expect.stringMatching(/^Pets/) as string } });
  });

  test('settings that AWS alone has', () => {
    const { stack } = petsApi({ cloudWatchRole: true, disableExecuteApiEndpoint: true, tracingEnabled: true });
    const isKept = { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' };
    expect(resourcesOfType(stack, 'Account')).toEqual([expect.objectContaining({ ...isKept, DependsOn: idsOfType(stack, 'RestApi') })]);
    expect(resourcesOfType(stack, 'AWS::IAM::Role')).toContainEqual(expect.objectContaining(isKept));
    expect(resourcesOfType(stack, 'RestApi')[0].Properties).toMatchObject({ DisableExecuteApiEndpoint: true });
    const [stage] = resourcesOfType(stack, 'Stage');
    expect(stage.Properties).toMatchObject({ TracingEnabled: true });
    expect(stage.DependsOn).toEqual(idsOfType(stack, 'Account'));
  });

  test('an API that exists gets resources and a deployment of this stack', () => {
    const stack = newStack();
    const api = Api.fromApiAttributes(stack, 'Pets', {
      restApiId: 'abc123', rootResourceId: 'root1', deployOptions: { stageName: 'mine' },
    });
    api.root.addResource('pets').addMethod('GET', newFunction(stack));
    expect(resourcesOfType(stack, 'RestApi')).toEqual([]);
    expect(resourcesOfType(stack, 'Resource')[0].Properties).toEqual({ RestApiId: 'abc123', ParentId: 'root1', PathPart: 'pets' });
    expect(resourcesOfType(stack, 'Deployment')[0].Properties).toMatchObject({ RestApiId: 'abc123' });
    expect(resourcesOfType(stack, 'Stage')[0].Properties).toMatchObject({ StageName: 'mine', RestApiId: 'abc123' });
  });

  test('a definition without AWS in mind is rendered by AwsTarget', () => {
    const stack = newStack();
    const api = new DeclaredApi(stack, 'Pets');
    const fn = new DeclaredFunction(stack, 'Fn', { code: newFunction(newStack())._source?.file });
    api.root.addMethod('GET', fn);
    const target = new AwsTarget(api);
    expect(stack.resolve(target.lambdaFunction(fn).functionArn)).toEqual({ 'Fn::GetAtt': [expect.stringMatching(/^Fn/), 'Arn'] });
    expect(resourcesOfType(stack, 'Method')).toHaveLength(1);
  });

  test.each([TemplateFormat.RESOURCES, TemplateFormat.OPENAPI_BODY])('a VPC link is rendered as %s, and another one takes a new deployment', (templateFormat) => {
    const rendered = (linkId?: string) => {
      const { stack, api } = petsApi({ templateFormat });
      const vpcLink = linkId === undefined ? undefined : apigateway.VpcLink.fromVpcLinkId(stack, 'Link', linkId);
      api.root.addMethod('ANY', new HttpProxyIntegration('https://backend.internal', { vpcLink }));
      api.root.addResource('mapped').addMethod('PUT', new HttpIntegration('https://backend.internal', { vpcLink }));
      return { ids: idsOfType(stack, 'Deployment'), text: JSON.stringify([...resourcesOfType(stack, 'Method'), ...resourcesOfType(stack, 'RestApi')]) };
    };
    const [none, blue, green] = [undefined, 'blue', 'green'].map(rendered) as [ReturnType<typeof rendered>, ReturnType<typeof rendered>, ReturnType<typeof rendered>];
    const links = ({ text }: typeof blue): string[] => [...text.matchAll(/onnectionId":"(\w+)"/g)].map(([, id = '']) => id);
    expect([none, blue, green].map(links)).toEqual([[], ['blue', 'blue'], ['green', 'green']]);
    expect([none, blue].map(({ text }) => text.includes('"VPC_LINK"'))).toEqual([false, true]);
    expect(new Set([none, blue, green].flatMap(({ ids }) => ids)).size).toBe(3);
  });

  test('children whose paths begin alike are told apart (#23998)', () => {
    const { stack, api, fn } = petsApi();
    api.root.resourceForPath('pets/pets').addMethod('GET', fn);
    api.root.resourceForPath('pets/petshop').addMethod('GET', fn);
    expect(resourcesOfType(stack, 'Resource').map(({ Properties }) => Properties.PathPart).sort()).toEqual(['pets', 'pets', 'petshop']);
  });

  test('authorization of ANY does not reach the preflight (#8615)', () => {
    const stack = newStack();
    const api = new Api(stack, 'Pets', {
      defaultCorsPreflightOptions: {}, defaultMethodOptions: { authorizationType: AuthorizationType.IAM, apiKeyRequired: true },
    });
    api.root.addProxy({ defaultIntegration: newFunction(stack) });
    const options = resourcesOfType(stack, 'Method').filter(({ Properties }) => Properties.HttpMethod === 'OPTIONS');
    expect(options.map(({ Properties }) => [Properties.AuthorizationType, Properties.ApiKeyRequired])).toEqual([['NONE', false], ['NONE', false]]);
  });

  test('a key of a plan keeps its logical id when another is added, with the feature flag that says so (#12698)', () => {
    const keysOf = (names: readonly string[]) => {
      const { stack, api } = petsApi({}, newStack('Shop', { app: { context: { '@aws-cdk/aws-apigateway:usagePlanKeyOrderInsensitiveId': true } } }));
      const plan = api.addUsagePlan('Plan', { apiStages: [{ stage: api.deploymentStage }] });
      names.forEach((name) => plan.addApiKey(api.addApiKey(name)));
      return idsOfType(stack, 'UsagePlanKey');
    };
    expect(keysOf(['A', 'B'])).toEqual(expect.arrayContaining(keysOf(['B'])));
  });

  test('a plan of two APIs is one plan', () => {
    const { stack, api } = petsApi();
    const { api: other } = { api: new Api(stack, 'Shops') };
    other.root.addMethod('GET', newFunction(stack, 'Shop'));
    const plan = api.addUsagePlan('Plan', { apiStages: [{ stage: api.deploymentStage }, { stage: other.deploymentStage }] });
    plan.addApiKey(api.addApiKey('Key'));
    expect(resourcesOfType(stack, 'UsagePlan').map(({ Properties }) => (Properties.ApiStages as unknown[]).length)).toEqual([2]);
    expect(resourcesOfType(stack, 'UsagePlanKey')).toHaveLength(1);
  });
});

describe('as one OpenAPI document', () => {
  const methodsIn = (stack: Stack) => {
    const { paths } = resourcesOfType(stack, 'RestApi')[0].Properties.Body as { paths: Record<string, Record<string, unknown>> };
    return Object.entries(paths).flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`));
  };

  test('an API is one resource with all its methods, and stages, deployment and permissions beside it', () => {
    const { stack, api, fn } = petsApi({ templateFormat: TemplateFormat.OPENAPI_BODY, defaultCorsPreflightOptions: {} });
    api.root.resourceForPath('pets/{id}').addMethod('POST', fn);
    expect(methodsIn(stack)).toEqual(['options /', 'get /pets', 'options /pets', 'options /pets/{id}', 'post /pets/{id}']);
    expect(['Resource', 'Method', 'Model', 'RequestValidator'].flatMap((type) => resourcesOfType(stack, type))).toEqual([]);
    expect(['Deployment', 'Stage', 'AWS::Lambda::Permission'].map((type) => resourcesOfType(stack, type).length)).toEqual([1, 1, 4]);
    expect(JSON.stringify(resourcesOfType(stack, 'RestApi'))).toContain('"Fn::GetAtt":["Fn');
  });

  test('the deployment is the same one, because the API is', () => {
    const formats = [TemplateFormat.RESOURCES, TemplateFormat.OPENAPI_BODY];
    const [asResources, asBody] = formats.map((templateFormat) => petsApi({ templateFormat }).stack);
    expect(idsOfType(asBody, 'Deployment')).toEqual(idsOfType(asResources, 'Deployment'));
  });

  test('a large API is rendered so by itself, with a warning from a little below on, unless the app says otherwise', () => {
    const large = (props: ApiProps) => {
      const { stack, api, fn } = petsApi(props);
      for (let index = 0; index < 160; index++) api.root.addResource(`r${index}`).addMethod('GET', fn);
      return stack;
    };
    const warned = (stack: Stack) => Annotations.fromStack(stack).findWarning('*', Match.stringLikeRegexp('AWS_TEMPLATE_FORMAT_BY_SIZE')).length;
    const [bySize, requested] = [large({}), large({ templateFormat: TemplateFormat.RESOURCES })];
    expect([methodsIn(bySize).length, warned(bySize)]).toEqual([161, 1]);
    expect([resourcesOfType(requested, 'Method').length, warned(requested)]).toEqual([161, 0]);
    const grown = petsApi();
    for (let index = 0; index < 120; index++) grown.api.root.addResource(`r${index}`).addMethod('GET', grown.fn);
    expect([resourcesOfType(grown.stack, 'Method').length, warned(grown.stack)]).toEqual([121, 1]);
  });

  test('JSON bodies are validated by the document where that is asked for', () => {
    const { stack, api, fn } = petsApi({ templateFormat: TemplateFormat.OPENAPI_BODY, jsonBodyValidation: JsonBodyValidation.ALWAYS });
    api.root.addMethod('POST', fn);
    expect(resourcesOfType(stack, 'RestApi')[0].Properties.Body).toMatchObject({
      'paths': { '/': { post: { 'x-amazon-apigateway-request-validator': 'synthgate-json-body' } } },
      'x-amazon-apigateway-request-validators': { 'synthgate-json-body': { validateRequestBody: true, validateRequestParameters: false } },
    });
  });
});

describe('what cannot be deployed as declared', () => {
  test('is a warning, which cdk synth --strict refuses', () => {
    const { stack } = petsApi({ vendor: { shortPrefix: 'acme' } });
    Annotations.fromStack(stack).hasWarning('*', Match.stringLikeRegexp('vendor names acme.*AWS_VENDOR_NAMES'));
  });

  test.each([['strict', { strict: true }, {}], ['the context', {}, { 'synthgate:strict': 'true' }]])('is an error with %s', (_, props, context) => {
    const { stack } = petsApi({ vendor: { shortPrefix: 'acme' }, ...props }, newStack('Shop', { app: { context } }));
    expect(() => Template.fromStack(stack)).toThrow('AWS_VENDOR_NAMES');
  });

  test('an authorizer of tokens that API Gateway does not take is refused, never left out (AWS_AUTHORIZER_UNSUPPORTED)', () => {
    const { stack, api, fn } = petsApi();
    const authorizer = new CognitoUserPoolsAuthorizer(api, 'Auth', { cognitoUserPools: [UserPool.fromIssuer('https://id.example.com')] });
    api.root.addMethod('GET', fn, { authorizer });
    expect(() => Template.fromStack(stack)).toThrow(/Shop\/Pets\/Auth.*https:\/\/id\.example\.com.*AWS_AUTHORIZER_UNSUPPORTED/s);
  });

  test('JSON Web Tokens beside a resource policy, which would let more callers in (AWS_JWT_WITH_POLICY)', () => {
    const policy = { Statement: [{ Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: 'execute-api:/*' }] };
    const { stack, api, fn } = petsApi({ policy });
    api.root.addMethod('GET', fn, { authorizer: api.addJwtAuthorizer('Auth', { issuer: 'https://id.example.com', audience: ['pets'] }) });
    expect(() => Template.fromStack(stack)).toThrow(/Shop\/Pets\/Auth.*AWS_JWT_WITH_POLICY/s);
  });

  test('models that form a cycle (AWS_MODELS_CIRCULAR)', () => {
    const { stack, api } = petsApi();
    const ref = (name: string) => ({ type: 'object', properties: { one: { $ref: `https://apigateway.amazonaws.com/restapis/{apiId}/models/${name}` } } });
    api.addModel('A', { modelName: 'A', schema: ref('B') });
    api.addModel('B', { modelName: 'B', schema: ref('A') });
    expect(() => Template.fromStack(stack)).toThrow(/A, B.*AWS_MODELS_CIRCULAR/s);
  });

  test('a wrong definition is refused with everything that is wrong with it', () => {
    const { stack, api } = petsApi();
    api.root.addMethod('FETCH');
    api.root.addResource('{a}').addMethod('FETCH');
    expect(() => Template.fromStack(stack)).toThrow(/METHOD_UNKNOWN.*METHOD_UNKNOWN/s);
  });

  test('an API or a function outside of a stack (AWS_STACK_MISSING)', () => {
    expect(() => new Api(new App(), 'Pets')).toThrow('AWS_STACK_MISSING');
    expect(() => newFunction(new App())).toThrow('AWS_STACK_MISSING');
  });

  test.each([[400, 1], [399, 0]])('an API that nearly fills its stack is warned about: %d resources (AWS_RESOURCES_NEAR_LIMIT)', (count, warnings) => {
    const { stack, api, fn } = petsApi({
      templateFormat: TemplateFormat.RESOURCES, scopePermissions: PermissionScope.API, cloudWatchRole: false,
    });
    const fixedCount = 8; // the function with its role, the API, its path, method, permission, deployment and stage
    for (let index = 0; index < Math.floor((count - fixedCount) / 2); index++) api.root.addResource(`r${index}`).addMethod('GET', fn);
    const filled = () => stack.node.findAll().filter((one) => CfnResource.isCfnResource(one)).length;
    if (count % 2 === 1) new CfnResource(stack, 'Odd', { type: 'AWS::SNS::Topic' });
    expect(Annotations.fromStack(stack).findWarning('*', Match.stringLikeRegexp('500.*AWS_RESOURCES_NEAR_LIMIT'))).toHaveLength(warnings);
    expect(filled()).toBe(count);
  });
});
