import { proxyEvent } from '../../../../lib/runtime/functions/lambda-format/event';
import type { EventRoute } from '../../../../lib/runtime/plan/exchange';
import { HeaderShapes, RawEvents } from '../../../../lib/runtime/functions/lambda-format/raw-event';
import type { DecodedCall } from '../../../../lib/runtime/functions/wire/raw-call';
import { IDS, routed, stage } from '../../../support/exchange';

/* That an event is the same as the gateway's own is a property test: contracts/one-pipeline.test.ts. Here is what makes it quick. */

const { name, variables, accountId, apiId, deploymentId, isCanary, vendor, endpointType } = stage({ variables: { color: 'red' } });
const route: EventRoute = {
  parameterNames: ['petId'], plan: { resourceId: 'pet', resourcePath: '/pets/{petId}' },
  stage: { name, variables, accountId, apiId, deploymentId, isCanary, vendor, endpointType, binaryMediaTypes: ['image/png'] },
};
const RECEIVED = { sourceIp: '192.0.2.1', peerIp: '192.0.2.8', port: 443, scheme: 'https' as const, protocol: 'HTTP/1.1', receivedAt: 0 };

function call(lines: readonly string[], body = '', target = '/prod/pets/7'): DecodedCall {
  const head = [`POST ${target} HTTP/1.1`, 'Host: api.test', ...lines, '', ''].join('\r\n');
  return { ids: IDS, received: RECEIVED, parameters: ['7'], caller: undefined, raw: { head, body }, route: 1, remainingMs: 1 };
}

const headersOf = (event: Record<string, unknown>) => event.headers as Record<string, string>; // of an event that has some

test('the names of the headers make a shape; their values are each request\'s own', () => {
  const events = new RawEvents(route);
  for (const value of ['one', 'two', '', '  spaced  ']) {
    const event = events.make(call([`X-A: ${value}`, 'User-Agent: x']));
    expect(headersOf(event)).toMatchObject({ 'Host': 'api.test', 'X-A': value.trim(), 'User-Agent': 'x' });
    expect(event.requestContext).toMatchObject({ identity: { userAgent: 'x', sourceIp: '192.0.2.1' } });
  }
});

test('one line more, one less, another spelling: another shape', () => {
  const events = new RawEvents(route);
  events.make(call(['X-A: 1']));
  expect(headersOf(events.make(call(['X-A: 1', 'X-B: 2'])))).toMatchObject({ 'X-A': '1', 'X-B': '2' });
  expect(headersOf(events.make(call([])))).not.toHaveProperty('X-A');
  expect(Object.keys(headersOf(events.make(call(['x-a: 1']))))).toContain('x-a');
});

test('methods of one stage share the shapes, and each makes its own events', () => {
  const shapes = new HeaderShapes(route.stage);
  const owners: EventRoute = { ...route, parameterNames: ['ownerId'], plan: { resourceId: 'owner', resourcePath: '/owners/{ownerId}' } };
  const [pets, people] = [new RawEvents(route, shapes), new RawEvents(owners, shapes)];
  for (let count = 0; count < 2; count += 1) {
    expect(pets.make(call(['X-A: 1']))).toMatchObject({ resource: '/pets/{petId}', pathParameters: { petId: '7' } });
    expect(people.make(call(['X-A: 1']))).toMatchObject({ resource: '/owners/{ownerId}', pathParameters: { ownerId: '7' } });
  }
  expect(people.make(call(['X-A: 1']))).toEqual(new RawEvents(owners).make(call(['X-A: 1'])));
});

test('a signature is never in an event, whether its shape is known or not', () => {
  const events = new RawEvents(route);
  expect(headersOf(events.make(call(['Authorization: Bearer a']))).Authorization).toBe('Bearer a');
  for (let count = 0; count < 2; count += 1) {
    expect(events.make(call(['Authorization: AWS4-HMAC-SHA256 Credential=a'])).multiValueHeaders).not.toHaveProperty('Authorization');
  }
});

test('more shapes than are remembered make the same events', () => {
  const [worn, fresh] = [new RawEvents(route), new RawEvents(route)];
  for (let index = 0; index < 500; index += 1) worn.make(call([`X-${index}: a`]));
  for (const lines of [['X-499: a'], ['X-New: a', 'Via: b'], Array.from({ length: 62 }, (_, index) => `X-${index}: a`)]) {
    expect(JSON.stringify(worn.make(call(lines)))).toBe(JSON.stringify(fresh.make(call(lines))));
  }
});

test('names that are there twice are what the gateway makes of them', () => {
  const event = new RawEvents(route).make(call(['X-A: 1', 'x-a: 2']));
  expect(headersOf(event)['X-A']).toBe('2');
  expect(event.multiValueHeaders).toMatchObject({ 'X-A': ['1', '2'] });
});

test('a body is text, or Base64 for binary media types, or null', () => {
  const events = new RawEvents(route);
  expect(events.make(call(['Content-Type: text/plain'], '\u00c3\u00a4'))).toMatchObject({ body: '\u00e4', isBase64Encoded: false });
  expect(events.make(call(['Content-Type: image/png'], '\u00ff\u0000'))).toMatchObject({ body: '/wA=', isBase64Encoded: true });
  expect(events.make(call(['Content-Type: image/png']))).toMatchObject({ body: null, isBase64Encoded: false });
});

test('the members are in the order of the gateway\'s events', () => {
  expect(Object.keys(new RawEvents(route).make(call([])))).toEqual(Object.keys(proxyEvent(routed())));
});
