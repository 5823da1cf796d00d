import { inspect } from 'node:util';
import { fillMessage, GatewayError } from '../../lib/errors';

test('names code, place, message and cause', () => {
  const cause = new Error('why');
  const error = new GatewayError('METHOD_UNKNOWN', { given: 'FETCH', allowed: 'GET' }, { location: 'Api/FETCH', cause });
  expect(error.message).toBe('[METHOD_UNKNOWN] Api/FETCH: unknown HTTP method "FETCH"');
  expect([error.name, error.code, error.location, error.cause]).toEqual(['GatewayError', 'METHOD_UNKNOWN', 'Api/FETCH', cause]);
  expect(new GatewayError('DEPLOYMENT_MISSING').message).toMatch(/^\[DEPLOYMENT_MISSING\] the API/);
});

test('is printed without saying anything twice', () => {
  const error = new GatewayError('METHOD_UNKNOWN', { given: 'FETCH', allowed: 'GET' }, { location: 'Api/FETCH' });
  expect([error.details, error.location]).toEqual([{ given: 'FETCH', allowed: 'GET' }, 'Api/FETCH']);
  expect(inspect(error).match(/FETCH/g)).toHaveLength(2); // place and message
  expect(inspect(error)).toContain("code: 'METHOD_UNKNOWN'");
});

test('can be told apart, also from another copy of the library', () => {
  expect(GatewayError.isGatewayError(new GatewayError('DEPLOYMENT_MISSING'))).toBe(true);
  expect(GatewayError.isGatewayError({ [Symbol.for('synthgate.GatewayError')]: true })).toBe(true);
  expect([new Error('x'), undefined, null, 'x'].some((value) => GatewayError.isGatewayError(value))).toBe(false);
});

test('details fill messages; a missing one stays visible, and none is filled twice', () => {
  expect(fillMessage('{a} and {b} and {a}', { a: '{b}', b: 7 })).toBe('{b} and 7 and {b}');
  expect(fillMessage('{a} {toString}', {})).toBe('{a} {toString}');
});
