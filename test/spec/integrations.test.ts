import { describeIntegration, describeIntegrationInput, examineSpec, readSpec, withoutCredentials, type IntegrationKind } from '../../lib/spec';
import { complete, findingsIn, specWithMethod, type MethodInput } from '../support/spec';

// Right or wrong on purpose.
const isRight = (integration: unknown) => findingsIn(specWithMethod({ integration } as MethodInput)).every((one) => one.startsWith('warning '));

test.each([
  ['https://b.test', true], ['http://b.test/a?b=c', true], ['${stageVariables.url}/a', true], ['https://${stageVariables.host}/{id}', true],
  ['${token:Shop/Balancer.Dns}', true], ['https://${token:My Shop/Balancer.Dns}/a', true],
  ['', false], ['b.test', false], ['ftp://b.test', false], ['https://b.test/a b', false], ['file:///etc/passwd', false],
])('%s is the address of a backend: %s', (uri, expected) => {
  expect(isRight({ type: 'http-proxy', uri })).toBe(expected);
  expect(isRight({ type: 'http', uri, responses: [] })).toBe(expected);
});

test('an address without a scheme is named with one', () => {
  const { issues } = examineSpec(specWithMethod({ integration: { type: 'http-proxy', uri: 'localhost:3000' } }), 'spec');
  expect(issues.map(({ message }) => message).join()).toContain('a URL such as http://localhost:3000');
});

test.each([
  ['integration.request.header.X-A', "'constant'", true],
  ['integration.request.querystring.a', 'method.request.querystring.b', true],
  ['integration.request.path.id', 'method.request.multivalueheader.X-A', true],
  ['integration.request.header.X-A', 'method.request.body.a.b', true],
  ['integration.request.header.X-A', 'context.identity.sourceIp', true],
  ['integration.request.header.X-A', 'stageVariables.a', true],
  ['integration.request.header.X A', "'constant'", false],
  ['integration.request.header.X-A', 'constant', false],
  ['integration.request.header.X-A', "'two\nlines'", false],
  ['method.request.header.X-A', "'constant'", false],
])('%s may be %s: %s', (target, source, expected) => {
  expect(isRight({ type: 'http-proxy', uri: 'https://b.test', requestParameters: { [target]: source } })).toBe(expected);
});

test.each([['x'.repeat(307_200), true], ['x'.repeat(307_201), false]])('a template may be that long', (template, expected) => {
  expect(isRight({ type: 'mock', requestTemplates: { 'application/json': template }, responses: [] })).toBe(expected);
});

test.each(['200', 200, '099', '600', '2000'])('status %j', (statusCode) => {
  const responses = [{ statusCode }];
  const findings = findingsIn(specWithMethod({ integration: { type: 'mock', responses }, methodResponses: { 200: {} } } as MethodInput)); // wrong on purpose
  expect(findings).toHaveLength(statusCode === '200' ? 0 : 1);
});

test.each<[Record<string, unknown>, boolean]>([
  [{ service: 'dynamodb', action: 'PutItem' }, true],
  [{ service: 's3', subdomain: 'my.bucket', path: '{key}', region: 'eu-west-1', credentials: 'arn:aws:iam::*:user/*' }, true],
  [{ service: 'sqs', path: '${token:AWS::AccountId}/${token:Shop/Queue.QueueName}', credentials: '${token:Shop/Role.Arn}' }, true],
  [{ service: 'sqs', action: 'SendMessage', actionParameters: [{ name: 'QueueUrl', value: '' }] }, true],
  [{ service: 's3', path: '' }, true],
  [{ service: 'sqs' }, false],
  [{ service: 'sqs', action: 'SendMessage', path: 'q' }, false],
  [{ service: 'sqs', path: 'q', actionParameters: [{ name: 'QueueUrl', value: '' }] }, false],
  [{ service: 'a b', action: 'X' }, false],
  [{ service: 'runtime.sagemaker', path: 'q' }, false],
  [{ service: 'sqs', action: 'X', credentials: 'admin' }, false],
])('%j is a service and what is called of it: %s', (members, expected) => {
  expect(isRight({ type: 'service', responses: [], ...members })).toBe(expected);
});

test('an integration that is unavailable says why', () => {
  expect(isRight({ type: 'unavailable', awsType: 'AWS_PROXY', reason: 'its function is a container image' })).toBe(true);
  expect(isRight({ type: 'unavailable', awsType: 'AWS_PROXY' })).toBe(false);
  expect(isRight({ type: 'unavailable', awsType: 'LAMBDA', reason: 'x' })).toBe(false);
});

test('an integration is described once, however many rules ask', () => {
  const { spec } = readSpec(specWithMethod({ integration: { type: 'mock', responses: [] } }), 'test');
  const [integration] = Object.values(spec.resources).flatMap(({ methods }) => Object.values(methods)).map((method) => method.integration);
  if (integration === undefined) throw new Error('the spec has a method');
  expect(describeIntegration(integration)).toBe(describeIntegration(integration));
  expect(describeIntegration({ ...integration })).not.toBe(describeIntegration(integration));
});

const INPUTS: { readonly [Kind in IntegrationKind]: MethodInput['integration'] & { readonly type: Kind } } = {
  'proxy': { type: 'proxy', function: 'Fn' },
  'mapped': { type: 'mapped', function: 'Fn', responses: [] },
  'mock': { type: 'mock', responses: [] },
  'http': { type: 'http', uri: 'https://b.test', credentials: 'arn:aws:iam::123456789012:role/Caller', responses: [] },
  'http-proxy': {
    type: 'http-proxy', uri: 'https://b.test', requestParameters: { 'integration.request.header.a': "'b'" }, cacheKeyParameters: ['integration.request.header.a'],
  },
  'service': { type: 'service', service: 'sqs', action: 'SendMessage', responses: [] },
  'service-proxy': { type: 'service-proxy', subtype: 'SQS-PurgeQueue', parameters: { QueueUrl: 'https://q.test' } },
  'unavailable': { type: 'unavailable', awsType: 'HTTP', reason: 'its endpoint is private', declared: { function: 'Fn' } },
};

test.each(Object.entries(INPUTS))('%s says the same of itself before and after it is read', (_, input) => {
  const spec = specWithMethod({ integration: input }, { ...(input.type === 'service-proxy' ? { protocol: 'http' } : {}), functions: { Fn: { code: 'code/fn', handler: 'index.handler' } } });
  const { integration } = complete(spec).resources['/']?.methods.GET ?? {};
  if (integration === undefined) throw new Error('the method is not at its path');
  const { functions, awsType, unavailable, declared, cacheKeyParameters } = describeIntegration(integration);
  expect(describeIntegrationInput(input)).toEqual({ function: functions[0], awsType, unavailable, declared, cacheKeyParameters });
  const { credentials: _role, ...others } = { credentials: undefined, ...integration };
  expect(withoutCredentials(integration)).toEqual(others);
});
