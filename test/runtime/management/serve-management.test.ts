import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { serveManagement } from '../../../lib/runtime/management/serve-management';
import { newDirectory } from '../../support/temporary-directory';

const clocks = { now: () => 1, monotonicNow: () => 1 };
const PARTS = { apis: () => [], processes: () => ({ wanted: 1, serving: [1] }), clocks, listening: {}, metrics: () => Promise.resolve('') };

async function open(stateDirectory: string, port = 0) {
  const opened = await serveManagement(port, { ...PARTS, stateDirectory });
  if (opened === undefined) throw new Error('no port was opened');
  return opened;
}

test('without a port there is no management API and no token', async () => {
  expect(await serveManagement(undefined, { ...PARTS, stateDirectory: '/nowhere' })).toBeUndefined();
});

test('a program that reads the token from its file gets in; the next start has another token', async () => {
  const state = path.join(newDirectory(), 'gateway.state');
  const tokens: string[] = [];
  for (let start = 0; start < 2; start += 1) {
    const { close, served } = await open(state);
    const token = readFileSync(served.tokenFile, 'utf8').trim();
    tokens.push(token);
    expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]/);
    expect(served.dashboardUrl).toBeUndefined();
    const send = (authorization: string) => fetch(`${served.url}/health`, { headers: { authorization } });
    expect((await send(`Bearer ${token}`)).status).toBe(200);
    expect((await send('Bearer other')).status).toBe(401);
    await close(0);
  }
  expect(tokens[0]).not.toBe(tokens[1]);
  expect(tokens[0]).toMatch(/^[\w-]{43}$/);
});

test('only its owner may read the token', async () => {
  const { close, served } = await open(newDirectory());
  await close(0);
  expect(statSync(served.tokenFile).mode & 0o777).toBe(0o600);
});

test('STATE_NOT_WRITABLE: a token that cannot be kept opens no port', async () => {
  const file = path.join(newDirectory(), 'file');
  const { close } = await open(file);
  await close(0);
  await expect(open(path.join(file, 'management-token', 'below'))).rejects.toMatchObject({ code: 'STATE_NOT_WRITABLE' });
});

test('a start that fails leaves the token of the running gateway in place', async () => {
  const state = newDirectory();
  const { close, served } = await open(state);
  await expect(open(state, Number(new URL(served.url).port))).rejects.toMatchObject({ code: 'PORT_IN_USE' });
  const authorization = `Bearer ${readFileSync(served.tokenFile, 'utf8').trim()}`;
  expect((await fetch(`${served.url}/health`, { headers: { authorization } })).status).toBe(200);
  await close(0);
});

test('PORT_IN_USE names the port and the option that gave it', async () => {
  const { close, served } = await open(newDirectory());
  const port = Number(new URL(served.url).port);
  await expect(open(newDirectory(), port)).rejects.toMatchObject({ code: 'PORT_IN_USE', details: { port, option: 'managementPort' } });
  await close(0);
});
