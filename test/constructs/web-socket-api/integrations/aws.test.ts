import {
  ContentHandling, Duration, PassthroughBehavior, WebSocketAwsIntegration, WebSocketHttpIntegration, WebSocketHttpProxyIntegration,
  WebSocketLambdaIntegration, WebSocketMappedIntegration, WebSocketMockIntegration,
} from '../../../../lib/constructs';
import { httpFindings, httpSpecOf } from '../../../support/http-declaration';
import { declareWebSocket } from '../../../support/web-socket-declaration';

const uri = 'arn:aws:apigateway:eu-west-1:sqs:path/123456789012/Messages';

test('the address names service, region and path, and the settings are those of the route', () => {
  const { api } = declareWebSocket();
  api.addRoute('queue', {
    returnResponse: true,
    integration: new WebSocketAwsIntegration('Queue', {
      integrationUri: uri, integrationMethod: 'POST', credentialsRole: { roleArn: 'arn:aws:iam::123456789012:role/queue' }, timeout: Duration.seconds(3),
      requestTemplates: { $default: 'Action=SendMessage' }, passthroughBehavior: PassthroughBehavior.NEVER, contentHandling: ContentHandling.CONVERT_TO_TEXT,
      integrationResponses: [{ responseTemplates: { $default: 'ok' } }, { selectionPattern: '5\\d\\d', contentHandling: ContentHandling.CONVERT_TO_TEXT }],
    }),
  });
  expect(httpSpecOf(api).resources['/queue'].methods.ANY?.integration).toMatchObject({
    type: 'service', service: 'sqs', region: 'eu-west-1', path: '123456789012/Messages', httpMethod: 'POST', credentials: 'arn:aws:iam::123456789012:role/queue',
    timeoutMs: 3_000, requestTemplates: { $default: 'Action=SendMessage' }, passthroughBehavior: 'NEVER', contentHandling: 'CONVERT_TO_TEXT',
    responses: [{ statusCode: '200', responseTemplates: { $default: 'ok' } }, { statusCode: '200', selectionPattern: '5\\d\\d', contentHandling: 'CONVERT_TO_TEXT' }],
  });
});

test('backends and mapped functions take what a message becomes', () => {
  const { api, fn } = declareWebSocket();
  const requestTemplates = { $default: '{"text": $input.json("$.text")}' };
  api.addRoute('http', { integration: new WebSocketHttpIntegration('Http', 'https://chat.example.com/{room}', { integrationMethod: 'PUT', requestTemplates, integrationResponses: [{}] }) });
  api.addRoute('pass', { integration: new WebSocketHttpProxyIntegration('Pass', 'https://chat.example.com', { requestParameters: { 'integration.request.header.x': 'context.connectionId' } }) });
  api.addRoute('mapped', { integration: new WebSocketMappedIntegration('Mapped', fn, { requestTemplates, passthroughBehavior: PassthroughBehavior.NEVER, timeout: Duration.seconds(2) }) });
  const { resources } = httpSpecOf(api);
  expect(['http', 'pass', 'mapped'].map((key) => resources[`/${key}`].methods.ANY?.integration)).toMatchObject([
    { type: 'http', uri: 'https://chat.example.com/{room}', httpMethod: 'PUT', requestTemplates, responses: [{ statusCode: '200' }] },
    { type: 'http-proxy', uri: 'https://chat.example.com', httpMethod: 'POST', requestParameters: { 'integration.request.header.x': 'context.connectionId' } },
    { type: 'mapped', function: 'Handler', requestTemplates, passthroughBehavior: 'NEVER', timeoutMs: 2_000 },
  ]);
});

test.each([
  'dynamodb', 'https://example.com', 'arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/arn:aws:lambda:eu-west-1:123456789012:function:f/invocations',
])('refuses the address %s, at the route', (integrationUri) => {
  const { api } = declareWebSocket();
  api.addRoute('a', { integration: new WebSocketAwsIntegration('A', { integrationUri, integrationMethod: 'POST' }) });
  expect(httpFindings(api)).toEqual(['SERVICE_URI_INVALID Chat/a-Route']);
});

test.each([Duration.millis(49), Duration.seconds(30)])('refuses a time limit that WebSocket APIs do not have, at each route', (timeout) => {
  const { api, fn } = declareWebSocket();
  api.addRoute('a', { integration: new WebSocketLambdaIntegration('A', fn, { timeout }) });
  api.addRoute('b', { integration: new WebSocketAwsIntegration('B', { integrationUri: uri, integrationMethod: 'POST', timeout }) });
  expect(httpFindings(api)).toEqual(['INTEGRATION_TIMEOUT_INVALID Chat/a-Route', 'INTEGRATION_TIMEOUT_INVALID Chat/b-Route']);
});

test.each<[object, string]>([[{ requestTemplates: { $default: '#if(' } }, 'TEMPLATE_'], [{ other: 1 }, 'PROPERTY_UNKNOWN']])('refuses the settings %j, at the route', (props, code) => {
  const { api } = declareWebSocket();
  api.addRoute('a', { integration: new WebSocketMockIntegration('A', props) });
  expect(httpFindings(api)).toEqual([expect.stringMatching(new RegExp(`^${code}\\w* Chat/a-Route`))]);
});
