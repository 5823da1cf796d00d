import { CfnOutput, Duration, RemovalPolicy, Stack, Tags, type StackProps } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { RestApiOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGateway, ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import {
  AccessLogField, AccessLogFormat, BasePathMapping, CfnDocumentationPart, CfnMethod, ConnectionType, ContentHandling, DomainName,
  EndpointType, HttpIntegration, JsonSchemaType, LambdaIntegration, LogGroupLogDestination, MethodLoggingLevel, MockIntegration,
  PassthroughBehavior, Period, RateLimitedApiKey, ResponseType, RestApi, SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';

/** A shop that uses what there is: its own domain, a firewall, metrics, grants, models, and overrides of resources. */
export class EverythingStack extends Stack {
  public constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const shop = new LambdaFunction(this, 'ShopFunction', { runtime: Runtime.NODEJS_22_X, handler: 'index.handler', code: Code.fromInline(HANDLER) });
    const certificate = Certificate.fromCertificateArn(this, 'Certificate', 'arn:aws:acm:eu-west-1:123456789012:certificate/c');
    const accessLog = new LogGroup(this, 'AccessLog', { removalPolicy: RemovalPolicy.DESTROY });
    const api = new RestApi(this, 'ShopApi', {
      restApiName: 'shop',
      description: 'Everything a shop needs',
      endpointTypes: [EndpointType.REGIONAL],
      minCompressionSize: undefined,
      failOnWarnings: true,
      endpointExportName: 'ShopUrl',
      disableExecuteApiEndpoint: false,
      cloudWatchRole: true,
      cloudWatchRoleRemovalPolicy: RemovalPolicy.DESTROY,
      retainDeployments: true,
      parameters: { ignore: 'documentation' },
      policy: new PolicyDocument({
        statements: [new PolicyStatement({ effect: Effect.ALLOW, principals: [new AnyPrincipal()], actions: ['execute-api:Invoke'], resources: ['execute-api:/*'] })],
      }),
      deployOptions: {
        stageName: 'v1', tracingEnabled: true, metricsEnabled: true, loggingLevel: MethodLoggingLevel.ERROR, dataTraceEnabled: false,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: AccessLogFormat.custom(`${AccessLogField.contextRequestId()} ${AccessLogField.contextStatus()}`),
        methodOptions: { '/items/GET': { throttlingRateLimit: 10, throttlingBurstLimit: 5 } },
        variables: { color: 'blue' },
      },
    });
    Tags.of(api).add('team', 'shop');

    const item = api.addModel('Item', { contentType: 'application/json', modelName: 'Item', schema: { type: JsonSchemaType.OBJECT, required: ['id'], properties: { id: { type: JsonSchemaType.STRING } } } });
    const integration = new LambdaIntegration(shop, { proxy: true, allowTestInvoke: false, timeout: Duration.seconds(10) });
    const items = api.root.addResource('items', { defaultIntegration: integration, defaultMethodOptions: { apiKeyRequired: false } });
    const list = items.addMethod('GET', undefined, { requestParameters: { 'method.request.querystring.page': false } });
    const create = items.addMethod('POST', integration, {
      apiKeyRequired: true, requestModels: { 'application/json': item }, requestValidatorOptions: { requestValidatorName: 'body', validateRequestBody: true },
      methodResponses: [{ statusCode: '200', responseModels: { 'application/json': item } }],
    });
    items.addProxy({ anyMethod: true, defaultIntegration: new HttpIntegration('https://shop.example/{proxy}', {
      httpMethod: 'ANY', proxy: true, options: { requestParameters: { 'integration.request.path.proxy': 'method.request.path.proxy' } },
    }), defaultMethodOptions: { requestParameters: { 'method.request.path.proxy': true } } });
    api.root.resourceForPath('/mapped/{id}').addMethod('PUT', new LambdaIntegration(shop, {
      proxy: false, passthroughBehavior: PassthroughBehavior.NEVER, contentHandling: ContentHandling.CONVERT_TO_TEXT,
      requestTemplates: { 'application/json': '{"id": "$input.params(\'id\')"}' },
      integrationResponses: [
        { statusCode: '200', responseTemplates: { 'application/json': '{"ok": true}' } },
        { statusCode: '404', selectionPattern: '.*missing.*', responseTemplates: { 'application/json': '{"ok": false}' } },
      ],
    }), { methodResponses: [{ statusCode: '200' }, { statusCode: '404' }] });
    api.root.addMethod('ANY', new MockIntegration({
      requestTemplates: { 'application/json': '{"statusCode": 204}' }, integrationResponses: [{ statusCode: '204' }],
    }), { methodResponses: [{ statusCode: '204' }] });
    api.addGatewayResponse('TooMany', { type: ResponseType.THROTTLED, statusCode: '429', templates: { 'application/json': '{"slow": "down"}' } });

    const plan = api.addUsagePlan('Plan', { name: 'partners', quota: { limit: 1000, period: Period.WEEK } });
    plan.addApiStage({ stage: api.deploymentStage, throttle: [{ method: create, throttle: { rateLimit: 5, burstLimit: 2 } }] });
    plan.addApiKey(api.addApiKey('Key', { apiKeyName: 'partner' }));
    new RateLimitedApiKey(this, 'LimitedKey', { customerId: 'c', throttle: { rateLimit: 1, burstLimit: 1 }, apiStages: [{ api, stage: api.deploymentStage }] });

    const caller = new Role(this, 'Caller', { assumedBy: new ServicePrincipal('ec2.amazonaws.com') });
    list.grantExecute(caller);
    caller.addToPolicy(new PolicyStatement({ actions: ['execute-api:Invoke'], resources: [create.methodArn, create.testMethodArn, api.arnForExecuteApi('GET', '/items', 'v1')] }));
    list.metricLatency(api.deploymentStage).createAlarm(this, 'SlowList', { threshold: 1000, evaluationPeriods: 1 });
    api.metricServerError().createAlarm(this, 'Errors', { threshold: 1, evaluationPeriods: 1 });
    api.deploymentStage.metricClientError().createAlarm(this, 'ClientErrors', { threshold: 10, evaluationPeriods: 2 });

    const domain = new DomainName(this, 'Domain', {
      domainName: 'api.shop.example', certificate, endpointType: EndpointType.REGIONAL, securityPolicy: SecurityPolicy.TLS_1_2,
      mtls: { bucket: Bucket.fromBucketName(this, 'Trusted', 'trusted'), key: 'store.pem' },
    });
    domain.addBasePathMapping(api, { basePath: 'v1' });
    new BasePathMapping(this, 'Second', { domainName: domain, restApi: api, basePath: 'again', stage: api.deploymentStage });
    api.addDomainName('Another', { domainName: 'another.shop.example', certificate });
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId: 'Z1', zoneName: 'shop.example' });
    new ARecord(this, 'Alias', { zone, recordName: 'api', target: RecordTarget.fromAlias(new ApiGatewayDomain(domain)) });
    new ARecord(this, 'ApiAlias', { zone, recordName: 'another', target: RecordTarget.fromAlias(new ApiGateway(api)) });
    new Distribution(this, 'Distribution', { defaultBehavior: { origin: new RestApiOrigin(api) } });
    new CfnWebACLAssociation(this, 'Firewall', { resourceArn: api.deploymentStage.stageArn, webAclArn: 'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/w/1' });

    new CfnDocumentationPart(this, 'About', { restApiId: api.restApiId, location: { type: 'API' }, properties: '{"description":"A shop"}' });
    const method = list.node.defaultChild;
    if (method instanceof CfnMethod) method.addPropertyOverride('OperationName', 'listItems');
    const known = RestApi.fromRestApiAttributes(this, 'Known', { restApiId: 'abc', rootResourceId: 'def' });
    new CfnOutput(this, 'Count', { value: `${api.methods.length} ${known.restApiId} ${api.urlForPath('/items')} ${ConnectionType.INTERNET}` });
  }
}

const HANDLER = 'exports.handler = async ({ path, stageVariables }) => ({ statusCode: 200, body: JSON.stringify({ path, stageVariables }) });';
