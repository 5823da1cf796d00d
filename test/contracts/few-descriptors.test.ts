import { spawn, type ChildProcess } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { petsSpec, writeAssembly } from '../support/assembly';
import { until } from '../support/until';
import { newDirectory } from '../support/temporary-directory';

const program = path.resolve(__dirname, '..', '..', 'bin', 'synthgate');
const running: ChildProcess[] = [];
afterEach(() => running.splice(0).forEach((child) => child.kill('SIGKILL')));

const CODE = "exports.handler = async () => { await new Promise((resolve) => setTimeout(resolve, 50)); return { statusCode: 200, body: 'ok' }; };";

interface Limited {
  readonly child: ChildProcess;
  readonly printed: () => string;
  readonly ended: Promise<number | string>;
}

/** The built gateway with a limit of open files. */
function serveWith(limit: number, ...parameters: string[]): Limited {
  const directory = newDirectory();
  writeAssembly(path.join(directory, 'gateway.out'), [petsSpec()], CODE);
  const line = [process.execPath, program, 'serve', 'gateway.out', '--port', '0', ...parameters];
  const child = spawn('sh', ['-c', `ulimit -n ${limit}; exec "$@"`, 'sh', ...line], { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => { text += String(data); });
  const ended = new Promise<number | string>((resolve) => { child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown')); });
  return { child, printed: () => text, ended };
}

test.each([[20, '1'], [48, '1'], [48, '2']])('a limit of %i open files is refused with a code, with %s processes', async (limit, processes) => {
  const { ended, printed } = serveWith(limit, '--processes', processes);
  expect([await ended, printed()]).toEqual([1, expect.stringMatching(
    new RegExp(`^error: this process may have ${limit} files and connections open; a gateway needs at least 64 \\[OPEN_FILES_TOO_FEW\\]\n`),
  )]);
});

/** The status and text of an answer; `none` without one in time, as for a connection that got no descriptor. */
async function get(url: string, withinMs: number): Promise<readonly [number | 'none', string]> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(withinMs) });
    return [response.status, await response.text()];
  } catch {
    return ['none', ''];
  }
}

/** The first answer with status 200: an instance that could not be started is started a little later. */
async function answerOf(url: string): Promise<string> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const [status, text] = await get(url, 2_000);
    if (status === 200) return text;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return 'none';
}

test.each(['1', '2'])('more connections and calls than descriptors cost themselves only, with %s processes', async (processes) => {
  const { child, printed } = serveWith(72, '--processes', processes);
  const url = await until(() => /(http:\/\/127\.0\.0\.1:\d+)\/prod/.exec(printed())?.[1]);
  const { port } = new URL(url);
  const idle: Socket[] = [];
  const statuses = new Set<number | string>();
  for (let round = 0; round < 3; round += 1) {
    for (let count = 0; count < 60; count += 1) idle.push(connect(Number(port), '127.0.0.1').on('error', () => undefined));
    const calls = Array.from({ length: 40 }, () => get(`${url}/prod/pets`, 3_000));
    for (const [status] of await Promise.all(calls)) statuses.add(status);
    for (const socket of idle.splice(0)) socket.destroy();
  }
  expect([...statuses].filter((status) => ![200, 'none', 500, 502, 503].includes(status))).toEqual([]);
  expect([await answerOf(`${url}/prod/pets`), child.exitCode, child.signalCode]).toEqual(['ok', null, null]);
  expect(printed()).not.toMatch(/undefined is not iterable|Unhandled|UNCAUGHT_ERROR|^ {4}at /m);
});
