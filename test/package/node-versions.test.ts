import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import packageJson from '../../package.json';
import { esbuildPackages, install, pack, type Consumer } from '../support/package/consumer';
import { NODE_VERSIONS, nodeDirectory } from '../support/package/node-versions';

const LONG_MS = 600_000;
const examples = path.resolve(__dirname, '..', '..', 'examples');
let temporary: string;
let consumer: Consumer;

/** A user's project with the packed package and the example 01-hello. */
beforeAll(() => {
  temporary = mkdtempSync(path.join(tmpdir(), 'synthgate-node-'));
  consumer = install(pack(temporary), { copied: ['constructs', ...esbuildPackages()] });
  cpSync(path.join(examples, '01-hello'), consumer.directory, { recursive: true });
  consumer.write('in-process.mjs', `
    import { createTestGateway } from 'synthgate/testing';
    const gateway = await createTestGateway('gateway.out');
    try {
      const response = await gateway.fetch('/prod/');
      console.log(process.version, response.status, await response.text());
    } finally {
      await gateway.close();
    }
  `);
}, LONG_MS);
afterAll(() => {
  consumer.remove();
  rmSync(temporary, { recursive: true });
});

const VERSIONS = [
  { name: `Node ${process.versions.node}, which runs the tests`, version: process.versions.node, directory: () => path.dirname(process.execPath) },
  ...Object.values(NODE_VERSIONS).map((version) => ({ name: `Node ${version}`, version, directory: () => nodeDirectory(version) })),
];

describe.each(VERSIONS)('on $name', ({ version, directory }) => {
  let node: string;
  beforeAll(() => { node = directory(); }, LONG_MS);

  test('a definition is synthesized', () => {
    expect(consumer.runWith(node, 'node', '--version').trim()).toBe(`v${version}`);
    const output = consumer.runWith(node, 'node_modules/.bin/synthgate', 'synth', '--app', 'app.ts');
    expect(output).toContain('written to gateway.out');
    expect(warningsIn(output)).toEqual([]);
  }, LONG_MS);

  test('it is served, and its function answers 200', async () => {
    const served = await consumer.serveWith(node);
    const response = await fetch(`${served.url}/prod/`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ message: expect.any(String) as string });
    expect(await served.stop()).toBe(0);
    expect(warningsIn(served.output())).toEqual([]);
  }, LONG_MS);

  test('it answers a test in the same process', () => {
    const output = consumer.runWith(node, 'node', 'in-process.mjs');
    expect(output).toContain(`v${version} 200 {`);
    expect(warningsIn(output)).toEqual([]);
  }, LONG_MS);
});

test('the lowest version that package.json allows is tried, and the majors after it', () => {
  expect(packageJson.engines.node).toBe(`>= ${NODE_VERSIONS[20]}`);
  expect(Object.keys(NODE_VERSIONS)).toEqual(['20', '22', '24', '26']);
});

function warningsIn(output: string): string[] {
  return output.split('\n').filter((line) => /warning|deprecat|experimental/i.test(line));
}
