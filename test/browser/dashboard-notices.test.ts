import type { Page } from 'playwright-core';
import { Api, MockIntegration, Period, type App } from 'synthgate';
import { row, showGateway, type ShownGateway } from '../support/dashboard-page';
import { functionOf } from '../support/declared-gateway';

let gateway: ShownGateway;
let page: Page;
beforeAll(async () => {
  gateway = await showGateway(declare);
  page = await gateway.browser.open({ viewport: { width: 1440, height: 900 } });
});
afterAll(() => gateway.close());

function declare(app: App): void {
  const api = new Api(app, 'Shop', { deployOptions: { cacheClusterEnabled: true } });
  const mock = new MockIntegration({ requestTemplates: { 'application/json': '{"statusCode": 200}' } });
  api.root.addResource('keyed').addMethod('GET', mock, { apiKeyRequired: true });
  api.root.addResource('count').addMethod('GET', functionOf(app, 'Count', '() => { globalThis.count = (globalThis.count || 0) + 1; return { statusCode: 200 + count, body: String(count) }; }'));
  api.root.addResource('same').addMethod('GET', mock);
  const plan = api.addUsagePlan('Free', { quota: { limit: 3, period: Period.DAY } });
  plan.addApiStage({ stage: api.deploymentStage });
  plan.addApiKey(api.addApiKey('Student', { value: 'student-key-0123456789' }));
}

/** Does something, and returns what the page says about it. */
async function says(act: () => Promise<void>): Promise<string> {
  for (const close of await page.locator('.notice').getByRole('button', { name: 'Close' }).all()) await close.click();
  await act();
  const notice = page.locator('.notice span').first();
  await notice.waitFor();
  return notice.innerText();
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
const open = async (target: string): Promise<void> => {
  await gateway.call(target);
  await row(page, target).click();
  await page.locator('.pipeline').waitFor();
};

test('notices say in a few words what has happened', async () => {
  await open('/same');
  expect(await says(() => press('Replay'))).toBe('Replayed: same response');
  expect(await says(() => press('Copy as curl'))).toBe('Copied the curl command');
  expect(await says(() => press('Copy as test'))).toBe('Copied the test');
  await press('Show secrets');
  await page.getByText('Hide secrets').waitFor();
  expect(await says(() => press('Copy as fetch'))).toBe('Copied the fetch call, with secrets');
  await open('/count');
  expect(await says(() => press('Copy body of the response'))).toBe('Copied the body of the response');
  expect(await says(() => press('Replay'))).toBe('Replayed: different status and body');
  expect(await says(() => press('+1 day'))).toBe('Clock 1 d ahead');
  expect(await says(() => press('Reset the clock'))).toBe('Clock, limits and caches reset');
  expect(await says(() => press('Reset the limits of key Shop-Student'))).toBe('Limits of Student reset');
  expect(await says(() => press('reset all'))).toBe('Limits and caches reset');
  expect(await says(() => press('Flush the cache of Shop prod'))).toBe('Cache of prod flushed');
});

test('notices of failures say what to do', async () => {
  expect(await says(async () => {
    await page.getByLabel('Advance the clock by').fill('soon');
    await press('advance');
  })).toBe('Not a duration. Try 90s, 36h or 1d 2h.');
  await page.route('**/api/limits/reset', (route) => route.abort());
  expect(await says(() => press('reset all'))).toBe('The gateway does not answer. Is it still running?');
});
