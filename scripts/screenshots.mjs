// Takes the pictures of the dashboard in docs/media/, or in the folder that is given: a gateway of the build, real requests, and the
// system's browser.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { findBrowser } from './system-packages.mjs';

const root = path.resolve(import.meta.dirname, '..');
const [directory = path.join(root, 'docs/media')] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const synthgate = require(path.join(root, 'build/index.js'));
const { serve, Dashboard } = require(path.join(root, 'build/runtime/index.js'));

const KEY = 'student-key-0123456789';
const TOKEN = { authorization: 'Bearer ada-3f9c2b7e41d8' };
const HANDLERS = {
  Pets: `exports.handler = async ({ pathParameters, resource }) => {
    const id = pathParameters?.petId;
    console.log('looking up', id ?? 'all pets');
    if (id === '13') throw new Error('database is down');
    const pets = [{ id: 7, name: 'Rex', kind: 'dog' }, { id: 8, name: 'Tom', kind: 'cat' }];
    return { statusCode: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(id === undefined ? { pets } : { ...pets[0], id: Number(id) }) };
  };`,
  Orders: "exports.handler = async (order) => { console.log('order of', order.pet, 'by', order.by); return { id: 'o-1042', ...order, status: 'accepted' }; };",
  Auth: `exports.handler = async ({ methodArn }) => ({
    principalId: 'ada', policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: '*' }] },
  });`,
};

const folder = mkdtempSync(path.join(tmpdir(), 'synthgate-screenshots-'));
const dashboard = new Dashboard({ mode: 'dev', version: require(path.join(root, 'package.json')).version });
declare(path.join(folder, 'gateway.out'));
const serving = await serve({ source: path.join(folder, 'gateway.out'), port: 0, managementPort: 0, watch: false, dashboard });
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars'] });
try {
  await play(serving.apis[0].url);
  await picture('dashboard-dark', { width: 1360, height: 850, colorScheme: 'dark' }, (page) => select(page, '429'));
  await picture('dashboard-light', { width: 1360, height: 850, colorScheme: 'light' }, async (page) => {
    await select(page, '201');
    await page.locator('[role=tab]', { hasText: 'Templates' }).click();
  });
  await picture('dashboard-phone', { width: 390, height: 780, colorScheme: 'dark', deviceScaleFactor: 1.5 }, (page) => select(page, '429'));
} finally {
  await browser.close();
  await serving.close();
  rmSync(folder, { recursive: true, force: true });
}

function declare(outdir) {
  const { Api, App, Cors, MappedIntegration, Period, ProxyFunction, TokenAuthorizer } = synthgate;
  const app = new App({ outdir });
  const functionOf = (name) => {
    const code = path.join(folder, name);
    mkdirSync(code);
    writeFileSync(path.join(code, 'index.js'), HANDLERS[name]);
    return new ProxyFunction(app, name, { code });
  };
  const api = new Api(app, 'PetsApi', { deployOptions: { stageName: 'prod' } });
  const pets = functionOf('Pets');
  const authorizer = new TokenAuthorizer(api, 'Auth', { handler: functionOf('Auth') });
  const order = api.addModel('Order', {
    schema: { type: 'object', required: ['pet'], properties: { pet: { type: 'string' }, count: { type: 'integer' } } },
  });
  const list = api.root.addResource('pets');
  list.addMethod('GET', pets);
  list.addMethod('POST', pets, { authorizer });
  list.addCorsPreflight({ allowOrigins: Cors.ALL_ORIGINS });
  list.addResource('{petId}').addMethod('GET', pets);
  api.root.addResource('orders').addMethod('POST', new MappedIntegration(functionOf('Orders'), {
    requestTemplates: { 'application/json': '{\n  "pet": $input.json("$.pet"),\n  "by": "$context.authorizer.principalId"\n}' },
    integrationResponses: [{ statusCode: '201', responseTemplates: { 'application/json': '{ "order": $input.json("$.id") }' } }],
  }), {
    authorizer, apiKeyRequired: true, requestModels: { 'application/json': order },
    requestValidatorOptions: { validateRequestBody: true }, methodResponses: [{ statusCode: '201' }],
  });
  const plan = api.addUsagePlan('Free', { throttle: { rateLimit: 10, burstLimit: 5 }, quota: { limit: 3, period: Period.DAY } });
  plan.addApiStage({ stage: api.deploymentStage });
  plan.addApiKey(api.addApiKey('Student', { value: KEY }));
  app.synth();
}

async function play(url) {
  const get = async (target, init) => { await (await fetch(`${url}/prod${target}`, init)).text(); };
  const order = (body) => get('/orders', { method: 'POST', headers: { ...TOKEN, 'x-api-key': KEY, 'content-type': 'application/json' }, body });
  for (const target of ['/pets', '/pets/7', '/pets/8?color=red', '/pets/13', '/cats']) await get(target);
  await order('{"pet":"Rex","count":2}');
  await order('{"count":2}');
  await get('/pets/7', { headers: { origin: 'http://localhost:5173' } });
  await order('{"pet":"Tom"}');
  for (const target of ['/pet/7', '/pets/9', '/pets']) await get(target);
  await order('{"pet":"Tom"}');
}

async function picture(name, { width, height, colorScheme, deviceScaleFactor = 1 }, act) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, deviceScaleFactor });
  const page = await context.newPage();
  await page.goto(serving.management.dashboardUrl);
  await page.locator('.request-row').first().waitFor();
  await act(page);
  await page.mouse.move(0, 0);
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ path: path.join(directory, `${name}.png`), animations: 'disabled' });
  await context.close();
}

async function select(page, status) {
  await page.locator('.request-row', { hasText: status }).first().click();
  await page.locator('.pipeline').waitFor();
}
