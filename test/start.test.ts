import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '..');

test('the first URL that npm start prints answers 200', async () => {
  await start(['--port', '0'], async (url) => {
    const response = await fetch(url);
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('open')]);
  });
});

test('where the port of npm start is in use, the next one serves, and it says so', async () => {
  const taken = createServer();
  // somebody else may have it, which is as good
  await new Promise<void>((resolve) => { taken.on('error', () => resolve()).listen(3000, '127.0.0.1', resolve); });
  try {
    await start([], async (url, printed) => {
      const { port } = new URL(url);
      expect(Number(port)).toBeGreaterThan(3000);
      expect(printed).toContain(`port 3000 is in use; using ${port}\n`);
      expect((await fetch(url)).status).toBe(200);
    });
  } finally {
    taken.close();
  }
});

/** Starts the example, passes on the first URL and what was printed until then, and stops it. */
async function start(parameters: readonly string[], use: (url: string, printed: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-start-'));
  const output = path.join(directory, 'gateway.out');
  const child = spawn(process.execPath, ['scripts/start.mjs', ...parameters, '--output', output], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => { child.on('close', resolve); });
  try {
    const [url, printed] = await new Promise<readonly [string, string]>((resolve, reject) => {
      let printed = '';
      const read = (data: Buffer): void => {
        printed += String(data);
        const [found] = /https?:\/\/\S+(?=\s)/.exec(printed) ?? [];
        if (found !== undefined) resolve([found, printed]);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      void ended.then(() => reject(new Error(`it ended before it printed a URL:\n${printed}`)));
    });
    await use(url, printed);
  } finally {
    child.kill('SIGTERM');
    await ended;
    rmSync(directory, { recursive: true, force: true });
  }
}
