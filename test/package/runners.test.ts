import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { esbuildPackages, install, pack, type Consumer } from '../support/package/consumer';

const LONG_MS = 600_000;
const modules = path.resolve(__dirname, '..', '..', 'node_modules');
let temporary: string;
let consumer: Consumer;

/** A user's project with the package, jest and vitest. */
beforeAll(() => {
  temporary = mkdtempSync(path.join(tmpdir(), 'synthgate-runners-'));
  consumer = install(pack(temporary), { copied: ['constructs', ...esbuildPackages()], linked: ['jest', 'vitest', '@jest/globals', 'expect', '@types/jest', '@types/node'] });
}, LONG_MS);
afterAll(() => {
  consumer.remove();
  rmSync(temporary, { recursive: true });
});

const RUNNERS = [
  {
    name: 'jest', head: "require('synthgate/testing/jest');", load: "require('../app.js')", test: 'pets.test.js',
    command: (update: boolean) => [path.join(modules, 'jest', 'bin', 'jest.js'), '--rootDir', 'jest', '--ci=false', ...(update ? ['-u'] : [])],
    settings: ['jest/jest.config.json', '{ "testTimeout": 300000 }'],
    counted: { added: '3 written', updated: '1 updated', failed: '1 failed' },
  },
  {
    name: 'vitest', head: "import { expect, test } from 'vitest';\nimport 'synthgate/testing/vitest';\nimport app from '../app.js';", load: 'app', test: 'pets.test.mjs',
    command: (update: boolean) => [path.join(modules, 'vitest', 'vitest.mjs'), 'run', '--root', 'vitest', ...(update ? ['-u'] : [])],
    settings: ['vitest/vitest.config.mjs', 'export default { cacheDir: "./cache", test: { pool: "threads", testTimeout: 300_000 } };'],
    counted: { added: '3 written', updated: '1 updated', failed: '1 failed' },
  },
] as const;

describe.each(RUNNERS)('$name', ({ name, head, load, test: file, command, settings, counted }) => {
  const run = (update: boolean, environment: Record<string, string> = {}) => {
    const { PATH = '', HOME = '' } = process.env;
    const { status, stdout, stderr } = spawnSync(process.execPath, command(update), {
      cwd: consumer.directory, env: { PATH, HOME, NO_COLOR: '1', ...environment }, encoding: 'utf8',
    });
    return { isPassed: status === 0, output: `${stdout}${stderr}` };
  };
  const snapshot = (extension: string) => readFileSync(path.join(consumer.directory, name, '__snapshots__', `pets.test.PetsApi.gateway.${extension}`), 'utf8');

  beforeAll(() => {
    consumer.write(settings[0], settings[1]);
    consumer.write('src/pets.js', HANDLER);
    consumer.write('app.js', definition());
    consumer.write(`${name}/${file}`, `${head}
      const { declare } = ${load};
      test('the definition is as it was', () => {
        expect(declare()).toMatchGatewaySnapshot();
      });
      test('and in a snapshot of the runner', () => {
        expect(declare()).toMatchSnapshot();
      });
      test('and in the test itself', () => {
        expect(declare()).toMatchInlineSnapshot();
      });
    `);
  });

  test('writes a new snapshot and counts it', () => {
    const { isPassed, output } = run(false);
    expect(`${isPassed} ${output}`).toMatch(new RegExp(`^true [^]*${counted.added}`));
    expect(snapshot('txt')).toContain('GET  /pets/{petId}  → proxy Pets');
    expect(JSON.parse(snapshot('json'))).toMatchObject({ format: 'synthgate/1', api: { name: 'PetsApi' } });
    // what the runner keeps by itself is the same text, not the insides of constructs
    const own = readdirSync(path.join(consumer.directory, name, '__snapshots__')).find((one) => one.endsWith('.snap')) ?? '';
    expect(readFileSync(path.join(consumer.directory, name, '__snapshots__', own), 'utf8')).toContain('GET  /pets/{petId}  → proxy Pets');
    expect(readFileSync(path.join(consumer.directory, name, file), 'utf8')).toMatch(/toMatchInlineSnapshot\(`[^`]*GET {2}\/pets\/\{petId\} {2}→ proxy Pets/);
  }, LONG_MS);

  test('holds after another handler, another order of declarations and a longer comment, in CI', () => {
    consumer.write('src/pets.js', `// another handler\n${HANDLER}`);
    consumer.write('app.js', definition({ isReversed: true }));
    const { isPassed, output } = run(false, { CI: 'true' });
    expect(`${isPassed} ${output}`).toMatch(/^true /);
  }, LONG_MS);

  test('fails in CI when the definition has changed, and writes nothing there', () => {
    consumer.write('app.js', definition({ more: "api.root.addResource('orders').addMethod('GET', pets);" }));
    const before = [snapshot('txt'), snapshot('json')];
    const { isPassed, output } = run(true, { CI: 'true', SYNTHGATE_SNAPSHOTS: 'update' });
    expect(isPassed).toBe(false);
    expect(output).toContain('[SNAPSHOT_DIFFERS] the definition of PetsApi differs from');
    expect(output).toMatch(/\+ +GET +\/orders/);
    expect([snapshot('txt'), snapshot('json')]).toEqual(before);
  }, LONG_MS);

  test('is updated with -u', () => {
    const { isPassed, output } = run(true);
    expect(`${isPassed} ${output}`).toMatch(/^true [^]*updated/);
    expect(snapshot('txt')).toMatch(/GET +\/orders/);
    expect(snapshot('json')).toContain('/orders');
  }, LONG_MS);
});

describe.each(RUNNERS)('$name: toHaveNo', ({ name, head, load, test: file, command }) => {
  const git = (...parameters: string[]) => {
    const { status, stderr } = spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...parameters], { cwd: consumer.directory, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  };

  test('a breaking change since a revision fails, and names itself', () => {
    consumer.write('app.js', definition());
    consumer.write('synthgate.json', '{ "app": "node run.js" }');
    consumer.write('run.js', "require('./app.js').declare().node.root.synth();");
    consumer.write('.gitignore', 'node_modules\n');
    consumer.write(`${name}/${file}`, `${head}
      const { declare } = ${load};
      test('no caller fails', () => {
        expect(declare()).toHaveNo(['breaking', 'security'], { since: 'HEAD' });
      });
    `);
    rmSync(path.join(consumer.directory, name, '__snapshots__'), { recursive: true, force: true });
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', name, '--allow-empty');
    const run = () => {
      const { PATH = '', HOME = '' } = process.env;
      const { status, stdout, stderr } = spawnSync(process.execPath, command(false), { cwd: consumer.directory, env: { PATH, HOME, NO_COLOR: '1' }, encoding: 'utf8' });
      return `${status === 0 ? 'passed' : 'failed'} ${stdout}${stderr}`;
    };
    expect(run()).toMatch(/^passed /);
    consumer.write('app.js', definition().replace("addMethod('GET', pets)", "addMethod('GET', pets, { apiKeyRequired: true })"));
    expect(run()).toMatch(/^failed [^]*breaking api-key-required {2}GET \/pets\/\{petId\} apiKeyRequired: false → true/);
  }, LONG_MS);
});

test('both have types', () => {
  const head = "import { Api, App } from 'synthgate';\nconst api = new Api(new App(), 'Pets');\n";
  const use = "expect(api).toMatchGatewaySnapshot();\nexpect(api).toMatchGatewaySnapshot('other');\nexpect(api).toMatchGatewaySnapshot({ formats: ['text'], mode: 'assert' });\n"
    + '// @ts-expect-error there is no such mode\nexpect(api).toMatchGatewaySnapshot({ mode: "never" });\n'
    + '// @ts-expect-error a number is not a definition\nexpect(5).toMatchGatewaySnapshot();\n';
  const changes = "expect(api).toHaveNo('breaking', { since: 'main' });\nexpect(api).toHaveNo(['breaking', 'security']);\n"
    + '// @ts-expect-error there is no such level\nexpect(api).toHaveNo("serious");\n// @ts-expect-error a number is not a definition\nexpect(5).toHaveNo("breaking");\n'
    + "import { diffSpecs, type Finding } from 'synthgate/diff';\nimport { gatewaySchema } from 'synthgate/spec';\n"
    + 'const spec = gatewaySchema.parse(JSON.parse(api.toJson()));\nexport const findings: readonly Finding[] = diffSpecs(spec, spec).findings;\n';
  consumer.write('types-jest.ts', `import 'synthgate/testing/jest';\n${head}${use}${changes}`);
  consumer.write('types-jest-globals.ts', `import { expect } from '@jest/globals';\nimport 'synthgate/testing/jest';\n${head}${use}${changes}`);
  consumer.write('types-vitest.mts', `import { expect } from 'vitest';\nimport 'synthgate/testing/vitest';\n${head}${use}${changes}`);
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'node16'];
  const tsc = path.join(modules, 'typescript-native', 'bin', 'tsc');
  consumer.run(process.execPath, tsc, ...options, '--types', 'node,jest', 'types-jest.ts', 'types-jest-globals.ts');
  consumer.run(process.execPath, tsc, ...options, '--types', 'node', 'types-vitest.mts');
}, LONG_MS);

const HANDLER = 'exports.handler = async () => ({ statusCode: 200 });\n';

/** A module that declares the API of the tests. */
function definition({ isReversed = false, more = '' } = {}): string {
  const routes = ["api.root.resourceForPath('/pets/{petId}').addMethod('GET', pets);", "api.root.addResource('health').addMethod('GET', new MockIntegration());"];
  return `
    const path = require('node:path');
    const { Api, App, MockIntegration, ProxyFunction } = require('synthgate');
    exports.declare = () => {
      const app = new App();
      const pets = new ProxyFunction(app, 'Pets', { entry: path.join(__dirname, 'src', 'pets.js'), environment: { ${isReversed ? "B: '2', A: '1'" : "A: '1', B: '2'"} } });
      const api = new Api(app, 'PetsApi');
      ${(isReversed ? [...routes].reverse() : routes).join('\n      ')}
      ${more}
      return api;
    };
  `;
}
