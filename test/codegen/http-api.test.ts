import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Api } from '../../lib';
import { TARGETS, writeProgram } from '../../lib/codegen';
import { readSpec, readSpecText, type GatewaySpec, type GatewaySpecInput } from '../../lib/spec';
import { codeFor, runProgram, specsOf } from '../support/codegen/run-program';

const EXAMPLE = path.resolve(__dirname, '../../examples/18-http-api/expected/NotesApi.gateway.json');
const { spec: example } = readSpecText(readFileSync(EXAMPLE, 'utf8'), 'NotesApi');
const echo = { type: 'proxy' as const, function: 'Echo' };
const BASE: GatewaySpecInput = {
  format: 'synthgate/1', protocol: 'http', api: { id: 'shop', name: 'Shop' }, functions: { Echo: { code: '.', handler: 'index.handler' } },
};

const specWith = (more: object): GatewaySpec => readSpec({ ...BASE, ...more }, 'spec').spec;
const writtenOf = (spec: GatewaySpec, target: (typeof TARGETS)[number] = 'constructs') => writeProgram([{ spec, code: codeFor(spec) }], target);

/** A spec without the code of functions, and the ids of resources, which follow from paths. */
function comparable({ functions, resources, ...spec }: GatewaySpec): object {
  const methods = Object.entries(resources).map(([at, resource]) => [at, resource.methods]);
  return { ...spec, functions: Object.keys(functions).sort(), resources: Object.fromEntries(methods) as object };
}

const EVERYTHING: Readonly<Record<string, GatewaySpec>> = {
  'the example': example,
  'settings of the API': specWith({
    api: {
      id: 'shop', name: 'Shop of pets', description: 'for us', quotas: { stages: 20 }, vendor: { headerPrefix: 'acme' },
      cors: { allowOrigins: ['*'], allowMethods: ['*'], allowHeaders: ['x-a'], exposeHeaders: ['x-b'], maxAgeSeconds: 90 },
    },
    resources: { '/': { id: 'a', methods: { ANY: { integration: echo } } } },
    stages: { $default: { variables: { color: 'red' }, domainMappings: [{ domainName: 'api.example.com' }] }, dev: { domainMappings: [{ domainName: 'api.example.com', mappingKey: 'v1/shop' }], accessLog: { format: '$context.requestId', destination: 'stdout' }, methodSettings: { '*/*': { metricsEnabled: false } } } },
  }),
  'integrations and authorizers': specWith({
    authorizers: {
      Login: { type: 'jwt', issuer: 'https://login.example.com', audience: ['a', 'b'], identitySource: '$request.querystring.token' },
      Guard: { type: 'request', function: 'Echo', identitySources: [], payloadFormatVersion: '1.0', resultsCacheTtlSeconds: 0 },
    },
    resources: {
      '/a': {
        id: 'a',
        methods: {
          GET: { authorization: { type: 'JWT', authorizer: 'Login', scopes: ['read'] }, integration: { ...echo, payloadFormatVersion: '1.0', timeoutMs: 1_500 } },
          PUT: { authorization: { type: 'CUSTOM', authorizer: 'Guard' }, integration: echo },
          POST: { authorization: { type: 'AWS_IAM' }, integration: echo },
        },
      },
      '/$default': {
        id: 'rest',
        methods: {
          ANY: {
            authorization: { type: 'CUSTOM', authorizer: 'Guard' },
            integration: { type: 'http-proxy', uri: 'https://old.example.com', httpMethod: 'GET', requestMappings: { 'overwrite:path': '/v2', 'append:header.a': '$request.header.b' } },
          },
        },
      },
    },
    stages: { dev: {} },
  }),
  'calls of services': specWith({
    functions: {},
    resources: {
      '/a': {
        id: 'a',
        methods: {
          GET: { integration: { type: 'service-proxy', subtype: 'SQS-ReceiveMessage', parameters: { QueueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/A', Region: 'eu-west-1' }, timeoutMs: 1_500 } },
          PUT: {
            integration: {
              type: 'service-proxy', subtype: 'StepFunctions-StartSyncExecution', credentials: 'arn:aws:iam::123456789012:role/Caller',
              parameters: { StateMachineArn: 'arn:aws:states:eu-west-1:123456789012:stateMachine:A', Input: '${request.body}' },
            },
          },
          POST: { integration: { type: 'service-proxy', subtype: 'EventBridge-PutEvents', parameters: { Detail: '$request.body', DetailType: 'order', Source: '$context.stage' } } },
        },
      },
    },
    stages: { dev: {} },
  }),
};

describe.each(TARGETS)('the program for %s of an HTTP API has the spec that it was written from', (target) => {
  test.each(Object.entries(EVERYTHING))('%s', (_, spec) => {
    const { text, issues, secrets } = writtenOf(spec, target);
    expect(issues.filter(({ message }) => !message.includes('a function without a runtime'))).toEqual([]);
    expect(specsOf(runProgram(text, secrets)).map(comparable)).toEqual([comparable(spec)]);
  });
});

test('the program is one that people would write', () => {
  expect(writeProgram([{ spec: example, code: new Map() }], 'constructs').text).toMatchSnapshot();
});

test('a route that cannot be called stays closed, and the comment says what it was', () => {
  const reason = 'its backend is reached through a VPC link';
  const integration = { type: 'unavailable', awsType: 'HTTP_PROXY', reason };
  const spec = specWith({ functions: {}, resources: { '/a': { id: 'a', methods: { GET: { integration } } } } });
  const { text, issues } = writtenOf(spec);
  expect(issues.map(({ message }) => message)).toEqual(['the program differs in a route that cannot be called: it is closed with AWS_IAM']);
  expect(text).toContain(`// Not carried over (${reason})`);
  expect(specsOf(runProgram(text))[0]?.resources['/a']?.methods.GET?.authorization).toEqual({ type: 'AWS_IAM' });
});

test('PROGRAM_NOT_EXACT: what constructs do not have is reported', () => {
  const spec = specWith({
    api: { id: 'shop', name: 'Shop', cors: { allowOrigins: ['*'], allowMethods: ['PURGE'], maxAgeSeconds: -1 } },
    authorizers: {
      Unused: { type: 'jwt', issuer: 'https://login.example.com', audience: ['a'] },
      Keys: { type: 'jwt', issuer: 'https://login.example.com', audience: ['a'], jwksUri: 'https://keys.example.com' },
      Policies: { type: 'request', function: 'Echo', payloadFormatVersion: '2.0' },
    },
    resources: {
      '/a': {
        id: 'a',
        methods: {
          GET: {
            operationName: 'list', authorization: { type: 'JWT', authorizer: 'Keys' },
            integration: { ...echo, credentials: 'arn:aws:iam::123456789012:role/r', responseMappings: { 500: { 'overwrite:statuscode': '503' } } },
          },
          PUT: { authorization: { type: 'CUSTOM', authorizer: 'Policies' }, integration: echo },
        },
      },
    },
    stages: { dev: { deployment: 'a'.repeat(64), methodSettings: { '/a/GET': { throttlingRateLimit: 1 } } } },
  });
  expect(writtenOf(spec).issues.map(({ location, message }) => `${location}: ${message}`).sort()).toMatchSnapshot();
});

test('secrets are read from the environment', () => {
  const requestMappings = { 'overwrite:header.x-api-key': 'sk_live_0123456789abcdef' };
  const integration = { type: 'http-proxy', uri: 'https://user:pass-Word1@old.example.com', requestMappings };
  const resources = { '/a': { id: 'a', methods: { GET: { integration } } } };
  const spec = specWith({ functions: {}, resources, stages: { dev: { variables: { apiSecret: 'sk_live_0123456789abcdef' } } } });
  const { text, secrets } = writtenOf(spec);
  expect(text).not.toMatch(/pass-Word1|sk_live/);
  expect(specsOf(runProgram(text, secrets)).map(comparable)).toEqual([comparable(spec)]);
});

test('an API of each kind in one program', () => {
  const http = specWith({ resources: { '/a': { id: 'a', methods: { GET: { integration: echo } } } } });
  const rest = readSpec({ format: 'synthgate/1', api: { id: 'rest', name: 'Rest' } }, 'spec').spec;
  const { text } = writeProgram([http, rest].map((spec) => ({ spec, code: codeFor(spec) })), 'constructs');
  const app = runProgram(text);
  expect(specsOf(app).map(({ api }) => api.name)).toEqual(['Shop', 'Rest']);
  expect(app.node.findAll().filter(Api.isApi)).toHaveLength(1);
});

test('what an integration loses is named: a VPC link, and the name to verify', () => {
  const integration = { type: 'http-proxy', uri: 'https://a.example.com', httpMethod: 'GET', vpcLink: 'link1', serverNameToVerify: 'b.example.com' };
  const { issues } = writtenOf(specWith({ functions: {}, resources: { '/a': { id: 'a', methods: { GET: { integration } } } } }));
  expect(issues.map(({ message }) => message)).toEqual([
    'the program differs in the VPC link link1: the backend is called through the internet',
    'the program differs in the name b.example.com to verify: the name in the address is verified',
  ]);
});
