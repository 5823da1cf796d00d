import type { Page } from 'playwright-core';
import { WebSocketApi, WebSocketLambdaIntegration, WebSocketStage, type App } from 'synthgate';
import { showGateway, type ShownGateway } from '../support/dashboard-page';
import { functionOf } from '../support/declared-gateway';
import { connect } from '../support/web-socket-client';

const HELLO = '{"action":"say","text":"<b>hello</b>"}';
let gateway: ShownGateway;
let page: Page;
beforeAll(async () => {
  gateway = await showGateway(declare);
  page = await gateway.browser.open();
});
afterAll(() => gateway.close());

function declare(app: App): void {
  const api = new WebSocketApi(app, 'Chat');
  const echo = new WebSocketLambdaIntegration('Echo', functionOf(app, 'Echo', 'async ({ body }) => ({ statusCode: 200, body })'));
  api.addRoute('$connect', { integration: echo });
  api.addRoute('say', { integration: echo, returnResponse: true });
  new WebSocketStage(app, 'Prod', { webSocketApi: api, stageName: 'prod', autoDeploy: true });
}

test('a conversation shows its messages with their routes, takes one from the page, and says how it was closed', async () => {
  const client = await connect(`${gateway.serving.apis[0].url}/prod`);
  client.send(HELLO);
  await client.next();
  await page.locator('.connection.is-open').click();
  const messages = page.getByRole('list', { name: 'Messages' });
  await page.getByLabel('Message', { exact: true }).fill('psst');
  await page.getByRole('button', { name: 'Send to the client' }).click();
  expect(await client.next()).toBe('psst');
  client.socket.close(4000, 'bye');
  await messages.getByText('closed · 4000 bye').waitFor();
  expect(await messages.locator('li').evaluateAll((all) => all.map((item) => (item.textContent ?? '').replace(/\d\d:\d\d:\d\d/, '').trim()))).toEqual([
    'connected · $connect → Echo', `say → Echo 200${HELLO}`, `say${HELLO}`, '@connectionspsst', 'closed · 4000 bye',
  ]);

  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.locator('.form').getByRole('button', { name: 'Connect' }).click();
  await page.getByLabel('Message', { exact: true }).fill('{"action":"say","text":"from the page"}');
  await page.keyboard.press('Control+Enter');
  await messages.locator('.frame-gateway').getByText('from the page').waitFor();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await messages.getByText('closed · 1000 normal').waitFor();
  expect(gateway.browser.complaints()).toEqual([]);
});
