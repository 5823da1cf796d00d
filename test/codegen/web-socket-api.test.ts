import { WebSocketApi } from '../../lib';
import { TARGETS, writeProgram } from '../../lib/codegen';
import { readSpec, type GatewaySpec, type GatewaySpecInput } from '../../lib/spec';
import { codeFor, runProgram, specsOf } from '../support/codegen/run-program';

const echo = { type: 'proxy' as const, function: 'Echo' };
const BASE: GatewaySpecInput = {
  format: 'synthgate/1', protocol: 'websocket', api: { id: 'chat', name: 'Chat' }, functions: { Echo: { code: '.', handler: 'index.handler' } }, stages: { prod: {} },
};

const specWith = (more: object): GatewaySpec => readSpec({ ...BASE, ...more }, 'spec').spec;
const writtenOf = (spec: GatewaySpec, target: (typeof TARGETS)[number] = 'constructs') => writeProgram([{ spec, code: codeFor(spec) }], target);
const resourcesOf = (methods: Readonly<Record<string, object>>): object =>
  Object.fromEntries(Object.entries(methods).map(([path, method], index) => [path, { id: `r${index}`, methods: { ANY: method } }]));

/** A spec without the code of functions, and the ids of resources, which follow from paths. */
function comparable({ functions, resources, ...spec }: GatewaySpec): object {
  const methods = Object.entries(resources).map(([at, resource]) => [at, resource.methods]);
  return { ...spec, functions: Object.keys(functions).sort(), resources: Object.fromEntries(methods) as object };
}

const EVERYTHING: Readonly<Record<string, GatewaySpec>> = {
  'settings of the API, and stages': specWith({
    functions: {},
    api: {
      id: 'chat', name: 'Chat of friends', description: 'for us', routeSelectionExpression: '$request.body.type', apiKeySource: 'AUTHORIZER', quotas: { stages: 20 },
      vendor: { headerPrefix: 'acme' },
    },
    stages: {
      prod: { variables: { color: 'red' }, description: 'for all', methodSettings: { '*/*': { throttlingRateLimit: 5, throttlingBurstLimit: 7, metricsEnabled: true } } },
      dev: { accessLog: { format: '$context.requestId', destination: 'stdout' } },
    },
  }),
  'routes with models and answers': specWith({
    models: { Named: { contentType: 'application/json', schema: { type: 'object', required: ['name'] } }, Unused: { contentType: 'application/json', schema: { type: 'string' } } },
    resources: resourcesOf({
      '/$connect': { apiKeyRequired: true, integration: echo },
      '/$disconnect': { integration: echo },
      '/chat%2Fjoin%20room': { integration: { ...echo, timeoutMs: 1_500 }, hasRouteResponse: true, requestModels: { $default: 'Named' }, modelSelectionExpression: '$request.body.kind' },
      '/mock': {
        hasRouteResponse: true,
        integration: {
          type: 'mock', requestTemplates: { a: '{"statusCode": 200}' }, templateSelectionExpression: 'a',
          responses: [{ statusCode: '200', responseTemplates: { $default: 'pong' } }, { statusCode: '200', selectionPattern: '5\\d\\d', contentHandling: 'CONVERT_TO_TEXT', templateSelectionExpression: 'b' }],
        },
      },
    }),
  }),
  'authorizers and services': specWith({
    authorizers: { Guard: { type: 'request', function: 'Echo', identitySources: ['route.request.querystring.token'] } },
    resources: resourcesOf({
      '/$connect': { authorization: { type: 'CUSTOM', authorizer: 'Guard' }, integration: echo },
      '/store': {
        integration: {
          type: 'service', service: 'dynamodb', region: 'eu-west-1', action: 'PutItem', credentials: 'arn:aws:iam::123456789012:role/r', timeoutMs: 3_000,
          requestTemplates: { $default: '{"TableName": "t"}' }, requestParameters: { 'integration.request.header.x-id': 'context.connectionId' },
          passthroughBehavior: 'NEVER', contentHandling: 'CONVERT_TO_TEXT', responses: [],
        },
      },
      '/queue': { integration: { type: 'service', service: 'sqs', path: '123456789012/${stageVariables.queue}', httpMethod: 'PUT', responses: [{ statusCode: '200' }] } },
    }),
  }),
  'backends, mapped functions and settings of routes': specWith({
    resources: resourcesOf({
      '/http': { integration: { type: 'http', uri: 'https://chat.example.com/{room}', httpMethod: 'PUT', timeoutMs: 2_000, requestTemplates: { $default: '{}' }, responses: [{ statusCode: '200' }] } },
      '/pass': { integration: { type: 'http-proxy', uri: 'https://chat.example.com', httpMethod: 'POST', requestParameters: { 'integration.request.header.x-id': 'context.connectionId' } } },
      '/mapped': { hasRouteResponse: true, integration: { type: 'mapped', function: 'Echo', requestTemplates: { $default: '{}' }, contentHandling: 'CONVERT_TO_TEXT', responses: [{ statusCode: '200' }] } },
    }),
    stages: { prod: { methodSettings: { '*/*': { throttlingRateLimit: 5 }, '/http/ANY': { throttlingRateLimit: 1, metricsEnabled: true } } } },
  }),
  'keys and usage plans': specWith({
    resources: resourcesOf({ '/$connect': { apiKeyRequired: true, integration: echo } }), stages: { prod: {}, dev: {} },
    apiKeys: { 'Chat-Friend': { description: 'of ours' }, 'Chat-Unused': { enabled: false } },
    usagePlans: { 'Chat-Free': { keys: ['Chat-Friend'], stages: { prod: {} }, throttle: { rateLimit: 1, burstLimit: 2 }, quota: { limit: 5, period: 'DAY' } }, 'Chat-Empty': { stages: { prod: {} } } },
  }),
  'a signed handshake': specWith({ resources: resourcesOf({ '/$connect': { authorization: { type: 'AWS_IAM' }, integration: echo } }) }),
};

describe.each(TARGETS)('the program for %s of a WebSocket API has the spec that it was written from', (target) => {
  test.each(Object.entries(EVERYTHING))('%s', (_, spec) => {
    const { text, issues, secrets } = writtenOf(spec, target);
    expect(issues.filter(({ message }) => !message.includes('a function without a runtime'))).toEqual([]);
    expect(specsOf(runProgram(text, secrets)).map(comparable)).toEqual([comparable(spec)]);
  });
});

test('the program is one that people would write', () => {
  const spec = { ...EVERYTHING['authorizers and services'], functions: readSpec({ ...BASE, functions: { Echo: { entry: 'src/echo.ts', handler: 'index.handler' } } }, 'spec').spec.functions };
  expect(writeProgram([{ spec, code: new Map() }], 'constructs').text).toMatchSnapshot();
});

test('a route that constructs do not have refuses all calls, and the comment says what it was', () => {
  const reason = 'its backend is reached through a VPC link';
  const spec = specWith({
    functions: {}, resources: resourcesOf({
      '/$connect': { integration: { type: 'unavailable', awsType: 'HTTP_PROXY', reason } },
    }),
  });
  const { text, issues } = writtenOf(spec);
  expect(issues.map(({ location, message }) => `${location}: ${message}`)).toEqual([
    'Chat/$connect ANY: the program differs in a route with an integration of the kind unavailable, which constructs do not have: it refuses all calls',
  ]);
  expect(text).toContain(`// Not carried over (${reason})`);
  const refusing = { integration: { type: 'mock', requestTemplates: { $default: '{"statusCode": 501}' }, responses: [] } };
  expect(specsOf(runProgram(text))[0]?.resources).toMatchObject({ '/$connect': { methods: { ANY: refusing } } });
});

test('PROGRAM_NOT_EXACT: what constructs do not have is reported', () => {
  const spec = specWith({
    api: { id: 'chat', name: 'Chat', deploymentTriggers: ['1'] },
    authorizers: { Guard: { type: 'request', function: 'Echo', identitySources: ['route.request.header.a'], resultsCacheTtlSeconds: 9 }, Unused: { type: 'request', function: 'Echo' } },
    resources: resourcesOf({
      '/$connect': { authorization: { type: 'CUSTOM', authorizer: 'Guard' }, operationName: 'connect', integration: { ...echo, httpMethod: 'GET', credentials: 'arn:aws:iam::123456789012:role/r', requestParameters: { 'integration.request.header.a': "'b'" } } },
      '/mock': { integration: { type: 'mock', passthroughBehavior: 'NEVER', contentHandling: 'CONVERT_TO_TEXT', requestParameters: { 'integration.request.header.a': "'b'" }, responses: [{ statusCode: '204' }] } },
    }),
    stages: { prod: { deployment: 'a'.repeat(64), methodSettings: { '*/*': { loggingLevel: 'INFO' }, '/mock/ANY': { throttlingRateLimit: 1 } } } },
  });
  expect(writtenOf(spec).issues.map(({ location, message }) => `${location}: ${message}`).sort()).toMatchSnapshot();
});

test('secrets are read from the environment', () => {
  const spec = specWith({
    functions: {}, stages: { prod: { variables: { apiSecret: 'sk_live_0123456789abcdef' } } },
    resources: resourcesOf({ '/a': { integration: { type: 'service', service: 'sqs', action: 'Send', actionParameters: [{ name: 'Password', value: 'pass-Word1-pass-Word1' }], responses: [] } } }),
  });
  for (const target of TARGETS) {
    const { text, secrets } = writtenOf(spec, target);
    expect(text).not.toMatch(/pass-Word1|sk_live/);
    expect(specsOf(runProgram(text, secrets)).map(comparable)).toEqual([comparable(spec)]);
  }
});

test('an API in a stack names the region of the stack', () => {
  const { text } = writtenOf(EVERYTHING['authorizers and services'], 'cdk');
  expect(text).toContain('`arn:aws:apigateway:${this.region}:sqs:path/123456789012/\\${stageVariables.queue}`');
  expect(runProgram(text).node.findAll().filter(WebSocketApi.isWebSocketApi)).toHaveLength(1);
});
