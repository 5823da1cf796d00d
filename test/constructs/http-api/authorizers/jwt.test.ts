import { HttpJwtAuthorizer } from '../../../../lib/constructs';
import { declareHttp, httpFindings, httpSpecOf } from '../../../support/http-declaration';

test('a route has the scopes of the API unless it has its own', () => {
  const login = new HttpJwtAuthorizer('Login', 'https://login.example.com', { jwtAudience: ['shop'] });
  const { api, pets } = declareHttp({ defaultAuthorizer: login, defaultAuthorizationScopes: ['read'] });
  api.addRoutes({ path: '/a', integration: pets });
  api.addRoutes({ path: '/b', integration: pets, authorizationScopes: ['write'] });
  api.addRoutes({ path: '/c', integration: pets, authorizationScopes: [] });
  const { authorizers, resources } = httpSpecOf(api);
  expect(authorizers).toEqual({ Login: { type: 'jwt', issuer: 'https://login.example.com', audience: ['shop'], identitySource: '$request.header.Authorization' } });
  expect(Object.values(resources).map(({ methods }) => methods.ANY?.authorization)).toEqual([['read'], ['write'], []].map((scopes) => ({ type: 'JWT', authorizer: 'Login', scopes })));
});

test('refuses several identity sources, and an issuer without a URL', () => {
  const { api, pets } = declareHttp();
  api.addRoutes({ path: '/a', integration: pets, authorizer: new HttpJwtAuthorizer('Login', 'login', { jwtAudience: ['shop'] }) });
  api.addRoutes({ path: '/b', integration: pets, authorizer: new HttpJwtAuthorizer('Other', 'https://login.example.com', { jwtAudience: ['shop'], identitySource: ['$request.header.a', '$request.header.b'] }) });
  expect(httpFindings(api).sort()).toEqual(['AUTHORIZER_SETTING_INVALID Shop/Other', 'SPEC_INVALID Shop/Login#/issuer']);
});

test('says what is missing', () => {
  const { api, pets } = declareHttp();
  api.addRoutes({ path: '/a', integration: pets, authorizer: new HttpJwtAuthorizer('Login', 'https://login.example.com', {} as never) });
  expect(httpFindings(api)).toEqual(['PROPERTY_MISSING Shop/Login']);
});
