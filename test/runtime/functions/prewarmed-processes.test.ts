import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { UnassignedProcess } from '../../../lib/runtime/functions/unassigned-process';
import { PrewarmedProcesses } from '../../../lib/runtime/functions/prewarmed-processes';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Spares that are no processes, in the order of their starts, with the sizes they were started for. */
function fakes() {
  const started: { readonly size: number; readonly spare: UnassignedProcess; isKilled: boolean }[] = [];
  const spares = new PrewarmedProcesses((size) => {
    // of a child process, only its events are used
    const child = new EventEmitter() as ChildProcess;
    const kill = () => {
      one.isKilled = true;
      child.emit('exit', null, 'SIGKILL');
    };
    const stream = new PassThrough();
    const answerLog = { read: () => Buffer.alloc(0) };
    const spare = { child, kill, answerLog, callSocket: undefined, id: '', directory: '', scratchDirectory: '', codeDirectory: '', stdout: stream, stderr: stream, channel: stream };
    const one = { size, spare, isKilled: false };
    started.push(one);
    return Promise.resolve(spare);
  });
  return { spares, started, sizes: () => started.filter(({ isKilled }) => !isKilled).map(({ size }) => size) };
}

const settle = () => jest.advanceTimersByTimeAsync(0);

test('there is one for each size', async () => {
  const { spares, sizes } = fakes();
  spares.want(new Set([128, 256]));
  spares.want(new Set([128, 256]));
  await settle();
  expect(sizes()).toEqual([128, 256]);
});

test('one that is taken is replaced a moment later', async () => {
  const { spares, started, sizes } = fakes();
  spares.want(new Set([128]));
  await settle();
  expect(spares.take(128)).toBe(started[0].spare);
  expect(spares.take(128)).toBeUndefined();
  await settle();
  expect(sizes()).toEqual([128]);
  await jest.advanceTimersByTimeAsync(100);
  expect(sizes()).toEqual([128, 128]);
  expect(spares.take(128)).toBe(started[1].spare);
});

test('sizes that nobody wants any more have none', async () => {
  const { spares, sizes } = fakes();
  spares.want(new Set([128, 256]));
  await settle();
  spares.want(new Set([256]));
  expect(sizes()).toEqual([256]);
  expect(spares.take(128)).toBeUndefined();
  await jest.advanceTimersByTimeAsync(1000);
  expect(sizes()).toEqual([256]);
});

test('there are at most four', async () => {
  const { spares, sizes } = fakes();
  spares.want(new Set([128, 256, 512, 1024, 2048]));
  await settle();
  expect(sizes()).toEqual([128, 256, 512, 1024]);
});

test('one that dies is not given out, and is replaced only when one is asked for', async () => {
  const { spares, started, sizes } = fakes();
  spares.want(new Set([128]));
  await settle();
  started[0].spare.kill();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(sizes()).toEqual([]);
  expect(spares.take(128)).toBeUndefined();
  await jest.advanceTimersByTimeAsync(100);
  expect(sizes()).toEqual([128]);
});

test('closed, it has none, and starts none', async () => {
  const { spares, sizes } = fakes();
  spares.want(new Set([128]));
  await settle();
  spares.take(128);
  spares.want(new Set([128, 256]));
  await spares.close();
  await jest.advanceTimersByTimeAsync(1000);
  expect(sizes()).toEqual([128]);
});

test('one that cannot be started is not missed', async () => {
  const spares = new PrewarmedProcesses(() => Promise.reject(new Error('no process')));
  spares.want(new Set([128]));
  await settle();
  expect(spares.take(128)).toBeUndefined();
  await spares.close();
});
