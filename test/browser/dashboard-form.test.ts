import type { Page } from 'playwright-core';
import { Api, MockIntegration, Period, type App } from 'synthgate';
import { row, showGateway, type ShownGateway } from '../support/dashboard-page';
import { functionOf } from '../support/declared-gateway';

const KEY = 'student-key-0123456789';
let gateway: ShownGateway;
let page: Page;
beforeAll(async () => { gateway = await showGateway(declare); });
afterAll(() => gateway.close());
beforeEach(async () => {
  await gateway.browser.call('DELETE', '/api/requests');
  page = await gateway.browser.open({ viewport: { width: 1440, height: 900 } });
});
afterEach(async () => {
  await page.context().close();
  expect(gateway.browser.complaints()).toEqual([]);
});

function declare(app: App): void {
  const api = new Api(app, 'Shop');
  const echo = functionOf(app, 'Echo', '(event) => ({ statusCode: 200, body: JSON.stringify({ method: event.httpMethod, path: event.path, query: event.queryStringParameters, body: event.body }) })');
  const mock = new MockIntegration({ requestTemplates: { 'application/json': '{"statusCode": 200}' } });
  const pets = api.root.addResource('pets');
  pets.addMethod('GET', mock);
  pets.addMethod('POST', mock);
  api.root.addResource('keyed').addMethod('GET', mock, { apiKeyRequired: true });
  api.root.addResource('any').addProxy({ defaultIntegration: echo });
  const plan = api.addUsagePlan('Free', { quota: { limit: 100, period: Period.DAY } });
  plan.addApiStage({ stage: api.deploymentStage });
  plan.addApiKey(api.addApiKey('Student', { value: KEY }));
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const responseBody = async (): Promise<Record<string, unknown>> => {
  const text = await page.getByLabel('body of the response', { exact: true }).innerText();
  return JSON.parse(text) as Record<string, unknown>;
};

test('a new request has any method and path, with its query', async () => {
  await button('New request').click();
  const path = page.getByRole('textbox', { name: 'Path' });
  expect(await page.evaluate<string>('document.activeElement.ariaLabel')).toBe('Path');
  await path.fill('/any/möwe 7?color=red');
  expect(await button('+ body').isVisible()).toBe(true);
  await page.getByLabel('Method').selectOption('PUT');
  await page.locator('.form').getByLabel('Body').fill('text');
  await page.keyboard.press('Control+Enter');
  await page.locator('.pipeline').waitFor();
  expect(await responseBody()).toEqual({ method: 'PUT', path: '/any/m%C3%B6we%207', query: { color: 'red' }, body: 'text' });
});

test('cancel leads back to the request that was shown, or to none', async () => {
  await page.keyboard.press('n');
  await button('Cancel').click();
  await page.getByText('Select a request').waitFor();
  await gateway.call('/any/1?a=1', { method: 'POST', body: 'one' });
  await row(page, '/any/1').click();
  for (const open of ['e', 'n']) {
    await page.locator('.pipeline').waitFor();
    await page.keyboard.press(open);
    await page.getByRole('textbox', { name: 'Path' }).fill('/other');
    await button('Cancel').click();
  }
  await page.locator('.title-path', { hasText: '/any/1?a=1' }).waitFor();
});

test('a recorded request is sent again with another method and path', async () => {
  await gateway.call('/any/1?a=1', { method: 'POST', body: 'one' });
  await row(page, '/any/1').click();
  await page.locator('.pipeline').waitFor();
  await page.keyboard.press('e');
  await page.getByRole('textbox', { name: 'Path' }).fill('/any/2');
  await page.getByLabel('Method').selectOption('PATCH');
  await button('Send edited').click();
  await page.getByRole('tab', { name: 'Response' }).click();
  expect(await responseBody()).toEqual({ method: 'PATCH', path: '/any/2', query: { a: '1' }, body: 'one' });
});

test('the form of a GET without a key has neither a key nor a body, until they are asked for', async () => {
  const shown = async () => [await page.locator('.form').getByLabel('Body').count(), await page.locator('.form').getByLabel('API key').count()];
  const route = (name: string) => page.getByRole('treeitem', { name }).click();
  await route('GET /pets');
  await page.locator('.form').waitFor();
  expect(await shown()).toEqual([0, 0]);
  await route('GET /keyed');
  await page.locator('.form').getByLabel('API key').waitFor();
  expect(await shown()).toEqual([0, 1]);
  await route('POST /pets');
  await page.locator('.form').getByLabel('Body').waitFor();
  expect(await shown()).toEqual([1, 0]);
  await route('GET /pets');
  await button('+ API key').click();
  await button('+ body').click();
  expect(await shown()).toEqual([1, 1]);
  await page.locator('.form').getByLabel('API key').selectOption({ label: 'Student · Free' });
  await page.locator('.form').getByLabel('Body').fill('a body of a GET');
  await button('Send').click();
  await page.getByRole('tab', { name: 'Request' }).click();
  await page.getByText('a body of a GET').waitFor();
});
