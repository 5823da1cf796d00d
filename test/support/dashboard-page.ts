import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { Dashboard, type ServeOptions } from 'synthgate/runtime';
import { launchBrowser } from './browser';
import { declareGateway, type Declare, type DeclaredGateway } from './declared-gateway';

/** A browser for the dashboard of a running gateway; it remembers whatever went wrong in its pages. */
export interface DashboardBrowser {
  /** Opens the page in a fresh profile. */
  readonly open: (options?: BrowserContextOptions) => Promise<Page>;
  /** Calls the API that pages read, as another program does. */
  readonly call: (method: string, path: string) => Promise<void>;
  /** Returns the reports of pages since the last call: errors, refused scripts and styles, dialogs. */
  readonly complaints: () => readonly string[];
  readonly close: () => Promise<void>;
}

/** @param url - as the terminal prints it, with its token */
export async function openDashboards(url: () => string): Promise<DashboardBrowser> {
  const browser: Browser = await launchBrowser();
  let complaints: string[] = [];
  return {
    open: async (options = {}) => {
      const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'], ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => { if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`); });
      page.on('dialog', (dialog) => {
        complaints.push(`a dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      await page.goto(url());
      await page.locator('.live-live').waitFor();
      return page;
    },
    call: async (method, path) => {
      const { origin, searchParams } = new URL(url());
      const headers = { Authorization: `Bearer ${searchParams.get('token')}` };
      const response = await fetch(`${origin}${path}`, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      await response.text();
    },
    complaints: () => {
      const seen = complaints;
      complaints = [];
      return seen;
    },
    close: () => browser.close(),
  };
}

/** The row of a request in the list: the newest whose line contains the text. */
export function row(page: Page, text: string): Locator {
  return page.locator('.request-row', { hasText: text }).first();
}

/** The steps of the pipeline that is shown, as `quota: stopped here`. */
export async function stepsOf(page: Page): Promise<readonly string[]> {
  await page.locator('.pipeline').waitFor();
  return page.locator('.step button').evaluateAll((buttons) => buttons.map((button) => (button.getAttribute('aria-label') ?? '').replace(/,.*/s, '')));
}

/** Reads the text that the page has copied to the clipboard. */
export function clipboardOf(page: Page): Promise<string> {
  return page.evaluate<string>('navigator.clipboard.readText()');
}

/** A declared gateway with its dashboard, and a browser for it. */
export interface ShownGateway extends Pick<DeclaredGateway, 'serving'> {
  readonly browser: DashboardBrowser;
  /** Sends a request to the stage `prod`, from outside of the page. @returns its status */
  readonly call: (target: string, init?: RequestInit) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Serves a definition with a dashboard, and starts a browser. */
export async function showGateway(declare: Declare, options: Partial<ServeOptions> = {}): Promise<ShownGateway> {
  const dashboard = new Dashboard({ mode: 'dev', version: '1.2.3' });
  const { serving, url, close } = await declareGateway(declare, { dashboard, managementPort: 0, ...options });
  const browser = await openDashboards(() => serving.management?.dashboardUrl ?? '');
  return {
    serving,
    browser,
    call: async (target, init = {}) => {
      const response = await fetch(`${url}/prod${target}`, init);
      await response.text();
      return response.status;
    },
    close: async () => {
      await browser.close();
      await close();
    },
  };
}
