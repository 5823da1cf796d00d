import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { ProcessShape, UnassignedProcess } from '../../../../lib/runtime/functions/pool/unassigned-process';
import { FrameWire } from '../../../../lib/runtime/functions/process/frame-wire';
import { NODEJS } from '../../../../lib/runtime/functions/runtimes/nodejs/nodejs';
import { PrewarmedProcesses } from '../../../../lib/runtime/functions/pool/prewarmed-processes';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A shape whose interpreter is never started. */
function shape(memoryMiB: number, executable = 'node'): ProcessShape {
  const interpreter = { executable, directories: [], title: '', runtimeName: () => undefined, command: () => [], assignment: () => ({}), notEnforced: () => [], isOtherVersion: false };
  return { kind: NODEJS, interpreter, memoryMiB, variables: {}, trustFiles: [] };
}

const shapes = (sizes: readonly number[]) => sizes.map((size) => shape(size));

/** Stand-ins for prewarmed processes, in the order of their starts, with the sizes they were started for. */
function fakes() {
  const started: { readonly size: number; readonly prewarmed: UnassignedProcess; isKilled: boolean }[] = [];
  const processes = new PrewarmedProcesses(({ memoryMiB: size }) => {
    // of a child process, only its events are used
    const child = new EventEmitter() as ChildProcess;
    const kill = () => {
      standIn.isKilled = true;
      setTimeout(() => child.emit('exit', null, 'SIGKILL'), 10);
    };
    const stream = new PassThrough();
    const wire = new FrameWire({ channel: stream, answerLog: { read: () => Buffer.alloc(0) }, callSocket: undefined, buildsEvents: true });
    const places = { id: '', directory: '', scratchDirectory: '', codeDirectory: '' };
    const prewarmed = { child, kill, isSandboxed: false, wire, ...places, stdout: stream, stderr: stream };
    const standIn = { size, prewarmed, isKilled: false };
    started.push(standIn);
    return Promise.resolve(prewarmed);
  });
  return { processes, started, sizes: () => started.filter(({ isKilled }) => !isKilled).map(({ size }) => size) };
}

const settle = () => jest.advanceTimersByTimeAsync(0);

test('there is one for each size', async () => {
  const { processes, sizes } = fakes();
  processes.want(shapes([128, 256]));
  processes.want(shapes([128, 256]));
  await settle();
  expect(sizes()).toEqual([128, 256]);
});

test('one that is ending does not count: it is neither taken nor in the way of another', async () => {
  const { processes, started, sizes } = fakes();
  processes.want(shapes([128]));
  await settle();
  processes.want(shapes([]));
  expect(await processes.take(shape(128))).toBeUndefined();
  processes.want(shapes([128]));
  await jest.advanceTimersByTimeAsync(10);
  expect(sizes()).toEqual([128]);
  expect(await processes.take(shape(128))).toBe(started[1].prewarmed);
});

test('one that is taken is replaced a moment later', async () => {
  const { processes, started, sizes } = fakes();
  processes.want(shapes([128]));
  await settle();
  expect(await processes.take(shape(128))).toBe(started[0].prewarmed);
  expect(await processes.take(shape(128))).toBeUndefined();
  await settle();
  expect(sizes()).toEqual([128]);
  await jest.advanceTimersByTimeAsync(100);
  expect(sizes()).toEqual([128, 128]);
  expect(await processes.take(shape(128))).toBe(started[1].prewarmed);
});

test('one that is still being started is waited for, and taken once', async () => {
  const { processes, started } = fakes();
  processes.want(shapes([128]));
  const taken = await Promise.all([processes.take(shape(128)), processes.take(shape(128))]);
  expect(taken).toEqual([started[0].prewarmed, undefined]);
});

test('memory sizes no longer in use have no process', async () => {
  const { processes, sizes } = fakes();
  processes.want(shapes([128, 256]));
  await settle();
  processes.want(shapes([256]));
  expect(sizes()).toEqual([256]);
  expect(await processes.take(shape(128))).toBeUndefined();
  await jest.advanceTimersByTimeAsync(1000);
  expect(sizes()).toEqual([256]);
});

test('there are at most four', async () => {
  const { processes, sizes } = fakes();
  processes.want(shapes([128, 256, 512, 1024, 2048]));
  await settle();
  expect(sizes()).toEqual([128, 256, 512, 1024]);
});

test('a dead process is not handed out and is replaced only on demand', async () => {
  const { processes, started, sizes } = fakes();
  processes.want(shapes([128]));
  await settle();
  started[0].prewarmed.kill();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(sizes()).toEqual([]);
  expect(await processes.take(shape(128))).toBeUndefined();
  await jest.advanceTimersByTimeAsync(100);
  expect(sizes()).toEqual([128]);
});

test('closed, it has none, and starts none', async () => {
  const { processes, sizes } = fakes();
  processes.want(shapes([128]));
  await settle();
  await processes.take(shape(128));
  processes.want(shapes([128, 256]));
  await processes.close();
  await jest.advanceTimersByTimeAsync(1000);
  expect(sizes()).toEqual([128]);
});

test('one that cannot be started is not missed', async () => {
  const processes = new PrewarmedProcesses(() => Promise.reject(new Error('no process')));
  processes.want(shapes([128]));
  await settle();
  expect(await processes.take(shape(128))).toBeUndefined();
  await processes.close();
});

test('processes of different interpreters do not stand in for each other', async () => {
  const { processes, started } = fakes();
  processes.want([shape(128), shape(128, 'python3')]);
  await settle();
  expect([await processes.take(shape(128, 'python3')), await processes.take(shape(128))]).toEqual([started[1].prewarmed, started[0].prewarmed]);
});
