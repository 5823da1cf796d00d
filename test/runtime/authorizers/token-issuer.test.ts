import { issuerOfJwt, issuerOfPool, issuersOf } from '../../../lib/runtime/authorizers/token-issuer';
import type { AuthorizerSpec } from '../../../lib/spec';

const settings = { name: 'Auth', values: { 'AWS::Region': 'eu-west-1', 'Shop/Known.Ref': 'eu-west-1_Abc' }, region: 'eu-west-1', accountId: '123456789012' };

test.each([
  ['arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_Abc', 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Abc', false, ['eu-west-1_Abc', 'Auth']],
  ['${token:Shop/Customers.Arn}', 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_ShopCustomers-local', true, ['Customers', 'Shop/Customers', 'Shop/Customers.Arn', 'eu-west-1_ShopCustomers-local', 'Auth']],
  ['arn:aws:cognito-idp:eu-west-1:1:userpool/${token:Shop/Known.Ref}', 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Abc', false, ['Known', 'eu-west-1_Abc']],
  ['arn:aws:cognito-idp:us-east-1:1:userpool/us-east-1_Pool-local', 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Pool-local', true, ['Pool', 'us-east-1_Pool-local']],
])('the pool %s', (arn, issuer, isLocal, names) => {
  const result = issuerOfPool({ arn }, settings);
  expect(result).toMatchObject({ issuer, isLocal, audience: [] });
  expect(result.names).toEqual(expect.arrayContaining(names));
});

test.each([
  ['https://issuer.example.com/', 'https://issuer.example.com/', false],
  ['https://cognito-idp.${token:AWS::Region}.amazonaws.com/${token:Shop/Customers.Ref}', 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_ShopCustomers-local', true],
  ['${token:Shop/Customers.ProviderURL}', 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_ShopCustomers-local', true],
  ['https://${token:Shop/Customers.ProviderName}', 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_ShopCustomers-local', true],
])('the issuer %s', (given, issuer, isLocal) => {
  const result = issuerOfJwt({ issuer: given, audience: ['${token:Shop/Client.Ref}', 'pets'] }, settings);
  expect(result).toMatchObject({ issuer, isLocal, audience: ['ShopClient', 'pets'] });
});

test('the first name is the one to print', () => {
  expect(issuerOfPool({ arn: '${token:Shop/Customers.Arn}' }, settings).names[0]).toBe('Customers');
  expect(issuerOfPool({ issuer: 'http://localhost:9229/local' }, settings).names[0]).toBe('local');
});

test.each([
  ['token', { type: 'token', function: 'Fn', identitySource: 'method.request.header.Authorization', resultsCacheTtlSeconds: 0 }, []],
  ['request', { type: 'request', function: 'Fn', identitySources: [], resultsCacheTtlSeconds: 0 }, []],
  ['cognito-user-pools', {
    type: 'cognito-user-pools', userPools: [{ issuer: 'https://a.test/x' }, { issuer: 'https://a.test/y' }], identitySource: 'A', resultsCacheTtlSeconds: 0,
  }, ['https://a.test/x', 'https://a.test/y']],
  ['jwt', { type: 'jwt', issuer: 'https://b.test/', audience: [], identitySource: 'A' }, ['https://b.test/']],
] as const)('an authorizer of kind %s says whose tokens it takes', (_, spec, issuers) => {
  const authorizers = structuredClone(spec) as AuthorizerSpec; // lists that may be changed
  expect(issuersOf(authorizers, settings).map(({ issuer }) => issuer)).toEqual(issuers);
});
