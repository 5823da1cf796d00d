import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { OrphanReaper } from '../../../../lib/runtime/functions/process/orphan-reaper';
import { closeAll, fixture, until } from '../../../support/functions/engine';
import { newDirectory } from '../../../support/temporary-directory';

afterEach(closeAll);

const startGroup = (): ChildProcess => spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
const hasEnded = (child: ChildProcess) => child.signalCode !== null || child.exitCode !== null;

test('ends the groups it watches, and only those, and removes the directory', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-test-'));
  writeFileSync(path.join(directory, 'file'), '');
  const reaper = new OrphanReaper(directory);
  const groups = [startGroup(), startGroup(), startGroup()];
  for (const { pid } of groups) reaper.watch(pid ?? 0);
  reaper.forget(groups[1].pid ?? 0, path.join(directory, 'other'));
  await reaper.close();
  await until(() => hasEnded(groups[0]) && hasEnded(groups[2]));
  expect(hasEnded(groups[1])).toBe(false);
  expect(existsSync(directory)).toBe(false);
  groups[1].kill('SIGKILL');
});

test('ends what has left its group: of an instance that has ended, then of all', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-test-'));
  const reaper = new OrphanReaper(directory);
  // each has a group of its own, as a daemon has
  const [ofEnded, ofOther, ofNone] = ['ended', 'other', '../none'].map((name) => spawn('sleep', ['600'], {
    detached: true, stdio: 'ignore', env: { TMPDIR: path.join(directory, name, 'tmp') },
  }));
  reaper.watch(1_000_000_001);
  reaper.forget(1_000_000_001, path.join(directory, 'ended'));
  // neither is an instance's
  reaper.forget(1_000_000_002, '');
  reaper.forget(1_000_000_003, path.join(directory, '..', 'none'));
  await until(() => hasEnded(ofEnded));
  expect(hasEnded(ofOther)).toBe(false);
  await reaper.close();
  await until(() => hasEnded(ofOther));
  expect(hasEnded(ofNone)).toBe(false);
  ofNone.kill('SIGKILL');
});

test('when the gateway is killed, its looping instances end', async () => {
  const gateway = startGateway();
  const instance = Number(await firstLine(gateway));
  gateway.kill('SIGKILL');
  await until(() => !existsSync(`/proc/${instance}/exe`));
});

/** A gateway in a process of its own, which tells the pid of its instance, in which a call then loops for ever. */
function startGateway(): ChildProcess {
  const directory = newDirectory();
  const support = path.resolve(__dirname, '../../../support/functions/engine.ts');
  const program = `
    import { fixture, startEngine, valueOf } from ${JSON.stringify(support)};
    const { call } = startEngine();
    const settings = ${JSON.stringify({ codeDirectory: fixture('').codeDirectory, concurrency: 2 })};
    async function main() {
      const version = fixture('faults.tellsPidOrLoops', settings);
      const pid = valueOf(await call(version, {}));
      void call(version, { loops: true });
      console.log(String(pid));
    }
    void main();
  `;
  const outfile = path.join(directory, 'gateway.js');
  buildSync({
    stdin: { contents: program, resolveDir: __dirname, loader: 'ts' },
    outfile, bundle: true, platform: 'node', format: 'cjs', target: 'node20', external: ['esbuild'], logLevel: 'error',
    define: { __dirname: JSON.stringify(path.dirname(support)) },
  });
  const modules = path.resolve(__dirname, '../../../../node_modules');
  return spawn(process.execPath, [outfile], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_PATH: modules } });
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.stdout?.once('data', (bytes: Buffer) => resolve(bytes.toString().trim()));
  });
}
