import type { Page } from 'playwright-core';
import { Api, MockIntegration, Period, type App } from 'synthgate';
import { showGateway, type ShownGateway } from '../support/dashboard-page';

const KEY = 'student-key-0123456789';
let gateway: ShownGateway;
let page: Page;
beforeAll(async () => {
  gateway = await showGateway(declare);
  page = await gateway.browser.open();
});
afterAll(() => gateway.close());

function declare(app: App): void {
  const api = new Api(app, 'Shop', { deployOptions: { methodOptions: { '/slow/GET': { throttlingRateLimit: 1, throttlingBurstLimit: 2 } } } });
  const mock = new MockIntegration({ requestTemplates: { 'application/json': '{"statusCode": 200}' } });
  api.root.addResource('orders').addMethod('GET', mock, { apiKeyRequired: true });
  api.root.addResource('slow').addMethod('GET', mock);
  const plan = api.addUsagePlan('Free', { quota: { limit: 3, period: Period.DAY }, throttle: { rateLimit: 0.001, burstLimit: 5 } });
  plan.addApiStage({ stage: api.deploymentStage });
  plan.addApiKey(api.addApiKey('Student', { value: KEY }));
}

test('the quota and the throttle of a key say what is used and left of each, once', async () => {
  const meters = () => page.locator('.gateway [role=meter]').evaluateAll((all) => all.map((meter) => `${meter.getAttribute('aria-label')}: ${meter.getAttribute('aria-valuetext')}`));
  expect(await meters()).toEqual(['quota of Shop-Student: 0 of 3 used, 3 left', 'throttle of Shop-Student: 0 of 5 used, 5 left']);
  for (let sent = 0; sent < 3; sent += 1) await gateway.call('/orders', { headers: { 'x-api-key': KEY } });
  await page.getByText('3 of 3 used, 0 left').waitFor();
  expect(await meters()).toEqual(['quota of Shop-Student: 3 of 3 used, 0 left', 'throttle of Shop-Student: 3 of 5 used, 2 left']);
  expect(await page.locator('.meter.is-full').getAttribute('aria-label')).toBe('quota of Shop-Student');
  expect(await page.locator('.meter-line .hint').allInnerTexts()).toEqual(['quota per day', 'throttle, 0.001 a second']);
  expect(await page.getByText('Throttles').count()).toBe(0);
});

test('a throttle that is no key\'s is listed on its own, and its meter follows while it refills', async () => {
  await gateway.call('/slow');
  const meter = page.locator('.limit', { hasText: 'method /slow/GET of stage "Shop"/prod' });
  await meter.getByText('1 of 2 used, 1 left').waitFor();
  await meter.getByText('0 of 2 used, 2 left').waitFor();
});
