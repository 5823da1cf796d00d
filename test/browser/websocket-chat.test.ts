import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { serve, type Serving } from 'synthgate/runtime';
import { launchBrowser } from '../support/browser';
import { newDirectory } from '../support/temporary-directory';

/* The page of examples/19-websocket-chat in two windows. */

const ROOT = path.resolve(__dirname, '../..');

let serving: Serving;
let browser: Browser;
let address: string;
beforeAll(async () => {
  const assembly = path.join(newDirectory(), 'gateway.out');
  const app = path.join(ROOT, 'examples/19-websocket-chat/app.ts');
  execFileSync(process.execPath, [path.join(ROOT, 'bin/synthgate'), 'synth', '--app', app, '--output', assembly], { stdio: 'pipe' });
  serving = await serve({ source: assembly, port: 0, watch: false });
  const urlOf = (name: string): string => serving.apis.find((api) => api.name === name)?.url ?? '';
  address = `${urlOf('PageApi')}/?chat=${encodeURIComponent(`${urlOf('ChatApi').replace(/^http/, 'ws')}/prod`)}`;
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await serving.close();
});

async function enter(name: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(address);
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Enter' }).click();
  await page.getByText('connected').waitFor();
  return page;
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message').fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

test('two pages chat: who comes, what they say, who goes', async () => {
  const ann = await enter('ann');
  const bob = await enter('bob');
  await ann.getByText('bob: is here').waitFor();
  await say(bob, '<b>hello</b>');
  for (const page of [ann, bob]) await page.getByText('bob: <b>hello</b>').waitFor();
  await say(ann, 'welcome');
  for (const page of [ann, bob]) await page.getByText('ann: welcome').waitFor();
  await bob.close();
  await ann.getByText('bob: has left').waitFor();
  expect(await ann.getByRole('listitem').allTextContents()).toEqual(['bob: is here', 'bob: <b>hello</b>', 'ann: welcome', 'bob: has left']);
});
