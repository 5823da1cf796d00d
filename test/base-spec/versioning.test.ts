import { Api, type App } from 'synthgate';
import { declareGateway, ECHO, functionOf, type DeclaredGateway } from '../support/declared-gateway';
import { sendRequest } from '../support/http-client';

let gateway: DeclaredGateway;
beforeAll(async () => {
  gateway = await declareGateway((app: App) => {
    const api = new Api(app, 'Shop', { deployOptions: { stageName: 'v1', variables: { level: 'one' } } });
    api.addStage('v2', { variables: { level: 'two' } });
    api.addStage('next_try-3');
    api.root.addProxy({ defaultIntegration: functionOf(app, 'Echo', ECHO) });
  });
});
afterAll(() => gateway.close());

test('Versioning, the stage name is the first path segment of every invocation URL', async () => {
  expect((await sendRequest(`${gateway.url}/v1/a`)).json()).toMatchObject({ path: '/a', requestContext: { stage: 'v1' } });
  expect((await sendRequest(`${gateway.url}/next_try-3/v1/a`)).json()).toMatchObject({ path: '/v1/a', requestContext: { stage: 'next_try-3' } });
  expect((await sendRequest(`${gateway.url}/a`)).status).toBe(403);
});

test('Versioning, several stages may exist per API', async () => {
  const variablesOf = async (stage: string) => (await sendRequest(`${gateway.url}/${stage}/a`)).json().stageVariables;
  expect(await variablesOf('v1')).toEqual({ level: 'one' });
  expect(await variablesOf('v2')).toEqual({ level: 'two' });
  expect(gateway.serving.apis[0].stages.map(({ name }) => name).sort()).toEqual(['next_try-3', 'v1', 'v2']);
});
