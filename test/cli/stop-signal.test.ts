import type { LogEntry } from '../../lib/runtime';
import { stopGateway } from '../../lib/cli/stop-signal';

/** Stops a gateway with so many requests in flight; a second signal comes while it closes. */
async function stop(requestsInFlight: () => number | undefined, isForced = false, drainDelayMs = 0) {
  const messages: string[] = [];
  let forced: () => void = () => undefined;
  const signal = { received: Promise.resolve('SIGINT' as const), ignore: () => undefined, beforeForced: (action: () => void) => { forced = action; } };
  await stopGateway(signal, {
    log: ({ message }: LogEntry) => messages.push(message),
    requestsInFlight, shutdownTimeoutMs: 30_000, drain: { delayMs: drainDelayMs, wait: async () => { messages.push('drained'); } }, close: async () => { if (isForced) forced(); },
  });
  return messages;
}

test.each([
  [0, ['stopped']],
  [1, ['stopping: 1 request in flight (up to 30 s; Ctrl-C again stops now)', 'stopped']],
  [2, ['stopping: 2 requests in flight (up to 30 s; Ctrl-C again stops now)', 'stopped']],
  [undefined, ['stopping: requests in flight (up to 30 s; Ctrl-C again stops now)', 'stopped']],
])('with %s requests in flight it says what it waits for', async (count, messages) => {
  expect(await stop(() => count)).toEqual(messages);
});

test('a second signal says how many requests it cuts', async () => {
  expect(await stop(() => 1, true)).toContain('stopped now, 1 request cut');
  expect(await stop(() => undefined, true)).toContain('stopped now');
});

test('a gateway that drains says so first', async () => {
  expect(await stop(() => 1, false, 5_000)).toEqual([
    'draining: not ready, but accepting requests for 5 s; Ctrl-C again stops now', 'drained',
    'stopping: 1 request in flight (up to 30 s; Ctrl-C again stops now)', 'stopped',
  ]);
});

test('a gateway that cannot drain stops all the same', async () => {
  let isClosed = false;
  const stopping = stopGateway({ received: Promise.resolve('SIGINT'), ignore: () => undefined, beforeForced: () => undefined }, {
    log: () => undefined, requestsInFlight: () => 0, shutdownTimeoutMs: 30_000,
    drain: { delayMs: 5_000, wait: () => Promise.reject(new Error('no drain')) }, close: async () => { isClosed = true; },
  });
  await expect(stopping).rejects.toThrow('no drain');
  expect(isClosed).toBe(true);
});
