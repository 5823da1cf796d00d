import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { testProjectOf } from '../../lib/cli/test-project';
import { newDirectory } from '../support/temporary-directory';

const API = "import { Api, App } from 'synthgate';\nexport const app = new App();\nexport const api = new Api(app, 'Shop', {\n});\n";

/** The project of a test of the API `Shop`, in a directory with these files. */
function projectWith(files: Readonly<Record<string, string>>, app?: string) {
  const directory = newDirectory();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
    writeFileSync(path.join(directory, name), text);
  }
  return testProjectOf({ directory, app, source: 'gateway.out' })('Shop');
}

test.each<readonly [string, string, string, object | undefined]>([
  ['the Api with the name of the one that is tested', 'app.ts', API, { module: './app', name: 'api' }],
  ['one of several', 'src/app.ts', `${API}export const second = new Api(app, 'Other');\n`, { module: './src/app', name: 'api' }],
  ['the App if the Api is not exported', 'app.mts', "export const app: App = new App();\nconst api = new Api(app, 'Shop');\n", { module: './app', name: 'app' }],
  ['a RestApi', 'app.ts', "export const shop = new apigateway.RestApi(stack, 'Shop');\n", { module: './app', name: 'shop' }],
  ['an Api whose id is not a literal', 'app.ts', 'export const api = new Api(app, ID);\n', { module: './app', name: 'api' }],
  ['a JavaScript module by its whole name', 'app.mjs', API, { module: './app.mjs', name: 'api' }],
  ['nothing of an app that exports nothing', 'app.ts', "new Api(new App(), 'Shop');\n", undefined],
  ['no Api of another name', 'app.ts', "export const second = new Api(app, 'Other');\n", undefined],
])('a test imports %s', (_, app, text, exported) => {
  expect(projectWith({ [app]: text }, app)).toEqual({ source: 'gateway.out', exported, runner: 'node:test' });
});

test('a command, a missing file and a definition without an app have nothing to import', () => {
  expect([projectWith({}, 'npx tsx app.ts'), projectWith({}, 'app.ts'), projectWith({})].map(({ exported }) => exported)).toEqual([undefined, undefined, undefined]);
});

test.each([
  ['vitest', '{"devDependencies": {"vitest": "^4", "jest": "^30"}}'],
  ['jest', '{"devDependencies": {"jest": "^30"}}'],
  ['jest', '{"dependencies": {"ts-jest": "^29"}}'],
  ['@jest/globals', '{"devDependencies": {"jest": "^30", "@jest/globals": "^30"}}'],
  ['node:test', '{"devDependencies": {"tsx": "^4"}}'],
  ['node:test', '{'],
])('a test is for %s with %s', (runner, manifest) => {
  expect(projectWith({ 'package.json': manifest })).toMatchObject({ runner });
});
