import path from 'node:path';
import { Api, MockIntegration } from 'synthgate';
import { Dashboard } from 'synthgate/runtime';
import { GatewayError } from '../../lib/errors';
import { dashboardReference } from '../../lib/cli/reference/reference-page';
import { openDashboards, type DashboardBrowser } from '../support/dashboard-page';
import { declareGateway, type DeclaredGateway } from '../support/declared-gateway';

let gateway: DeclaredGateway;
let browser: DashboardBrowser;
const url = (): URL => new URL(gateway.serving.management?.dashboardUrl ?? '');
beforeAll(async () => {
  const reference = dashboardReference(path.resolve(__dirname, '../..'));
  gateway = await declareGateway((app) => {
    new Api(app, 'Shop').root.addResource('pets').addMethod('GET', new MockIntegration({ requestTemplates: { 'application/json': '{"statusCode": 200}' } }));
  }, { dashboard: new Dashboard({ mode: 'dev', reference }), managementPort: 0 });
  browser = await openDashboards(() => url().href);
});
afterAll(async () => {
  await browser.close();
  await gateway.close();
});

test('the dashboard leads to the reference of the API, which asks its own port only', async () => {
  const page = await browser.open();
  const opened = page.context().waitForEvent('page');
  const requests: string[] = [];
  page.context().on('request', (request) => requests.push(new URL(request.url()).origin));
  await page.getByRole('link', { name: 'reference' }).click();
  const reference = await opened;
  await reference.locator('.opblock-summary-path', { hasText: '/pets' }).waitFor();
  expect(await reference.title()).toBe('Shop');
  expect(requests.filter((origin) => origin !== url().origin && origin !== 'null')).toEqual([]);
  expect(browser.complaints()).toEqual([]);
});

test('an API that is not there is told on the page; without the token there is no document', async () => {
  const page = await browser.open();
  await page.goto(`${url().origin}/reference?api=Cats`);
  await page.getByText('Cats').waitFor();
  expect(await page.locator('#reference').innerText()).toMatch(/Shop/);
  expect((await fetch(`${url().origin}/api/reference/Shop`)).status).toBe(401);
  const { headers, status } = await fetch(`${url().origin}/reference`);
  expect([status, headers.get('content-security-policy')]).toEqual([200, expect.stringMatching(/^default-src 'none'; script-src 'sha256-.*connect-src 'self'/)]);
  browser.complaints(); // of the answer that is 400
});

test('DOCS_RENDERER_MISSING: a project whose renderer was removed says what to install', async () => {
  const secondGateway = await declareGateway((app) => {
    new Api(app, 'Shop').root.addMethod('GET', new MockIntegration());
  }, { dashboard: new Dashboard({ mode: 'dev', reference: { ...dashboardReference('/'), isThere: () => false, page: missing } }), managementPort: 0 });
  const { origin, searchParams } = new URL(secondGateway.serving.management?.dashboardUrl ?? '');
  const state = await fetch(`${origin}/api/state`, { headers: { Authorization: `Bearer ${searchParams.get('token')}` } });
  expect(await state.json()).not.toHaveProperty('hasReference');
  const answer = await fetch(`${origin}/reference`);
  expect([answer.status, await answer.json()]).toEqual([501, expect.objectContaining({ code: 'DOCS_RENDERER_MISSING' })]);
  await secondGateway.close();
});

function missing(): never {
  throw new GatewayError('DOCS_RENDERER_MISSING', { directory: '/' });
}
