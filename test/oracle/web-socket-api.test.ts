import { aws_apigatewayv2 as v2, aws_certificatemanager as acm, aws_iam as iam, aws_logs as logs, Duration } from 'aws-cdk-lib';
import type * as ours from '../../lib/constructs';
import { newHandler, templatesOf, type Define } from '../support/aws/v2-libraries';

const DEFINITIONS: Readonly<Record<string, Define>> = {
  'nothing but the API': ({ WebSocketApi: Api }, stack) => new Api(stack, 'Chat'),
  'settings of the API': ({ WebSocketApi: Api, WebSocketApiKeySelectionExpression: Keys }, stack) => {
    new Api(stack, 'Chat', {
      apiName: 'chat', description: 'talks', routeSelectionExpression: '$request.body.type', apiKeySelectionExpression: Keys.AUTHORIZER_USAGE_IDENTIFIER_KEY,
      disableSchemaValidation: true, ipAddressType: v2.IpAddressType.DUAL_STACK,
    });
    new Api(stack, 'Other', { apiKeySelectionExpression: Keys.HEADER_X_API_KEY });
  },
  'routes, integrations and a grant': ({ WebSocketApi: Api, WebSocketLambdaIntegration, WebSocketMockIntegration, WebSocketAwsIntegration, ContentHandling, PassthroughBehavior }, stack) => {
    const handler = newHandler(stack, 'Fn');
    const talk = (id: string): ours.WebSocketLambdaIntegration => new WebSocketLambdaIntegration(id, handler);
    const api = new Api(stack, 'Chat', {
      connectRouteOptions: { integration: talk('Connect') }, disconnectRouteOptions: { integration: talk('Disconnect') },
      defaultRouteOptions: { integration: talk('Others'), returnResponse: true },
    });
    api.addRoute('chat/join room', { integration: new WebSocketLambdaIntegration('Join', newHandler(stack, 'Join'), { timeout: Duration.seconds(3) }) });
    const credentialsRole = new iam.Role(stack, 'Role', { assumedBy: new iam.ServicePrincipal('apigateway.amazonaws.com') });
    const mock = new WebSocketMockIntegration('Mock', { requestTemplates: { a: '{"statusCode":200}' }, templateSelectionExpression: '$request.body.kind' });
    for (const key of ['mock', 'mock2']) api.addRoute(key, { integration: mock });
    api.addRoute('store', {
      integration: new WebSocketAwsIntegration('Store', {
        integrationUri: `arn:aws:apigateway:${stack.region}:dynamodb:action/PutItem`, integrationMethod: 'POST', credentialsRole,
        requestTemplates: { 'application/json': '{"TableName": "t"}' }, templateSelectionExpression: '\\$default',
        requestParameters: { 'integration.request.header.x-id': 'context.connectionId' }, timeout: Duration.seconds(4),
        contentHandling: ContentHandling.CONVERT_TO_TEXT, passthroughBehavior: PassthroughBehavior.NEVER,
      }),
    });
    api.grantManageConnections(handler);
  },
  'authorizers': ({ WebSocketApi: Api, WebSocketRoute, WebSocketLambdaIntegration, WebSocketIamAuthorizer, WebSocketLambdaAuthorizer, WebSocketNoneAuthorizer }, stack) => {
    const integration = (): ours.WebSocketLambdaIntegration => new WebSocketLambdaIntegration('Connect', newHandler(stack, `Fn${stack.node.children.length}`));
    const authorizer = new WebSocketLambdaAuthorizer('Guard', newHandler(stack, 'Check'), { authorizerName: 'guard', identitySource: ['route.request.querystring.token'] });
    new Api(stack, 'Guarded', { connectRouteOptions: { integration: integration(), authorizer } });
    new Api(stack, 'ByDefault', { connectRouteOptions: { integration: integration(), authorizer: new WebSocketLambdaAuthorizer('Guard', newHandler(stack, 'Check2')) } });
    new Api(stack, 'Signed', { connectRouteOptions: { integration: integration(), authorizer: new WebSocketIamAuthorizer() } });
    new Api(stack, 'Open', { connectRouteOptions: { integration: integration(), authorizer: new WebSocketNoneAuthorizer() } });
    new WebSocketRoute(stack, 'Route', { webSocketApi: new Api(stack, 'Keyed'), routeKey: '$connect', integration: integration(), apiKeyRequired: true });
  },
  'a domain mapping': ({ WebSocketApi: Api, WebSocketStage, forCdk }, stack) => {
    const api = new Api(stack, 'Chat');
    const stage = new WebSocketStage(stack, 'Dev', { webSocketApi: api, stageName: 'dev', autoDeploy: true });
    const certificate = acm.Certificate.fromCertificateArn(stack, 'Certificate', 'arn:aws:acm:eu-west-1:123456789012:certificate/1');
    const domainName = new v2.DomainName(stack, 'Domain', { domainName: 'example.com', certificate });
    new v2.ApiMapping(stack, 'Mapping', { ...forCdk(api, stage), domainName, apiMappingKey: 'shop' });
  },
  'a domain mapping of a stage': ({ WebSocketApi: Api, WebSocketStage }, stack) => {
    const certificate = acm.Certificate.fromCertificateArn(stack, 'Certificate', 'arn:aws:acm:eu-west-1:123456789012:certificate/1');
    const domainName = new v2.DomainName(stack, 'Domain', { domainName: 'ws.example.com', certificate });
    new WebSocketStage(stack, 'Dev', { webSocketApi: new Api(stack, 'Chat'), stageName: 'dev', domainMapping: { domainName, mappingKey: 'v1/chat' } });
  },
  'stages': ({ WebSocketApi: Api, WebSocketStage, AccessLogFormat, logTo }, stack) => {
    const webSocketApi = new Api(stack, 'Chat');
    const group = new logs.LogGroup(stack, 'Logs');
    new WebSocketStage(stack, 'Dev', { webSocketApi, stageName: 'dev', autoDeploy: true, throttle: { rateLimit: 5, burstLimit: 7 }, description: 'for us', stageVariables: { color: 'red' } });
    new WebSocketStage(stack, 'Log', { webSocketApi, stageName: 'log', detailedMetricsEnabled: true, accessLogSettings: { destination: logTo(group) } });
    const own = new WebSocketStage(webSocketApi, 'Own', {
      webSocketApi, stageName: 'own', accessLogSettings: { destination: logTo(group), format: AccessLogFormat.custom('$context.requestId') },
    });
    own.addStageVariable('size', 'L');
  },
};

test.each(Object.entries(DEFINITIONS))('the template of a WebSocketApi is that of the CDK, whole: %s', (_, define) => {
  const [left, right] = templatesOf(define);
  expect(left).toEqual(right);
});
