import { ownRegion, readServiceUri, serviceUri } from '../../../lib/spec';

const ACCOUNT = { partition: 'aws', region: 'eu-west-1' };

test.each([
  ['dynamodb:action/PutItem', { service: 'dynamodb', action: 'PutItem', actionParameters: [] }],
  ['sqs:path/123456789012/Orders', { service: 'sqs', path: '123456789012/Orders', actionParameters: [] }],
  ['runtime.sagemaker:path/endpoints/e/invocations', { subdomain: 'runtime', service: 'sagemaker', path: 'endpoints/e/invocations', actionParameters: [] }],
  ['my.bucket.s3:path/{key}', { subdomain: 'my.bucket', service: 's3', path: '{key}', actionParameters: [] }],
  ['s3:path//', { service: 's3', path: '/', actionParameters: [] }],
  ['s3:path/', { service: 's3', path: '', actionParameters: [] }],
  ['sns:action/Publish&TopicArn=arn%3Aaws%3Asns&Message=a%20b', {
    service: 'sns', action: 'Publish', actionParameters: [{ name: 'TopicArn', value: 'arn:aws:sns' }, { name: 'Message', value: 'a b' }],
  }],
  // placeholders, and what nobody would write as it is here, stay text
  ['s3:action/GetObject&Bucket={bucket}&Key={key}', { service: 's3', action: 'GetObject&Bucket={bucket}&Key={key}', actionParameters: [] }],
  ['sns:action/Publish&Message=a+b', { service: 'sns', action: 'Publish&Message=a+b', actionParameters: [] }],
  ['sns:action/Publish&A=1&A=2', { service: 'sns', action: 'Publish', actionParameters: [{ name: 'A', value: '1' }, { name: 'A', value: '2' }] }],
  ['sqs:path/${token:AWS::AccountId}/${token:My Shop/Queue.QueueName}', {
    service: 'sqs', path: '${token:AWS::AccountId}/${token:My Shop/Queue.QueueName}', actionParameters: [],
  }],
  ['${token:Shop/Bucket.Ref}.s3:path/x:y', { subdomain: '${token:Shop/Bucket.Ref}', service: 's3', path: 'x:y', actionParameters: [] }],
  ['states:action/${stageVariables.action}', { service: 'states', action: '${stageVariables.action}', actionParameters: [] }],
])('%s is read, and written as it was', (text, expected) => {
  const uri = `arn:aws:apigateway:eu-west-1:${text}`;
  const read = readServiceUri(uri);
  expect(read).toEqual({ ...ACCOUNT, ...expected });
  expect(read && serviceUri(read, ACCOUNT)).toBe(uri);
});

test.each([
  ['arn:${token:AWS::Partition}:apigateway:${token:AWS::Region}:sqs:path/q', '${token:AWS::Partition}', '${token:AWS::Region}', undefined],
  ['arn:${AWS::Partition}:apigateway:${AWS::Region}:sqs:path/q', '${AWS::Partition}', '${AWS::Region}', undefined],
  ['arn:aws-cn:apigateway:cn-north-1:sqs:path/q', 'aws-cn', 'cn-north-1', 'cn-north-1'],
  ['arn:aws:apigateway::sqs:path/q', 'aws', '', undefined],
])('%s: partition and region', (uri, partition, region, own) => {
  expect(readServiceUri(uri)).toMatchObject({ partition, region, service: 'sqs', path: 'q' });
  expect(ownRegion(region)).toBe(own);
});

test.each([
  'https://backend.test', 'arn:aws:lambda:eu-west-1:1:function:f', 'arn:aws:apigateway:eu-west-1:sqs:${stageVariables.call}',
  'arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/arn:aws:lambda:eu-west-1:1:function:f/invocations',
  'arn:aws:apigateway:eu-west-1:lambda:path/2021-11-15/functions/arn:aws:lambda:eu-west-1:1:function:f/response-streaming-invocations',
])('%s is not the address of a service', (uri) => {
  expect(readServiceUri(uri)).toBeUndefined();
});

test('a target without a region is in that of the API', () => {
  expect(serviceUri({ service: 'sqs', path: 'q', actionParameters: [] }, ACCOUNT)).toBe('arn:aws:apigateway:eu-west-1:sqs:path/q');
});
