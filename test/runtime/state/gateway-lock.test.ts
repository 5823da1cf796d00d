import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { serve } from '../../../lib/runtime';
import { lockForGateway } from '../../../lib/runtime/state/gateway-lock';
import { underStateLock } from '../../../lib/runtime/state/lock';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { newDirectory } from '../../support/temporary-directory';

const PARTS = { log: () => undefined, beforeMaking: () => undefined };
let directory: string;
let file: string;
beforeEach(() => {
  directory = path.join(newDirectory(), 'gateway.state');
  file = path.join(directory, 'gateway.lock');
});

const lock = () => lockForGateway(directory, PARTS);

test('one gateway has a state directory, and the next one is refused with its process id', () => {
  const { release } = lock();
  expect(lock).toThrow(expect.objectContaining({
    code: 'STATE_IN_USE', message: expect.stringMatching(new RegExp(`serves from the state directory ${directory}: process ${process.pid} on `)),
  }));
  expect(underStateLock(directory, () => 'deployed')).toBe('deployed');
  release();
  release();
  expect(readdirSync(directory)).toEqual([]);
  lock().release();
});

test('the lock of a gateway that was killed is taken over', () => {
  mkdirSync(directory);
  writeFileSync(file, JSON.stringify({ ...holder(), pid: spawnSync(process.execPath, ['-e', '']).pid }));
  lock().release();
  expect(existsSync(file)).toBe(false);
});

test('a gateway on another host has the directory as long as it touches its lock', () => {
  mkdirSync(directory);
  writeFileSync(file, JSON.stringify({ ...holder(), host: 'another.host' }));
  expect(lock).toThrow(expect.objectContaining({ code: 'STATE_IN_USE' }));
  const before = new Date(Date.now() - 61_000);
  utimesSync(file, before, before);
  lock().release();
});

test('a gateway touches its lock while it serves, and not afterwards', () => {
  jest.useFakeTimers();
  try {
    const { release } = lock();
    utimesSync(file, 0, 0);
    jest.advanceTimersByTime(10_000);
    expect(statSync(file).mtimeMs).toBeGreaterThan(0);
    release();
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

test('a lock that cannot be read or removed is left, and the gateway goes on', () => {
  jest.useFakeTimers();
  try {
    const { release } = lock();
    rmSync(file);
    mkdirSync(file);
    jest.advanceTimersByTime(10_000);
    release();
    expect([readdirSync(directory), jest.getTimerCount()]).toEqual([['gateway.lock'], 0]);
  } finally {
    jest.useRealTimers();
  }
});

test('of three gateways that start with one state directory, one serves: a quota of 20 admits 20', async () => {
  const source = writeAssembly(newDirectory(), [petsSpec({
    apiKeys: { First: { value: 'first-key-0123456789' } },
    usagePlans: { Free: { quota: { limit: 20, period: 'DAY' }, stages: { prod: {} }, keys: ['First'] } },
    resources: {
      '/': { id: 'root', methods: {} },
      '/pets': { id: 'pets', methods: { GET: { apiKeyRequired: true, integration: { type: 'proxy', function: 'Pets' } } } },
    },
  })]);
  const started = await Promise.allSettled([1, 2, 3].map(() => serve({ source, stateDirectory: directory, port: 0, watch: false })));
  const servings = started.flatMap((one) => one.status === 'fulfilled' ? [one.value] : []);
  const refusals = started.flatMap((one) => one.status === 'rejected' ? [one.reason] : []);
  const calls = servings.flatMap(({ apis }) => Array.from({ length: 25 }, () => apis[0]?.stages[0]?.url));
  const statuses = await Promise.all(calls.map(async (url) =>
    (await fetch(`${url}/pets`, { headers: { 'x-api-key': 'first-key-0123456789' } })).status));
  await Promise.all(servings.map((serving) => serving.close()));
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(refusals).toEqual([expect.objectContaining({ code: 'STATE_IN_USE' }), expect.objectContaining({ code: 'STATE_IN_USE' })]);
});

/** The holder of a lock of this process. */
function holder(): Record<string, unknown> {
  const own = path.join(newDirectory(), 'state');
  const { release } = lockForGateway(own, PARTS);
  try {
    return JSON.parse(readFileSync(path.join(own, 'gateway.lock'), 'utf8')) as Record<string, unknown>; // what was just written
  } finally {
    release();
  }
}
