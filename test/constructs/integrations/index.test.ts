import {
  ContentHandling, Duration, HttpIntegration, HttpProxyIntegration, MappedIntegration, MockIntegration, PassthroughBehavior, ProxyFunction,
  ProxyIntegration, ResponseTransferMode, ServiceIntegration, type Integration, type MockIntegrationOptions,
} from '../../../lib/constructs';
import { INTEGRATIONS } from '../../../lib/constructs/integrations';
import { canonicalText, type IntegrationSpec } from '../../../lib/spec';
import { declare, specOf } from '../../support/declaration';

const named = ProxyFunction.fromFunctionName('Handler');
const mapping = {
  integrationResponses: [{
    statusCode: '200', selectionPattern: 'x', contentHandling: ContentHandling.CONVERT_TO_TEXT,
    responseParameters: { 'method.response.header.X-A': "'a'" }, responseTemplates: { 'application/json': '{}' },
  }],
  requestTemplates: { 'application/json': '{}' },
  passthroughBehavior: PassthroughBehavior.NEVER,
};
const mappingBoth = {
  ...mapping, contentHandling: ContentHandling.CONVERT_TO_BINARY, requestParameters: { 'integration.request.header.X-A': "'a'" },
};
const credentials = 'arn:aws:iam::123456789012:role/Caller';
const full = { ...mappingBoth, timeout: Duration.seconds(5), credentials };

/** The simplest and the fullest integration of each kind. */
const SAMPLES: Record<keyof typeof INTEGRATIONS, readonly [Integration, Integration]> = {
  'proxy': [new ProxyIntegration(named), new ProxyIntegration(named, { timeout: Duration.minutes(15), credentials, responseTransferMode: ResponseTransferMode.STREAM })],
  'mapped': [new MappedIntegration(named), new MappedIntegration(named, full)],
  'mock': [new MockIntegration(), new MockIntegration(mappingBoth)],
  'http': [new HttpIntegration('https://backend.test'), new HttpIntegration('https://${stageVariables.host}/a', { ...full, httpMethod: 'PUT' })],
  'http-proxy': [
    new HttpProxyIntegration('http://backend.test'),
    new HttpProxyIntegration('${stageVariables.url}/{id}', { httpMethod: 'GET', timeout: Duration.seconds(5), credentials, requestParameters: full.requestParameters, responseTransferMode: ResponseTransferMode.STREAM }),
  ],
  'service': [
    new ServiceIntegration({ service: 'dynamodb', action: 'PutItem' }),
    new ServiceIntegration({
      ...full, service: 'sqs', subdomain: 'eu', region: 'eu-west-1', action: 'SendMessage', actionParameters: { QueueUrl: 'https://q.test/1', A: '2' }, httpMethod: 'GET',
    }),
  ],
};

const specOfIntegration = (integration: Integration): IntegrationSpec | undefined => {
  const { api, fn } = declare();
  api.root.addMethod('ANY', fn);
  api.root.addResource('x').addMethod('GET', integration);
  return specOf(api).resources['/x']?.methods.GET?.integration;
};

describe.each(Object.entries(SAMPLES))('%s', (kind, [bare, complete]) => {
  test('is what its class makes', () => {
    expect(INTEGRATIONS[kind as keyof typeof INTEGRATIONS]).toBe(bare.constructor); // a key of SAMPLES, which has all kinds
    expect(specOfIntegration(bare)?.type).toBe(kind);
    expect(bare.toIntegration()).toBe(bare);
  });

  test('needs nothing but its target', () => {
    expect(bare._toSpec()).toMatchSnapshot();
    expect(specOfIntegration(bare)).toMatchObject(JSON.parse(canonicalText(bare._toSpec())) as object); // what it wrote
  });

  test('says everything that was set', () => {
    expect(complete._toSpec()).toMatchSnapshot();
    expect(specOfIntegration(complete)).toMatchObject(JSON.parse(canonicalText(complete._toSpec())) as object); // what it wrote
  });
});

test.each([
  [{ service: 'sqs' }], [{ service: 'sqs', action: 'SendMessage', path: 'q' }], [{ service: 'sqs', path: 'q', actionParameters: { A: '1' } }],
])('SERVICE_CALL_AMBIGUOUS: %j is neither an action nor a path', (props) => {
  const { api, fn } = declare();
  api.root.addMethod('ANY', fn);
  api.root.addMethod('GET', new ServiceIntegration(props));
  expect(() => specOf(api)).toThrow('SERVICE_CALL_AMBIGUOUS');
});

test('options of a mock may be an instance of a class that has a timeout of its own', () => {
  class TeamOptions implements MockIntegrationOptions {
    public readonly requestTemplates = {};
    public readonly timeout = 'soon';
  }
  expect(specOfIntegration(new MockIntegration(new TeamOptions()))?.type).toBe('mock');
});
