import type { Page } from 'playwright-core';
import { Api, MockIntegration, type App } from 'synthgate';
import { row, showGateway, type ShownGateway } from '../support/dashboard-page';
import { functionOf } from '../support/declared-gateway';

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
  const mock = new MockIntegration({ requestTemplates: { 'application/json': '{"statusCode": 200}' } });
  const pets = api.root.addResource('pets', { defaultCorsPreflightOptions: { allowOrigins: ['http://localhost:5173'] } });
  pets.addMethod('GET', mock);
  pets.addMethod('POST', mock);
  api.root.addResource('own').addMethod('OPTIONS', functionOf(app, 'Own', '() => ({ statusCode: 204 })'));
}

const preflight = (target: string, origin = 'http://localhost:5173') => gateway.call(target, {
  method: 'OPTIONS', headers: { 'Origin': origin, 'Access-Control-Request-Method': 'POST' },
});
const paths = () => page.locator('.request-row').evaluateAll((rows) => rows.map((line) => `${line.querySelector('.method')?.textContent} ${line.querySelector('.request-path')?.textContent}`));

test('preflights that went well are folded into one line; one that failed is not', async () => {
  await preflight('/pets');
  await gateway.call('/pets', { method: 'POST', headers: { Origin: 'http://localhost:5173' } });
  await preflight('/pets?evil', 'http://evil.example');
  await gateway.call('/own', { method: 'OPTIONS' });
  await row(page, '/own').waitFor();
  expect(await paths()).toEqual(['OPTIONS /own', 'OPTIONS /pets?evil', 'POST /pets']);
  const fold = page.getByRole('button', { name: '1 OPTIONS' });
  await fold.click();
  expect(await paths()).toEqual(['OPTIONS /own', 'OPTIONS /pets?evil', 'POST /pets', 'OPTIONS /pets']);
  await fold.click();
  await page.locator('.request-row').nth(3).waitFor({ state: 'detached' });
  await page.getByRole('searchbox', { name: 'Filter requests' }).fill('method:OPTIONS -path:/own');
  await row(page, '/pets').waitFor();
  expect(await paths()).toEqual(['OPTIONS /pets?evil', 'OPTIONS /pets']);
  expect(await fold.count()).toBe(0);
});

test('the route that answers preflights stands beside its resource, and opens its form', async () => {
  expect(await page.locator('.routes .route').evaluateAll((routes) => routes.map((route) => route.getAttribute('title')?.split(',')[0]))).toEqual([
    'OPTIONS /own', 'GET /pets', 'POST /pets',
  ]);
  await page.getByRole('treeitem', { name: 'OPTIONS /pets' }).click();
  expect(await page.locator('.form-title').innerText()).toContain('/pets');
});

test('a page that is opened shows the newest failure', async () => {
  for (const target of ['/pets', '/first', ...Array.from({ length: 30 }, (_, number) => `/pets?${number}`)]) await gateway.call(target);
  await page.reload();
  await page.locator('.why').waitFor();
  expect(await page.locator('.title-path').innerText()).toBe('/first');
  const selected = page.getByRole('option', { selected: true });
  expect(await selected.innerText()).toContain('/first');
  expect(await selected.evaluate((line) => line.getBoundingClientRect().bottom)).toBeLessThanOrEqual(900);
  await gateway.call('/second');
  await row(page, '/second').waitFor();
  expect(await page.locator('.title-path').innerText()).toBe('/first');
});

test('without a failure nothing is selected, nor on a phone, where the request would be in place of the list', async () => {
  await gateway.call('/pets');
  await page.reload();
  await row(page, '/pets').waitFor();
  await page.getByText('Select a request').waitFor();
  await gateway.call('/nothing');
  const phone = await gateway.browser.open({ viewport: { width: 360, height: 700 } });
  await row(phone, '/nothing').waitFor();
  expect(await phone.getByRole('option', { selected: true }).count()).toBe(0);
  await phone.context().close();
});

test('clearing the list can be undone, in every page that is open', async () => {
  await gateway.call('/pets?before');
  await gateway.call('/nothing');
  const secondBrowser = await gateway.browser.open();
  await row(page, '/nothing').click();
  await page.locator('.pipeline').waitFor();
  await page.getByRole('button', { name: 'clear' }).click();
  await page.getByText('Cleared 2 requests').waitFor();
  await secondBrowser.getByText('No requests yet').waitFor();
  await gateway.call('/pets?after');
  await row(page, '?after').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await row(page, '?before').waitFor();
  expect(await paths()).toEqual(['GET /pets?after', 'GET /nothing', 'GET /pets?before']);
  await row(secondBrowser, '?before').waitFor();
  expect(await page.locator('.title-path').innerText()).toBe('/nothing');
  expect(await page.locator('.notice').count()).toBe(0);
  await page.keyboard.press('x');
  await page.getByText('No requests yet').waitFor();
  await page.keyboard.press('u');
  await row(page, '?before').waitFor();
  await secondBrowser.context().close();
});
