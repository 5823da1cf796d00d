import { parameterProblems } from '../../../lib/spec';

const SOURCES = '$request.{header|querystring|path|body}, $context, $stageVariables with their names';
const QUEUE = { QueueUrl: 'https://q.test' };

test.each([
  ['SQS-PurgeQueue', {}, ['QueueUrl is required']],
  ['Kinesis-PutRecord', { StreamName: 'a' }, ['Data is required', 'PartitionKey is required']],
  ['SQS-PurgeQueue', { ...QUEUE, queueUrl: 'a' }, ['queueUrl is not one of its parameters (QueueUrl, Region)']],
  ['SQS-PurgeQueue', { ...QUEUE, toString: 'a' }, ['toString is not one of its parameters (QueueUrl, Region)']],
  ['SQS-PurgeQueue', { QueueUrl: '' }, ['QueueUrl is empty']],
  ['SQS-PurgeQueue', { ...QUEUE, Region: 'europe' }, ['Region is not a region, such as eu-west-1']],
  ['SQS-PurgeQueue', { QueueUrl: '$request.cookie.a' }, ['QueueUrl reads $request.cookie.a, which is none of $request.{header|querystring|path|body}, $context, $stageVariables with their names']],
  ['SQS-PurgeQueue', { QueueUrl: '$response.body' }, ['QueueUrl reads $response.body, which is none of $request.{header|querystring|path|body}, $context, $stageVariables with their names']],
  ['SQS-PurgeQueue', { QueueUrl: 'a-${request.method}' }, ['QueueUrl reads ${request.method}, which is none of $request.{header|querystring|path|body}, $context, $stageVariables with their names']],
  ['SQS-PurgeQueue', { QueueUrl: '$request.bodyguard' }, ['QueueUrl reads $request.bodyguard, which is none of $request.{header|querystring|path|body}, $context, $stageVariables with their names']],
  ...['$request', '$request.header', '$request.header.a b', '$request.querystring', '$request.paths', '$context', '$stageVariables', '$5', '$input.body'].map((value) =>
    ['SQS-PurgeQueue', { QueueUrl: value }, [`QueueUrl reads ${value}, which is none of ${SOURCES}`]] as const),
  ...['${request.header.a b}', '${context}', '${stageVariables.}', '${request.body', '${response.header.a}'].map((value) =>
    ['SQS-PurgeQueue', { QueueUrl: `a-${value}` }, [`QueueUrl reads ${value}, which is none of ${SOURCES}`]] as const),
  ['SQS-PurgeQueue', { QueueUrl: '$request.body..url' }, ['QueueUrl has a JSON path with .. or a filter, which are not supported']],
  ['SQS-PurgeQueue', { QueueUrl: 'a-${request.body.a[?(@.b)]}' }, ['QueueUrl has a JSON path with .. or a filter, which are not supported']],
  ['SQS-SendMessage', { ...QUEUE, MessageBody: 'a', DelaySeconds: 'soon' }, ['DelaySeconds is not a whole number']],
  ['SQS-SendMessage', { ...QUEUE, MessageBody: 'a', MessageAttributes: '{"a":1}' }, ['MessageAttributes is not a JSON object of attributes, such as {"source": {"DataType": "String", "StringValue": "shop"}}']],
  ['EventBridge-PutEvents', { Detail: '{}', DetailType: 'a', Source: 'b', Time: 'noon' }, ['Time is not a time, such as 2026-01-31T12:00:00Z']],
  ['EventBridge-PutEvents', { Detail: '{}', DetailType: 'a', Source: 'b', Resources: '[1]' }, ['Resources is not a list, as JSON or with commas']],
] as const)('%s with %j: %j', (subtype, parameters, problems) => {
  expect(parameterProblems(subtype, parameters)).toEqual(problems);
});

test.each([
  ['SQS-PurgeQueue', { QueueUrl: '$stageVariables.queue', Region: 'us-gov-west-1' }],
  ['SQS-PurgeQueue', { QueueUrl: '$request.body[\'url\']' }],
  ['SQS-PurgeQueue', { QueueUrl: '${request.path}${request.body[0].url}${other}' }],
  ['SQS-PurgeQueue', { QueueUrl: '${token:Shop/Queue.Ref}', Region: '${token:AWS::Region}' }],
  ['SQS-SendMessage', { ...QUEUE, MessageBody: '$request.body', DelaySeconds: '5', MessageAttributes: '{"a":{"DataType":"String","StringValue":"${request.header.b}"}}' }],
  ['SQS-SendMessage', { ...QUEUE, MessageBody: 'costs $5', DelaySeconds: '$request.querystring.delay', MessageAttributes: '$request.body.attributes' }],
  ['EventBridge-PutEvents', { Detail: '${request.body}', DetailType: '$context.routeKey', Source: 'b', Time: '$context.requestTimeEpoch', Resources: 'a,b' }],
  ['StepFunctions-StartExecution', { StateMachineArn: 'arn', Input: '{"path":"${request.path.id}","first":"${request.body.items[0].name}"}' }],
] as const)('%s with %j is right', (subtype, parameters) => {
  expect(parameterProblems(subtype, parameters)).toEqual([]);
});
