import { GatewayError } from '../../../lib/errors';
import { admittedLines, refusedLines } from '../../../lib/runtime/execution-log/usage-plan-lines';
import { routed } from '../../support/exchange';

const KEY = 'a-key-of-twenty-characters';
const MASKED = '********************acters';
const withKey = () => routed({ apiKey: { id: 'Dev', value: KEY, limits: {} as never } });
const sent = (value: string) => routed({ headers: [{ name: 'X-Api-Key', value }] });
const verifying = (key: string) => `Verifying Usage Plan for request: request-1. API Key: ${key} API Stage: api123/prod`;

test('a method without API key is authorized without one', () => {
  expect(admittedLines(sent(KEY))).toEqual([
    verifying(''),
    'API Key  authorized because method \'ANY /{proxy+}\' does not require API Key. Request will not contribute to throttle or quota limits',
    'Usage Plan check succeeded for API Key  and API Stage api123/prod',
  ]);
});

test('an API key is masked except for its last characters', () => {
  expect(admittedLines(withKey())).toEqual([verifying(MASKED), `Usage Plan check succeeded for API Key ${MASKED} and API Stage api123/prod`]);
});

test('a refused key, a throttled request and a used-up quota each say why', () => {
  const why = `API Key ${MASKED} not authorized because method 'ANY /{proxy+}' requires API Key and API Key is not associated with a Usage Plan `
    + 'for API Stage api123/prod: No Usage Plan found for key and API Stage';
  expect(refusedLines(new GatewayError('API_KEY_REFUSED', { problem: 'unknown' }), sent(KEY))).toEqual([verifying(MASKED), why]);
  expect(refusedLines(new GatewayError('RATE_EXCEEDED', { limit: 'method', rate: 1, burst: 2 }), routed())).toEqual([
    verifying(''), 'Key throttle limit exceeded for RestApi api123, Stage prod, Resource res123, HttpMethod ANY. Limit: 1.00 Burst: 2',
  ]);
  const [, quota] = refusedLines(new GatewayError('QUOTA_EXCEEDED', { plan: 'Basic', key: 'Dev', limit: 3, period: 'DAY', next: 'tomorrow' }), withKey());
  expect(quota).toBe('API key "Dev" has made the 3 requests that usage plan "Basic" allows in one DAY; the next begins at tomorrow');
});

test('any other error is not about the usage plan', () => {
  expect(refusedLines(new GatewayError('AUTHORIZER_DENIED', {}), routed())).toEqual([]);
});
