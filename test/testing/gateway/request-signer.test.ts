import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Api, App, AuthorizationType, MockIntegration } from 'synthgate';
import { createTestGateway, type TestGateway } from 'synthgate/testing';
import { writeWebSocketApi } from '../../support/http-api';

const who = { requestTemplates: { 'application/json': '{"statusCode": 200}' }, integrationResponses: [{ statusCode: '200', responseTemplates: { 'application/json': '{"who": "$context.identity.userArn"}' } }] };
const credentials = [
  { accessKeyId: 'AKIDANNA', secretAccessKey: 'secret-of-anna' },
  { accessKeyId: 'AKIDCARL', secretAccessKey: 'secret-of-carl', sessionToken: 'session', userArn: 'arn:aws:iam::123456789012:user/Carl' },
];

let gateway: TestGateway;
beforeAll(async () => {
  const api = new Api(new App(), 'Pets', { defaultMethodOptions: { authorizationType: AuthorizationType.IAM } });
  api.root.addResource('pets').addMethod('ANY', new MockIntegration(who));
  api.addApiKey('Student', { value: 'student-key-0123456789' });
  api.addApiKey('Open');
  gateway = await createTestGateway(api, { credentials });
});
afterAll(() => gateway.close());

test('a request is signed by the first credential, or by the one that is named', async () => {
  expect((await gateway.fetch('pets')).status).toBe(403);
  expect(await (await gateway.signedFetch('pets')).json()).toEqual({ who: 'arn:aws:iam::123456789012:user/AKIDANNA' });
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Note': ' a  b ' }, body: '{"a":1}' };
  expect(await (await gateway.signedFetch('/prod/pets?b=2&a=1&a=0', init, 'AKIDCARL')).json()).toEqual({ who: 'arn:aws:iam::123456789012:user/Carl' });
});

test('a handshake is signed in the same way', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-signed-'));
  writeWebSocketApi(path.join(directory, 'gateway.out'), {
    functions: { Who: 'async ({ requestContext }) => ({ statusCode: 200, headers: { "Sec-WebSocket-Protocol": requestContext.identity.userArn.split("/").at(-1) } })' },
    routes: { $connect: { authorization: { type: 'AWS_IAM' }, integration: { type: 'proxy', function: 'Who' } } },
  });
  const chat = await createTestGateway(path.join(directory, 'gateway.out'), { credentials });
  await expect(chat.connect()).rejects.toMatchObject({ code: 'TEST_CONNECTION_REFUSED', details: { status: 403 } });
  const protocols = ['Carl', 'AKIDANNA'];
  const clients = [await chat.signedConnect('/prod?a=1 2', { protocols }), await chat.signedConnect('', { protocols }, 'AKIDCARL')];
  expect(clients.map(({ protocol }) => protocol)).toEqual(['AKIDANNA', 'Carl']);
  await expect(chat.signedConnect('', {}, 'AKIDCAR')).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  await chat.close();
  rmSync(directory, { recursive: true });
});

test('a request to a function URL is signed for Lambda', async () => {
  const template = path.join(mkdtempSync(path.join(tmpdir(), 'synthgate-signed-')), 'template.json');
  writeFileSync(template, JSON.stringify({
    Resources: {
      Who: { Type: 'AWS::Lambda::Function', Properties: { Runtime: 'nodejs20.x', Handler: 'index.handler', Role: 'arn:aws:iam::123456789012:role/r', Code: { ZipFile: 'exports.handler = async ({ requestContext }) => requestContext.authorizer.iam.accessKey;' } } },
      Url: { Type: 'AWS::Lambda::Url', Properties: { AuthType: 'AWS_IAM', TargetFunctionArn: { Ref: 'Who' } } },
    },
  }));
  const signed = await createTestGateway(template, { credentials });
  expect((await signed.fetch('/')).status).toBe(403);
  const response = await signed.signedFetch('/');
  expect([response.status, await response.text()]).toEqual([200, 'AKIDANNA']);
  await signed.close();
  rmSync(path.dirname(template), { recursive: true });
});

test('OPTION_INVALID: a credential that the gateway does not have', async () => {
  await expect(gateway.signedFetch('pets', {}, 'AKIDCAR')).rejects.toMatchObject({ code: 'OPTION_INVALID', message: expect.stringContaining('"AKIDCARL"') });
  const api = new Api(new App(), 'Pets');
  api.root.addMethod('GET', new MockIntegration(who));
  const second = await createTestGateway(api);
  await expect(second.signedFetch('/prod')).rejects.toMatchObject({ code: 'OPTION_INVALID', message: expect.stringContaining('option credentials') });
  await second.close();
});

test('the value of a key is known by its name or a short one, and is a local one if it has no other', () => {
  for (const name of ['Pets-Student', 'Student']) expect(gateway.apiKey(name)).toBe('student-key-0123456789');
  expect(gateway.apiKey('Pets-Open')).toMatch(/^[0-9a-f]{40}$/);
});

test('OPTION_INVALID: a key that is not declared has no value', () => {
  expect(() => gateway.apiKey('Studnt')).toThrow(expect.objectContaining({ code: 'OPTION_INVALID', message: expect.stringContaining('Pets-Student') }));
});
