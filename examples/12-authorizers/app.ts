// Callers are admitted by a function that decides by a token, one that decides by the request, signed tokens of an issuer, and
// requests that are signed with AWS credentials (synthgate serve --credentials callers.json). The resource policy is checked
// before all of them.
import path from 'node:path';
import { Api, App, AuthorizationType, Duration, IdentitySource, ProxyFunction, RequestAuthorizer, TokenAuthorizer } from 'synthgate';

const app = new App();
const handler = (name: string) => path.join(__dirname, 'handlers', `${name}.ts`);
const whoami = new ProxyFunction(app, 'Whoami', { entry: handler('whoami') });

const api = new Api(app, 'VaultApi', {
  defaultIntegration: whoami,
  policy: {
    Statement: [
      { Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: 'execute-api:/*' },
      { Effect: 'Deny', Principal: '*', Action: 'execute-api:Invoke', Resource: 'execute-api:/*/*/closed' },
    ],
  },
});

const byToken = new TokenAuthorizer(api, 'ByToken', {
  handler: new ProxyFunction(app, 'CheckToken', { entry: handler('check-token') }),
  validationRegex: 'Bearer [a-z-]+',
  resultsCacheTtl: Duration.minutes(1),
});
const notes = api.root.addResource('notes', { defaultMethodOptions: { authorizer: byToken } });
notes.addMethod('GET');
notes.addMethod('DELETE');

const byRequest = new RequestAuthorizer(api, 'ByRequest', {
  handler: new ProxyFunction(app, 'CheckTenant', { entry: handler('check-tenant') }),
  identitySources: [IdentitySource.header('X-Tenant'), IdentitySource.queryString('plan')],
});
api.root.addResource('tenants').addMethod('GET', undefined, { authorizer: byRequest });

const jwt = api.addJwtAuthorizer('Jwt', { issuer: 'https://issuer.example.com/', audience: ['vault'] });
api.root.addResource('claims').addMethod('GET', undefined, { authorizer: jwt, authorizationScopes: ['vault/read'] });

api.root.addResource('signed').addMethod('GET', undefined, { authorizationType: AuthorizationType.IAM });
api.root.addResource('closed').addMethod('GET');
app.synth();
