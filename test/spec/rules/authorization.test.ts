import { findingsIn, MOCK, specWithMethod } from '../../support/spec';

const AUTHORIZERS = {
  jwt: { type: 'jwt', issuer: 'https://issuer.example/', audience: ['pets'] },
  request: { type: 'request', function: 'fn', identitySources: ['context.identity.sourceIp'] },
};
const findings = (authorization: object, authorizers: object = AUTHORIZERS) => {
  const functions = { fn: { code: 'fn', handler: 'index.handler' } };
  return findingsIn({ ...specWithMethod({ ...MOCK, authorization } as never), functions, authorizers } as never);
};

test.each([
  { type: 'NONE' }, { type: 'AWS_IAM' }, { type: 'CUSTOM', authorizer: 'request' }, { type: 'COGNITO_USER_POOLS', authorizer: 'jwt', scopes: ['pets/read'] },
])('%j is right', (authorization) => {
  expect(findings(authorization)).toEqual([]);
});

test('REFERENCE_UNRESOLVED: an authorizer that is not there', () => {
  expect(findings({ type: 'CUSTOM', authorizer: 'other' })).toEqual(['REFERENCE_UNRESOLVED Pets GET']);
  expect(findings({ type: 'CUSTOM', authorizer: 'toString' })).toEqual(['REFERENCE_UNRESOLVED Pets GET']);
});

test('AUTHORIZER_KIND_MISMATCH: an authorizer of a kind that does not go with the authorization', () => {
  expect(findings({ type: 'CUSTOM', authorizer: 'jwt' })).toEqual(['AUTHORIZER_KIND_MISMATCH Pets GET']);
  expect(findings({ type: 'COGNITO_USER_POOLS', authorizer: 'request' })).toEqual(['AUTHORIZER_KIND_MISMATCH Pets GET']);
});

test('an authorizer of the wrong form is named once, not again by every method that names it', () => {
  expect(findings({ type: 'COGNITO_USER_POOLS', authorizer: 'jwt' }, { jwt: { type: 'jwt' } }).join()).not.toContain('REFERENCE_UNRESOLVED');
});
