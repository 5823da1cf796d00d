import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import type { LogEntry } from '../../../../lib/runtime/ports';
import { unsettableLimits, withLimits } from '../../../../lib/runtime/functions/process/process-limits';
import { closeAll } from '../../../support/functions/engine';
import { newDirectory } from '../../../support/temporary-directory';

afterEach(closeAll);

const ROOT = path.join(__dirname, '../../../..');

/** Root may raise every limit, so root does without that right. */
const AS_USER = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-sys_resource', '--inh-caps', '-sys_resource'] : [];

/** Prints what an engine logs, and what its function writes, while it is prepared twice and called once. */
const PROGRAM = `
import { createFunctionEngine } from ${JSON.stringify(path.join(ROOT, 'lib/runtime/functions'))};
const entries = [];
const lines = [];
const randomHex = (length) => require('node:crypto').randomBytes(length / 2).toString('hex');
const ports = { now: Date.now, monotonicNow: () => performance.now(), newId: () => 'id', randomHex, randomBase64: randomHex, log: (entry) => entries.push(entry) };
const engine = createFunctionEngine({
  hostFile: ${JSON.stringify(path.join(ROOT, 'build/runtime/instance.js'))},
  accountId: '123456789012', region: 'eu-central-1', http: () => Promise.reject(new Error()), ports, output: (line) => lines.push(line.text),
});
const version = {
  name: 'orders', key: 'orders', codeDirectory: ${JSON.stringify(path.join(ROOT, 'test/support/functions/handlers'))}, handler: 'styles.answersAsync',
  memoryMiB: 128, timeoutMs: 20000, environment: {}, concurrency: 1, maxInstances: 1, retryAttempts: 0,
};
(async () => {
  await engine.prepare([version]);
  await engine.prepare([version]);
  const { type } = await engine.invoke(version, { requestId: 'r', invocationId: 'c', payload: '{}', timeoutMs: 20000 });
  await engine.close(1000);
  process.stdout.write(JSON.stringify({ type, entries, lines }));
})();
`;

test('a limit that cannot be set is reported once, with ISOLATION_PARTIAL, and not in the log of a function', () => {
  const outfile = path.join(newDirectory(), 'engine.js');
  buildSync({ stdin: { contents: PROGRAM, resolveDir: __dirname, loader: 'ts' }, outfile, bundle: true, platform: 'node', format: 'cjs', target: 'node20' });
  const [file = '', ...rest] = [...AS_USER, '/bin/sh', '-c', 'ulimit -n 200; exec "$@"', 'sh', process.execPath, outfile];
  const output = execFileSync(file, rest, { encoding: 'utf8' });
  const { type, entries, lines } = JSON.parse(output) as { type: string; entries: LogEntry[]; lines: string[] };
  expect([type, lines]).toEqual(['result', []]);
  // where `nobody` cannot reach the files of this project, an entry of level info says that functions have no user of their own
  expect(entries.filter(({ level }) => level !== 'info')).toEqual([{ level: 'warn', code: 'ISOLATION_PARTIAL', message: expect.stringContaining('at most 256 open files') }]);
});

test('where Linux has chrt, functions are scheduled as batch work; a program of theirs in its place is not run', () => {
  const own = newDirectory();
  writeFileSync(path.join(own, 'chrt'), `#!/bin/sh\ntouch ${own}/was-run\n`, { mode: 0o755 });
  const [file = '', ...rest] = withLimits([process.execPath, '-p', "require('node:fs').readFileSync('/proc/self/stat', 'utf8')"], undefined);
  const stat = process.platform === 'linux' ? execFileSync(file, rest, { encoding: 'utf8', env: { PATH: own } }) : undefined;
  const hasChrt = ['/usr/bin/chrt', '/bin/chrt'].some((one) => existsSync(one));
  // proc_pid_stat(5): the policy is the 41st field, the name in brackets the second; 3 is SCHED_BATCH
  expect(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[38]).toBe(stat && (hasChrt ? '3' : '0'));
  expect(existsSync(path.join(own, 'was-run'))).toBe(false);
});

test('where every limit can be set there is nothing to say', async () => {
  expect(await unsettableLimits(undefined)).toEqual([]);
});
