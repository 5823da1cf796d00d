import { GatewayError } from '../../../../lib/errors';
import type { FromWorker } from '../../../../lib/runtime/hosting/workers/messages';
import { RESPONSE_MS, openRpcClient } from '../../../../lib/runtime/hosting/workers/rpc-client';
import { deserializeError, serializeError } from '../../../../lib/runtime/hosting/workers/serialized-error';

const CLAIM = { type: 'admit', claim: { limits: [], quota: undefined } } as const;

function open() {
  const posted: FromWorker[] = [];
  return { posted, ...openRpcClient((message) => posted.push(message)) };
}

afterEach(() => jest.useRealTimers());

test('each request has its answer, whatever the order', async () => {
  const { request, onResponse, close } = open();
  const [first, second] = [request(CLAIM), request(CLAIM)];
  onResponse({ id: 2, value: 'two' });
  onResponse({ id: 1, error: serializeError(new GatewayError('RATE_EXCEEDED', { limit: 'x', rate: 1, burst: 2 })) });
  onResponse({ id: 7, value: 'to nobody' });
  expect(await second).toBe('two');
  await expect(first).rejects.toMatchObject({ code: 'RATE_EXCEEDED', message: '[RATE_EXCEEDED] x exceeded: 1 a second, bursts of 2' });
  close();
});

test('a request that is not answered in time is refused: PRIMARY_UNREACHABLE', async () => {
  jest.useFakeTimers();
  const { request, onResponse, close } = open();
  const refused = expect(request(CLAIM)).rejects.toMatchObject({ code: 'PRIMARY_UNREACHABLE', details: { request: 'admit' } });
  const patient = request({ type: 'next', stream: 1 }, Infinity);
  await jest.advanceTimersByTimeAsync(RESPONSE_MS + 200);
  await refused;
  onResponse({ id: 1, value: 'too late' });
  onResponse({ id: 2, value: 'part' });
  expect(await patient).toBe('part');
  close();
});

test('an unexpected error arrives with its stack', () => {
  const error = new TypeError('x is not a function');
  expect(deserializeError(serializeError(error))).toMatchObject({ code: 'INTERNAL', cause: error.stack });
});
