import { createTestGateway, type TestGateway } from 'synthgate/testing';
import { startServices, type ServiceServer } from '../../support/aws/service-server';
import { newProject } from '../../support/project';

/* Routes of a SAM template that call services, as public samples have them: an OpenAPI document, and resources of their own. */

const call = (integrationSubtype: string, requestParameters: object) => ({
  'x-amazon-apigateway-integration': {
    integrationSubtype, requestParameters, type: 'aws_proxy', payloadFormatVersion: '1.0', connectionType: 'INTERNET', credentials: { 'Fn::GetAtt': ['Role', 'Arn'] },
  },
});
const TEMPLATE = {
  Transform: 'AWS::Serverless-2016-10-31',
  Resources: {
    Queue: { Type: 'AWS::SQS::Queue' },
    Machine: { Type: 'AWS::StepFunctions::StateMachine', Properties: {} },
    Role: { Type: 'AWS::IAM::Role', Properties: {} },
    HttpApi: {
      Type: 'AWS::Serverless::HttpApi',
      Properties: { DefinitionBody: { openapi: '3.0.1', info: { title: 'Shop' }, paths: {
        '/send': { post: call('SQS-SendMessage', { MessageBody: '$request.body.MessageBody', QueueUrl: { Ref: 'Queue' } }) },
        '/broken': { post: call('SQS-SendMessage', { QueueUrl: { Ref: 'Queue' } }) },
      } } },
    },
    Start: { Type: 'AWS::ApiGatewayV2::Integration', Properties: {
      ApiId: { Ref: 'HttpApi' }, IntegrationType: 'AWS_PROXY', IntegrationSubtype: 'StepFunctions-StartExecution', PayloadFormatVersion: '1.0',
      RequestParameters: { StateMachineArn: { 'Fn::Sub': '${Machine}' }, Input: '$request.body' }, ResponseParameters: { 200: { ResponseParameters: [{ Destination: 'overwrite:statuscode', Source: '202' }] } },
    } },
    StartRoute: { Type: 'AWS::ApiGatewayV2::Route', Properties: { ApiId: { Ref: 'HttpApi' }, RouteKey: 'POST /start', Target: { 'Fn::Sub': 'integrations/${Start}' } } },
  },
};

let services: ServiceServer;
let gateway: TestGateway;
beforeAll(async () => {
  services = await startServices('test');
  const template = newProject({ 'template.json': JSON.stringify(TEMPLATE) }).file('template.json');
  gateway = await createTestGateway(template, { awsEndpoints: { '*': services.url } });
});
afterAll(async () => {
  await gateway.close();
  await services.close();
});

const post = (path: string, body: string) => gateway.fetch(path, { method: 'POST', body });

test('a message goes to the queue, by its local name', async () => {
  const response = await post('send', '{"MessageBody":"hello"}');
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([200, 'text/xml', '<?xml version="1.0"?><SendMessageResponse/>']);
  expect(services.received('sqs')).toEqual([{ queue: 'https://sqs.us-east-1.amazonaws.com/123456789012/Queue', body: 'hello' }]);
});

test('an execution is started, and its status is mapped', async () => {
  expect((await post('start', '{"id":1}')).status).toBe(202);
  expect(services.received('states')).toEqual([{ action: 'StartExecution', input: { stateMachineArn: 'arn:aws:states:us-east-1:123456789012:stateMachine:Machine', input: '{"id":1}' } }]);
});

test('a request without the value is refused, and a route without a parameter is closed', async () => {
  const refused = await post('send', '{}');
  expect([refused.status, await refused.json()]).toEqual([400, { message: 'Bad Request' }]);
  expect((await post('broken', '{}')).status).toBe(501);
  expect(services.received('sqs')).toHaveLength(1);
});
