import { GatewayError } from '../../../lib/errors';
import { logVariables, maskKey } from '../../../lib/runtime/access-log/variables';
import type { IntegrationFacts } from '../../../lib/runtime/access-log/integration-facts';
import { progress, routed, stage } from '../../support/exchange';
import type { Reply } from '../../../lib/runtime/http/reply';

const CALLED = { isCalled: true, status: 200, latencyMs: 12, requestId: 'call-1' };
const NOT_CALLED = { isCalled: false, status: undefined, latencyMs: undefined, requestId: undefined };

interface Given {
  readonly reply?: Partial<Reply>;
  readonly apiKey?: string;
  readonly integration?: IntegrationFacts;
  readonly integrationError?: string;
  readonly isRouted?: boolean;
}

function variables(given: Given = {}) {
  const apiKey = given.apiKey === undefined ? {} : { apiKey: { id: 'Dev', value: given.apiKey, limits: {} as never } };
  const resolve = logVariables({
    progress: given.isRouted === false ? progress() : routed(apiKey),
    stage: stage(),
    reply: { status: 201, headers: [], body: Buffer.from('hello'), ...given.reply },
    integration: given.integration ?? CALLED,
    integrationError: given.integrationError,
    phases: {},
    latencyMs: 34,
  });
  return (...names: string[]) => names.map((name) => resolve(name));
}

test('the variables that only access logs have', () => {
  expect(variables()('status', 'responseLength', 'responseLatency', 'integrationLatency', 'integrationStatus', 'integration.status', 'integration.latency', 'endpointType', 'awsEndpointRequestId', 'integration.requestId'))
    .toEqual(['201', '5', '34', '12', '200', '201', '12', 'EDGE', 'call-1', 'call-1']);
});

test('those of templates', () => {
  expect(variables()('requestId', 'extendedRequestId', 'httpMethod', 'resourcePath', 'stage', 'protocol', 'identity.sourceIp', 'requestTime', 'apiId'))
    .toEqual(['request-1', 'extended=', 'GET', '/{proxy+}', 'prod', 'HTTP/1.1', '192.0.2.1', '21/Nov/2025:00:18:03 +0000', 'api123']);
});

test('maps, members of nothing and members of prototypes are missing', () => {
  expect(variables()('identity', 'identity.user', 'a.b.c', 'constructor', 'status.length', 'error.message', 'waf.status')).toEqual(Array(7).fill(undefined));
});

test('the error message the client received, and why the integration failed', () => {
  const error = new GatewayError('FUNCTION_ERROR', { name: 'fn', errorMessage: 'boom' });
  const integration = { isCalled: true, status: undefined, latencyMs: 3, requestId: undefined };
  expect(variables({ reply: { error, status: 502 }, integration, integrationError: 'why' })(
    'error.message', 'error.messageString', 'error.responseType', 'integrationErrorMessage', 'integration.error', 'integrationStatus', 'integration.status',
  )).toEqual(['Internal server error', '"Internal server error"', 'DEFAULT_5XX', 'why', 'why', undefined, undefined]);
});

test('an error before the integration is not attributed to it', () => {
  const error = new GatewayError('API_KEY_REFUSED', { problem: 'missing' });
  expect(variables({ reply: { error }, integration: NOT_CALLED })('error.responseType', 'integrationErrorMessage')).toEqual(['INVALID_API_KEY', undefined]);
});

test('a request without a route has the values known so far', () => {
  expect(variables({ isRouted: false })('requestId', 'resourcePath', 'path')).toEqual(['request-1', '', '/prod/']);
});

test('an API key is masked except for its last characters', () => {
  expect(variables({ apiKey: 'secret-key-0123456789abcdef' })('identity.apiKey', 'identity.apiKeyId')).toEqual(['*********************abcdef', 'Dev']);
  expect(maskKey('short')).toBe('*****');
});
