import type { LogEntry } from '../../../lib/runtime/ports';
import { openLink } from '../../../lib/runtime/store/open-link';
import { script } from '../../../lib/runtime/store/script';
import { freePort, startStoreServer } from '../../support/store-server';
import { until } from '../../support/until';

const ECHO = script('return ARGV');
const WORDS = { away: 'nothing is shared', back: 'all is shared' };

async function open(store: string) {
  const log: LogEntry[] = [];
  const parts = { timeoutMs: 2_000, random: () => 0.5, retryMs: 20, words: WORDS };
  const link = await openLink({ store, log: (entry) => void log.push(entry), ...parts });
  return { ...link, log };
}

test('a store that was killed is found again, and the log says both once: STORE_AWAY', async () => {
  const server = await startStoreServer();
  const { connection, log, close } = await open(server.url);
  expect(await connection.run(ECHO, [], ['a'])).toEqual(['a']);
  await server.signal('SIGKILL');
  for (let failure = 0; failure < 3; failure++) await connection.run(ECHO, [], ['a']).catch(() => undefined);
  expect(connection.isThere).toBe(false);
  await server.start();
  await until(() => connection.isThere || undefined);
  expect(await connection.run(ECHO, [], ['b'])).toEqual(['b']);
  expect(log).toEqual([
    { level: 'error', code: 'STORE_AWAY', message: expect.stringMatching(/; until it does, nothing is shared$/) },
    { level: 'info', message: `the store ${server.url} answers again: all is shared` },
  ]);
  close();
  await server.close();
});

test('a store that is not there at the start is away, and nothing waits for it', async () => {
  const { connection, log, close } = await open(`valkey://127.0.0.1:${await freePort()}`);
  await expect(connection.run(ECHO, [], [])).rejects.toThrow('the store is away');
  expect(log).toEqual([expect.objectContaining({ code: 'STORE_AWAY' })]);
  close();
});
