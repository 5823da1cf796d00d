import { decodeJwt } from 'jose';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { serve, writeManagementAddress, type ServeOptions, type Serving } from '../../../lib/runtime';
import type { GatewaySpecInput } from '../../../lib/spec';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { synthgate } from '../../support/command-line';
import { newDirectory } from '../../support/temporary-directory';

const directory = newDirectory();
const source = path.join(directory, 'gateway.out');
const keyFile = path.join(directory, 'gateway.state', 'local-issuer.json');
const servings: Serving[] = [];

const claimsMock = {
  type: 'mock', requestTemplates: { 'application/json': '{"statusCode": 200}' },
  responses: [{ statusCode: '200', responseTemplates: { 'application/json': '$context.authorizer.claims.sub $context.authorizer.claims["cognito:groups"]' } }],
};
const guarded = (authorizer: string, scopes: string[] = []) => ({
  authorization: { type: 'COGNITO_USER_POOLS', authorizer, scopes }, integration: claimsMock, methodResponses: { 200: {} },
});
const spec = petsSpec({
  authorizers: {
    Auth: { type: 'cognito-user-pools', userPools: [{ arn: '${token:Shop/Customers.Arn}' }] },
    Partners: { type: 'jwt', issuer: 'https://issuer.example.com/', audience: ['partners'] },
  },
  resources: {
    '/pets': { id: 'pets', methods: { GET: guarded('Auth'), POST: guarded('Auth', ['pets/write']) } },
    '/orders': { id: 'orders', methods: { GET: guarded('Partners') } },
  },
} as unknown as Partial<GatewaySpecInput>); // the reader checks it

beforeAll(() => writeAssembly(source, [spec]));
afterAll(async () => {
  await Promise.all(servings.map((serving) => serving.close()));
});

const tokenOf = async (...parameters: string[]) => {
  const { code, out, err } = await synthgate(directory, ['token', ...parameters]);
  expect([code, err]).toEqual([0, '']);
  return out.trim();
};

async function serving(options: object = {}) {
  const codes: (string | undefined)[] = [];
  const log: ServeOptions['log'] = ({ code }) => codes.push(code);
  const gateway = await serve({ source, stateDirectory: newDirectory(), port: 0, watch: false, log, ...options });
  servings.push(gateway);
  const call = async (token: string, target = 'GET /pets') => {
    const [method = '', url = ''] = target.split(' ');
    const response = await fetch(`${gateway.apis[0].url}/prod${url}`, { method, headers: { 'Authorization': token, 'Content-Type': 'application/json' } });
    return [response.status, await response.text()];
  };
  return { call, codes };
}

test('a gateway that accepts the local issuer takes its tokens for every pool', async () => {
  const { call } = await serving({ localIssuer: keyFile });
  const id = await tokenOf('--pool', 'Customers', '--claim', 'sub=alice', '--group', 'admin', '--group', 'staff');
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  expect(await call(id)).toEqual([200, 'alice admin,staff']);
  expect((await call(id, 'POST /pets'))[0]).toBe(401);
  expect((await call(await tokenOf('--pool', 'Customers', '--scope', 'pets/write'), 'POST /pets'))[0]).toBe(200);
  expect((await call(id, 'GET /orders'))[0]).toBe(401);
  expect((await call(await tokenOf('--pool', 'Partners'), 'GET /orders'))[0]).toBe(200);
});

test('LOCAL_TOKEN_REFUSED: serve accepts none of them unless told to, and answers as it always does', async () => {
  const arn = 'arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_Abc';
  const { call, codes } = await serving({ tokenValues: { 'Shop/Customers.Arn': arn } });
  const token = await tokenOf('--pool', 'Customers', '--token-value', `Shop/Customers.Arn=${arn}`);
  expect(decodeJwt(token).iss).toBe('https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Abc');
  expect(await call(token)).toEqual([401, '{"message":"Unauthorized"}']);
  expect(codes).toContain('LOCAL_TOKEN_REFUSED');
});

test('claims, clients and times are what is given', async () => {
  const claims = ['email_verified=true', 'custom:tier=7', 'roles=["a"]'].flatMap((claim) => ['--claim', claim]);
  const args = ['--pool', 'Auth', '--access', '--client-id', 'app', '--expires', '90s', '--region', 'eu-west-1'];
  const token = decodeJwt(await tokenOf(...args, ...claims));
  expect(token).toMatchObject({
    'token_use': 'access', 'client_id': 'app', 'email_verified': true, 'custom:tier': '7', 'roles': ['a'],
    'iss': 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_ShopCustomers-local',
  });
  expect(Number(token.exp) - Number(token.iat)).toBe(90);
});

test('the issuer that --user-pool names is that of the token', async () => {
  expect(decodeJwt(await tokenOf('--pool', 'Auth', '--user-pool', 'Customers=http://localhost:9229/local')).iss).toBe('http://localhost:9229/local');
});

test.each([
  [[], 3, 'USER_POOL_NOT_CHOSEN'],
  [['--pool', 'Custmers'], 3, 'USER_POOL_UNKNOWN'],
  [['--pool', 'Auth', '--expires', 'soon'], 3, '--expires is "soon"; expected a time'],
  [['--pool', 'Auth', '--id', '--scope', 'a'], 3, 'OPTION_INVALID'],
])('%j is refused', async (parameters, code, text) => {
  const result = await synthgate(directory, ['token', ...parameters]);
  expect([result.code, result.err]).toEqual([code, expect.stringContaining(text)]);
});

test('USER_POOL_UNKNOWN: a pool that no authorizer has is not given to the gateway', async () => {
  await expect(serving({ localIssuer: true, userPools: { Custmers: 'http://localhost:9229/local' } }))
    .rejects.toMatchObject({ code: 'USER_POOL_UNKNOWN', message: expect.stringContaining('"Customers"') });
});

test('a definition without a pool says so', async () => {
  const project = newDirectory();
  writeAssembly(path.join(project, 'gateway.out'), [petsSpec()]);
  expect((await synthgate(project, ['token'])).err).toContain('the definition has no Cognito or JWT authorizer');
});

test('the running gateway of the project signs the token: its app does not run', async () => {
  const project = newDirectory();
  const ran = path.join(project, 'ran');
  writeFileSync(path.join(project, 'app.js'), `require('node:fs').writeFileSync(${JSON.stringify(ran)}, '')`);
  writeFileSync(path.join(project, 'synthgate.json'), '{"app": "node app.js"}');
  const state = path.join(project, 'gateway.state');
  const { call } = await serving({ stateDirectory: state, localIssuer: true, dashboard: true });
  const { code, out } = await synthgate(project, ['token', '--pool', 'Auth', '--claim', 'sub=alice']);
  expect(code).toBe(0);
  expect(await call(out.trim())).toEqual([200, expect.stringContaining('alice')]);
  expect((await synthgate(project, ['token', '--pool', 'Custmers'])).err).toContain('USER_POOL_UNKNOWN');
  expect(existsSync(ran)).toBe(false);
});

test('without a gateway a token is signed for the last assembly', async () => {
  const project = newDirectory();
  writeFileSync(path.join(project, 'synthgate.json'), '{"app": "exit 1"}');
  writeAssembly(path.join(project, 'gateway.out'), [spec]);
  expect((await synthgate(project, ['token', '--pool', 'Auth'])).code).toBe(0);
});

test.each([
  ['a gateway of another project', 401, '{"code":"MANAGEMENT_TOKEN_WRONG","message":"wrong"}'],
  ['another program', 200, '<h1>hello</h1>'],
])('where %s has the port of an earlier gateway, the token is signed for the last assembly', async (_, status, body) => {
  const project = newDirectory();
  writeAssembly(path.join(project, 'gateway.out'), [spec]);
  const server = createServer((__, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  writeManagementAddress(path.join(project, 'gateway.state'), { url: `http://127.0.0.1:${port}`, token: 'earlier' });
  const { code, err } = await synthgate(project, ['token', '--pool', 'Auth']);
  server.close();
  expect([code, err]).toEqual([0, '']);
});
