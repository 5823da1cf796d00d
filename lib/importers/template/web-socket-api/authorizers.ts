import { sourcesOf, type AuthorizerKinds } from '../../../openapi';

/** WebSocket APIs have Lambda functions as authorizers, which are asked once for each connection. */
export const WEB_SOCKET_AUTHORIZERS: AuthorizerKinds = {
  of: 'WebSocket APIs',
  builders: {
    REQUEST: (properties, { functionOf }) => {
      const called = functionOf(properties.text('AuthorizerUri') ?? '');
      return 'reason' in called ? called : { part: { type: 'request', function: called.part, identitySources: sourcesOf(properties) } };
    },
  },
};
