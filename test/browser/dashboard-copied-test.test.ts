import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { clipboardOf, openDashboards, row, type DashboardBrowser } from '../support/dashboard-page';
import { startCommand, type RunningCommand } from '../support/served-command';
import { newDirectory } from '../support/temporary-directory';

const ROOT = path.resolve(__dirname, '../..');
const directory = newDirectory();
let running: RunningCommand;
let browser: DashboardBrowser;
let url: string;

beforeAll(async () => {
  mkdirSync(path.join(directory, 'node_modules'));
  for (const name of ['constructs', 'esbuild', 'tsx', 'vitest']) symlinkSync(path.join(ROOT, 'node_modules', name), path.join(directory, 'node_modules', name));
  symlinkSync(ROOT, path.join(directory, 'node_modules/synthgate'));
  write('app.ts', `import { Api, App, ProxyFunction } from 'synthgate';
const app = new App();
export const api = new Api(app, 'Shop', { deployOptions: { stageName: 'prod' } });
api.root.addResource('pets').addMethod('GET', new ProxyFunction(app, 'Pets', { entry: 'src/pets.ts' }));
`);
  write('src/pets.ts', 'export const handler = async () => ({ statusCode: 200, headers: { "Content-Type": "application/json" }, body: JSON.stringify([{ name: "Rex" }]) });\n');
  write('package.json', '{"type": "module", "devDependencies": {"vitest": "^4"}}');
  running = startCommand(directory, ['dev', '--port', '0', '--no-typecheck']);
  const [page] = await running.sees(/http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+/);
  [, url = ''] = await running.sees(/(http:\/\/127\.0\.0\.1:\d+\/prod)/);
  browser = await openDashboards(() => page);
});
afterAll(async () => {
  await browser.close();
  running.child.kill('SIGTERM');
  await running.ended;
});

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
  writeFileSync(path.join(directory, name), text);
}

test.each<readonly [string, string, readonly string[], RegExp]>([
  ['vitest', '{"type": "module", "devDependencies": {"vitest": "^4"}}', ['node_modules/vitest/vitest.mjs', 'run'], /Tests +1 passed/],
  ['node:test', '{"type": "module", "devDependencies": {"tsx": "^4"}}', ['--import', 'tsx', '--test', 'gateway.test.ts'], /pass 1\b/],
])('a test that is copied from the page serves the app and passes in %s', async (runner, manifest, parameters, passed) => {
  write('package.json', manifest);
  await (await fetch(`${url}/pets`)).text();
  const page = await browser.open();
  await row(page, '/pets').click();
  await page.locator('.pipeline').waitFor();
  await page.getByRole('button', { name: 'Copy as test' }).click();
  await page.locator('.notice').waitFor();
  const text = await clipboardOf(page);
  await page.context().close();
  expect(text).toContain("import { api } from './app';");
  expect(text).toContain(`from '${runner}';`);
  write('gateway.test.ts', text);
  // the runner of this test marks its processes
  const { NODE_OPTIONS: _, JEST_WORKER_ID: __, NODE_TEST_CONTEXT: ___, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { cwd: directory, env: { ...env, NO_COLOR: '1', FORCE_COLOR: '0' } });
  expect(stdout).toMatch(passed);
});
