import { execFileSync } from 'node:child_process';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';

/** No window, and no traffic to servers that a test did not start. */
const ARGUMENTS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
  // suggestions below an address bar that nobody sees: 0.7 s of processor time for each context
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
];

/** A site of its own, and a browser that visits it. */
export interface Site {
  /** The value of its Origin header. */
  readonly origin: string;
  /** An empty page of the site in a fresh profile: no cookies, no remembered preflights. */
  readonly open: () => Promise<Page>;
  readonly close: () => Promise<void>;
}

/** Starts the system's browser, and a server with an empty page. */
export async function startSite(): Promise<Site> {
  const server = await serveEmptyPage();
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await launchBrowser();
  return {
    origin,
    open: async () => {
      const page = await browser.newPage();
      await page.goto(`${origin}/`);
      return page;
    },
    close: async () => {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The system's browser. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: browserFile(), args: ARGUMENTS });
}

/** The scripts are ES modules, which tests cannot load; Node can. */
function browserFile(): string {
  const script = path.resolve(__dirname, '..', '..', 'scripts', 'system-packages.mjs');
  const program = `import { findBrowser } from ${JSON.stringify(script)}; process.stdout.write(findBrowser() ?? '')`;
  const file = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  if (file === '') throw new Error('There is no Chromium. Install it, or name one in CHROMIUM_PATH.');
  return file;
}

function serveEmptyPage(): Promise<http.Server> {
  const server = http.createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end('<!doctype html><title>another origin</title>');
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}
