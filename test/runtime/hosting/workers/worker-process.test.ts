import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { petsSpec, writeAssembly } from '../../../support/assembly';
import { synthgate } from '../../../support/command-line';
import { declareGateway } from '../../../support/declared-gateway';
import { sendRequest } from '../../../support/http-client';
import { startCommand, type RunningCommand } from '../../../support/served-command';
import { until } from '../../../support/until';
import { newDirectory } from '../../../support/temporary-directory';

const KEY = 'key-of-the-first-client-0001';

/** Answers at once with its own and its worker's process id, or after as many ms as the path says. */
const CODE = `exports.handler = async (event) => {
  const id = event.pathParameters && event.pathParameters.id;
  console.log('asked for ' + id + ' ' + 'x'.repeat(3000));
  await new Promise((resolve) => setTimeout(resolve, Number(id) || 0));
  return { statusCode: 200, body: JSON.stringify([process.pid, process.ppid]) };
};`;

const running: RunningCommand[] = [];
let directory: string;

beforeEach(() => {
  directory = newDirectory();
  const plans = {
    functions: { Pets: { code: 'x', handler: 'index.handler', timeoutMs: 28_000 } },
    apiKeys: { First: { value: KEY } },
    usagePlans: { Free: { quota: { limit: 100, period: 'DAY' as const }, stages: { prod: {} }, keys: ['First'] } },
  };
  writeAssembly(path.join(directory, 'gateway.out'), [petsSpec(plans)], CODE);
});
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGCONT');
    child.kill('SIGKILL');
    await ended;
  }
});

const isAlive = (pid: number) => existsSync(`/proc/${pid}`);
const areGone = (pids: readonly number[]) => until(() => (pids.some(isAlive) ? undefined : true));

async function serve(...parameters: string[]) {
  const serving = startCommand(directory, ['serve', 'gateway.out', '--port', '0', '--processes', '2', ...parameters]);
  running.push(serving);
  const [, url] = await serving.sees(/try:\n[^]*(http:\/\/127\.0\.0\.1:\d+)\/prod {2}[^]*\n\n|"url":"http[^]*\n/);
  return { ...serving, url };
}

/** Process ids of the instances and workers that answer. */
async function processesOf(url: string): Promise<readonly number[]> {
  const answers = await Promise.all(Array.from({ length: 32 }, () => sendRequest(`${url}/prod/pets/1`)));
  return [...new Set(answers.flatMap((answer) => answer.json<number[]>()))];
}

test('the log of all processes is whole lines, and SIGTERM lets requests in flight finish', async () => {
  const { url, child, ended, printed, sees } = await serve();
  const pids = await processesOf(url);
  const slow = sendRequest(`${url}/prod/pets/1500`);
  await sees(/asked for 1500/);
  child.kill('SIGTERM');
  expect((await slow).status).toBe(200);
  expect(await ended).toBe(0);
  expect(pids.filter(isAlive)).toEqual([]);
  const lines = printed().split('try:\n')[1].split('\n').filter((line) => /^\d\d:/.test(line));
  expect(lines.filter((line) => line.includes('asked for 1 '))).toHaveLength(32);
  expect(lines.filter((line) => line.includes('/prod/pets/1  '))).toHaveLength(32);
  const whole = /^[\d:]{8} (Pets +[0-9a-f]{8} │ asked for \d+ x{3000}|GET +\/prod\/pets\/\d+ +→ 200 +\d+ ms {2}proxy Pets {2}[0-9a-f]{8}|stopping: requests in flight .*|stopped)$/;
  expect(lines.filter((line) => !whole.test(line))).toEqual([]);
  expect(lines.at(-1)).toMatch(/stopped$/);
});

test('a second signal ends all processes at once', async () => {
  const { url, child, ended, sees } = await serve();
  const pids = await processesOf(url);
  const slow = sendRequest(`${url}/prod/pets/20000`).catch(() => 'cut off');
  await sees(/asked for 20000/);
  child.kill('SIGTERM');
  await sees(/stopping: requests in flight/);
  const again = setInterval(() => child.kill('SIGINT'), 100);
  expect(await ended).toBe(130);
  clearInterval(again);
  expect(await slow).toBe('cut off');
  await areGone(pids);
});

test('workers end with their primary, and another gateway can use the port', async () => {
  const { url, child, ended } = await serve();
  const pids = await processesOf(url);
  child.kill('SIGKILL');
  await ended;
  await areGone(pids);
  await expect(sendRequest(`${url}/prod/pets/1`)).rejects.toThrow();
  const again = startCommand(directory, ['serve', 'gateway.out', '--port', new URL(url).port]);
  running.push(again);
  await again.sees(/try:\n/);
  expect((await sendRequest(`${url}/prod/pets/1`)).status).toBe(200);
});

test('requests that need the primary are rejected while it is away: PRIMARY_UNREACHABLE; they pass again afterwards', async () => {
  const { url, child, sees } = await serve();
  const call = () => sendRequest(`${url}/prod/pets`, { method: 'POST', headers: { 'X-Api-Key': KEY } });
  expect((await call()).status).toBe(200);
  child.kill('SIGSTOP');
  const { status, text } = await call();
  expect([status, text]).toEqual([500, '{"message": "Internal server error"}']);
  child.kill('SIGCONT');
  await sees(/PRIMARY_UNREACHABLE/);
  expect((await call()).status).toBe(200);
});

test('a port that is taken is named', async () => {
  const blocker = createServer();
  const port = await new Promise<number>((resolve) => {
    blocker.listen(0, '127.0.0.1', () => resolve((blocker.address() as AddressInfo).port)); // a TCP server that listens has one
  });
  const serving = startCommand(directory, ['serve', 'gateway.out', '--port', String(port), '--processes', '2']);
  running.push(serving);
  expect(await serving.ended).toBe(1);
  expect(serving.printed()).toMatch(new RegExp(`error: port ${port} of 127\\.0\\.0\\.1 is already in use by \\S+ \\(pid \\d+\\) \\[PORT_IN_USE\\]`));
  await new Promise((resolve) => { blocker.close(resolve); });
});

test('the management port counts them', async () => {
  const { sees } = await serve('--management-port', '0');
  const [, management, file] = await sees(/management:\n {2}(\S+) {2}token in (\S+)/);
  const token = readFileSync(file, 'utf8').trim();
  const health = await sendRequest(`${management}/health`, { headers: { Authorization: `Bearer ${token}` } });
  expect(health.json()).toEqual({ status: 'ok', processes: { wanted: 2, serving: 2 } });
});

test.each(['0', '65', '1.5', 'all'])('--processes %s is refused', async (given) => {
  const { code, err } = await synthgate(directory, ['serve', 'gateway.out', '--processes', given]);
  expect([code, err]).toEqual([3, expect.stringContaining('expected a whole number from 1 to 64')]);
});

test.each([
  [{ processes: 0 }, 'a whole number from 1 to 64'],
  [{ processes: 65 }, 'a whole number from 1 to 64'],
  [{ processes: 3, serverLimits: { maxConnections: 2 } }, 'at most as many as connections, 2'],
  [{ processes: 2, now: () => 0 }, '1 with the option now: it is a function of this process'],
])('a gateway cannot have %j', async (options, allowed) => {
  const source = path.join(directory, 'gateway.out');
  await expect(declareGateway(() => undefined, { source, ...options })).rejects.toMatchObject({ code: 'OPTION_INVALID', details: { option: 'processes', allowed } });
});

test('workers that cannot start are an error with the reason, and nothing keeps running', async () => {
  writeFileSync(path.join(directory, 'broken.cjs'), 'if (process.argv[1].endsWith("worker.js")) throw new Error("there is no memory left");');
  const serving = startCommand(directory, ['serve', 'gateway.out', '--port', '0', '--processes', '2'], { NODE_OPTIONS: `--require ${directory}/broken.cjs` });
  running.push(serving);
  expect(await serving.ended).toBe(1);
  expect(serving.printed()).toContain('error: a worker process of the gateway could not be started: it ended with exit code 1 [WORKER_START_FAILED]');
  expect(serving.printed()).toContain('there is no memory left');
});
