import { authorize } from '../../../lib/runtime/steps/authorize';
import { plan, validated } from '../../support/exchange';

test('what the authorization of the method found out goes with the request', async () => {
  const principal = { type: 'claims' as const, claims: { sub: 'user-1' } };
  const authorized = await authorize(validated({ plan: plan({ authorize: () => Promise.resolve(principal) }) }));
  expect(authorized.principal).toEqual(principal);
});

test('whatever it throws ends the request', async () => {
  const refuse = () => Promise.reject(new Error('refused'));
  await expect(authorize(validated({ plan: plan({ authorize: refuse }) }))).rejects.toThrow('refused');
});

test('a signature is not passed on, any other Authorization is', async () => {
  const headersOf = async (value: string) => (await authorize(validated({ headers: [{ name: 'Authorization', value }, { name: 'Host', value: 'x' }] }))).headers;
  expect(await headersOf('AWS4-HMAC-SHA256 Credential=a/b/c/d/aws4_request, SignedHeaders=host, Signature=0')).toEqual([{ name: 'Host', value: 'x' }]);
  expect(await headersOf('Bearer token')).toHaveLength(2);
});
