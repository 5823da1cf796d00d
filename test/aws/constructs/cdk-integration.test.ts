import { Duration } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Api, CdkIntegration } from '../../../lib/aws';
import { AwsIntegration } from '../../../lib/cdk';
import { readSpecText } from '../../../lib/spec';
import { newStack } from '../../support/aws-stack';

test('what it says is in the spec, with tokens by name', () => {
  const stack = newStack();
  const bucket = new Bucket(stack, 'Pictures');
  const api = new Api(stack, 'Pets');
  api.root.addMethod('GET', new AwsIntegration({
    service: 's3', path: `${bucket.bucketName}/{key}`, integrationHttpMethod: 'GET', options: { timeout: Duration.seconds(5), cacheNamespace: 'n', integrationResponses: [{ statusCode: '200' }] },
  }));
  expect(readSpecText(api.toJson(), 'Pets').spec.resources['/']?.methods.GET?.integration).toMatchObject({
    type: 'service', service: 's3', path: '${token:Shop/Pictures.Ref}/{key}', httpMethod: 'GET', timeoutMs: 5_000, cacheNamespace: 'n',
  });
});

test.each([
  [new AwsIntegration({ service: 'sqs', path: 'q', proxy: true }), 'it calls neither a function nor a service, as AWS_PROXY'],
])('AWS_INTEGRATION_UNSUPPORTED: %#', (integration, reason) => {
  const stack = newStack();
  new Api(stack, 'Pets').root.addMethod('GET', new CdkIntegration(integration));
  expect(() => Template.fromStack(stack)).toThrow(new RegExp(`${reason}[^]*AWS_INTEGRATION_UNSUPPORTED`));
});
