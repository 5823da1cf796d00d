import { authorizedBy, describeAuthorization, isAuthorizedKind } from '../../lib/spec';

test('is decided in one of three ways', () => {
  const closed = { isOpen: false, isSigned: false };
  expect(describeAuthorization({ type: 'NONE' })).toMatchObject({ isOpen: true, isSigned: false, authorizer: undefined, scopes: [] });
  expect(describeAuthorization({ type: 'AWS_IAM' })).toMatchObject({ isOpen: false, isSigned: true, authorizer: undefined, scopes: [] });
  expect(describeAuthorization({ type: 'CUSTOM', authorizer: 'Auth' })).toMatchObject({ ...closed, authorizer: 'Auth', scopes: [] });
  expect(describeAuthorization({ type: 'COGNITO_USER_POOLS', authorizer: 'Auth', scopes: ['read'] })).toMatchObject({ ...closed, authorizer: 'Auth', scopes: ['read'] });
  expect(describeAuthorization({ type: 'JWT', authorizer: 'Auth', scopes: ['read'] })).toMatchObject({ ...closed, authorizer: 'Auth', scopes: ['read'] });
});

test('that has not been read yet is described as well', () => {
  expect(describeAuthorization({ type: 'COGNITO_USER_POOLS', authorizer: 'Auth' }).scopes).toEqual([]);
});

test('by an authorizer has the scopes that its kind checks', () => {
  expect(['NONE', 'AWS_IAM', 'CUSTOM', 'COGNITO_USER_POOLS', 'MTLS', 'toString'].filter(isAuthorizedKind)).toEqual(['CUSTOM', 'COGNITO_USER_POOLS']);
  expect(authorizedBy('CUSTOM', 'Auth', ['read'])).toEqual({ type: 'CUSTOM', authorizer: 'Auth' });
  expect(authorizedBy('COGNITO_USER_POOLS', 'Auth', ['read'])).toEqual({ type: 'COGNITO_USER_POOLS', authorizer: 'Auth', scopes: ['read'] });
});
