import path from 'node:path';
import { openDeadLetters } from '../../../lib/runtime/state/dead-letters';
import { synthgate } from '../../support/command-line';
import { newDirectory } from '../../support/temporary-directory';

let directory: string;
beforeEach(async () => {
  directory = newDirectory();
  const store = openDeadLetters(path.join(directory, 'gateway.state', 'dead-letters'));
  const common = { requestId: 'request-1', invocationId: 'call-1', event: '{"n":1}', attempts: 3, acceptedAt: 0, failedAt: Date.UTC(2025, 0, 2, 3, 4, 5) };
  await store.add({ ...common, id: '1-a', functionName: 'Orders', error: { type: 'RangeError', message: 'too far\nat line 1' } });
  await store.add({ ...common, id: '2-b', functionName: 'Mail', error: { type: 'FUNCTION_TIMEOUT', message: '' } });
});

test('ls shows id, time, function and error of each', async () => {
  expect(await synthgate(directory, ['dlq', 'ls'])).toEqual({
    code: 0,
    out: '1-a  2025-01-02 03:04:05  Orders  RangeError too far\n2-b  2025-01-02 03:04:05  Mail    FUNCTION_TIMEOUT\n',
    err: '',
  });
  expect((await synthgate(directory, ['dlq', 'ls', '--function', 'Mail'])).out).toMatch(/^2-b .*\n$/);
  expect((await synthgate(directory, ['dlq', 'ls', '--state', 'other'])).out).toBe('no dead letters\n');
});

test('show tells all of one, with its event', async () => {
  const { out } = await synthgate(directory, ['dlq', 'show', '1-a']);
  expect(out).toContain('request   request-1\nlambda id call-1\n');
  expect(out).toContain('failed    2025-01-02 03:04:05 after 3 attempts\n');
  expect(out).toContain('error     RangeError too far\nat line 1\n');
  expect(out).toContain('\n{\n  "n": 1\n}\n');
});

test('show names the destination that did not take the record', async () => {
  await openDeadLetters(path.join(directory, 'gateway.state', 'dead-letters')).add({
    id: '3-c', functionName: 'Mail', requestId: 'r', invocationId: 'c', event: '{}', attempts: 1, acceptedAt: 0, failedAt: 0, error: { type: 'Error', message: '' },
    undelivered: { destination: 'https://example.com', reason: 'it answered 404' },
  });
  expect((await synthgate(directory, ['dlq', 'show', '3-c'])).out).toContain('onFailure https://example.com did not take the record: it answered 404\n');
});

test('--json of each is for programs', async () => {
  const listed = JSON.parse((await synthgate(directory, ['dlq', 'ls', '--json'])).out);
  expect(listed).toMatchObject([{ id: '1-a', failedAt: '2025-01-02T03:04:05.000Z', error: { type: 'RangeError' } }, { id: '2-b' }]);
  expect(listed[0]).not.toHaveProperty('event');
  expect(JSON.parse((await synthgate(directory, ['dlq', 'show', '2-b', '--json'])).out)).toMatchObject({ id: '2-b', event: { n: 1 } });
  expect(JSON.parse((await synthgate(directory, ['dlq', 'redrive', '2-b', '--json'])).out)).toMatchObject([{ id: '2-b' }]);
});

test('redrive and rm say how many they took', async () => {
  expect((await synthgate(directory, ['dlq', 'redrive', '--function', 'Mail'])).out).toBe('1 dead letter put back into the queue\n');
  expect((await synthgate(directory, ['dlq', 'rm', '--all'])).out).toBe('1 dead letter removed\n');
  expect((await synthgate(directory, ['dlq', 'redrive', '--all'])).out).toBe('0 dead letters put back into the queue\n');
});

test.each([[['redrive']], [['rm']], [['rm', '1-a', '--all']], [['redrive', '--function', 'Mail', '--all']]])(
  'dead letters are selected in one way only: %j', async (parameters) => {
    const { code, err } = await synthgate(directory, ['dlq', ...parameters]);
    expect([code, err]).toEqual([3, expect.stringContaining('[DEAD_LETTERS_NOT_CHOSEN]')]);
    expect((await synthgate(directory, ['dlq', 'ls'])).out).toContain('1-a');
  },
);

test('a dead letter that does not exist is reported by its code', async () => {
  const { code, err } = await synthgate(directory, ['dlq', 'show', 'x']);
  expect([code, err]).toEqual([1, expect.stringContaining('[DEAD_LETTER_UNKNOWN]')]);
});
