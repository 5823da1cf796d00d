import {
  aws_apigatewayv2 as v2, aws_apigatewayv2_integrations as theirs, aws_certificatemanager as acm, aws_cognito as cognito,
  aws_events as events, aws_iam as iam, aws_logs as logs, aws_sqs as sqs, aws_stepfunctions as sfn, CfnOutput, Duration, Fn, type Stack,
} from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { HttpApi } from '../../lib/aws';
import { HttpAwsIntegration, HttpIntegrationSubtype, ParameterMapping } from '../../lib/constructs';
import { subtypeOf } from '../../lib/spec';
import { newStack } from '../support/aws-stack';
import { importFiles } from '../support/imported';
import { newHandler, templatesOf, type Define, type Library } from '../support/aws/v2-libraries';

const DEFINITIONS: Readonly<Record<string, Define>> = {
  'nothing but the API': ({ HttpApi: Api }, stack) => new Api(stack, 'Shop'),
  'settings of the API': ({ HttpApi: Api, CorsHttpMethod }, stack) => new Api(stack, 'Shop', {
    apiName: 'shop', description: 'of pets', disableExecuteApiEndpoint: true, routeSelectionExpression: true, ipAddressType: v2.IpAddressType.DUAL_STACK,
    createDefaultStage: false,
    corsPreflight: {
      allowOrigins: ['https://a.example.com'], allowMethods: [CorsHttpMethod.GET, CorsHttpMethod.ANY], allowHeaders: ['x-a'], exposeHeaders: ['x-b'],
      allowCredentials: true, maxAge: Duration.days(1),
    },
  }),
  'CORS of some settings': ({ HttpApi: Api }, stack) => new Api(stack, 'Shop', { corsPreflight: { allowOrigins: ['*'] } }),
  'routes of one integration': ({ HttpApi: Api, HttpLambdaIntegration, HttpMethod }, stack) => {
    const api = new Api(stack, 'Shop');
    const integration = new HttpLambdaIntegration('Pets', newHandler(stack, 'Fn'));
    api.addRoutes({ path: '/', integration });
    api.addRoutes({ path: '/pets', methods: [HttpMethod.GET, HttpMethod.POST], integration });
    api.addRoutes({ path: '/pets/{id}', methods: [HttpMethod.GET], integration });
    api.addRoutes({ path: '/files/{path+}', integration });
  },
  'a default integration': ({ HttpApi: Api, HttpUrlIntegration }, stack) =>
    new Api(stack, 'Shop', { defaultIntegration: new HttpUrlIntegration('Old', 'https://old.example.com') }),
  'one permission for all routes': ({ HttpApi: Api, HttpLambdaIntegration }, stack) => {
    const api = new Api(stack, 'Shop');
    const handler = newHandler(stack, 'Fn');
    for (const id of ['A', 'B']) api.addRoutes({ path: `/${id}`, integration: new HttpLambdaIntegration(id, handler, { scopePermissionToRoute: false }) });
  },
  'settings of integrations': ({ HttpApi: Api, HttpLambdaIntegration, HttpUrlIntegration, HttpMethod, MappingValue, ParameterMapping, PayloadFormatVersion }, stack) => {
    const api = new Api(stack, 'Shop');
    const parameterMapping = new ParameterMapping().overwriteHeader('x-a', MappingValue.requestHeader('b')).removeQueryString('c');
    api.addRoutes({
      path: '/a',
      integration: new HttpLambdaIntegration('A', newHandler(stack, 'Fn'), { payloadFormatVersion: PayloadFormatVersion.VERSION_1_0, parameterMapping, timeout: Duration.seconds(3) }),
    });
    api.addRoutes({ path: '/b', integration: new HttpUrlIntegration('B', 'https://b.example.com/{p}', { method: HttpMethod.PUT, parameterMapping, timeout: Duration.seconds(4) }) });
  },
  'authorizers of all kinds': ({
    HttpApi: Api, HttpLambdaIntegration, HttpIamAuthorizer, HttpJwtAuthorizer, HttpLambdaAuthorizer, HttpLambdaResponseType,
    HttpNoneAuthorizer,
  }, stack) => {
    const api = new Api(stack, 'Shop', {
      defaultAuthorizer: new HttpJwtAuthorizer('Login', 'https://login.example.com', { jwtAudience: ['a', 'b'] }), defaultAuthorizationScopes: ['read'],
    });
    const integration = new HttpLambdaIntegration('Pets', newHandler(stack, 'Fn'));
    const check = newHandler(stack, 'Check');
    const policies = new HttpLambdaAuthorizer('Policies', check);
    api.addRoutes({ path: '/default', integration });
    api.addRoutes({ path: '/own', integration, authorizationScopes: ['write'] });
    api.addRoutes({ path: '/open', integration, authorizer: new HttpNoneAuthorizer(), authorizationScopes: [] });
    api.addRoutes({ path: '/signed', integration, authorizer: new HttpIamAuthorizer(), authorizationScopes: [] });
    api.addRoutes({ path: '/policies', integration, authorizer: policies, authorizationScopes: [] });
    api.addRoutes({ path: '/policies2', integration, authorizer: policies, authorizationScopes: [] });
    api.addRoutes({
      path: '/simple', integration, authorizationScopes: [],
      authorizer: new HttpLambdaAuthorizer('Simple', check, {
        authorizerName: 'simple', responseTypes: [HttpLambdaResponseType.SIMPLE], identitySource: ['$request.header.x'], resultsCacheTtl: Duration.seconds(0),
      }),
    });
  },
  'user pools': ({ HttpApi: Api, HttpLambdaIntegration, HttpUserPoolAuthorizer }, stack) => {
    const api = new Api(stack, 'Shop');
    const integration = new HttpLambdaIntegration('Pets', newHandler(stack, 'Fn'));
    const pool = new cognito.UserPool(stack, 'Pool');
    api.addRoutes({ path: '/new', integration, authorizer: new HttpUserPoolAuthorizer('New', pool) });
    api.addRoutes({
      path: '/known', integration, authorizationScopes: ['read'],
      authorizer: new HttpUserPoolAuthorizer('Known', pool, {
        userPoolClients: [pool.addClient('Web')], userPoolRegion: 'eu-west-1', authorizerName: 'known', identitySource: ['$request.header.x'],
      }),
    });
  },
  'stages': ({ HttpApi: Api, HttpStage, AccessLogFormat, logTo }, stack) => {
    const api = new Api(stack, 'Shop');
    const group = new logs.LogGroup(stack, 'Logs');
    api.addStage('Dev', { stageName: 'dev', autoDeploy: true, throttle: { rateLimit: 5, burstLimit: 7 }, description: 'for us', stageVariables: { color: 'red' } });
    api.addStage('Log', { stageName: 'log', detailedMetricsEnabled: true, accessLogSettings: { destination: logTo(group) } });
    const own = new HttpStage(stack, 'Own', {
      httpApi: api, stageName: 'own', accessLogSettings: { destination: logTo(group), format: AccessLogFormat.custom('$context.requestId') },
    });
    own.addStageVariable('size', 'L');
  },
  'a domain mapping': ({ HttpApi: Api, HttpStage, forCdk }, stack) => {
    const api = new Api(stack, 'Shop');
    const stage = new HttpStage(stack, 'Dev', { httpApi: api, stageName: 'dev', autoDeploy: true });
    const certificate = acm.Certificate.fromCertificateArn(stack, 'Certificate', 'arn:aws:acm:eu-west-1:123456789012:certificate/1');
    const domainName = new v2.DomainName(stack, 'Domain', { domainName: 'example.com', certificate });
    new v2.ApiMapping(stack, 'Mapping', { ...forCdk(api, stage), domainName, apiMappingKey: 'shop' });
  },
  'domain mappings of stages': ({ HttpApi: Api, HttpStage }, stack) => {
    const certificate = acm.Certificate.fromCertificateArn(stack, 'Certificate', 'arn:aws:acm:eu-west-1:123456789012:certificate/1');
    const domainName = new v2.DomainName(stack, 'Domain', { domainName: 'example.com', certificate });
    const api = new Api(stack, 'Shop', { defaultDomainMapping: { domainName } });
    new HttpStage(stack, 'Dev', { httpApi: api, stageName: 'dev', domainMapping: { domainName, mappingKey: 'dev' } });
    api.addStage('Old', { stageName: 'old', domainMapping: { domainName, mappingKey: 'v1/shop' } });
    const known = v2.DomainName.fromDomainNameAttributes(stack, 'Known', { name: 'other.example.com', regionalDomainName: 'd', regionalHostedZoneId: 'z' });
    const second = new Api(stack, 'Other', { createDefaultStage: false });
    new CfnOutput(stack, 'Url', { value: second.addStage('Prod', { stageName: 'prod', domainMapping: { domainName: known, mappingKey: 'a' } }).domainUrl ?? '' });
  },
  'a route and references of other constructs': ({ HttpApi: Api, HttpRoute, HttpRouteKey, HttpMethod, HttpJwtAuthorizer, HttpUrlIntegration }, stack) => {
    const api = new Api(stack, 'Shop');
    const { functionName } = newHandler(stack, 'Fn');
    new HttpRoute(stack, 'Route', {
      httpApi: api, routeKey: HttpRouteKey.with('/r', HttpMethod.GET), integration: new HttpUrlIntegration('Url', `https://${functionName}.example.com`),
      authorizer: new HttpJwtAuthorizer('Login', `https://${stack.region}.example.com`, { jwtAudience: [functionName] }),
    });
    new HttpRoute(stack, 'Default', { httpApi: api, routeKey: HttpRouteKey.DEFAULT, integration: new HttpUrlIntegration('Rest', 'https://rest.example.com') });
  },
};

test('names that only a deployment knows are references in the template, and tokens in the definition', () => {
  const stack = newStack();
  const api = new HttpApi(stack, 'Shop');
  const queue = new sqs.Queue(stack, 'Queue');
  const parameterMapping = new ParameterMapping().custom('QueueUrl', queue.queueUrl).custom('Region', stack.region).custom('DelaySeconds', Fn.importValue('delay')).custom('MessageBody', `${queue.queueName}: \${request.body}`);
  api.addRoutes({ path: '/a', integration: new HttpAwsIntegration('Send', { subtype: HttpIntegrationSubtype.SQS_SEND_MESSAGE, parameterMapping }) });
  expect(integrationsOf(stack)).toEqual([expect.objectContaining({ RequestParameters: {
    QueueUrl: { Ref: expect.stringMatching(/^Queue/) }, Region: { Ref: 'AWS::Region' }, DelaySeconds: { 'Fn::ImportValue': 'delay' },
    MessageBody: { 'Fn::Join': ['', [{ 'Fn::GetAtt': [expect.stringMatching(/^Queue/), 'QueueName'] }, ': ${request.body}']] },
  } })]);
  expect(JSON.parse(api.toJson())).toMatchObject({ resources: { '/a': { methods: { ANY: { integration: { parameters: { QueueUrl: expect.stringMatching(/^\$\{token:/), Region: '${token:AWS::Region}' } } } } } } });
});

/** The integrations of the CDK with services. */
type Services = (stack: Stack, subtype: v2.HttpIntegrationSubtype, parameterMapping: v2.ParameterMapping) => v2.HttpRouteIntegration;
const SERVICES: Readonly<Record<string, Services>> = {
  'SQS': (stack, subtype, parameterMapping) => new theirs.HttpSqsIntegration('Call', { queue: new sqs.Queue(stack, 'Queue'), subtype, parameterMapping }),
  'StepFunctions': (stack, subtype, parameterMapping) => new theirs.HttpStepFunctionsIntegration('Call', {
    stateMachine: new sfn.StateMachine(stack, 'Machine', { stateMachineType: sfn.StateMachineType.EXPRESS, definitionBody: sfn.DefinitionBody.fromChainable(new sfn.Pass(stack, 'Pass')) }),
    subtype, parameterMapping,
  }),
  'EventBridge': (stack, subtype, parameterMapping) => new theirs.HttpEventBridgeIntegration('Call', { eventBusRef: new events.EventBus(stack, 'Bus').eventBusRef, subtype, parameterMapping }),
};

/** The integrations of a stack; the CDK makes a role for each of its own. */
function integrationsOf(stack: Stack): object[] {
  const resources = Object.values(Template.fromStack(stack).findResources('AWS::ApiGatewayV2::Integration')) as { readonly Properties: Readonly<Record<string, unknown>> }[];
  return resources.map(({ Properties: { ApiId: _api, CredentialsArn: role, ...others } }) => ({ ...others, hasRole: role !== undefined }));
}

const SUBTYPES = Object.values(v2.HttpIntegrationSubtype)
  .flatMap((subtype) => Object.entries(SERVICES).filter(([name]) => subtype.startsWith(name)).map(([, make]) => [subtype, make] as const));

test.each(SUBTYPES)('the integration %s is that of the CDK', (subtype, make) => {
  const parameters = Object.fromEntries(subtypeOf(subtype).required.map((name) => [name, `$request.body.${name}`]));
  const [ours, cdk] = [newStack(), newStack()];
  const api = new HttpApi(ours, 'Shop');
  const parameterMapping = new ParameterMapping();
  const cdkMapping = new v2.ParameterMapping();
  for (const [name, value] of Object.entries(parameters)) {
    parameterMapping.custom(name, value);
    cdkMapping.custom(name, value);
  }
  // the enums have the same values
  const ourSubtype = subtype as string as HttpIntegrationSubtype;
  const credentialsRole = new iam.Role(ours, 'Role', { assumedBy: new iam.ServicePrincipal('apigateway.amazonaws.com') });
  api.addRoutes({ path: '/a', integration: new HttpAwsIntegration('Call', { subtype: ourSubtype, parameterMapping, credentialsRole }) });
  new v2.HttpApi(cdk, 'Shop').addRoutes({ path: '/a', integration: make(cdk, subtype, cdkMapping) });
  expect(integrationsOf(ours)).toEqual(integrationsOf(cdk));
  const expected = { IntegrationSubtype: subtype, RequestParameters: parameters, hasRole: true };
  expect(integrationsOf(ours)).toEqual([expect.objectContaining(expected)]);
  const { specs } = importFiles({ 'template.json': Template.fromStack(cdk).toJSON() });
  expect(specs[0]?.resources['/a']?.methods.ANY?.integration).toMatchObject({ type: 'service-proxy', subtype, parameters });
});

test.each(Object.entries(DEFINITIONS))('the template of an HttpApi is that of the CDK, whole: %s', (_, define) => {
  const [left, right] = templatesOf(define);
  expect(left).toEqual(right);
});

test('the template of a document is that of the CDK for the same routes, whole', () => {
  const uri = (name: string): string => `arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/arn:aws:lambda:eu-west-1:123456789012:function:${name}/invocations`;
  const call = { 'x-amazon-apigateway-integration': { type: 'AWS_PROXY', httpMethod: 'POST', uri: uri('Pets'), payloadFormatVersion: '2.0', timeoutInMillis: 5_000 } };
  const backend = {
    type: 'HTTP_PROXY', httpMethod: 'GET', uri: 'https://old.example.com/{id}', payloadFormatVersion: '1.0', timeoutInMillis: 4_000,
    requestParameters: { 'overwrite:header.x-a': '$request.header.b' }, responseParameters: { 500: { 'overwrite:statuscode': '503' } },
    connectionType: 'VPC_LINK', connectionId: 'link1', tlsConfig: { serverNameToVerify: 'old.example.com' }, credentials: 'arn:aws:iam::123456789012:role/r',
  };
  const authorizer = (members: object, type: string): object => ({ type, 'name': 'Authorization', 'in': 'header', 'x-amazon-apigateway-authorizer': { identitySource: '$request.header.Authorization', ...members } });
  const document = {
    'openapi': '3.0.1', 'info': { title: 'shop', description: 'of pets' },
    'x-amazon-apigateway-endpoint-configuration': { disableExecuteApiEndpoint: true },
    'x-amazon-apigateway-cors': { allowOrigins: ['https://a.example.com'], allowMethods: ['GET'], maxAge: 60 },
    'paths': {
      '/old/{id}': { get: { 'operationId': 'old', 'x-amazon-apigateway-integration': backend } },
      '/pets': { get: { ...call, security: [{ Login: ['read'] }] }, post: { ...call, security: [{ Simple: [] }] }, put: { ...call, 'x-amazon-apigateway-auth': { type: 'AWS_IAM' } } },
      '/$default': { 'x-amazon-apigateway-any-method': { ...call, isDefaultRoute: true } },
    },
    'components': { securitySchemes: {
      Login: authorizer({ type: 'jwt', jwtConfiguration: { issuer: 'https://login.example.com', audience: ['a'] } }, 'oauth2'),
      Simple: authorizer({ type: 'request', authorizerUri: uri('Check'), authorizerPayloadFormatVersion: '2.0', enableSimpleResponses: true, authorizerResultTtlInSeconds: 300 }, 'apiKey'),
    } },
  };
  const [left, right] = templatesOf((library, stack) => {
    const [pets, check] = [newHandler(stack, 'Fn'), newHandler(stack, 'Check')];
    if ('fromOpenApi' in library.HttpApi) {
      library.HttpApi.fromOpenApi(stack, 'Shop', { document, functions: { Pets: pets, Check: check } });
      return;
    }
    declareSame(library, stack, { pets, check });
  });
  expect(left).toEqual(right);
});

/** The routes of the document as the CDK declares them; what its classes do not have is set on the resources. */
function declareSame(
  library: Library, stack: Stack, { pets, check }: Readonly<Record<'pets' | 'check', ReturnType<typeof newHandler>>>,
): void {
  const { HttpApi: Api, CorsHttpMethod, HttpRoute, HttpRouteKey, HttpMethod, HttpLambdaIntegration, HttpUrlIntegration } = library;
  const { HttpJwtAuthorizer, HttpLambdaAuthorizer, HttpLambdaResponseType, HttpIamAuthorizer, MappingValue, ParameterMapping } = library;
  const api = new Api(stack, 'Shop', {
    apiName: 'shop', description: 'of pets', disableExecuteApiEndpoint: true,
    corsPreflight: { allowOrigins: ['https://a.example.com'], allowMethods: [CorsHttpMethod.GET], maxAge: Duration.minutes(1) },
  });
  const integration = () => new HttpLambdaIntegration('Integration', pets, { timeout: Duration.seconds(5) });
  const parameterMapping = new ParameterMapping().overwriteHeader('x-a', MappingValue.requestHeader('b'));
  const [old] = api.addRoutes({ path: '/old/{id}', methods: [HttpMethod.GET], integration: new HttpUrlIntegration('Integration', 'https://old.example.com/{id}', { method: HttpMethod.GET, parameterMapping, timeout: Duration.seconds(4) }) });
  const backend = old?.node.findChild('Integration').node.defaultChild as v2.CfnIntegration; // the resource of the integration
  (old?.node.defaultChild as v2.CfnRoute).operationName = 'old'; // the resource of the route
  Object.assign(backend, {
    connectionType: 'VPC_LINK', connectionId: 'link1', tlsConfig: { serverNameToVerify: 'old.example.com' }, credentialsArn: 'arn:aws:iam::123456789012:role/r',
    responseParameters: { 500: { ResponseParameters: [{ Destination: 'overwrite:statuscode', Source: '503' }] } },
  });
  api.addRoutes({ path: '/pets', methods: [HttpMethod.GET], integration: integration(), authorizer: new HttpJwtAuthorizer('Login', 'https://login.example.com', { jwtAudience: ['a'] }), authorizationScopes: ['read'] });
  api.addRoutes({ path: '/pets', methods: [HttpMethod.POST], integration: integration(), authorizer: new HttpLambdaAuthorizer('Simple', check, { responseTypes: [HttpLambdaResponseType.SIMPLE] }) });
  api.addRoutes({ path: '/pets', methods: [HttpMethod.PUT], integration: integration(), authorizer: new HttpIamAuthorizer() });
  new HttpRoute(api, 'DefaultRoute', { httpApi: api, routeKey: HttpRouteKey.DEFAULT, integration: integration() });
}
