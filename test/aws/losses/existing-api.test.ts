import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { ApiKeySourceType, EndpointType } from '../../../lib';
import { Api, TemplateFormat } from '../../../lib/aws';
import { newFunction, newStack } from '../../support/aws-stack';

test('AWS_EXISTING_API_POLICY: the policy of an API that exists cannot be declared', () => {
  const stack = newStack();
  const api = Api.fromApiAttributes(stack, 'Pets', {
    restApiId: 'abc123', rootResourceId: 'root1',
    policy: { Version: '2012-10-17', Statement: [{ Effect: 'Deny', Principal: '*', Action: 'execute-api:Invoke', Resource: 'execute-api:/*' }] },
  });
  api.root.addMethod('GET', newFunction(stack));
  expect(() => Template.fromStack(stack)).toThrow('[AWS_EXISTING_API_POLICY]');
});

test('AWS_EXISTING_API_SETTING: each other setting that an API that exists keeps is a loss', () => {
  const stack = newStack();
  const api = Api.fromApiAttributes(stack, 'Pets', {
    restApiId: 'abc123', rootResourceId: 'root1', endpointType: EndpointType.REGIONAL, binaryMediaTypes: ['image/*'], minimumCompressionSize: 0,
    description: 'All pets', apiKeySourceType: ApiKeySourceType.AUTHORIZER, disableExecuteApiEndpoint: true, vpcEndpoints: [],
    templateFormat: TemplateFormat.OPENAPI_BODY,
  });
  api.root.addMethod('GET', newFunction(stack));
  Template.fromStack(stack);
  const warnings = Annotations.fromStack(stack).findWarning('*', Match.stringLikeRegexp('AWS_EXISTING_API_SETTING'));
  expect(warnings.map(({ entry }) => /keeps its own (\w+)/.exec(String(entry.data))?.[1])).toEqual([
    'description', 'endpointType', 'apiKeySourceType', 'binaryMediaTypes', 'minCompressionSize', 'disableExecuteApiEndpoint', 'vpcEndpoints', 'templateFormat',
  ]);
});
