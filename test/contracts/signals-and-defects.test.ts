import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { petsSpec, writeAssembly } from '../support/assembly';
import { startCommand, type RunningCommand } from '../support/served-command';
import { newDirectory } from '../support/temporary-directory';

/* The reactions of a gateway's processes to signals, and to errors that nothing handles. */

/** Answers after as many ms as the path says. */
const CODE = `exports.handler = async ({ pathParameters }) => {
  console.log('asked');
  await new Promise((resolve) => setTimeout(resolve, Number(pathParameters?.id) || 0));
  return { statusCode: 200, body: 'hello' };
};`;

/** A defect of the gateway, once a signal comes: a throw that nothing catches, and a rejection. Functions do not load it. */
const DEFECTS = `process.on('SIGUSR2', () => {
  setImmediate(() => { throw new Error('a defect of a test'); });
  setImmediate(() => { void Promise.reject(new Error('another defect of a test')); });
});`;

const running: RunningCommand[] = [];
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
});

async function serve(flags: readonly string[], environment: Record<string, string> = {}) {
  const directory = newDirectory();
  writeAssembly(path.join(directory, 'gateway.out'), [petsSpec()], CODE);
  const preload = path.join(directory, 'defects.cjs');
  writeFileSync(preload, DEFECTS);
  const nodeOptions = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value.replace('{preload}', preload)]));
  const command = startCommand(directory, ['serve', 'gateway.out', '--port', '0', '--json-logs', '--no-watch', ...flags], nodeOptions);
  running.push(command);
  const [line] = await command.sees(/^.*"message":"serving".*$/m);
  const { apis: [api], processes } = JSON.parse(line) as { apis: { url: string }[]; processes: number[] }; // the entry `serving`
  const get = async (id = 0): Promise<number> => (await fetch(`${api?.url}/prod/pets/${id}`)).status;
  const pids = [...new Set([command.child.pid ?? 0, ...processes])];
  const answersOften = async (): Promise<void> => {
    expect(await Promise.all(Array.from({ length: 16 }, () => get()))).toEqual(Array.from({ length: 16 }, () => 200));
    for (const pid of pids) expect(process.kill(pid, 0)).toBe(true);
  };
  return { ...command, pids, get, answersOften };
}

const MODES = [['one process', []], ['two processes', ['--processes', '2']]] as const;

describe.each(MODES)('%s', (_, flags) => {
  test('SIGUSR1 opens no inspector', async () => {
    const { pids, answersOften, printed } = await serve(flags);
    for (const pid of pids) process.kill(pid, 'SIGUSR1');
    await answersOften();
    expect(printed()).not.toContain('Debugger listening');
  });

  test('SIGHUP lets requests in flight finish', async () => {
    const { pids, get, sees, ended, printed } = await serve(flags);
    const slow = get(1_000);
    await sees(/asked/);
    // as a terminal that is closed sends it
    for (const pid of pids) process.kill(pid, 'SIGHUP');
    expect(await slow).toBe(200);
    expect(await ended).toBe(0);
    expect(printed()).not.toContain('WORKER_ENDED');
  });

  test('UNCAUGHT_ERROR: errors that nothing handles end no process; they are logged with their stack and counted', async () => {
    const { pids, answersOften, sees, printed, child, ended } = await serve(flags, { NODE_OPTIONS: '--require {preload}' });
    for (const pid of pids) process.kill(pid, 'SIGUSR2');
    await sees(/"code":"UNCAUGHT_ERROR"[^\n]*a defect of a test\\n +at /);
    await sees(/2 since the gateway started; the last: Error: another defect of a test\\n +at /);
    await answersOften();
    expect(printed()).not.toContain('WORKER_ENDED');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
