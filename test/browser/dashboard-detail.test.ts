import type { Page } from 'playwright-core';
import { Api, MappedIntegration, Period, TokenAuthorizer, type App } from 'synthgate';
import { row, showGateway, stepsOf, type ShownGateway } from '../support/dashboard-page';
import { functionOf } from '../support/declared-gateway';

const KEY = 'student-key-0123456789';
const HEADERS = { 'x-api-key': KEY, 'authorization': 'Bearer ada', 'content-type': 'application/json' };
/** More than a screen has lines for. */
const LONG_TEMPLATE = `{${Array.from({ length: 60 }, (_, line) => `\n  "line${line}": ${line},`).join('')}\n  "pet": $input.json("$.pet")\n}`;
let gateway: ShownGateway;
let page: Page;
beforeAll(async () => {
  gateway = await showGateway(declare);
  page = await gateway.browser.open({ viewport: { width: 1440, height: 900 } });
});
afterAll(() => gateway.close());

/** One method with every step that there is. */
function declare(app: App): void {
  const api = new Api(app, 'Shop', {
    deployOptions: { cacheClusterEnabled: true, methodOptions: { '/orders/{id}/POST': { cachingEnabled: true } } },
    policy: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: '*' }] },
  });
  const allow = '({ methodArn }) => ({ principalId: "ada", policyDocument: { Version: "2012-10-17", Statement: [{ Action: "execute-api:Invoke", Effect: "Allow", Resource: "*" }] } })';
  const authorizer = new TokenAuthorizer(api, 'Auth', { handler: functionOf(app, 'Auth', allow) });
  const order = api.addModel('Order', { schema: { type: 'object', required: ['pet'], properties: { pet: { type: 'string' } } } });
  api.root.addResource('orders').addResource('{id}').addMethod('POST', new MappedIntegration(functionOf(app, 'Orders', '({ pet }) => ({ made: pet })'), {
    requestTemplates: { 'application/json': LONG_TEMPLATE },
    integrationResponses: [{ statusCode: '201', responseTemplates: { 'application/json': '{"order": $input.json("$.made")}' } }],
  }), {
    authorizer, apiKeyRequired: true, requestModels: { 'application/json': order }, requestValidatorOptions: { validateRequestBody: true },
    methodResponses: [{ statusCode: '201' }],
  });
  const plan = api.addUsagePlan('Free', { quota: { limit: 100, period: Period.DAY }, throttle: { rateLimit: 100, burstLimit: 50 } });
  plan.addApiStage({ stage: api.deploymentStage });
  plan.addApiKey(api.addApiKey('Student', { value: KEY }));
}

test.each([['{"pet":"Rex"}', '201'], ['{}', '400']])('the steps of %s are on one line at 1440 pixels, and none is cut', async (body, status) => {
  await gateway.call('/orders/7', { method: 'POST', headers: HEADERS, body });
  await row(page, status).click();
  await page.locator('.answer', { hasText: status }).waitFor();
  expect((await stepsOf(page)).map((step) => step.replace(/:.*/, ''))).toEqual([
    'route', 'policy', 'authorizer', 'key', 'throttle', 'quota', 'validation', 'cache', 'request template', 'function', 'response template',
  ]);
  const boxes = await page.locator('.step button').evaluateAll((buttons) => buttons.map((button) => ({
    top: button.getBoundingClientRect().top, isCut: button.scrollWidth > button.clientWidth,
  })));
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
  expect(boxes.filter(({ isCut }) => isCut)).toEqual([]);
  expect(await page.locator('.detail').evaluate((pane) => pane.scrollWidth - pane.clientWidth)).toBe(0);
});

test('what each step found is below them, or all that the selected one has to say', async () => {
  await gateway.call('/orders/8', { method: 'POST', headers: HEADERS, body: '{"pet":"Tom"}' });
  await row(page, '/orders/8').click();
  const findings = page.locator('.findings');
  await findings.getByText('function mapped Orders').waitFor();
  expect(await findings.innerText()).toContain('authorizer Shop-Auth: ada');
  await page.getByRole('button', { name: 'quota: passed' }).click();
  await page.getByRole('status').getByText('a day of plan Shop-Free').waitFor();
  expect(await findings.count()).toBe(0);
  await page.getByRole('button', { name: 'quota: passed' }).click();
  await findings.waitFor();
});

test('the editor of a template numbers its lines, and is as high as they are', async () => {
  await gateway.call('/orders/9', { method: 'POST', headers: HEADERS, body: '{"pet":"Rex"}' });
  await row(page, '/orders/9').click();
  await page.getByRole('tab', { name: /Templates/ }).click();
  const editor = page.locator('.editor').filter({ hasText: /^Template/ }).first();
  const text = editor.locator('textarea');
  const numbers = async () => (await editor.locator('.line-numbers').innerText()).split('\n').length;
  const isWhole = () => text.evaluate((area) => area.scrollHeight <= area.clientHeight && area.scrollWidth <= area.clientWidth);
  expect([await numbers(), await isWhole()]).toEqual([63, true]);
  await text.fill(`${LONG_TEMPLATE}\n##\n##`);
  expect([await numbers(), await isWhole()]).toEqual([65, true]);
  await text.fill('#if(');
  expect([await numbers(), await isWhole()]).toEqual([1, true]);
  const tops = await editor.evaluate((box) => ['.line-numbers', 'textarea'].map((part) => {
    return box.querySelector(part)?.getBoundingClientRect().top;
  }));
  expect(new Set(tops).size).toBe(1);
  expect(await page.locator('.detail').evaluate((pane) => pane.scrollWidth - pane.clientWidth)).toBe(0);
});
