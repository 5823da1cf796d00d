import { HttpUserPoolAuthorizer } from '../../../../lib/constructs';
import { declareHttp, httpFindings, httpSpecOf } from '../../../support/http-declaration';

test('the tokens of a pool are those of its issuer for its clients', () => {
  const { api, pets } = declareHttp();
  const authorizer = new HttpUserPoolAuthorizer('Login', { userPoolId: 'eu-west-1_A', stack: { region: 'eu-west-1' } }, { userPoolClients: [{ userPoolClientId: 'web' }] });
  api.addRoutes({ path: '/a', integration: pets, authorizer });
  expect(httpSpecOf(api).authorizers).toMatchObject({ Login: { type: 'jwt', issuer: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_A', audience: ['web'] } });
});

test.each([
  ['a pool whose region is unknown', { userPoolId: 'p' }, { userPoolClients: [{ userPoolClientId: 'web' }] }],
  ['a pool that cannot make a client', { userPoolId: 'p' }, { userPoolRegion: 'eu-west-1' }],
])('AUTHORIZER_SETTING_INVALID: %s', (_, pool, props) => {
  const { api, pets } = declareHttp();
  api.addRoutes({ path: '/a', integration: pets, authorizer: new HttpUserPoolAuthorizer('Login', pool, props) });
  expect(httpFindings(api)).toContainEqual(expect.stringMatching(/^AUTHORIZER_SETTING_INVALID Shop\/Login/));
});
