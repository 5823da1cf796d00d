import { WebSocketLambdaAuthorizer } from '../../../../lib/constructs';
import { httpFindings, httpSpecOf } from '../../../support/http-declaration';
import { declareWebSocket } from '../../../support/web-socket-declaration';

test('the header Authorization identifies callers, and nothing is cached', () => {
  const { api, chat, fn } = declareWebSocket();
  api.addRoute('$connect', { integration: chat, authorizer: new WebSocketLambdaAuthorizer('Guard', fn, { authorizerName: 'keys' }) });
  const { authorizers, resources } = httpSpecOf(api);
  expect(authorizers).toMatchObject({ keys: { type: 'request', function: 'Handler', identitySources: ['route.request.header.Authorization'], resultsCacheTtlSeconds: 0 } });
  expect(resources['/$connect'].methods.ANY?.authorization).toEqual({ type: 'CUSTOM', authorizer: 'keys' });
});

test('refuses identity sources of other kinds of APIs', () => {
  const { api, chat, fn } = declareWebSocket();
  api.addRoute('$connect', { integration: chat, authorizer: new WebSocketLambdaAuthorizer('Guard', fn, { identitySource: ['$request.header.a'] }) });
  expect(httpFindings(api)).toEqual(['IDENTITY_SOURCE_FORM Chat/Guard']);
});
