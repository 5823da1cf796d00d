import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { petsSpec, writeAssembly } from '../support/assembly';
import { until } from '../support/until';
import { newDirectory } from '../support/temporary-directory';

/* Commands of the build whose output is on a full disk. */

const program = path.resolve(__dirname, '..', '..', 'bin', 'synthgate');
const LETTER = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
const project = newDirectory();
const running: ChildProcess[] = [];
beforeAll(() => writeAssembly(path.join(project, 'gateway.out'), [petsSpec()]));
afterEach(() => running.splice(0).forEach((child) => child.kill('SIGKILL')));

const onLinux = process.platform === 'linux' ? test : test.skip;

/** Starts a command with a full disk behind these of its outputs. */
function start(parameters: readonly string[], full: readonly ('stdout' | 'stderr')[]) {
  const device = openSync('/dev/full', 'w');
  const [out, err] = (['stdout', 'stderr'] as const).map((name) => (full.includes(name) ? device : 'pipe'));
  const child = spawn(process.execPath, [program, ...parameters], { cwd: project, stdio: ['pipe', out, err] });
  closeSync(device);
  running.push(child);
  let printed = '';
  child.stderr?.on('data', (data: Buffer) => { printed += String(data); });
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  return { child, ended, printed: () => printed };
}

onLinux('a command whose output cannot be written fails with a code', async () => {
  for (const parameters of [['ls', 'gateway.out'], ['--help'], ['ls', '--help'], ['ls', 'gateway.out', '--json']]) {
    const { ended, printed } = start(parameters, ['stdout']);
    expect(await ended).toBe(1);
    expect(printed()).toMatch(/^error: standard output cannot be written: ENOSPC: .* \[OUTPUT_NOT_WRITTEN\]\n {4}Free space/);
  }
  expect(await start(['ls', 'gateway.out'], ['stdout', 'stderr']).ended).toBe(1);
});

test('a reader that has seen enough is not an error', async () => {
  const { child, ended, printed } = start(['ls', 'gateway.out', '--json'], []);
  child.stdout?.destroy();
  expect([await ended, printed()]).toEqual([0, '']);
});

describe.each([[['serve']], [['serve', '--processes', '2']], [['serve', '--json-logs']], [['dev', '--no-typecheck']]])('%j', ([command, ...options]) => {
  onLinux('serves without its log, says so, and at the end how many lines were lost', async () => {
    const port = await freePort();
    const { child, ended, printed } = start([command, 'gateway.out', '--port', String(port), ...options], ['stdout']);
    await serves(port, child);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(printed().match(/OUTPUT_NOT_WRITTEN\] standard output cannot be written: ENOSPC/g)).toHaveLength(1);
    expect(printed()).toMatch(/OUTPUT_LINES_LOST\] lost lines of standard output: [1-9]\d* \(ENOSPC/);
  });

  onLinux('serves without both outputs', async () => {
    const port = await freePort();
    const { child, ended } = start([command, 'gateway.out', '--port', String(port), ...options], ['stdout', 'stderr']);
    await serves(port, child);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});

onLinux('mcp goes on after an answer that could not be written', async () => {
  const { child, ended, printed } = start(['mcp'], ['stdout']);
  child.stdin?.write(LETTER);
  await until(() => (printed() === '' ? undefined : true));
  child.stdin?.end(LETTER);
  expect(await ended).toBe(0);
  expect(printed()).toMatch(/OUTPUT_NOT_WRITTEN[^]*OUTPUT_LINES_LOST\] lost lines of standard output: 2 /);
});

/** Ten requests, of which each writes a line of the log. */
async function serves(port: number, child: ChildProcess): Promise<void> {
  const call = (): Promise<number> => fetch(`http://127.0.0.1:${port}/prod/pets`).then(({ status }) => status, () => 0);
  for (const endMs = Date.now() + 40_000; child.exitCode === null && Date.now() < endMs && await call() === 0;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  for (let request = 0; request < 10; request += 1) expect(await call()).toBe(200);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
