import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { AttributeType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { NetworkLoadBalancer } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { DefinitionBody, Pass, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import {
  ApiDefinition, AwsIntegration, ConnectionType, Integration, IntegrationType, LambdaRestApi, PassthroughBehavior, RestApi, SpecRestApi,
  StepFunctionsIntegration, StepFunctionsRestApi, VpcLink,
} from '../../../../lib/cdk';

/** Services without a function between: a queue, a topic, a table, a bucket, a state machine, a load balancer; an API from a document. */
export class ServicesStack extends Stack {
  public constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const credentialsRole = new Role(this, 'ApiRole', { assumedBy: new ServicePrincipal('apigateway.amazonaws.com') });
    const queue = new Queue(this, 'Queue');
    const topic = new Topic(this, 'Topic');
    const bucket = new Bucket(this, 'Bucket');
    const table = new Table(this, 'Table', { partitionKey: { name: 'id', type: AttributeType.STRING } });
    queue.grantSendMessages(credentialsRole);
    topic.grantPublish(credentialsRole);
    bucket.grantRead(credentialsRole);
    table.grantReadData(credentialsRole);
    const api = new RestApi(this, 'Services', { cloudWatchRole: false });
    const answered = { methodResponses: [{ statusCode: '200' }, { statusCode: '400' }] };
    const integrationResponses = [
      { statusCode: '200', responseTemplates: { 'application/json': '{"done": true}' } },
      { statusCode: '400', selectionPattern: '[45]\\d{2}', responseTemplates: { 'application/json': '{"done": false}' } },
    ];
    api.root.addResource('messages').addMethod('POST', new AwsIntegration({
      service: 'sqs', path: `${this.account}/${queue.queueName}`, integrationHttpMethod: 'POST',
      options: {
        credentialsRole, passthroughBehavior: PassthroughBehavior.NEVER, integrationResponses,
        requestParameters: { 'integration.request.header.Content-Type': "'application/x-www-form-urlencoded'" },
        requestTemplates: { 'application/json': 'Action=SendMessage&MessageBody=$util.urlEncode($input.body)' },
      },
    }), answered);
    api.root.addResource('news').addMethod('POST', new AwsIntegration({
      service: 'sns', action: 'Publish', actionParameters: { TopicArn: 'arn:aws:sns:eu-west-1:123456789012:news', Message: 'news' }, options: { credentialsRole, integrationResponses },
    }), answered);
    api.root.resourceForPath('items/{id}').addMethod('GET', new AwsIntegration({
      service: 'dynamodb', action: 'GetItem',
      options: {
        credentialsRole, integrationResponses,
        requestTemplates: { 'application/json': JSON.stringify({ TableName: table.tableName, Key: { id: { S: "$input.params('id')" } } }) },
      },
    }), answered);
    api.root.resourceForPath('files/{key}').addMethod('GET', new AwsIntegration({
      service: 's3', path: `${bucket.bucketName}/{key}`, integrationHttpMethod: 'GET', region: 'eu-west-1',
      options: { credentialsRole, requestParameters: { 'integration.request.path.key': 'method.request.path.key' }, integrationResponses },
    }), { ...answered, requestParameters: { 'method.request.path.key': true } });
    api.root.addResource('own').addMethod('GET', new AwsIntegration({ service: 'lambda', subdomain: 'x', path: 'y', options: { credentialsPassthrough: true, integrationResponses } }), answered);

    const machine = new StateMachine(this, 'Machine', { stateMachineType: StateMachineType.EXPRESS, definitionBody: DefinitionBody.fromChainable(new Pass(this, 'Pass')) });
    api.root.addResource('runs').addMethod('POST', StepFunctionsIntegration.startExecution(machine, { headers: true, requestContext: { accountId: true } }));
    new StepFunctionsRestApi(this, 'Machines', { stateMachine: machine, deploy: true, cloudWatchRole: false });

    const link = new VpcLink(this, 'Link', { targets: [new NetworkLoadBalancer(this, 'Balancer', { vpc: new Vpc(this, 'Vpc', { natGateways: 0 }) })] });
    api.root.addResource('inside').addMethod('GET', new Integration({
      type: IntegrationType.HTTP_PROXY, integrationHttpMethod: 'GET', uri: 'http://inside.example/',
      options: { connectionType: ConnectionType.VPC_LINK, vpcLink: link, timeout: Duration.seconds(5) },
    }));

    const handler = new LambdaFunction(this, 'Handler', { runtime: Runtime.NODEJS_22_X, handler: 'index.handler', code: Code.fromInline('exports.handler = async () => ({ statusCode: 200, body: "" });') });
    handler.addToRolePolicy(new PolicyStatement({ actions: ['s3:GetObject'], resources: [bucket.arnForObjects('*')] }));
    const whole = new LambdaRestApi(this, 'Whole', { handler, proxy: false, integrationOptions: { allowTestInvoke: false, timeout: Duration.seconds(1) }, restApiName: 'whole', cloudWatchRole: false });
    whole.root.addResource('a').addMethod('GET');
    new SpecRestApi(this, 'Document', {
      cloudWatchRole: false, deployOptions: { stageName: 'doc' }, failOnWarnings: true,
      apiDefinition: ApiDefinition.fromInline({
        openapi: '3.0.1', info: { title: 'document', version: '1' },
        paths: { '/pets': { get: { responses: { 200: { description: 'pets' } }, 'x-amazon-apigateway-integration': { type: 'mock', requestTemplates: { 'application/json': '{"statusCode": 200}' }, responses: { default: { statusCode: '200' } } } } } },
      }),
    });
  }
}
