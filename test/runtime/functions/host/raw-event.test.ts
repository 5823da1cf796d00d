import { proxyEvent } from '../../../../lib/runtime/lambda-format/event';
import type { EventRoute } from '../../../../lib/runtime/plan/exchange';
import { rawEvent } from '../../../../lib/runtime/functions/host/raw-event';
import type { DecodedCall } from '../../../../lib/runtime/functions/wire/raw-call';
import { IDS, routed, stage } from '../../../support/exchange';

/* A property test, contracts/one-pipeline.test.ts, shows that an event is the same as the gateway's own. */

const { protocol, name, variables, accountId, apiId, deploymentId, isCanary, vendor, endpointType } = stage({ variables: { color: 'red' } });
const route: EventRoute = {
  format: 'rest', parameterNames: ['petId'], plan: { resourceId: 'pet', resourcePath: '/pets/{petId}', routeKey: 'POST /pets/{petId}' },
  stage: { protocol, name, variables, accountId, apiId, deploymentId, isCanary, vendor, endpointType, binaryMediaTypes: ['image/png'] },
};
const RECEIVED = { sourceIp: '192.0.2.1', peerIp: '192.0.2.8', port: 443, scheme: 'https' as const, protocol: 'HTTP/1.1', receivedAt: 0 };

function call(lines: readonly string[], body = '', target = '/prod/pets/7'): DecodedCall {
  const head = [`POST ${target} HTTP/1.1`, 'Host: api.test', ...lines, '', ''].join('\r\n');
  return { ids: IDS, received: RECEIVED, parameters: ['7'], caller: undefined, raw: { head, body }, route: 1, remainingMs: 1 };
}

const headersOf = (event: Record<string, unknown>) => event.headers as Record<string, string>; // of an event that has some

test('an event has the values of its request, whatever the names and their order', () => {
  for (const value of ['one', 'two', '', '  spaced  ']) {
    const event = rawEvent(route, call([`X-A: ${value}`, 'User-Agent: x']));
    expect(headersOf(event)).toMatchObject({ 'Host': 'api.test', 'X-A': value.trim(), 'User-Agent': 'x' });
    expect(event.requestContext).toMatchObject({ identity: { userAgent: 'x', sourceIp: '192.0.2.1' } });
  }
  expect(headersOf(rawEvent(route, call(['X-B: 2', 'X-A: 1'])))).toMatchObject({ 'X-A': '1', 'X-B': '2' });
  expect(Object.keys(headersOf(rawEvent(route, call(['x-a: 1']))))).toContain('x-a');
});

test('a signature is never in an event', () => {
  expect(headersOf(rawEvent(route, call(['Authorization: Bearer a']))).Authorization).toBe('Bearer a');
  expect(rawEvent(route, call(['Authorization: AWS4-HMAC-SHA256 Credential=a'])).multiValueHeaders).not.toHaveProperty('Authorization');
});

test('names that are there twice are what the gateway makes of them', () => {
  const event = rawEvent(route, call(['X-A: 1', 'x-a: 2']));
  expect(headersOf(event)['X-A']).toBe('2');
  expect(event.multiValueHeaders).toMatchObject({ 'X-A': ['1', '2'] });
});

test('a body is text, or Base64 for binary media types, or null', () => {
  expect(rawEvent(route, call(['Content-Type: text/plain'], '\u00c3\u00a4'))).toMatchObject({ body: '\u00e4', isBase64Encoded: false });
  expect(rawEvent(route, call(['Content-Type: image/png'], '\u00ff\u0000'))).toMatchObject({ body: '/wA=', isBase64Encoded: true });
  expect(rawEvent(route, call(['Content-Type: image/png']))).toMatchObject({ body: null, isBase64Encoded: false });
});

test('the members are in the order of the gateway\'s events', () => {
  expect(Object.keys(rawEvent(route, call([])))).toEqual(Object.keys(proxyEvent(routed())));
});
