import { GatewayError } from '../../../lib/errors';
import type { FromWorker } from '../../../lib/runtime/processes/messages';
import { ANSWER_MS, openQuestions } from '../../../lib/runtime/processes/questions';
import { receivedError, sentError } from '../../../lib/runtime/processes/sent-error';

const CLAIM = { type: 'admit', claim: { limits: [], quota: undefined } } as const;

function open() {
  const posted: FromWorker[] = [];
  return { posted, ...openQuestions((message) => posted.push(message)) };
}

afterEach(() => jest.useRealTimers());

test('each question has its answer, whatever the order', async () => {
  const { ask, answered, close } = open();
  const [first, second] = [ask(CLAIM), ask(CLAIM)];
  answered({ id: 2, value: 'two' });
  answered({ id: 1, error: sentError(new GatewayError('RATE_EXCEEDED', { limit: 'x', rate: 1, burst: 2 })) });
  answered({ id: 7, value: 'to nobody' });
  expect(await second).toBe('two');
  await expect(first).rejects.toMatchObject({ code: 'RATE_EXCEEDED', message: '[RATE_EXCEEDED] x exceeded: 1 a second, bursts of 2' });
  close();
});

test('a question that is not answered in time is refused: PRIMARY_UNREACHABLE', async () => {
  jest.useFakeTimers();
  const { ask, answered, close } = open();
  const refused = expect(ask(CLAIM)).rejects.toMatchObject({ code: 'PRIMARY_UNREACHABLE', details: { question: 'admit' } });
  const patient = ask({ type: 'next', stream: 1 }, Infinity);
  await jest.advanceTimersByTimeAsync(ANSWER_MS + 200);
  await refused;
  answered({ id: 1, value: 'too late' });
  answered({ id: 2, value: 'part' });
  expect(await patient).toBe('part');
  close();
});

test('an error that nobody foresaw arrives with its stack', () => {
  const error = new TypeError('x is no function');
  expect(receivedError(sentError(error))).toMatchObject({ code: 'INTERNAL', cause: error.stack });
});
