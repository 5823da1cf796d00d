import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { referencePage } from '../../../lib/cli/reference/reference-page';
import { readRenderer } from '../../../lib/cli/reference/renderer';
import { codeOfError, petsSpec, writeAssembly } from '../../support/assembly';
import { launchBrowser } from '../../support/browser';
import { synthgate } from '../../support/command-line';
import { newDirectory } from '../../support/temporary-directory';

const HOSTILE = '</script><script>document.title="hit"</script><!-- <img src="https://evil.test/x.png" onerror="document.title=\'hit\'">';
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

/** Opens a page without a network; returns what it shows, the addresses it asks for, and its complaints. */
async function shown(file: string) {
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  const [requests, complaints]: string[][] = [[], []];
  // what the policy of the page refuses is no request yet: it is told to the console
  page.on('requestfailed', (request) => complaints?.push(`${request.failure()?.errorText ?? ''} ${request.url()}`));
  page.on('requestfinished', (request) => requests?.push(request.url()));
  page.on('console', (message) => complaints?.push(message.text()));
  page.on('pageerror', (error) => complaints?.push(error.message));
  await page.goto(pathToFileURL(file).href);
  await page.locator('.opblock').first().waitFor();
  for (const operation of await page.locator('.opblock-summary-control').all()) await operation.click();
  await page.getByText('Limit Exceeded').first().waitFor();
  const result = {
    operations: await page.locator('.opblock-summary-path').allInnerTexts(), title: await page.title(), text: await page.locator('body').innerText(),
    requests: requests?.filter((url) => !url.startsWith('data:')), complaints,
  };
  await context.close();
  return result;
}

test('renders every operation without a network, and makes no request', async () => {
  const spec = petsSpec({ api: { id: 'pets', name: 'Pets', description: `For **homes** ${HOSTILE}` } });
  const directory = path.dirname(writeAssembly(path.join(newDirectory(), 'gateway.out'), [spec]));
  const { code, out, err } = await synthgate(directory, ['docs', 'gateway.out', '--file', 'site/pets.html', '--document-version', '7']);
  expect([code, out, err]).toEqual([0, 'written to site/pets.html\n', '']);
  const file = path.join(directory, 'site/pets.html');
  const { operations, title, text, requests, complaints } = await shown(file);
  expect(operations.map((name) => name.replace(/\u200b/g, ''))).toEqual(['/pets', '/pets', '/pets/{id}']);
  expect({ title, requests }).toEqual({ title: 'Pets', requests: [pathToFileURL(file).href] });
  // the image of the description, which is not ours, is all that was wanted, and the policy refused it
  expect(complaints?.filter((message) => !/^csp https:\/\/evil\.test\/x\.png$|violates the following Content Security Policy/.test(message))).toEqual([]);
  expect(text).toMatch(/Pets[^]*7[^]*OAS 3\.1[^]*For homes/);
  expect(text).toMatch(/403[^]*Forbidden \(from the gateway\)[^]*429[^]*Limit Exceeded; Too Many Requests/);
});

test('has no script but its own two, and the same bytes each time', () => {
  const renderer = { script: 'var a = "</script>"; // <!--\n//# sourceMappingURL=a.map', style: 'a { } /*# sourceMappingURL=b.map*/' };
  const page = referencePage({ info: { title: HOSTILE } }, renderer);
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page.match(/'sha256-[\w+/=]{44}'/g)).toHaveLength(2);
  expect(page).not.toMatch(/sourceMappingURL|<!-- <img/);
  expect(referencePage({ info: { title: HOSTILE } }, renderer)).toBe(page);
});

test('DOCS_RENDERER_MISSING: the renderer comes from the project', () => {
  const directory = newDirectory();
  expect(codeOfError(() => readRenderer(directory, [path.join(directory, 'package.json')]))).toBe('DOCS_RENDERER_MISSING');
  const { script } = readRenderer(directory);
  expect(script).toBe(readFileSync(require.resolve('swagger-ui-dist/swagger-ui-bundle.js'), 'utf8'));
});
