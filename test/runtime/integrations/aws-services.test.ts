import { serviceCallOf } from '../../../lib/runtime/integrations/aws-services';
import { readServiceUri } from '../../../lib/spec';

const callOf = (text: string) => {
  const target = readServiceUri(`arn:aws:apigateway:eu-west-1:${text}`);
  return target && serviceCallOf(target);
};
const headersOf = (text: string) => Object.fromEntries(callOf(text)?.headers.map(({ name, value }) => [name, value]) ?? []);

test.each([
  ['dynamodb:action/PutItem', 'DynamoDB_20120810.PutItem', '1.0'],
  ['streams.dynamodb:action/ListStreams', 'DynamoDBStreams_20120810.ListStreams', '1.0'],
  ['states:action/StartExecution', 'AWSStepFunctions.StartExecution', '1.0'],
  ['kinesis:action/PutRecord', 'Kinesis_20131202.PutRecord', '1.1'],
  ['events:action/PutEvents', 'AWSEvents.PutEvents', '1.1'],
  ['cognito-idp:action/SignUp', 'AWSCognitoIdentityProviderService.SignUp', '1.1'],
])('%s is JSON, with its name in a header', (text, target, version) => {
  expect(callOf(text)).toMatchObject({ pathAndQuery: '/' });
  expect(headersOf(text)).toEqual({ 'X-Amz-Target': target, 'Content-Type': `application/x-amz-json-${version}` });
});

test.each([
  ['sns:action/Publish&TopicArn=arn%3Aaws%3Asns&Message=a%20b', '/?Action=Publish&Version=2010-03-31&TopicArn=arn%3Aaws%3Asns&Message=a%20b'],
  ['sqs:action/SendMessage&MessageBody={body}&x=a{b}c', '/?Action=SendMessage&Version=2012-11-05&MessageBody={body}&x=a{b}c'],
  ['sqs:path/123456789012/Orders', '/123456789012/Orders'],
  ['s3:path/bucket/{key}?acl', '/bucket/{key}?acl'],
  ['s3:path//', '/'],
  ['s3:path/', '/'],
  ['s3:action/GetObject&Bucket={bucket}&Key={key}', '/{bucket}/{key}'],
  ['s3:action/ListObjectsV2&Bucket=b&prefix=p/', '/b?list-type=2&prefix=p%2F'],
  ['unknown:path/a/b', '/a/b'],
])('%s is %s', (text, pathAndQuery) => {
  expect(callOf(text)?.pathAndQuery).toBe(pathAndQuery);
});

test('an action that is a path of its own has its own method', () => {
  expect(callOf('s3:action/DeleteObject&Bucket=b&Key=k')).toMatchObject({ httpMethod: 'DELETE', pathAndQuery: '/b/k' });
});

test.each([
  ['states:action/StartExecution', ['SFN', 'STATES'], 'states'],
  ['dynamodb:action/GetItem', ['DYNAMODB'], 'dynamodb'],
  ['events:action/PutEvents', ['EVENTBRIDGE', 'EVENTS'], 'events'],
  ['runtime.sagemaker:path/endpoints/e/invocations', ['SAGEMAKER_RUNTIME', 'RUNTIME_SAGEMAKER'], 'sagemaker'],
  ['data.iot:path/topics/t', ['IOT_DATA_PLANE', 'DATA_IOT'], 'iotdata'],
  ['email:action/SendEmail', ['SES', 'EMAIL'], 'ses'],
  ['my.bucket.s3:path/k', ['S3'], 's3'],
  ['some-service:path/k', ['SOME_SERVICE'], 'some-service'],
])('%s: names of its endpoint, and in its signature', (text, endpointNames, signingName) => {
  expect(callOf(text)).toMatchObject({ endpointNames, signingName });
});

test.each(['unknown:action/Do', 's3:action/SelectObjectContent'])('%s is not known here', (text) => {
  expect(callOf(text)).toBeUndefined();
});
