import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Api } from '../../../lib/aws';
import { ProxyIntegration, ServiceIntegration } from '../../../lib/constructs';
import { newFunction, newStack } from '../../support/aws-stack';

const role = 'arn:aws:iam::123456789012:role/Caller';
let template: Template;

beforeAll(() => {
  const stack = newStack();
  const api = new Api(stack, 'Pets');
  const responses = { integrationResponses: [{ statusCode: '200' }] };
  api.root.addMethod('GET', new ServiceIntegration({ ...responses, service: 'sqs', path: `${Stack.of(stack).account}/Orders`, credentials: role }));
  api.root.addMethod('PUT', new ServiceIntegration({ ...responses, service: 's3', subdomain: 'pictures', region: 'eu-west-1', path: '{key}', httpMethod: 'PUT' }));
  api.root.addMethod('POST', new ProxyIntegration(newFunction(stack), { credentials: role }));
  template = Template.fromStack(stack);
});

const integrationOf = (HttpMethod: string) => {
  const [method] = Object.values(template.findResources('AWS::ApiGateway::Method', { Properties: { HttpMethod } }));
  // a method has these members
  return (method as { readonly Properties: { readonly Integration: Record<string, unknown> } }).Properties.Integration;
};

test('a service is called in the region of the stack, with the role', () => {
  expect(integrationOf('GET')).toMatchObject({
    Type: 'AWS', IntegrationHttpMethod: 'POST', Credentials: role,
    Uri: { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':apigateway:', { Ref: 'AWS::Region' }, ':sqs:path/', { Ref: 'AWS::AccountId' }, '/Orders']] },
  });
});

test('or in its own', () => {
  expect(integrationOf('PUT')).toMatchObject({
    IntegrationHttpMethod: 'PUT', Uri: { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':apigateway:eu-west-1:pictures.s3:path/{key}']] },
  });
});

test('a function may be called with a role', () => {
  expect(integrationOf('POST')).toMatchObject({ Type: 'AWS_PROXY', Credentials: role });
});
