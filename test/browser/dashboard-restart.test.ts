import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { Api, MockIntegration, type App } from 'synthgate';
import { openDashboards, row } from '../support/dashboard-page';
import { synthesize } from '../support/declared-gateway';
import { startCommand, type RunningCommand } from '../support/served-command';
import { newDirectory } from '../support/temporary-directory';

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

/** A port of its own: other tests take those that are tried for dashboards. */
async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const { port } = server.address() as AddressInfo; // it listens on a port
  await new Promise((resolve) => { server.close(resolve); });
  return String(port);
}

async function start(source: string, managementPort: string): Promise<Started> {
  const command = startCommand(directory, ['dev', source, '--port', '0', '--management-port', managementPort]);
  const [page] = await command.sees(/http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+/);
  const [, url = ''] = await command.sees(/(http:\/\/127\.0\.0\.1:\d+\/prod)/);
  return { command, page, url };
}

async function stop({ child, ended }: RunningCommand): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

const DOCUMENT = `openapi: 3.0.1
info: { title: Shop, version: '1' }
paths:
  /pets:
    get:
      responses: { '200': { description: pets } }
      x-amazon-apigateway-integration: { type: mock, requestTemplates: { application/json: '{"statusCode": 200}' }, responses: { default: { statusCode: '200' } } }
`;

// the state of an imported document is in a temporary directory
test.each(['gateway.out', 'openapi.yaml'])('a page that is open goes on when dev %s is started again: the token is the same, and only its owner can read it', async (source) => {
  synthesize(path.join(directory, 'gateway.out'), declare);
  writeFileSync(path.join(directory, 'openapi.yaml'), DOCUMENT);
  const port = await freePort();
  let running = await start(source, port);
  const first = running.page;
  const browser = await openDashboards(() => running.page);
  try {
    const page = await browser.open();
    await stop(running.command);
    await page.locator('.live-lost').waitFor();
    running = await start(source, port);
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
