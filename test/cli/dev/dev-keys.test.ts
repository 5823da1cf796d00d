import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { devKeys } from '../../../lib/cli/dev/dev-keys';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { newDirectory } from '../../support/temporary-directory';

test('before anything is served, keys of the dashboard say so', async () => {
  const messages: string[] = [];
  const keys = devKeys({
    serving: () => undefined, rebuild: () => Promise.resolve(), show: () => undefined, environment: {},
    log: ({ message }) => messages.push(message),
  });
  for (const { key, action } of keys) if (key === 'o' || key === 'r') action();
  await new Promise((resolve) => { setImmediate(resolve); });
  expect(messages).toEqual(['nothing is served yet', 'nothing is served yet']);
});

test('in a terminal dev names its keys, replays a request, shows addresses again, and quits', async () => {
  const directory = newDirectory();
  writeAssembly(path.join(directory, 'gateway.out'), [petsSpec()]);
  const program = path.resolve(__dirname, '../../../bin/synthgate');
  // `script` gives it a terminal
  const child = spawn('script', ['-qec', `${process.execPath} ${program} dev gateway.out --port 0`, '/dev/null'], {
    cwd: directory, env: { ...process.env, NO_COLOR: '1' }, stdio: ['pipe', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => { printed += text; });
  const sees = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (let match = pattern.exec(printed); ; match = pattern.exec(printed)) {
      if (match !== null) return match;
      await once(child.stdout, 'data');
    }
  };
  await sees(/\[o\] dashboard {2}\[r\] replay last {2}\[i\] info {2}\[h\] help {2}\[q\] quit/);
  const [, url] = await sees(/(http:\/\/127\.0\.0\.1:\d+)\/prod/);
  expect((await fetch(`${url}/prod/nothing`)).status).toBe(403);
  child.stdin.write('r');
  await sees(/replayed GET \/prod\/nothing → 403, the same response/);
  child.stdin.write('i');
  await sees(/dashboard[^]*replayed[^]*dashboard {2}http/);
  child.stdin.write('q');
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(printed).toMatch(/ stopped\r\n$/);
}, 60_000);
