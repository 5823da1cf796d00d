import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Api, MockIntegration, type App } from 'synthgate';
import { openDashboards, row } from '../support/dashboard-page';
import { synthesize } from '../support/declared-gateway';
import { startCommand, type RunningCommand } from '../support/served-command';
import { newDirectory } from '../support/temporary-directory';

jest.setTimeout(60_000);

const directory = newDirectory();

function declare(app: App): void {
  const api = new Api(app, 'Shop');
  api.root.addResource('pets').addMethod('GET', new MockIntegration({ requestTemplates: { 'application/json': '{"statusCode": 200}' } }));
}

interface Started {
  readonly command: RunningCommand;
  readonly page: string;
  readonly url: string;
}

async function start(): Promise<Started> {
  const command = startCommand(directory, ['dev', 'gateway.out', '--port', '0']);
  const [page] = await command.sees(/http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+/);
  const [, url = ''] = await command.sees(/(http:\/\/127\.0\.0\.1:\d+\/prod)/);
  return { command, page, url };
}

async function stop({ child, ended }: RunningCommand): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

test('a page that is open goes on when dev is started again: the token is the same, and only its owner can read it', async () => {
  synthesize(path.join(directory, 'gateway.out'), declare);
  let running = await start();
  const first = running.page;
  const browser = await openDashboards(() => running.page);
  try {
    const page = await browser.open();
    await stop(running.command);
    await page.locator('.live-lost').waitFor();
    running = await start();
    expect(running.page).toBe(first);
    await page.locator('.live-live').waitFor();
    await (await fetch(`${running.url}/pets`)).text();
    await row(page, '/pets').click();
    await page.locator('.pipeline').waitFor();
    const file = path.join(directory, 'gateway.state', 'management-token');
    expect(first).toContain(`token=${readFileSync(file, 'utf8').trim()}`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  } finally {
    await browser.close();
    await stop(running.command);
  }
});
