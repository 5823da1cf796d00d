import { App as CdkApp, Stack } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import { UserPool } from 'aws-cdk-lib/aws-cognito';
import { CognitoUserPoolsAuthorizer, MockIntegration } from 'synthgate';
import { Api } from 'synthgate/aws';
import { createTestGateway, type TestGateway } from 'synthgate/testing';

const echo = {
  requestTemplates: { 'application/json': '{"statusCode": 200}' },
  integrationResponses: [{
    statusCode: '200',
    responseTemplates: { 'application/json': '{"who": "$context.authorizer.claims.sub", "groups": "$context.authorizer.claims["cognito:groups"]"}' },
  }],
};
const methodResponses = [{ statusCode: '200' }];

let gateway: TestGateway;

beforeAll(async () => {
  const shop = new Stack(new CdkApp(), 'Shop');
  const api = new Api(shop, 'Api');
  const authorizer = new CognitoUserPoolsAuthorizer(api, 'Auth', { cognitoUserPools: [new UserPool(shop, 'Customers')] });
  api.root.addMethod('GET', new MockIntegration(echo), { authorizer, methodResponses });
  gateway = await createTestGateway(api);
});
afterAll(() => gateway.close());
afterEach(() => gateway.reset());

const call = async (token: string, { fetch }: TestGateway = gateway) => fetch('/prod', { headers: { Authorization: token } });

test('a pool of the app works without a network', async () => {
  const response = await call(await gateway.token({ claims: { sub: 'alice' }, groups: ['admin'] }));
  expect([response.status, await response.json()]).toEqual([200, { who: 'alice', groups: 'admin' }]);
  expect((await call(await gateway.token({ pool: 'Customers' }))).status).toBe(200);
});

test('so does that of an API of aws-cdk-lib', async () => {
  const shop = new Stack(new CdkApp(), 'Shop');
  const authorizer = new apigateway.CognitoUserPoolsAuthorizer(shop, 'Auth', { cognitoUserPools: [new UserPool(shop, 'Customers')] });
  new apigateway.RestApi(shop, 'Api').root.addMethod('GET', new apigateway.MockIntegration(echo), { authorizer, methodResponses });
  const imported = await createTestGateway(shop);
  const response = await call(await imported.token({ claims: { sub: 'bob' } }), imported);
  expect([response.status, await response.json()]).toEqual([200, { who: 'bob', groups: '' }]);
  await imported.close();
});

test('a token ends when the clock of the test says so', async () => {
  const token = await gateway.token({ expires: '5m' });
  gateway.clock.advance('6m');
  const response = await call(token);
  expect([response.status, await response.text()]).toEqual([401, '{"message":"The incoming token has expired"}']);
});

test.each([
  [{ pool: 'Custmers' }, 'USER_POOL_UNKNOWN', '"Customers"'],
  [{ group: ['admin'] }, 'OPTION_UNKNOWN', 'groups'],
  [{ use: 'refresh' }, 'OPTION_INVALID', '"access"'],
] as [object, string, string][])('%j is refused: %s', async (options, code, text) => {
  await expect(gateway.token(options)).rejects.toMatchObject({ code, message: expect.stringContaining(text) });
});
