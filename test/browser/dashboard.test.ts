import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { Api, CognitoUserPoolsAuthorizer, Cors, MappedIntegration, MockIntegration, Period, UserPool, type App } from 'synthgate';
import { Dashboard } from 'synthgate/runtime';
import { clipboardOf, openDashboards, row, stepsOf, type DashboardBrowser } from '../support/dashboard-page';
import { declareGateway, functionOf, type DeclaredGateway } from '../support/declared-gateway';

const html = readFileSync(path.resolve(__dirname, '..', '..', 'build', 'dashboard', 'index.html'), 'utf8');
const KEY = 'student-key-0123456789';
/** It must be seen as text, wherever it comes from. */
const HOSTILE = '</script><img src=x onerror="document.title=\'hit\'"><script>document.title=\'hit\'</script>';

let gateway: DeclaredGateway;
let browser: DashboardBrowser;
let page: Page;
const dashboard = new Dashboard({ mode: 'dev', version: '1.2.3' });
beforeAll(async () => {
  gateway = await declareGateway(declare, { dashboard, managementPort: 0, localIssuer: true, explain: 'always' });
  browser = await openDashboards(() => gateway.serving.management?.dashboardUrl ?? '');
  page = await browser.open();
});
afterAll(async () => {
  await browser.close();
  await gateway.close();
});
beforeEach(async () => {
  await browser.call('POST', '/api/limits/reset');
  await browser.call('DELETE', '/api/requests');
  await page.getByText('No requests yet').waitFor();
});
afterEach(async () => {
  expect(browser.complaints()).toEqual([]);
});

function declare(app: App): void {
  const api = new Api(app, 'Shop');
  const echo = functionOf(app, 'Echo', '({ body, queryStringParameters: query }) => { console.log("echoes " + body); return { statusCode: 200, headers: { "X-Back": (query || {}).back || "none" }, body: body || "hello" }; }');
  const pets = api.root.addResource('pets');
  pets.addMethod('GET', echo);
  pets.addMethod('POST', echo);
  pets.addResource('{petId}').addMethod('GET', echo);
  api.root.addResource('throws').addMethod('GET', functionOf(app, 'Throws', '() => { throw new Error("database is down"); }'));
  const order = api.addModel('Order', { schema: { type: 'object', required: ['pet'], properties: { pet: { type: 'string' } } } });
  api.root.addResource('orders').addMethod('POST', new MappedIntegration(functionOf(app, 'Orders', '({ wanted }) => ({ made: wanted })'), {
    requestTemplates: { 'application/json': '{"wanted": $input.json("$.pet")}' },
    integrationResponses: [{ statusCode: '201', responseTemplates: { 'application/json': '{"order": $input.json("$.made")}' } }],
  }), { apiKeyRequired: true, requestModels: { 'application/json': order }, methodResponses: [{ statusCode: '201' }] });
  const pool = new CognitoUserPoolsAuthorizer(api, 'Pool', { cognitoUserPools: [UserPool.fromUserPoolArn('arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_AbCdEfGhI')] });
  api.root.addResource('mine').addMethod('GET', new MockIntegration({
    requestTemplates: { 'application/json': '{"statusCode": 200}' },
    integrationResponses: [{ statusCode: '200', responseTemplates: { 'application/json': '"$context.authorizer.claims.sub in $context.authorizer.claims[\'cognito:groups\']"' } }],
  }), { authorizer: pool });
  const shared = api.root.addResource('shared', { defaultCorsPreflightOptions: { allowOrigins: Cors.ALL_ORIGINS } });
  shared.addMethod('GET', new MockIntegration({ requestTemplates: { 'application/json': '{"statusCode": 200}' } }));
  const plan = api.addUsagePlan('Free', { quota: { limit: 2, period: Period.DAY } });
  plan.addApiStage({ stage: api.deploymentStage });
  plan.addApiKey(api.addApiKey('Student', { value: KEY }));
}

/** Sends a request to the API, from outside of the page. */
async function call(target: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(`${gateway.url}/prod${target}`, init);
  await response.text();
  return response.status;
}

const order = (pet: unknown) => call('/orders', {
  method: 'POST', headers: { 'x-api-key': KEY, 'content-type': 'application/json' }, body: JSON.stringify({ pet }),
});
const textOf = (selector: string) => page.locator(selector).innerText();
const press = (...keys: readonly string[]) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
const select = async (text: string): Promise<void> => {
  await row(page, text).click();
  await page.locator('.pipeline').waitFor();
};

test('the page is one file of at most 60 kB, compressed', () => {
  expect(gzipSync(html).length).toBeLessThanOrEqual(60_000);
  expect(html).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)="(?!data:)/);
});

test('the token leaves the address bar; a reload goes on, and a page without it is refused', async () => {
  expect(page.url()).not.toContain('token');
  await page.reload();
  await page.locator('.live-live').waitFor();
  const withoutToken = await page.context().newPage();
  await withoutToken.goto(page.url());
  expect(await withoutToken.locator('h1').innerText()).toBe('Open the URL that the terminal printed');
  await withoutToken.close();
});

test('an empty list says what to try; a request appears without a reload, with method, path, status and function', async () => {
  expect(await textOf('.timeline .code')).toBe(`curl ${gateway.url}/prod/pets`);
  await call('/pets/7?color=red');
  expect((await row(page, '/pets/7').innerText()).split('\n')).toEqual(
    ['GET', '/pets/7?color=red', '200', expect.stringMatching(/^\d\d:\d\d:\d\d$/), 'Echo', expect.stringContaining('ms')]);
  await page.locator('.route', { hasText: '1' }).waitFor();
});

test('the pipeline is lit up to where a request stopped, and says why; a day later the quota is back', async () => {
  expect([await order('Rex'), await order('Tom'), await order('Tom')]).toEqual([201, 201, 429]);
  await select('429');
  expect(await stepsOf(page)).toEqual(expect.arrayContaining([
    'route: passed', 'key: passed', 'quota: stopped here', 'request template: not reached', 'function: not reached',
  ]));
  expect(await textOf('.why-sentence')).toContain('2 requests');
  await page.getByText('2 of 2 used, 0 left').waitFor();
  await page.getByRole('button', { name: 'clock +1 day' }).click();
  await page.getByText('0 of 2 used, 2 left').waitFor();
  await page.locator('.clock-now', { hasText: '1 d ahead' }).waitFor();
  await press('r');
  await page.getByText('The answer changed:').waitFor();
  expect(await page.locator('.line-removed').first().innerText()).toContain('HTTP 429');
  expect(await page.locator('.line-added').first().innerText()).toContain('HTTP 201');
  await page.getByRole('button', { name: 'Reset the clock' }).click();
  await page.getByText('now', { exact: true }).waitFor();
});

test('a route has a form with the example of its model and the declared keys; what it sends is shown', async () => {
  await page.locator('.route', { hasText: 'mapped Orders' }).click();
  expect(JSON.parse(await page.locator('.form textarea').inputValue())).toHaveProperty('pet');
  expect(await page.locator('.choice select').inputValue()).toContain('Student');
  await page.locator('.form textarea').fill('{"pet": "Rex"}');
  await press('Control+Enter');
  await page.getByText('Created').waitFor();
  await page.getByRole('treeitem', { name: 'GET /pets/{petId}' }).click();
  expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'petId' }).fill('a/b');
  await page.getByRole('button', { name: 'Send' }).click();
  await row(page, '/pets/a%2Fb').waitFor();
});

test('a caller is chosen for a route that takes tokens; the gateway signs them in', async () => {
  await page.getByRole('treeitem', { name: 'GET /mine' }).click();
  const caller = page.getByLabel('Caller');
  expect(await caller.inputValue()).toBe('Shop-Pool');
  await page.getByLabel('user (sub)').fill('alice');
  await page.getByLabel('groups').fill('admin, staff');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('[role=tabpanel]', { hasText: '"alice in admin,staff"' }).waitFor();
  await page.getByRole('treeitem', { name: 'GET /mine' }).click();
  await caller.selectOption('');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('.why-code', { hasText: 'IDENTITY_SOURCE_MISSING' }).waitFor();
});

test('a request is edited and replayed, and compared with the first answer', async () => {
  await call('/pets', { method: 'POST', body: '{"name":"Rex"}' });
  await select('POST');
  await press('e');
  await page.locator('.form textarea').fill('{"name":"Tom"}');
  await page.getByRole('button', { name: 'Send edited' }).click();
  await page.locator('.line-removed', { hasText: '"name": "Rex"' }).waitFor();
  await page.locator('.line-added', { hasText: '"name": "Tom"' }).waitFor();
  await row(page, 'replay').waitFor();
});

test('templates show input and output, and render again when they are edited', async () => {
  await order('Rex');
  await select('201');
  await page.getByRole('tab', { name: /Templates/ }).click();
  const first = page.locator('.template').first();
  expect(JSON.parse(await first.locator('pre').innerText())).toEqual({ wanted: 'Rex' });
  await first.locator('textarea').first().fill('{"edited": $input.json("$.pet")}');
  await first.getByText('"edited"').last().waitFor();
  await first.locator('textarea').first().fill('#if(');
  await first.getByRole('alert').waitFor();
});

test('a request is copied as a command and as a test', async () => {
  await call('/pets/7');
  await select('/pets/7');
  await press('c');
  await page.getByText('Copied the curl command').waitFor();
  expect(await clipboardOf(page)).toMatch(/^curl .*\/prod\/pets\/7/);
  await page.getByRole('button', { name: 'Copy as test' }).click();
  await page.getByText('Copied the test').waitFor();
  expect(await clipboardOf(page)).toContain('createTestGateway');
});

test('the route that was probably meant is one click away, also if the stage was misspelled', async () => {
  await (await fetch(`${gateway.url}/prd/pets`)).text();
  await select('/prd/pets');
  await page.getByRole('button', { name: 'try GET /prod/pets' }).click();
  expect(await textOf('.form-title')).toContain('/pets');
});

test('the CORS doctor says why a browser keeps an answer', async () => {
  await call('/throws', { headers: { Origin: 'http://localhost:5173' } });
  await row(page, 'CORS').click();
  expect(await textOf('.cors')).toContain('http://localhost:5173');
  expect(await textOf('.cors li')).toContain('Access-Control-Allow-Origin');
  expect(await textOf('.why-sentence')).toContain('database is down');
  expect(await textOf('.why-trace')).toMatch(/^Error: database is down\n\s+at /);
});

test('secrets are masked until they are asked for', async () => {
  await order('Rex');
  await select('/orders');
  await page.getByRole('tab', { name: 'Request' }).click();
  expect(await textOf('.headers')).not.toContain(KEY);
  await page.getByRole('button', { name: 'Show secrets' }).click();
  await page.locator('.headers', { hasText: KEY }).waitFor();
});

test('everything works with the keyboard: filter, list, tabs, routes, help', async () => {
  await call('/pets/1');
  await call('/nothing');
  await row(page, '/nothing').waitFor();
  await press('/');
  await page.keyboard.type('status>=400 path:/nothing');
  await page.locator('.filter-count', { hasText: /^1 of/ }).waitFor();
  await press('Escape', 'j');
  await page.locator('.why').waitFor();
  expect(await page.evaluate<string>('document.activeElement.className')).toBe('request-row');
  await press('/', 'Control+a', 'Delete', 'Escape');
  await row(page, '/pets/1').waitFor();
  await press('j', 'j');
  await page.getByRole('option', { selected: true }).filter({ hasText: '/pets/1' }).waitFor();
  await press('g', 'ArrowDown', 'Enter');
  await page.locator('.form').waitFor();
  await page.locator('.form').getByRole('button', { name: 'Back' }).waitFor({ state: 'hidden' });
  await press('Escape');
  await page.locator('.pipeline').waitFor(); // the request before the form is read once more
  await press('?');
  await page.getByRole('dialog').waitFor();
  await press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

test('what clients and functions send is text: nothing of it runs', async () => {
  await call(`/pets?back=${encodeURIComponent(HOSTILE)}&x=<img>`, { method: 'POST', body: HOSTILE, headers: { 'X-Own': HOSTILE } });
  await row(page, 'back=').click();
  for (const tab of ['Response', 'Request', 'Event', 'Logs']) {
    await page.getByRole('tab', { name: tab }).click();
    expect(await textOf('[role=tabpanel]')).toContain('<img src=x onerror=');
  }
  await press('e');
  await page.locator('.form').waitFor();
  expect(await page.locator('img, iframe').count()).toBe(0);
  expect(await page.title()).toBe('synthgate');
});

test('while the list is paused nothing moves, and what came is counted', async () => {
  await press('p');
  await call('/pets/while-paused');
  await page.getByRole('button', { name: '1 new' }).waitFor();
  expect(await row(page, 'while-paused').count()).toBe(0);
  await press('p');
  await row(page, 'while-paused').waitFor();
});

test('a failed build is shown with its source; the next one says what changed', async () => {
  dashboard.report({ status: 'failed', message: 'app.ts:9:3 unknown property "timout"', frame: '> 9 |   timout: 5', at: 1 });
  await page.getByRole('alert').filter({ hasText: 'timout: 5' }).waitFor();
  dashboard.report({ status: 'ok', changes: ['+ GET /cats → proxy Echo'], at: 2 });
  await page.locator('.changes', { hasText: '+ GET /cats' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test.each(['dark', 'light'] as const)('a phone shows one part at a time, and never scrolls sideways (%s)', async (colorScheme) => {
  const phone = await browser.open({ viewport: { width: 360, height: 700 }, colorScheme });
  const isTooWide = () => phone.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
  const widths = [await isTooWide()];
  await call('/nothing');
  await row(phone, '403').click();
  await phone.locator('.pipeline').waitFor();
  widths.push(await isTooWide());
  await phone.getByRole('button', { name: 'Back to the list' }).click();
  for (const tab of ['Routes', 'Clock & limits', 'Requests']) {
    await phone.locator('.tab-bar').getByRole('button', { name: tab }).click();
    widths.push(await isTooWide());
  }
  expect(widths).toEqual([false, false, false, false, false]);
  await phone.context().close();
});
