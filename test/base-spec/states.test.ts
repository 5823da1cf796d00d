import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { Api, type App } from 'synthgate';
import { declareGateway, functionOf, type DeclaredGateway } from '../support/declared-gateway';
import { sendRequest } from '../support/http-client';

const command = path.resolve(__dirname, '..', '..', 'bin', 'synthgate');
const text = (app: App, id: string) => functionOf(app, id, `() => ({ statusCode: 200, body: '${id}' })`);

/** Version 1 has /old; version 2 has /new as well, and another function behind /old. */
function version(number: 1 | 2) {
  return (app: App): void => {
    const api = new Api(app, 'Shop', { deployOptions: { stageName: 'prod' } });
    api.root.addResource('old').addMethod('GET', text(app, `Old${number}`));
    if (number === 2) api.root.addResource('new').addMethod('GET', text(app, 'New'));
  };
}

let gateway: DeclaredGateway;
beforeEach(async () => {
  gateway = await declareGateway(version(1));
});
afterEach(() => gateway.close());

const deploy = (): string =>
  execFileSync(process.execPath, [command, 'deploy', 'Shop', '--stage', 'prod', '--assembly', gateway.directory], { encoding: 'utf8' });
const get = (name: string) => sendRequest(`${gateway.url}/prod/${name}`, { headers: { Origin: 'http://app.test' } });

test('States, defined, not deployed: the deploy action makes the endpoint callable at the chosen stage', async () => {
  deploy();
  await gateway.serving.reload();
  gateway.declareAgain(version(2));
  await gateway.serving.reload();
  expect((await get('new')).status).toBe(403);
  deploy();
  await gateway.serving.reload();
  expect(await get('new')).toMatchObject({ status: 200, text: 'New' });
});

test('States, rule 1: a new resource or method is not callable before the deploy action', async () => {
  deploy();
  gateway.declareAgain(version(2));
  await gateway.serving.reload();
  const answer = await get('new');
  expect(answer.status).toBe(403);
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
});

test('States, rule 1: a changed binding is not callable before the deploy action', async () => {
  deploy();
  gateway.declareAgain(version(2));
  await gateway.serving.reload();
  expect((await get('old')).text).toBe('Old1');
  deploy();
  await gateway.serving.reload();
  expect((await get('old')).text).toBe('Old2');
});

test('States, rule 1: an API without a stage is not callable at all', async () => {
  const undeployed = await declareGateway((app) => {
    new Api(app, 'Shop', { deploy: false }).root.addResource('old').addMethod('GET', text(app, 'Old1'));
  });
  expect((await sendRequest(`${undeployed.url}/prod/old`)).status).toBe(403);
  await undeployed.close();
});
