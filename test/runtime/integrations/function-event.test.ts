import { FunctionEvent } from '../../../lib/runtime/integrations/function-event';
import { decodeRawCall } from '../../../lib/runtime/functions/wire/raw-call';
import type { RoutedRequest } from '../../../lib/runtime/plan/exchange';
import { acceptedKey, plan, received, routed } from '../../support/exchange';

const RAW = { head: 'GET /prod/a/b HTTP/1.1\r\nHost: api.test\r\n\r\n', body: '' };
const PLAN = plan({ index: 7, resourceId: 'res123', resourcePath: '/{one}/x/{proxy+}', parameterNames: ['one', 'proxy'] });
const rawEvent = (given: Partial<RoutedRequest> = {}) =>
  new FunctionEvent(routed({ received: received({ raw: RAW }), plan: PLAN, pathParameters: { proxy: 'b/c', one: 'a' }, ...given }), 'rest').raw;
const sent = (given: Partial<RoutedRequest> = {}) => decodeRawCall(rawEvent(given)?.encode(3, 2_500) ?? '');

test('a request with its own bytes is sent as these, with its path parameters in the order of the path', () => {
  expect(sent()).toMatchObject({ route: 3, remainingMs: 2_500, raw: RAW, parameters: ['a', 'b/c'], caller: undefined });
});

test('who calls goes with it', () => {
  expect(sent({ principal: { type: 'claims', claims: { sub: 'x' } } })?.caller).toEqual({ principal: { type: 'claims', claims: { sub: 'x' } } });
  expect(sent({ apiKey: acceptedKey('Key', 'v') })?.caller).toEqual({ principal: { type: 'anonymous' }, apiKey: { id: 'Key', value: 'v' } });
});

test('its route is a method of a stage, described as JSON carries it', () => {
  const [one, other] = [rawEvent(), rawEvent()];
  expect(one?.stage).toBe(other?.stage);
  expect([one?.method, other?.method]).toEqual([7, 7]);
  expect(JSON.parse(JSON.stringify(one?.route()))).toMatchObject({
    parameterNames: ['one', 'proxy'], plan: { resourceId: 'res123', resourcePath: '/{one}/x/{proxy+}' }, stage: { name: 'prod', apiId: 'api123' },
  });
});

test('a request without its own bytes, or with a log that shows the event, is made here', () => {
  expect(new FunctionEvent(routed(), 'rest').raw).toBeUndefined();
  expect(rawEvent({ recorder: { endpointRequest: () => undefined, endpointAnswer: () => undefined } })).toBeUndefined();
});

test('the text of an event is made once', () => {
  const payload = new FunctionEvent(routed(), 'rest');
  expect(JSON.parse(payload.json())).toMatchObject({ httpMethod: 'GET', requestContext: { apiId: 'api123' } });
  expect(payload.json()).toBe(payload.json());
});
