import * as cdk from 'aws-cdk-lib';
import { AccessLogFormat, BasePathMapping, DomainName, EndpointType, LambdaRestApi, LogGroupLogDestination, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as targets from 'aws-cdk-lib/aws-route53-targets';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';

/** An API with a domain name, base path, access log and a web ACL on its stage. */
export class ApiWithDomainStack extends cdk.Stack {
  public constructor(scope: Construct, id: string, props?: cdk.StackProps) {
    super(scope, id, props);
    const handler = new lambda.Function(this, 'Handler', {
      runtime: lambda.Runtime.NODEJS_20_X, handler: 'index.handler',
      code: lambda.Code.fromInline('exports.handler = async (event) => { return { statusCode: 200, body: JSON.stringify({ path: event.path, resource: event.resource }) }; };'),
    });
    const hostedZone = route53.HostedZone.fromHostedZoneAttributes(this, 'HostedZone', { hostedZoneId: 'Z0', zoneName: 'example.com' });
    const certificate = new acm.Certificate(this, 'Certificate', { domainName: 'api.example.com', validation: acm.CertificateValidation.fromDns(hostedZone) });
    const prdLogGroup = new logs.LogGroup(this, 'PrdLogs', { retention: logs.RetentionDays.ONE_WEEK });
    const api = new LambdaRestApi(this, 'Api', {
      handler,
      endpointConfiguration: { types: [EndpointType.REGIONAL] },
      disableExecuteApiEndpoint: false,
      domainName: { domainName: 'api.example.com', certificate, endpointType: EndpointType.REGIONAL, securityPolicy: SecurityPolicy.TLS_1_2, basePath: 'v1' },
      deployOptions: {
        tracingEnabled: true,
        accessLogDestination: new LogGroupLogDestination(prdLogGroup),
        accessLogFormat: AccessLogFormat.jsonWithStandardFields(),
      },
    });
    const second = new DomainName(this, 'Second', { domainName: 'second.example.com', certificate });
    new BasePathMapping(this, 'Mapping', { domainName: second, restApi: api });
    if (api.domainName) new route53.ARecord(this, 'Alias', { zone: hostedZone, recordName: 'api', target: route53.RecordTarget.fromAlias(new targets.ApiGatewayDomain(api.domainName)) });
    const webAcl = new wafv2.CfnWebACL(this, 'WebAcl', {
      defaultAction: { allow: {} }, scope: 'REGIONAL',
      visibilityConfig: { cloudWatchMetricsEnabled: true, metricName: 'webACL', sampledRequestsEnabled: true },
      rules: [{
        name: 'AWS-AWSManagedRulesCommonRuleSet', priority: 1, overrideAction: { none: {} },
        statement: { managedRuleGroupStatement: { name: 'AWSManagedRulesCommonRuleSet', vendorName: 'AWS' } },
        visibilityConfig: { cloudWatchMetricsEnabled: true, metricName: 'common', sampledRequestsEnabled: true },
      }],
    });
    new wafv2.CfnWebACLAssociation(this, 'WebAclAssociation', {
      webAclArn: webAcl.attrArn, resourceArn: `arn:aws:apigateway:${this.region}::/restapis/${api.restApiId}/stages/${api.deploymentStage.stageName}`,
    });
  }
}

export const app = new cdk.App();
new ApiWithDomainStack(app, 'ApiWithDomain');
