import { openTraceId } from '../../../../lib/runtime/functions/host/trace-id';

const real = process.env;
afterEach(() => {
  process.env = real;
  delete real.SYNTHGATE_TEST;
});

test('the trace is read from the environment, and never put into the real one', () => {
  const setTraceId = openTraceId();
  setTraceId('Root=1-a');
  expect(process.env._X_AMZN_TRACE_ID).toBe('Root=1-a');
  expect({ ...process.env }._X_AMZN_TRACE_ID).toBe('Root=1-a');
  expect(real._X_AMZN_TRACE_ID).toBeUndefined();
  setTraceId(undefined);
  expect('_X_AMZN_TRACE_ID' in process.env).toBe(false);
});

test('other variables are ordinary strings, in the real environment too', () => {
  openTraceId();
  expect(process.env.PATH).toBe(real.PATH);
  Object.assign(process.env, { SYNTHGATE_TEST: 7 });
  expect([process.env.SYNTHGATE_TEST, real.SYNTHGATE_TEST]).toEqual(['7', '7']);
  Object.defineProperty(process.env, 'SYNTHGATE_TEST', { value: '8', writable: true, enumerable: true, configurable: true });
  expect([process.env.SYNTHGATE_TEST, real.SYNTHGATE_TEST]).toEqual(['8', '8']);
  delete process.env.SYNTHGATE_TEST;
  expect([process.env.SYNTHGATE_TEST, real.SYNTHGATE_TEST]).toEqual([undefined, undefined]);
});
