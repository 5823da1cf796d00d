import { defaultAllowHeaders, defaultAllowMethods } from '../../lib/spec';

test('the headers of the base specification, in its order', () => {
  expect(defaultAllowHeaders('amz')).toEqual(['Content-Type', 'X-Amz-Date', 'Authorization', 'X-Api-Key', 'Cache-Control', 'X-Requested-With']);
});

test('the protected methods and OPTIONS', () => {
  expect(defaultAllowMethods(['POST'])).toEqual(['POST', 'OPTIONS']);
  expect(defaultAllowMethods(['POST', 'GET', 'OPTIONS'])).toEqual(['GET', 'POST', 'OPTIONS']);
  expect(defaultAllowMethods(['ANY', 'GET'])).toEqual(['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT', 'OPTIONS']);
});
