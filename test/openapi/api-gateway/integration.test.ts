import type { Issue } from '../../../lib/errors';
import { integrationExtension } from '../../../lib/openapi/api-gateway/integration';
import { valuesOfAccount, type ApiGatewayValues } from '../../../lib/openapi';
import { complete, specWithMethod, type MethodInput } from '../../support/spec';

const account = { region: 'eu-west-1', accountId: '123456789012', partition: 'aws' };
const FUNCTION = 'arn:aws:lambda:eu-west-1:123456789012:function';
const CALLS = 'arn:aws:apigateway:eu-west-1:lambda:path';

function extensionOf(integration: MethodInput['integration'], values: ApiGatewayValues = valuesOfAccount(account)) {
  const statuses = 'responses' in integration ? integration.responses.map(({ statusCode }) => statusCode) : [];
  const responseParameters = { 'method.response.header.X-One': true };
  const methodResponses = Object.fromEntries(statuses.map((status) => [status, { responseParameters }]));
  const functions = { Fn: { code: 'fn', handler: 'index.handler' } };
  const method = complete(specWithMethod({ integration, methodResponses }, { functions, api: { id: 'pets', name: 'Pets', endpointType: 'REGIONAL' } })).resources['/']?.methods.GET;
  const losses: Issue[] = [];
  return { extension: method && integrationExtension(method.integration, { location: 'Pets/ GET', values, losses }), losses };
}

test('a function proxy', () => {
  expect(extensionOf({
    type: 'proxy', function: 'Fn', timeoutMs: 5000, requestParameters: { 'integration.request.header.X-One': "'1'" },
    cacheKeyParameters: ['integration.request.header.X-One'], cacheNamespace: 'pets',
  }).extension).toEqual({
    type: 'aws_proxy', httpMethod: 'POST', uri: `${CALLS}/2015-03-31/functions/${FUNCTION}:Fn/invocations`, timeoutInMillis: 5000,
    requestParameters: { 'integration.request.header.X-One': "'1'" }, cacheKeyParameters: ['integration.request.header.X-One'], cacheNamespace: 'pets',
  });
});

test('a function that streams is called by the address for streams', () => {
  expect(extensionOf({ type: 'proxy', function: 'Fn', responseTransferMode: 'STREAM', timeoutMs: 600_000 }).extension).toMatchObject({
    uri: `${CALLS}/2021-11-15/functions/${FUNCTION}:Fn/response-streaming-invocations`, responseTransferMode: 'STREAM', timeoutInMillis: 600_000,
  });
});

test('a function by stage variable keeps the variable', () => {
  expect(extensionOf({ type: 'proxy', function: '${stageVariables.fn}' }).extension).toMatchObject({
    uri: `${CALLS}/2015-03-31/functions/${FUNCTION}:\${stageVariables.fn}/invocations`,
  });
});

test('a mapped function', () => {
  expect(extensionOf({
    type: 'mapped', function: 'Fn', requestTemplates: { 'application/json': '{}' }, passthroughBehavior: 'NEVER', contentHandling: 'CONVERT_TO_TEXT',
    responses: [
      { statusCode: '200', responseParameters: { 'method.response.header.X-One': "'1'" }, responseTemplates: { 'application/json': '$input.body' } },
      { statusCode: '400', selectionPattern: 'Bad.*', contentHandling: 'CONVERT_TO_BINARY' },
    ],
  }).extension).toEqual({
    type: 'aws', httpMethod: 'POST', uri: `${CALLS}/2015-03-31/functions/${FUNCTION}:Fn/invocations`, timeoutInMillis: 29_000,
    requestTemplates: { 'application/json': '{}' }, passthroughBehavior: 'never', contentHandling: 'CONVERT_TO_TEXT',
    responses: {
      'default': { statusCode: '200', responseParameters: { 'method.response.header.X-One': "'1'" }, responseTemplates: { 'application/json': '$input.body' } },
      'Bad.*': { statusCode: '400', contentHandling: 'CONVERT_TO_BINARY' },
    },
  });
});

test('a mock', () => {
  expect(extensionOf({ type: 'mock', requestTemplates: { 'application/json': '{"statusCode": 200}' }, responses: [{ statusCode: '200' }] }).extension).toEqual({
    type: 'mock', requestTemplates: { 'application/json': '{"statusCode": 200}' }, passthroughBehavior: 'when_no_match', responses: { default: { statusCode: '200' } },
  });
});

test('HTTP backends', () => {
  expect(extensionOf({
    type: 'http', uri: 'https://backend.test/{id}', httpMethod: 'PUT', requestParameters: { 'integration.request.path.id': 'method.request.path.id' }, responses: [{ statusCode: '200' }],
  }).extension).toEqual({
    type: 'http', httpMethod: 'PUT', uri: 'https://backend.test/{id}', timeoutInMillis: 29_000, passthroughBehavior: 'when_no_match',
    requestParameters: { 'integration.request.path.id': 'method.request.path.id' }, responses: { default: { statusCode: '200' } },
  });
  expect(extensionOf({ type: 'http-proxy', uri: 'https://${stageVariables.host}/', responseTransferMode: 'STREAM' }).extension).toEqual({
    type: 'http_proxy', httpMethod: 'ANY', uri: 'https://${stageVariables.host}/', timeoutInMillis: 29_000, responseTransferMode: 'STREAM',
  });
});

test('addresses and roles may be any JSON', () => {
  const values: ApiGatewayValues = { functionUri: ({ functionName }) => ({ 'Fn::Sub': `\${${functionName}}` }), credentials: () => ({ Ref: 'Role' }), serviceUri: ({ service }) => ({ Ref: service }), text: (text) => text };
  expect(extensionOf({ type: 'proxy', function: 'Fn' }, values).extension).toMatchObject({ uri: { 'Fn::Sub': '${Fn}' }, credentials: { Ref: 'Role' } });
});

test('OPENAPI_RESPONSE_LEFT_OUT: a second response with one pattern has no place', () => {
  const { extension, losses } = extensionOf({ type: 'mock', responses: [{ statusCode: '200' }, { statusCode: '201' }] });
  expect(extension).toMatchObject({ responses: { default: { statusCode: '200' } } });
  expect(losses).toMatchObject([{ code: 'OPENAPI_RESPONSE_LEFT_OUT', severity: 'loss', location: 'Pets/ GET' }]);
});

test('an AWS service, and a role of its own', () => {
  const credentials = 'arn:aws:iam::123456789012:role/Caller';
  expect(extensionOf({
    type: 'service', service: 'sqs', action: 'SendMessage', actionParameters: [{ name: 'QueueUrl', value: 'https://q.test/a b' }], credentials, responses: [{ statusCode: '200' }],
  }).extension).toEqual({
    type: 'aws', httpMethod: 'POST', uri: 'arn:aws:apigateway:eu-west-1:sqs:action/SendMessage&QueueUrl=https%3A%2F%2Fq.test%2Fa%20b', credentials,
    timeoutInMillis: 29_000, passthroughBehavior: 'when_no_match', responses: { default: { statusCode: '200' } },
  });
  expect(extensionOf({ type: 'mapped', function: 'Fn', credentials, responses: [] }).extension).toMatchObject({ credentials });
  expect(extensionOf({ type: 'http-proxy', uri: 'https://b.test', credentials }).extension).toMatchObject({ credentials });
});

test('OPENAPI_INTEGRATION_UNAVAILABLE: a method that was not carried over answers 501, and never its backend', () => {
  const { extension, losses } = extensionOf({ type: 'unavailable', awsType: 'HTTP_PROXY', target: 'https://b.test', reason: 'the authorizer is unknown' });
  expect(extension).toEqual({ type: 'mock', requestTemplates: { 'application/json': '{"statusCode": 501}' }, responses: { default: { statusCode: '501' } } });
  expect(losses).toEqual([expect.objectContaining({ code: 'OPENAPI_INTEGRATION_UNAVAILABLE', severity: 'loss' })]);
});
