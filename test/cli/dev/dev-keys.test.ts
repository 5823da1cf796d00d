import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { devKeys, openDashboard, replayLast } from '../../../lib/cli/dev/dev-keys';
import type { ReplayResult, RequestSummary } from '../../../lib/runtime';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { newDirectory } from '../../support/temporary-directory';
import { until } from '../../support/until';

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
});

/** The API of a dashboard with these requests; what was called, in order. */
async function withApi<Result>(
  { last, differences = [] }: { readonly last?: Partial<RequestSummary>; readonly differences?: ReplayResult['differences'] },
  run: (url: string, calls: string[]) => Promise<Result>,
): Promise<Result> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    const isList = request.method === 'GET';
    response.end(JSON.stringify(isList ? { items: last === undefined ? [] : [last] } : { record: { ...last, status: 200 }, differences }));
  });
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  try {
    return await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}/?token=secret`, calls);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const LAST = { id: 'a/b', method: 'GET', stage: 'prod', path: '/pets/7' };

test('the last request is played again, with the token of the dashboard', async () => {
  await withApi({ last: LAST }, async (url, calls) => {
    expect(await replayLast(url)).toBe('replayed GET /prod/pets/7 → 200, the same response');
    expect(calls).toEqual(['GET /api/requests?limit=1 Bearer secret', 'POST /api/requests/a%2Fb/replay Bearer secret']);
  });
});

test('what differs is listed, and how much more there is', async () => {
  const differences = ['status', 'body /a', 'body /b', 'body /c'].map((what) => ({ what, before: '1', after: undefined }));
  await withApi({ last: LAST, differences }, async (url) => {
    expect(await replayLast(url)).toBe('replayed GET /prod/pets/7 → 200, another response\nstatus: 1 → none\nbody /a: 1 → none\nbody /b: 1 → none\n1 more in the dashboard');
  });
});

test('before the first request there is nothing to replay', async () => {
  await withApi({}, async (url) => expect(await replayLast(url)).toBe('nothing to replay yet'));
});

test('a machine without a browser gets the address', async () => {
  const page = { dashboardUrl: 'http://127.0.0.1:4000/?token=x', tokenFile: path.join(newDirectory(), 'management-token') };
  expect(await openDashboard(page, { PATH: '/nowhere' })).toBe('no browser is found; open http://127.0.0.1:4000/?token=x');
});

test('the program that opens the page is given a file that only its owner reads, and no token', async () => {
  const directory = newDirectory();
  writeFileSync(path.join(directory, 'xdg-open'), `#!/bin/sh\necho "$@" > ${directory}/given\n`, { mode: 0o755 });
  const page = { dashboardUrl: 'http://127.0.0.1:4000/?token=secret', tokenFile: path.join(directory, 'management-token') };
  expect(await openDashboard(page, { PATH: `${directory}:/bin:/usr/bin` })).toBe('dashboard opened');
  const printed = await until(() => (existsSync(path.join(directory, 'given')) ? readFileSync(path.join(directory, 'given'), 'utf8').trim() : '') || undefined);
  expect(printed).toBe(path.join(directory, 'open-dashboard.html'));
  expect(statSync(printed).mode & 0o777).toBe(0o600);
  expect(readFileSync(printed, 'utf8')).toContain('content="0;url=http://127.0.0.1:4000/?token=secret"');
});
