import { BEAT, FORGET } from '../../../lib/runtime/shared-limits/scripts';
import { StoreConnection, StoreFailure } from '../../../lib/runtime/store/store-connection';

/** A connection to a client whose next answers a test gives. */
function open() {
  const calls: string[] = [];
  const changes: (string | undefined)[] = [];
  let answer: (call: string) => Promise<unknown> = () => Promise.resolve([1]);
  const call = async (name: string): Promise<unknown> => {
    calls.push(name);
    return answer(name);
  };
  const client = { evalsha: () => call('evalsha'), eval: () => call('eval'), reconnect: () => void calls.push('reconnect') };
  const connection = new StoreConnection({ client, timeoutMs: 50, changed: (reason) => void changes.push(reason) });
  return { calls, changes, connection, answers: (next: typeof answer) => { answer = next; } };
}

const failing = () => Promise.reject(new Error('closed'));

test('a script is known by its digest, sent again when the store forgot it, and always if it is rare', async () => {
  const { connection, calls, answers } = open();
  await connection.run(BEAT, [], []);
  answers((call) => (call === 'evalsha' ? Promise.reject(new Error('NOSCRIPT No matching script.')) : Promise.resolve([2])));
  expect(await connection.run(BEAT, [], [])).toEqual([2]);
  await connection.run(FORGET, ['a'], []);
  expect(calls).toEqual(['evalsha', 'evalsha', 'eval', 'eval']);
});

test('after three failures in a row nothing asks the store, until an attempt succeeds', async () => {
  const { connection, calls, changes, answers } = open();
  answers(failing);
  await expect(connection.run(BEAT, [], [])).rejects.toThrow(StoreFailure);
  answers(() => Promise.resolve([1]));
  await connection.run(BEAT, [], []);
  answers(failing);
  for (let failures = 1; failures <= 3; failures++) await expect(connection.run(BEAT, [], [])).rejects.toThrow('closed');
  expect([connection.isThere, changes, calls.at(-1)]).toEqual([false, ['closed'], 'reconnect']);
  const before = calls.length;
  await expect(connection.run(BEAT, [], [])).rejects.toThrow('the store is away');
  expect(calls.length).toBe(before);
  await expect(connection.attempt(BEAT, { keys: [], values: [] })).rejects.toThrow('closed');
  answers(() => Promise.resolve([1]));
  await connection.attempt(BEAT, { keys: [], values: [] });
  expect([connection.isThere, changes]).toEqual([true, ['closed', undefined]]);
});

test('an answer that takes longer than 50 ms counts as a failure, and what is no list, too', async () => {
  jest.useFakeTimers();
  const { connection, answers } = open();
  answers(() => new Promise(() => undefined));
  const late = expect(connection.run(BEAT, [], [])).rejects.toThrow('no answer within 50 ms');
  await jest.advanceTimersByTimeAsync(51);
  await late;
  jest.useRealTimers();
  answers(() => Promise.resolve('OK'));
  await expect(connection.run(BEAT, [], [])).rejects.toThrow('the store answered string where a list was expected');
});

test.each([
  ['throws', () => { throw new Error('no way'); }],
  ['rejects', () => Promise.reject(new Error('no way'))],
])('a client whose reconnect %s is away like any other', async (_, reconnect) => {
  const client = { evalsha: failing, eval: failing, reconnect };
  const connection = new StoreConnection({ client, timeoutMs: 50, changed: () => undefined });
  for (let failures = 1; failures <= 3; failures++) await expect(connection.run(BEAT, [], [])).rejects.toThrow(StoreFailure);
  expect(connection.isThere).toBe(false);
});
