import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import * as esbuild from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { serve, type Serving } from 'synthgate/runtime';
import { launchBrowser } from '../support/browser';
import { synthgate } from '../support/command-line';
import { newDirectory } from '../support/temporary-directory';

/* The page of example 40, bundled as a user bundles it, beside its gateway: a client in a browser, across origins. */

const example = path.resolve(__dirname, '..', '..', 'examples', '40-contracts');
let site: Server;
let serving: Serving;
let browser: Browser;
let script: string;

beforeAll(async () => {
  const { outputFiles } = await esbuild.build({ entryPoints: [path.join(example, 'page', 'main.ts')], bundle: true, format: 'esm', platform: 'browser', write: false, logLevel: 'silent' });
  script = outputFiles[0]?.text ?? '';
  site = createServer((request, response) => {
    const isScript = request.url === '/main.js';
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
    response.end(isScript ? script : '<!doctype html><title>Orders</title><body><script type="module" src="/main.js"></script>');
  });
  await new Promise<void>((resolve) => { site.listen(0, '127.0.0.1', resolve); });
  const output = newDirectory();
  await synthgate(example, ['synth', '--app', 'app.ts', '--output', output]);
  serving = await serve({ source: output, port: 0, managementPort: 0, watch: false });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await serving.close();
  site.closeAllConnections();
  await new Promise((resolve) => { site.close(resolve); });
});

async function textFor(sku: string): Promise<string> {
  const page: Page = await browser.newPage();
  const api = `${serving.apis[0]?.url ?? ''}/prod`;
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/?${new URLSearchParams({ api, sku }).toString()}`);
  await page.waitForFunction('document.body.textContent.includes(":")');
  return page.evaluate('document.body.textContent') as Promise<string>;
}

test('a page places an order by its contract, and knows an answer of the gateway itself', async () => {
  expect(await textFor('tea-7')).toBe('open: tea-7');
  expect(await textFor('x')).toBe('refused: Invalid request body');
});

test('no schema is in the bundle of the page', () => {
  expect(script).not.toMatch(/zod|~standard/i);
});
