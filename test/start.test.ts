import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '..');

test('the first URL that npm start prints answers 200', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-start-'));
  const output = path.join(directory, 'gateway.out');
  const child = spawn(process.execPath, ['scripts/start.mjs', '--port', '0', '--output', output], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => { child.on('close', resolve); });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let printed = '';
      const read = (data: Buffer): void => {
        printed += String(data);
        const [found] = /https?:\/\/\S+(?=\s)/.exec(printed) ?? [];
        if (found !== undefined) resolve(found);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      void ended.then(() => reject(new Error(`it ended before it printed a URL:\n${printed}`)));
    });
    const response = await fetch(url);
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('open')]);
  } finally {
    child.kill('SIGTERM');
    await ended;
    rmSync(directory, { recursive: true, force: true });
  }
}, 60_000);
