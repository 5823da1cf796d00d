import { rehearse } from '../../../../lib/runtime/functions/host/rehearse';

test('a rehearsal makes whole events, by the way of a first request and by that of further ones', () => {
  const [first, further] = rehearse();
  expect(further).toMatchObject({
    resource: '/{id}', httpMethod: 'GET', headers: { Host: 'c.d', 'User-Agent': 'e' }, queryStringParameters: { a: 'b' }, pathParameters: { id: '1' },
    requestContext: { stage: 'stage', identity: { sourceIp: '::1', userAgent: 'e' } },
  });
  expect(first).toEqual(further);
});
