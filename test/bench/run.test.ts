import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import packageJson from '../../package.json';
import { callExport, callExports } from '../support/scripts/call-exports';

/* The benchmark as it is started; its figures depend on the machine and do not matter here. */

const root = path.resolve(__dirname, '..', '..');
const KNOWN = ['requests', 'start'];
const bench = (...options: readonly string[]) =>
  spawnSync(process.execPath, [path.join(root, 'bench', 'run.mjs'), ...options], { cwd: root, encoding: 'utf8' });
const read = (given: readonly string[]) => callExports('bench/support/options.mjs', [['readOptions', given, KNOWN]])[0];

test('benchmarks are named, or all run', () => {
  expect(read([])?.value).toEqual({ help: false, isQuick: false, names: [] });
  expect(read(['start', '--quick', '--json', 'out.json'])?.value).toEqual({ help: false, isQuick: true, json: 'out.json', names: ['start'] });
  expect(read(['--only', 'start,requests'])?.value).toMatchObject({ names: ['start', 'requests'] });
});

test('an unknown benchmark is refused, and the known ones are named', () => {
  expect(read(['strat'])?.error).toBe('unknown benchmark strat; expected requests, start');
  const { status, stderr, stdout } = bench('strat');
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/unknown benchmark strat; expected requests, routes,/);
});

test('an option that there is not is refused', () => {
  expect(bench('--fast')).toMatchObject({ status: 2, stderr: expect.stringContaining("Unknown option '--fast'") });
});

test('--help names every benchmark and runs none', () => {
  const { status, stdout } = bench('--help');
  const names = callExport('bench/support/benchmarks.mjs', 'benchmarkNames') as string[];
  expect(status).toBe(0);
  expect(names).toEqual(expect.arrayContaining(['requests', 'routes', 'connections', 'start', 'memory', 'instances']));
  for (const name of names) expect(stdout).toContain(name);
  expect(stdout).not.toContain('##');
});

test('peers of npm are in no list of dependencies but those that the tests use as well', () => {
  const all: Readonly<Record<string, string>> = packageJson.devDependencies;
  for (const name of ['serverless', 'serverless-offline', 'workerd', '@google-cloud/functions-framework', '@hono/node-server']) {
    expect(all[name]).toBeUndefined();
  }
});

test('a peer that cannot be installed says which one, and why', () => {
  // nobody listens there
  const env = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0', npm_config_prefer_offline: 'false' };
  const [called] = callExports('bench/support/install-peer.mjs', [['installPeer', 'refused', { 'synthgate-bench-refused': '1.2.3' }]], env);
  expect(called?.error).toMatch(/^synthgate-bench-refused@1\.2\.3 cannot be installed from npm: .*(?:ECONNREFUSED|FetchError)/);
});

test('a question gives a table for people and an entry a target for machines', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-bench-test-'));
  try {
    const json = path.join(directory, 'bench.json');
    const { status, stdout, stderr } = bench('start', '--quick', '--json', json);
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^\| bare node:http +\|/m);
    expect(stdout).toMatch(/^\| target +\| ours/m);
    const entries = JSON.parse(readFileSync(json, 'utf8')) as { ours: number; ok: boolean }[];
    expect(entries).toHaveLength(2);
    for (const entry of entries) {
      expect(entry).toEqual({
        name: expect.stringMatching(/^process start to the first answer/), ours: expect.any(Number), peer: null, ratio: null, target: '< 300 ms',
        ok: entry.ours < 300,
      });
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});
